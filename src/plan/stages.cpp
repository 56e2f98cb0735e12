#include "plan/stages.h"

#include <algorithm>
#include <iterator>

namespace vkscan {

namespace {

constexpr StageInfo kStages[] = {
    {Stage::SingleWorkgroupSmall, "SingleWorkgroupSmall", "scan_spans", "", Strategy::SingleWorkgroup,
     Stage::SingleWorkgroupSmall, &Tuning::singleWorkgroupSmall, Grid::Tile},
    {Stage::SingleWorkgroup, "SingleWorkgroup", "scan_spans", "", Strategy::SingleWorkgroup, Stage::SingleWorkgroup,
     &Tuning::singleWorkgroup, Grid::Workgroup},
    {Stage::ReduceSpans, "ReduceSpans", "reduce_spans", "", Strategy::Auto, Stage::ScanSpans, &Tuning::spans,
     Grid::Spans, 1, &Tuning::scanSpans},
    {Stage::ScanSpans, "ScanSpans", "scan_spans", "", Strategy::ReduceThenScan, Stage::ScanSpans, &Tuning::spans,
     Grid::Spans, 1, &Tuning::scanSpans},
    {Stage::FlatSumSmall, "FlatSumSmall", "scan_spine", "", Strategy::FlatSum, Stage::FlatSumSmall,
     &Tuning::flatSumSmall, Grid::Window, 2},
    {Stage::FlatSum, "FlatSum", "scan_spine", "", Strategy::FlatSum, Stage::FlatSum, &Tuning::flatSum, Grid::Window, 2},
    {Stage::Spine, "Spine", "scan_spine", "", Strategy::Spine, Stage::Spine, &Tuning::spine, Grid::Tiles, 2},
    {Stage::Chained, "Chained", "scan_spine", "", Strategy::Chained, Stage::Chained, &Tuning::chained, Grid::Tiles, 2},
    {Stage::Sam, "Sam", "scan_sam", "", Strategy::Sam, Stage::Sam, &Tuning::sam, Grid::Resident, 1},
    {Stage::LookBack, "LookBack", "scan_look_back", "", Strategy::DecoupledLookback, Stage::LookBack, &Tuning::lookBack,
     Grid::Tiles, 2},
    {Stage::CascadeReduce, "CascadeReduce", "reduce_spans", "", Strategy::Cascade, Stage::CascadeScan, &Tuning::spans,
     Grid::Cascade, 1},
    {Stage::CascadeCarries, "CascadeCarries", "scan_carries", "", Strategy::Cascade, Stage::CascadeScan, &Tuning::spans,
     Grid::Workgroup},
    {Stage::CascadeScan, "CascadeScan", "scan_spans", "_carried", Strategy::Cascade, Stage::CascadeScan, &Tuning::spans,
     Grid::Cascade, 1},
    {Stage::TruncatedReduce, "TruncatedReduce", "scan_first_span", "", Strategy::TruncatedCascade, Stage::TruncatedScan,
     &Tuning::spans, Grid::Cascade, 1},
    {Stage::TruncatedCarries, "TruncatedCarries", "scan_carries", "", Strategy::TruncatedCascade, Stage::TruncatedScan,
     &Tuning::spans, Grid::Workgroup},
    {Stage::TruncatedScan, "TruncatedScan", "scan_spans", "_carried", Strategy::TruncatedCascade, Stage::TruncatedScan,
     &Tuning::spans, Grid::Cascade, 1},
    {Stage::ScanTiles, "ScanTiles", "scan_tiles", "", Strategy::ScanThenPropagate, Stage::ScanTiles, &Tuning::tiles,
     Grid::Levels, 1},
    {Stage::ScanAggregates, "ScanAggregates", "scan_tiles", "", Strategy::ScanThenPropagate, Stage::ScanTiles,
     &Tuning::tiles, Grid::Levels, 1},
    {Stage::Propagate, "Propagate", "scan_propagate", "", Strategy::ScanThenPropagate, Stage::ScanTiles, &Tuning::tiles,
     Grid::Levels},
    {Stage::PropagateAggregates, "PropagateAggregates", "scan_propagate", "", Strategy::ScanThenPropagate,
     Stage::ScanTiles, &Tuning::tiles, Grid::Levels},
    {Stage::ReduceArray, "ReduceArray", "reduce_array", "", Strategy::Auto, Stage::ReduceArray, &Tuning::reduce,
     Grid::Spans, 1, &Tuning::reduceSpans},
    {Stage::ReduceSlots, "ReduceSlots", "reduce_slots", "", Strategy::Auto, Stage::ReduceSlots, &Tuning::reduce,
     Grid::Workgroup},
    {Stage::SegmentsAlone, "SegmentsAlone", "reduce_segment_spans", "", Strategy::SingleWorkgroup, Stage::SegmentsAlone,
     &Tuning::reduceSegments, Grid::Workgroup},
    {Stage::SegmentsFlatSum, "SegmentsFlatSum", "reduce_segments", "", Strategy::FlatSum, Stage::SegmentsFlatSum,
     &Tuning::reduceSegments, Grid::Spans, 2, &Tuning::segmentSpans},
    {Stage::SegmentsOnce, "SegmentsOnce", "reduce_segments", "", Strategy::Spine, Stage::SegmentsOnce,
     &Tuning::reduceSegments, Grid::Spans, 2, &Tuning::segmentSpans},
    {Stage::SegmentSpans, "SegmentSpans", "reduce_segment_spans", "", Strategy::ReduceThenScan, Stage::SegmentEnds,
     &Tuning::reduceSegments, Grid::Spans, 2, &Tuning::segmentSpans},
    {Stage::SegmentEnds, "SegmentEnds", "reduce_segment_ends", "", Strategy::ReduceThenScan, Stage::SegmentEnds,
     &Tuning::reduceSegments, Grid::Spans, 2, &Tuning::segmentSpans},
    {Stage::Difference, "Difference", "difference", "", Strategy::Auto, Stage::Difference, &Tuning::difference,
     Grid::Tiles},
    {Stage::HistogramClear, "HistogramClear", "histogram_clear", "", Strategy::Auto, Stage::Histogram,
     &Tuning::histogram, Grid::Tiles},
    {Stage::Histogram, "Histogram", "histogram", "", Strategy::Auto, Stage::Histogram, &Tuning::histogram, Grid::Spans,
     0, &Tuning::scanSpans},
    {Stage::SortSmall, "SortSmall", "radix_sort_single", "", Strategy::SingleWorkgroup, Stage::SortSmall,
     &Tuning::sortSmall, Grid::Tile},
    {Stage::SortSingle, "SortSingle", "radix_sort_single", "", Strategy::SingleWorkgroup, Stage::SortSingle,
     &Tuning::sortSingle, Grid::Tile},
    {Stage::SortClear, "SortClear", "radix_sort_clear", "", Strategy::Auto, Stage::SortClear, &Tuning::sortScatter,
     Grid::Tiles},
    {Stage::SortCount, "SortCount", "radix_sort_count", "", Strategy::Auto, Stage::SortCount, &Tuning::sortScatter,
     Grid::Spans, 0, &Tuning::sortSpans},
    {Stage::SortPassSmall, "SortPassSmall", "radix_sort_pass", "", Strategy::DecoupledLookback, Stage::SortPassSmall,
     &Tuning::sortPassSmall, Grid::Window},
    {Stage::SortPass, "SortPass", "radix_sort_pass", "", Strategy::DecoupledLookback, Stage::SortPass,
     &Tuning::sortPass, Grid::Spans, 0, &Tuning::sortWorkgroups},
    {Stage::SortSegments, "SortSegments", "radix_sort_segments", "", Strategy::Auto, Stage::SortSegments,
     &Tuning::sortScatter},
    {Stage::SortScatter, "SortScatter", "radix_sort_scatter", "", Strategy::ReduceThenScan, Stage::SortScatter,
     &Tuning::sortScatter, Grid::Spans, 0, &Tuning::sortSpans},
    {Stage::SplitAlone, "SplitAlone", "split_spans", "", Strategy::SingleWorkgroup, Stage::SplitAlone,
     &Tuning::splitSpans, Grid::Workgroup},
    {Stage::SplitFlatSumSmall, "SplitFlatSumSmall", "split_flat_sum", "", Strategy::FlatSum, Stage::SplitFlatSumSmall,
     &Tuning::splitFlatSumSmall, Grid::Window},
    {Stage::SplitFlatSum, "SplitFlatSum", "split_flat_sum", "", Strategy::FlatSum, Stage::SplitFlatSum,
     &Tuning::splitFlatSum, Grid::Window},
    {Stage::SplitCount, "SplitCount", "split_count", "", Strategy::Auto, Stage::SplitSpans, &Tuning::splitSpans,
     Grid::Spans, 0, &Tuning::splitSpanCount},
    {Stage::SplitSpans, "SplitSpans", "split_spans", "", Strategy::ReduceThenScan, Stage::SplitSpans,
     &Tuning::splitSpans, Grid::Spans, 0, &Tuning::splitSpanCount},
    {Stage::TableMean, "TableMean", "sat_mean", "", Strategy::Auto, Stage::TableMean},
    {Stage::TableReduce, "TableReduce", "sat_reduce", "", Strategy::ReduceThenScan, Stage::TableReduce},
    {Stage::TableScan, "TableScan", "sat_scan", "", Strategy::ReduceThenScan, Stage::TableScan},
    {Stage::TableFlatSum, "TableFlatSum", "sat_single_pass", "", Strategy::FlatSum, Stage::TableFlatSum},
    {Stage::TableSpine, "TableSpine", "sat_single_pass", "", Strategy::Spine, Stage::TableSpine},
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
