#include "plan/stages.h"

#include <algorithm>
#include <iterator>

namespace vkscan {

namespace {

constexpr StageInfo kStages[] = {
    {Stage::SingleWorkgroupSmall, "SingleWorkgroupSmall", "scan_spans", "", Strategy::SingleWorkgroup,
     Stage::SingleWorkgroupSmall, &Tuning::singleWorkgroupSmall},
    {Stage::SingleWorkgroup, "SingleWorkgroup", "scan_spans", "", Strategy::SingleWorkgroup, Stage::SingleWorkgroup,
     &Tuning::singleWorkgroup},
    {Stage::ReduceSpans, "ReduceSpans", "reduce_spans", "", Strategy::Auto, Stage::ScanSpans, &Tuning::spans},
    {Stage::ScanSpans, "ScanSpans", "scan_spans", "", Strategy::ReduceThenScan, Stage::ScanSpans, &Tuning::spans},
    {Stage::FlatSumSmall, "FlatSumSmall", "scan_spine", "", Strategy::FlatSum, Stage::FlatSumSmall,
     &Tuning::flatSumSmall},
    {Stage::FlatSum, "FlatSum", "scan_spine", "", Strategy::FlatSum, Stage::FlatSum, &Tuning::flatSum},
    {Stage::Spine, "Spine", "scan_spine", "", Strategy::Spine, Stage::Spine, &Tuning::spine},
    {Stage::Chained, "Chained", "scan_spine", "", Strategy::Chained, Stage::Chained, &Tuning::chained},
    {Stage::Sam, "Sam", "scan_sam", "", Strategy::Sam, Stage::Sam, &Tuning::sam},
    {Stage::LookBack, "LookBack", "scan_look_back", "", Strategy::DecoupledLookback, Stage::LookBack,
     &Tuning::lookBack},
    {Stage::CascadeReduce, "CascadeReduce", "reduce_spans", "", Strategy::Cascade, Stage::CascadeScan, &Tuning::spans},
    {Stage::CascadeCarries, "CascadeCarries", "scan_carries", "", Strategy::Cascade, Stage::CascadeScan,
     &Tuning::spans},
    {Stage::CascadeScan, "CascadeScan", "scan_spans", "_carried", Strategy::Cascade, Stage::CascadeScan,
     &Tuning::spans},
    {Stage::TruncatedReduce, "TruncatedReduce", "scan_first_span", "", Strategy::TruncatedCascade, Stage::TruncatedScan,
     &Tuning::spans},
    {Stage::TruncatedCarries, "TruncatedCarries", "scan_carries", "", Strategy::TruncatedCascade, Stage::TruncatedScan,
     &Tuning::spans},
    {Stage::TruncatedScan, "TruncatedScan", "scan_spans", "_carried", Strategy::TruncatedCascade, Stage::TruncatedScan,
     &Tuning::spans},
    {Stage::ScanTiles, "ScanTiles", "scan_tiles", "", Strategy::ScanThenPropagate, Stage::ScanTiles, &Tuning::tiles},
    {Stage::ScanAggregates, "ScanAggregates", "scan_tiles", "", Strategy::ScanThenPropagate, Stage::ScanTiles,
     &Tuning::tiles},
    {Stage::Propagate, "Propagate", "scan_propagate", "", Strategy::ScanThenPropagate, Stage::ScanTiles,
     &Tuning::tiles},
    {Stage::PropagateAggregates, "PropagateAggregates", "scan_propagate", "", Strategy::ScanThenPropagate,
     Stage::ScanTiles, &Tuning::tiles},
    {Stage::ReduceArray, "ReduceArray", "reduce_array", "", Strategy::Auto, Stage::ReduceArray, &Tuning::reduce},
    {Stage::ReduceSlots, "ReduceSlots", "reduce_slots", "", Strategy::Auto, Stage::ReduceSlots, &Tuning::reduce},
    {Stage::SegmentsAlone, "SegmentsAlone", "reduce_segment_spans", "", Strategy::SingleWorkgroup, Stage::SegmentsAlone,
     &Tuning::reduceSegments},
    {Stage::SegmentsFlatSum, "SegmentsFlatSum", "reduce_segments", "", Strategy::FlatSum, Stage::SegmentsFlatSum,
     &Tuning::reduceSegments},
    {Stage::SegmentsOnce, "SegmentsOnce", "reduce_segments", "", Strategy::Spine, Stage::SegmentsOnce,
     &Tuning::reduceSegments},
    {Stage::SegmentSpans, "SegmentSpans", "reduce_segment_spans", "", Strategy::ReduceThenScan, Stage::SegmentEnds,
     &Tuning::reduceSegments},
    {Stage::SegmentEnds, "SegmentEnds", "reduce_segment_ends", "", Strategy::ReduceThenScan, Stage::SegmentEnds,
     &Tuning::reduceSegments},
    {Stage::Difference, "Difference", "difference", "", Strategy::Auto, Stage::Difference, &Tuning::difference},
    {Stage::HistogramClear, "HistogramClear", "histogram_clear", "", Strategy::Auto, Stage::Histogram,
     &Tuning::histogram},
    {Stage::Histogram, "Histogram", "histogram", "", Strategy::Auto, Stage::Histogram, &Tuning::histogram},
    {Stage::SortSmall, "SortSmall", "radix_sort_single", "", Strategy::SingleWorkgroup, Stage::SortSmall,
     &Tuning::sortSmall},
    {Stage::SortSingle, "SortSingle", "radix_sort_single", "", Strategy::SingleWorkgroup, Stage::SortSingle,
     &Tuning::sortSingle},
    {Stage::SortClear, "SortClear", "radix_sort_clear", "", Strategy::Auto, Stage::SortClear, &Tuning::sortScatter},
    {Stage::SortCount, "SortCount", "radix_sort_count", "", Strategy::Auto, Stage::SortCount, &Tuning::sortScatter},
    {Stage::SortPassSmall, "SortPassSmall", "radix_sort_pass", "", Strategy::DecoupledLookback, Stage::SortPassSmall,
     &Tuning::sortPassSmall},
    {Stage::SortPass, "SortPass", "radix_sort_pass", "", Strategy::DecoupledLookback, Stage::SortPass,
     &Tuning::sortPass},
    {Stage::SortScatter, "SortScatter", "radix_sort_scatter", "", Strategy::ReduceThenScan, Stage::SortScatter,
     &Tuning::sortScatter},
    {Stage::SplitAlone, "SplitAlone", "split_spans", "", Strategy::SingleWorkgroup, Stage::SplitAlone,
     &Tuning::splitSpans},
    {Stage::SplitFlatSumSmall, "SplitFlatSumSmall", "split_flat_sum", "", Strategy::FlatSum, Stage::SplitFlatSumSmall,
     &Tuning::splitFlatSumSmall},
    {Stage::SplitFlatSum, "SplitFlatSum", "split_flat_sum", "", Strategy::FlatSum, Stage::SplitFlatSum,
     &Tuning::splitFlatSum},
    {Stage::SplitCount, "SplitCount", "split_count", "", Strategy::Auto, Stage::SplitSpans, &Tuning::splitSpans},
    {Stage::SplitSpans, "SplitSpans", "split_spans", "", Strategy::ReduceThenScan, Stage::SplitSpans,
     &Tuning::splitSpans},
    {Stage::TableMean, "TableMean", "sat_mean", "", Strategy::Auto, Stage::TableMean, nullptr},
    {Stage::TableReduce, "TableReduce", "sat_reduce", "", Strategy::ReduceThenScan, Stage::TableReduce, nullptr},
    {Stage::TableScan, "TableScan", "sat_scan", "", Strategy::ReduceThenScan, Stage::TableScan, nullptr},
    {Stage::TableFlatSum, "TableFlatSum", "sat_single_pass", "", Strategy::FlatSum, Stage::TableFlatSum, nullptr},
    {Stage::TableSpine, "TableSpine", "sat_single_pass", "", Strategy::Spine, Stage::TableSpine, nullptr},
};
static_assert(std::size(kStages) == kStageCount &&
              std::all_of(std::begin(kStages), std::end(kStages),
                          [](const StageInfo& info) { return &info == kStages + static_cast<int>(info.stage); }));

} // namespace

const StageInfo& infoOf(Stage stage) noexcept
{
    return kStages[static_cast<uint32_t>(stage)];
}

const char* toString(Stage stage) noexcept
{
    return stage == Stage::None ? "none" : infoOf(stage).name;
}

} // namespace vkscan
