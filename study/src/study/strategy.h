// A strategy of the literature: what study::create takes of it.
#ifndef VKSCAN_STUDY_STRATEGY_H
#define VKSCAN_STUDY_STRATEGY_H

#include "schedule/carry_strategy.h"

#include <vkscan/study.h>

namespace vkscan::study {

struct StudyStrategy {
    CarryStrategy carries;
    bool needsProgressInPlace = false;
    bool takesOrders = true;      // and tuples
    bool takesUserKernels = true; // has no kernels of its own
    uint32_t leastWorkgroups = 0; // of ScanDesc::cascadeWorkgroups; 0: takes none
};

// Strategies of the literature, networks and trees have kernels for elements of 32 bits that are stored as such.
[[nodiscard]] inline bool hasKernels(ElementType type, StoredType input, StoredType output) noexcept
{
    return sizeOf(type) <= sizeof(uint32_t) && input == StoredType::Same && output == StoredType::Same;
}

} // namespace vkscan::study

#endif
