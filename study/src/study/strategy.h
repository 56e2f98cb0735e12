// A strategy of the literature: what study::create takes of it, and the numbers that depend on the device.
#ifndef VKSCAN_STUDY_STRATEGY_H
#define VKSCAN_STUDY_STRATEGY_H

#include "schedule/carry_strategy.h"

#include <vkscan/study.h>

namespace vkscan::study {

// The product's numbers, and those of strategies of the literature.
struct Tuning : vkscan::Tuning {
    Geometry tiles; // ScanThenPropagate, on all levels
    Geometry chained;
    Geometry sam;
    Geometry lookBack;
    uint32_t cascadeWorkgroups = 256; // the default of ScanDesc::cascadeWorkgroups
    uint32_t samWorkgroups = 2;       // must run at once; at most a workgroup's invocations are used
    uint32_t fallbacks = 1 << 30;     // recomputed predecessors before a look-back is given up

    Tuning(const vkscan::Tuning& product, const Capabilities& capabilities) noexcept;
    explicit Tuning(const Capabilities& capabilities) noexcept : Tuning(tuningFor(capabilities), capabilities) {}
};

struct StudyStrategy {
    Strategy value = Strategy::Auto;
    CarryStrategy carries = {};
    void (*addStages)(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept = nullptr;
    bool needsProgressInPlace = false; // and 64-bit atomics; those that wait need both: StrategyRow::waits
    bool takesOrders = true;           // and tuples
    bool takesUserKernels = true;      // has no kernels of its own
    uint32_t leastWorkgroups = 0;      // of ScanDesc::cascadeWorkgroups; 0: takes none
};

// Strategies of the literature, networks and trees have kernels for elements of 32 bits that are stored as such.
[[nodiscard]] inline bool hasKernels(ElementType type, StoredType input, StoredType output) noexcept
{
    return sizeOf(type) <= sizeof(uint32_t) && input == StoredType::Same && output == StoredType::Same;
}

} // namespace vkscan::study

#endif
