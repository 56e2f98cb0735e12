// Values that several tests choose from the tables of axes: types, strategies, forms of segments.
#ifndef VKSCAN_TESTS_AXIS_VALUES_H
#define VKSCAN_TESTS_AXIS_VALUES_H

#include "sample.h"
#include "schedule/array_operation.h"

#include <support/axis.h>
#include <vkscan/segments.h>
#include <vkscan/study.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

namespace testing_support {

using support::isFloat;
using support::kTypes;
using support::typesOfBytes;
using support::valuesOf;

inline constexpr vkscan::ElementType kFloatTypes[] = {vkscan::ElementType::F32, vkscan::ElementType::F64};

enum class WithAuto { No, Yes };

// vkscan's own strategies, of scans and most operations on arrays.
[[nodiscard]] inline std::vector<vkscan::Strategy> ownStrategies(WithAuto withAuto = WithAuto::No)
{
    return valuesOf(vkscan::study::kStrategies, [&](const vkscan::study::StrategyRow& row) {
        return row.isOwn && (withAuto == WithAuto::Yes || row.value != vkscan::Strategy::Auto);
    });
}

// Strategies of summed-area tables.
[[nodiscard]] inline std::vector<vkscan::Strategy> tableStrategies(WithAuto withAuto = WithAuto::No)
{
    std::vector<vkscan::Strategy> strategies = ownStrategies(withAuto);
    std::erase(strategies, vkscan::Strategy::SingleWorkgroup);
    return strategies;
}

// Strategies of sorts of keys without segments.
[[nodiscard]] inline std::vector<vkscan::Strategy> strategiesOfSorts(WithAuto withAuto = WithAuto::No)
{
    std::vector<vkscan::Strategy> strategies = ownStrategies(withAuto);
    std::erase(strategies, vkscan::Strategy::FlatSum);
    return strategies;
}

// Strategies of scans, vkscan's own and those of the literature.
[[nodiscard]] inline std::vector<vkscan::Strategy> scanStrategies(WithAuto withAuto = WithAuto::No)
{
    return valuesOf(vkscan::study::kStrategies, [&](const vkscan::study::StrategyRow& row) {
        return withAuto == WithAuto::Yes || row.value != vkscan::Strategy::Auto;
    });
}

// Forms of segments that the caller specifies, except a user's kernels.
[[nodiscard]] inline std::vector<vkscan::Segments> segmentForms()
{
    return valuesOf(vkscan::kSegmentForms,
                    [](const vkscan::SegmentsRow& row) { return row.value != vkscan::Segments::Kernels; });
}

// Strategies of scans that take a user's kernels.
[[nodiscard]] inline std::vector<vkscan::Strategy> customStrategies(WithAuto withAuto = WithAuto::No)
{
    std::vector<vkscan::Strategy> strategies = ownStrategies(withAuto);
    strategies.push_back(vkscan::study::kChained);
    return strategies;
}

// Whether workgroups wait for others of the same dispatch.
[[nodiscard]] inline bool waits(vkscan::Strategy strategy)
{
    return findRow(vkscan::study::kStrategies, strategy)->waits;
}

// Whether workgroups wait for others of the same dispatch, or read results that these have published.
[[nodiscard]] inline bool isSinglePass(vkscan::Strategy strategy)
{
    return waits(strategy) || strategy == vkscan::study::kDecoupledLookback;
}

[[nodiscard]] inline bool takesType(vkscan::Strategy /*strategy*/, vkscan::StoredType /*type*/)
{
    return true;
}

// Strategies of the literature take elements of 32 bits.
[[nodiscard]] inline bool takesType(vkscan::Strategy strategy, vkscan::ElementType type)
{
    return findRow(vkscan::study::kStrategies, strategy)->isOwn || vkscan::sizeOf(type) == 4;
}

// Pairs of a strategy and a type that it takes. Where a part of matrices is tested, every third type for each strategy:
// kTypes has those of 32 bits first, so one of each size. The next strategy begins with the next type.
template <class Types>
[[nodiscard]] auto strategiesAndTypes(const std::vector<vkscan::Strategy>& strategies, const Types& types)
{
    std::vector<std::tuple<vkscan::Strategy, std::decay_t<decltype(*std::begin(types))>>> pairs;
    for (unsigned row = 0; row < strategies.size(); ++row) {
        Sample sample(row, std::min<std::size_t>(3, std::size(types)));
        for (const auto type : types)
            if (sample.takes() && takesType(strategies[row], type))
                pairs.emplace_back(strategies[row], type);
    }
    return pairs;
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
