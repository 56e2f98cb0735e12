// Summed-area tables of images, of the slices of stacks, and of volumes, which are tables of slices that are also
// summed along z: strategies by extent, tiles, scratch. Pure functions.
#ifndef VKSCAN_TABLES_TABLE_MODEL_H
#define VKSCAN_TABLES_TABLE_MODEL_H

#include "abi.h"
#include "device/capabilities.h"
#include "plan/kernels.h"
#include "plan/pipelines.h"
#include "table_again_abi.h"
#include "tables/format.h"
#include "tables/table_desc.h"
#include "tuning/tuning.h"

namespace vkscan {

// Stages of tables; a model uses one or more, in this order.
enum class TableStage { Reduce, Scan, FlatSum, Spine, SpineWithFallback, Recovery, Depth };
struct TableStageRow {
    TableStage value;
    const char* name;
    const char* kernel;
    Strategy strategy; // that takes it; Auto: each
};
inline constexpr TableStageRow kTableStages[] = {
    {TableStage::Reduce, "TableReduce", "sat_reduce", Strategy::ReduceThenScan},
    {TableStage::Scan, "TableScan", "sat_scan", Strategy::ReduceThenScan},
    {TableStage::FlatSum, "TableFlatSum", "sat_single_pass", Strategy::FlatSum},
    {TableStage::Spine, "TableSpine", "sat_single_pass", Strategy::Spine},
    {TableStage::SpineWithFallback, "TableSpineWithFallback", "sat_single_pass", Strategy::SpineWithFallback},
    {TableStage::Recovery, "TableRecovery", "sat_single_pass", Strategy::SpineWithFallback},
    {TableStage::Depth, "TableDepth", "sat_depth", Strategy::Auto}};

// Dispatches of a stage for one table, one after the other.
[[nodiscard]] constexpr uint32_t phasesOf(TableStage stage) noexcept
{
    return stage == TableStage::Recovery ? abi::kPhases : 1;
}

// How a tile is dealt out: see shaders/tables/tile.glsl.
struct TableGeometry {
    uint32_t workgroupSize = 0;
    uint32_t subgroupSize = 0;
    uint32_t laneColumns = 0;
    uint32_t vector = 0;
    uint32_t columns = 0;
    uint32_t rows = 0;

    [[nodiscard]] uint32_t tileWidth() const noexcept { return columns * laneColumns * vector; }
    [[nodiscard]] uint32_t tileHeight() const noexcept { return rows * (workgroupSize / laneColumns); }
};

// The columns of a workgroup that sums along z, and its slices: see shaders/kernels/sat_depth.comp.
struct DepthGeometry {
    uint32_t workgroupSize = 0;
    uint32_t lanes = 0; // side by side; in images a grid of them, kDepthGridWidth wide
    uint32_t items = 0; // elements of a lane in a slice
    uint32_t rows = 0;  // slices of an invocation at a time

    [[nodiscard]] uint32_t blockSlices() const noexcept { return workgroupSize / lanes * rows; }
};
inline constexpr uint32_t kDepthGridWidth = 8;

// All that plans and pipelines follow from, worked out once.
struct TableModel {
    TableDesc desc;
    Tuning tuning;
    Capabilities capabilities;
    FormatInfo formats[2];  // of input and output
    TableGeometry flatTile; // of FlatSum
    TableGeometry tile;     // of the other strategies
    DepthGeometry depth;    // of volumes
    uint32_t gridWidth = 0; // workgroups along x, beyond which the grid of a single pass is folded
    uint32_t stages = 0;    // those that plans may take: a bit for each TableStage
    bool gathers = false;   // 2 x 2 texels a fetch

    TableModel(const TableDesc& of, const Tuning& by, const Capabilities& on) noexcept;

    [[nodiscard]] FormatInfo inputFormat() const noexcept { return formats[0]; }
    [[nodiscard]] FormatInfo outputFormat() const noexcept { return formats[1]; }
    // Columns and rows of zeros before the first ones of sums.
    [[nodiscard]] uint32_t border() const noexcept { return desc.layout == TableLayout::ZeroBorder ? 1 : 0; }
    // Slices of zeros before the first one of sums.
    [[nodiscard]] uint32_t depthBorder() const noexcept { return desc.kind == TableKind::Volume ? border() : 0; }
    // The table of a region.
    [[nodiscard]] VkExtent3D tableExtent(VkExtent3D region) const noexcept
    {
        return {region.width + border(), region.height + border(), region.depth + depthBorder()};
    }
    // Elements of an entry: of both tables, where there are squares.
    [[nodiscard]] uint32_t values() const noexcept { return outputFormat().channels * (desc.squares ? 2 : 1); }
    // 32-bit words of an element.
    [[nodiscard]] uint32_t elementWords() const noexcept
    {
        return desc.accumulation == Accumulation::F32x2 || desc.accumulation == Accumulation::F64 ? 2 : 1;
    }
};

// Whether sums have an order that is the same in all geometries: sat_reduce and sat_scan with TABLE_FIXED, in tiles of
// kFixedTileWords.
[[nodiscard]] inline bool hasFixedOrder(const TableDesc& desc) noexcept
{
    return desc.reproducible && desc.accumulation != Accumulation::U32;
}
inline constexpr uint32_t kFixedTileWords = 16384;

// Features of formats for optimally tiled images.
struct FormatSupport {
    VkFormatFeatureFlags input = 0;
    VkFormatFeatureFlags output = 0;
};

[[nodiscard]] Status checkTableDesc(const TableDesc& desc, const Capabilities& capabilities,
                                    const FormatSupport& support) noexcept;

[[nodiscard]] inline TableGeometry geometryOf(const TableModel& model, Strategy strategy) noexcept
{
    return strategy == Strategy::FlatSum ? model.flatTile : model.tile;
}

// Tiles, or spans of tile rows, of each slice along both axes; and tile rows of a span with ReduceThenScan.
struct TableGrid {
    uint32_t tiles[2] = {};
    uint32_t spanTiles = 0;

    [[nodiscard]] uint32_t spans() const noexcept { return (tiles[1] + spanTiles - 1) / spanTiles; }
    [[nodiscard]] uint32_t tileCount() const noexcept { return tiles[0] * tiles[1]; }
};

// For a region's extent.
[[nodiscard]] TableGrid gridOf(const TableModel& model, Strategy strategy, VkExtent3D extent) noexcept;

// Workgroups of a dispatch of the recovery pass of tables of `tiles` tiles.
[[nodiscard]] uint32_t recoveryGroups(const TableModel& model, uint32_t tiles) noexcept;

[[nodiscard]] bool usesStage(const TableModel& model, TableStage stage) noexcept;
// The index of a stage among those that the model uses.
[[nodiscard]] uint32_t stageIndex(const TableModel& model, TableStage stage) noexcept;

// The module of a stage: one a kernel, accumulation, kind of input and kind of output; of slices, also one for each
// shape of images.
[[nodiscard]] PackedCode kernelCode(KernelFamilies families, const TableStageRow& stage,
                                    const TableDesc& desc) noexcept;

// The constants of a stage's kernel.
[[nodiscard]] SpecConstants constantsOf(const TableModel& model, const TableStageRow& stage) noexcept;

// The strategy for an extent that is not refused.
[[nodiscard]] Strategy strategyOf(const TableModel& model, VkExtent3D extent) noexcept;
// The strategy; Auto for an extent that is refused.
[[nodiscard]] Strategy chooseStrategy(const TableModel& model, VkExtent3D extent) noexcept;

// Monotone in width, height and depth; 0 for an extent that is refused.
[[nodiscard]] VkDeviceSize tableScratchSize(const TableModel& model, VkExtent3D extent) noexcept;

} // namespace vkscan

#endif
