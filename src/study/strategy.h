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

// Strategies of the literature, networks and trees have kernels for elements of 32 bits alone.
[[nodiscard]] inline Status checkComparedType(ElementType type) noexcept
{
    return sizeOf(type) > sizeof(uint32_t) ? Status(Argument::Type, Rule::NotOffered) : Status::Success;
}

} // namespace vkscan::study

#endif
