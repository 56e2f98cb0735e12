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
    SortSegments,
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

// Which workgroups a stage has, and so how many tiles it takes.
enum class Grid {
    Tile,      // one, for one tile
    Workgroup, // one, which takes more tiles where its strategy is asked for
    Window,    // one a tile, up to a window of these
    Tiles,     // one a tile, and one that keeps the spine, where there is one
    Levels,    // one a tile of a level, whose aggregates are the next level's elements
    Spans,     // as many as the tuning says, or tiles; more where spans got too long
    Cascade,   // as many as the cascade has
    Resident,  // as many as stay in step
};

struct StageInfo {
    Stage stage;
    const char* name;
    const char* kernel;                   // its source in shaders/kernels/
    const char* variant;                  // the end of its modules' names
    Strategy strategy;                    // Auto: of operations that have no choice, or of any strategy
    Stage choice;                         // the stage with which it is chosen
    Geometry Tuning::*geometry = nullptr; // null: of tables
    Grid grid = Grid::Tiles;
    uint32_t slots = 0;                // of scratch, that arrays take for each tile, or span, or workgroup of a cascade
    uint32_t Tuning::*spans = nullptr; // of Grid::Spans
};

// Of any but None.
[[nodiscard]] const StageInfo& infoOf(Stage stage) noexcept;

[[nodiscard]] const char* toString(Stage stage) noexcept;

} // namespace vkscan

#endif
