// The stages that plans are made of, each a row of one table.
#ifndef VKSCAN_PLAN_STAGES_H
#define VKSCAN_PLAN_STAGES_H

#include "device/tuning.h"

#include <vkscan/types.h>

namespace vkscan {

// One pipeline each: a kernel with the geometry of the strategy it serves.
enum class Stage {
    // Of a Scan.
    SingleWorkgroupSmall,
    SingleWorkgroup,
    ReduceSpans,
    ScanSpans,
    FlatSumSmall,
    FlatSum,
    Spine,
    Chained,
    Sam,
    LookBack,
    CascadeReduce,
    CascadeCarries,
    CascadeScan,
    TruncatedReduce,
    TruncatedCarries,
    TruncatedScan,
    ScanTiles,
    ScanAggregates,
    Propagate,
    PropagateAggregates,
    // Of a Reduce, which takes ReduceSpans, too.
    ReduceArray,
    ReduceSlots,
    // Of a SegmentedReduce.
    SegmentsAlone,
    SegmentsFlatSum,
    SegmentsOnce,
    SegmentSpans,
    SegmentEnds,
    Difference,
    // Of a Histogram.
    HistogramClear,
    Histogram,
    // Of a RadixSort.
    SortSmall,
    SortSingle,
    SortClear,
    SortCount,
    SortPassSmall,
    SortPass,
    SortScatter,
    // Of a Split.
    SplitAlone,
    SplitFlatSumSmall,
    SplitFlatSum,
    SplitCount,
    SplitSpans,
    // Of a SummedAreaTable.
    TableMean,
    TableReduce,
    TableScan,
    TableFlatSum,
    TableSpine,

    None,
};
inline constexpr uint32_t kStageCount = static_cast<uint32_t>(Stage::None);

struct StageInfo {
    Stage stage;
    const char* name;
    const char* kernel;         // its source in shaders/kernels/
    const char* variant;        // the end of its modules' names
    Strategy strategy;          // Auto: of operations that have no choice, or of any strategy
    Stage choice;               // the stage with which it is chosen
    Geometry Tuning::*geometry; // null: of tables
};

// Of any but None.
[[nodiscard]] const StageInfo& infoOf(Stage stage) noexcept;

[[nodiscard]] const char* toString(Stage stage) noexcept;

} // namespace vkscan

#endif
