// The kernels of what is for comparison and study. The library itself knows of this structure, but not of the kernels.
#ifndef VKSCAN_STUDY_STUDY_H
#define VKSCAN_STUDY_STUDY_H

#include "plan/kernels.h"

#include <vkscan/reduce.h>
#include <vkscan/scan.h>
#include <vkscan/study.h>

namespace vkscan {

struct Study {
    const KernelFamily* families[3];
};

// What needs it.
[[nodiscard]] inline bool isForStudy(Strategy strategy) noexcept
{
    switch (strategy) {
    case Strategy::DecoupledLookback:
    case Strategy::ScanThenPropagate:
    case Strategy::Chained:
    case Strategy::Sam:
    case Strategy::Cascade:
    case Strategy::TruncatedCascade: return true;
    default: return false;
    }
}

[[nodiscard]] inline bool isForStudy(const ScanDesc& desc) noexcept
{
    return isForStudy(desc.strategy) || desc.network.network != WorkgroupNetwork::Subgroup;
}

[[nodiscard]] inline bool isForStudy(const ReduceDesc& desc) noexcept
{
    return desc.method != ReduceMethod::Auto;
}

} // namespace vkscan

#endif
