// Types of elements that are scanned, and strategies that scan them.
#ifndef VKSCAN_TESTS_ELEMENT_TYPES_H
#define VKSCAN_TESTS_ELEMENT_TYPES_H

#include <vkscan/study.h>

#include <vector>

namespace testing_support {

inline constexpr vkscan::ElementType kTypes[] = {vkscan::ElementType::U32, vkscan::ElementType::I32,
                                                 vkscan::ElementType::F32, vkscan::ElementType::U64,
                                                 vkscan::ElementType::I64, vkscan::ElementType::F64};

[[nodiscard]] constexpr bool isFloat(vkscan::ElementType type)
{
    return type == vkscan::ElementType::F32 || type == vkscan::ElementType::F64;
}

// The library's strategies of scans, with Auto or without, and those for study.
[[nodiscard]] inline std::vector<vkscan::Strategy> scanStrategies(bool withAuto = false)
{
    std::vector<vkscan::Strategy> strategies;
    for (const vkscan::StrategyRow& row : vkscan::kStrategies)
        if (withAuto || row.value != vkscan::Strategy::Auto)
            strategies.push_back(row.value);
    for (const vkscan::StrategyRow& row : vkscan::study::kStrategies)
        strategies.push_back(row.value);
    return strategies;
}

} // namespace testing_support

#endif
