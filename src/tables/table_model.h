// Models of summed-area tables of images, stacks and volumes: strategies by extent, tiles, scratch. A volume's tables
// of slices are also summed along z. Pure functions.
#ifndef VKSCAN_TABLES_TABLE_MODEL_H
#define VKSCAN_TABLES_TABLE_MODEL_H

#include "abi.h"
#include "device/capabilities.h"
#include "plan/kernels.h"
#include "plan/pipelines.h"
#include "table_abi.h"
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
    Strategy strategy; // strategy with this stage; Auto: each
};
inline constexpr TableStageRow kTableStages[] = {
    {TableStage::Reduce, "TableReduce", "sat_reduce", Strategy::ReduceThenScan},
    {TableStage::Scan, "TableScan", "sat_scan", Strategy::ReduceThenScan},
    {TableStage::FlatSum, "TableFlatSum", "sat_single_pass", Strategy::FlatSum},
    {TableStage::Spine, "TableSpine", "sat_single_pass", Strategy::Spine},
    {TableStage::SpineWithFallback, "TableSpineWithFallback", "sat_single_pass", Strategy::SpineWithFallback},
    {TableStage::Recovery, "TableRecovery", "sat_single_pass", Strategy::SpineWithFallback},
    {TableStage::Depth, "TableDepth", "sat_depth", Strategy::Auto}};

// Dispatches of a stage for one table, in sequence.
[[nodiscard]] constexpr uint32_t phasesOf(TableStage stage) noexcept
{
    return stage == TableStage::Recovery ? abi::kPhases : 1;
}

// The layout of a tile: see shaders/tables/tile.glsl.
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

// The columns and slices of a workgroup that sums along z: see shaders/kernels/sat_depth.comp.
struct DepthGeometry {
    uint32_t workgroupSize = 0;
    uint32_t lanes = 0; // columns of lanes; in images a grid of lanes, kDepthGridWidth wide
    uint32_t items = 0; // elements of a lane in a slice
    uint32_t rows = 0;  // slices that an invocation holds at once

    [[nodiscard]] uint32_t blockSlices() const noexcept { return workgroupSize / lanes * rows; }
};
inline constexpr uint32_t kDepthGridWidth = 8;

// The data that determines plans and pipelines, computed once.
struct TableModel {
    TableDesc desc;
    Tuning tuning;
    Capabilities capabilities;
    FormatInfo formats[2];  // input, output
    TableGeometry flatTile; // geometry of FlatSum
    TableGeometry tile;     // geometry of other strategies
    DepthGeometry depth;    // geometry of volumes
    uint32_t gridWidth = 0; // workgroups along x; larger grids of a single pass are folded
    uint32_t stages = 0;    // a bit for each TableStage that plans may include
    bool gathers = false;   // a fetch loads 2 x 2 texels

    TableModel(const TableDesc& of, const Tuning& by, const Capabilities& on) noexcept;

    [[nodiscard]] FormatInfo inputFormat() const noexcept { return formats[0]; }
    [[nodiscard]] FormatInfo outputFormat() const noexcept { return formats[1]; }
    // Columns and rows of zeros before the sums.
    [[nodiscard]] uint32_t border() const noexcept { return desc.layout == TableLayout::ZeroBorder ? 1 : 0; }
    // Slices of zeros before the sums.
    [[nodiscard]] uint32_t depthBorder() const noexcept { return desc.kind == TableKind::Volume ? border() : 0; }
    // The extent of a region's table.
    [[nodiscard]] VkExtent3D tableExtent(VkExtent3D region) const noexcept
    {
        return {region.width + border(), region.height + border(), region.depth + depthBorder()};
    }
    // Elements of an entry; with squares, of both tables.
    [[nodiscard]] uint32_t values() const noexcept { return outputFormat().channels * (desc.squares ? 2 : 1); }
    // 32-bit words of an element.
    [[nodiscard]] uint32_t elementWords() const noexcept
    {
        return desc.accumulation == Accumulation::F32x2 || desc.accumulation == Accumulation::F64 ? 2 : 1;
    }
};

// Whether sums are reproducible: sat_reduce and sat_scan with TABLE_FIXED, in tiles of kFixedTileWords, the same in all
// geometries.
[[nodiscard]] inline bool hasFixedOrder(const TableDesc& desc) noexcept
{
    return desc.reproducible && desc.accumulation != Accumulation::U32;
}
inline constexpr uint32_t kFixedTileWords = 16384;

// Format features of optimally tiled images.
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

// The grid for a region's extent.
[[nodiscard]] TableGrid gridOf(const TableModel& model, Strategy strategy, VkExtent3D extent) noexcept;

// Workgroups of a dispatch of the recovery pass, for tables of `tiles` tiles.
[[nodiscard]] uint32_t recoveryGroups(const TableModel& model, uint32_t tiles) noexcept;

[[nodiscard]] bool usesStage(const TableModel& model, TableStage stage) noexcept;
// The index of a stage among the model's stages.
[[nodiscard]] uint32_t stageIndex(const TableModel& model, TableStage stage) noexcept;

// The module of a stage: one for each kernel, accumulation, kind of input and kind of output; for slices, also for each
// shape of images.
[[nodiscard]] PackedCode kernelCode(KernelFamilies families, const TableStageRow& stage,
                                    const TableDesc& desc) noexcept;

// The constants of a stage's kernel.
[[nodiscard]] SpecConstants constantsOf(const TableModel& model, const TableStageRow& stage) noexcept;

// The strategy for an extent that is not refused.
[[nodiscard]] Strategy strategyOf(const TableModel& model, VkExtent3D extent) noexcept;
// The strategy; Auto for an extent that is refused.
[[nodiscard]] Strategy chooseStrategy(const TableModel& model, VkExtent3D extent) noexcept;

// Bytes of scratch: monotone in width, height and depth; 0 for an extent that is refused.
[[nodiscard]] VkDeviceSize tableScratchSize(const TableModel& model, VkExtent3D extent) noexcept;

} // namespace vkscan

#endif
