// Values that several tests choose from the tables of axes: types, strategies, forms of segments.
#ifndef VKSCAN_TESTS_AXIS_VALUES_H
#define VKSCAN_TESTS_AXIS_VALUES_H

#include <support/axis.h>
#include <vkscan/study.h>

#include <functional>
#include <vector>

namespace testing_support {

using support::isFloat;
using support::kTypes;
using support::typesOfBytes;
using support::valuesOf;

enum class WithAuto { No, Yes };

// vkscan's own strategies of scans, or of the operations that a row's flag names.
[[nodiscard]] inline std::vector<vkscan::Strategy>
ownStrategies(WithAuto withAuto = WithAuto::No, bool vkscan::StrategyRow::*offers = &vkscan::StrategyRow::scans)
{
    return valuesOf(vkscan::kStrategies, [&](const vkscan::StrategyRow& row) {
        return row.*offers && (withAuto == WithAuto::Yes || row.value != vkscan::Strategy::Auto);
    });
}

// Strategies of scans, vkscan's own and those for study.
[[nodiscard]] inline std::vector<vkscan::Strategy> scanStrategies(WithAuto withAuto = WithAuto::No)
{
    std::vector<vkscan::Strategy> strategies = ownStrategies(withAuto);
    for (const vkscan::StrategyRow& row : vkscan::study::kStrategies)
        strategies.push_back(row.value);
    return strategies;
}

// Forms of segments that the caller specifies, rather than kernels of the user's.
[[nodiscard]] inline std::vector<vkscan::Segments> segmentForms()
{
    return valuesOf(vkscan::kSegmentForms,
                    [](const vkscan::SegmentsRow& row) { return row.value != vkscan::Segments::Kernels; });
}

// Strategies of scans that take kernels of the user's.
[[nodiscard]] inline std::vector<vkscan::Strategy> customStrategies(WithAuto withAuto = WithAuto::No)
{
    std::vector<vkscan::Strategy> strategies = ownStrategies(withAuto);
    strategies.push_back(vkscan::study::kChained);
    return strategies;
}

// Whether workgroups wait for others of the same dispatch.
[[nodiscard]] inline bool waits(vkscan::Strategy strategy)
{
    const vkscan::StrategyRow* const own = findRow(vkscan::kStrategies, strategy);
    return (own != nullptr ? own : findRow(vkscan::study::kStrategies, strategy))->waits;
}

// Whether workgroups wait for others of the same dispatch, or look at what these have published.
[[nodiscard]] inline bool isSinglePass(vkscan::Strategy strategy)
{
    return waits(strategy) || strategy == vkscan::study::kDecoupledLookback;
}

[[nodiscard]] inline bool takesOrders(vkscan::Strategy strategy)
{
    return strategy != vkscan::study::kScanThenPropagate && strategy != vkscan::study::kRecursiveDoubling;
}

// Items that `takes` accepts.
template <class Item, class Takes>
[[nodiscard]] std::vector<Item> only(std::vector<Item> items, const Takes& takes)
{
    std::erase_if(items, std::not_fn(takes));
    return items;
}

} // namespace testing_support

#endif
