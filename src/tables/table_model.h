// Summed-area tables: strategies by extent, tiles, scratch and plans. Pure functions.
#ifndef VKSCAN_TABLES_TABLE_MODEL_H
#define VKSCAN_TABLES_TABLE_MODEL_H

#include "abi.h"
#include "device/capabilities.h"
#include "plan/kernels.h"
#include "plan/pipelines.h"
#include "plan/plan.h"
#include "table_again_abi.h"
#include "tables/format.h"
#include "tuning/tuning.h"

#include <vkscan/summed_area_table.h>

#include <algorithm>

namespace vkscan {

// Stages of tables; a model uses one or more, in this order.
enum class TableStage { Mean, Reduce, Scan, FlatSum, Spine, SpineWithFallback, Again };
struct TableStageRow {
    TableStage value;
    const char* name;
    const char* kernel;
    Strategy strategy;
};
inline constexpr TableStageRow kTableStages[] = {
    {TableStage::Mean, "TableMean", "sat_mean", Strategy::ReduceThenScan},
    {TableStage::Reduce, "TableReduce", "sat_reduce", Strategy::ReduceThenScan},
    {TableStage::Scan, "TableScan", "sat_scan", Strategy::ReduceThenScan},
    {TableStage::FlatSum, "TableFlatSum", "sat_single_pass", Strategy::FlatSum},
    {TableStage::Spine, "TableSpine", "sat_single_pass", Strategy::Spine},
    {TableStage::SpineWithFallback, "TableSpineWithFallback", "sat_with_fallback", Strategy::SpineWithFallback},
    {TableStage::Again, "TableAgain", "sat_with_fallback", Strategy::SpineWithFallback}};

// Dispatches of a stage for one table, one after the other.
[[nodiscard]] constexpr uint32_t phasesOf(TableStage stage) noexcept
{
    return stage == TableStage::Again ? abi::kPhases : 1;
}

// How a tile is dealt out: see shaders/tables/tile.glsl.
struct SatGeometry {
    uint32_t workgroupSize = 0;
    uint32_t subgroupSize = 0;
    uint32_t laneColumns = 0;
    uint32_t vector = 0;
    uint32_t columns = 0;
    uint32_t rows = 0;

    [[nodiscard]] uint32_t tileWidth() const noexcept { return columns * laneColumns * vector; }
    [[nodiscard]] uint32_t tileHeight() const noexcept { return rows * (workgroupSize / laneColumns); }
};

// All that plans and pipelines follow from, worked out once.
struct SatModel {
    SummedAreaTableDesc desc;
    Tuning tuning;
    Capabilities capabilities;
    FormatInfo formats[2];  // of input and output
    SatGeometry flatTile;   // of FlatSum
    SatGeometry tile;       // of the other strategies
    uint32_t gridWidth = 0; // workgroups along x, beyond which the grid of a single pass is folded
    uint32_t stages = 0;    // those that plans may take: a bit for each TableStage
    bool gathers = false;   // 2 x 2 texels a fetch

    // `canGather`: false for 3D images, which no fetch gathers from.
    SatModel(const SummedAreaTableDesc& of, const Tuning& by, const Capabilities& on, bool canGather = true) noexcept;

    [[nodiscard]] FormatInfo inputFormat() const noexcept { return formats[0]; }
    [[nodiscard]] FormatInfo outputFormat() const noexcept { return formats[1]; }
    // The largest region.
    [[nodiscard]] VkExtent2D maxExtent() const noexcept
    {
        const auto most = [](uint32_t size) { return size != 0 ? std::min(size, kMaxTableExtent) : kMaxTableExtent; };
        return {most(desc.maxExtent.width), most(desc.maxExtent.height)};
    }
    [[nodiscard]] uint32_t border() const noexcept { return desc.layout == TableLayout::ZeroBorder ? 1 : 0; }
    // Elements of an entry: of both tables, where there are squares.
    [[nodiscard]] uint32_t values() const noexcept { return outputFormat().channels * (desc.squares ? 2 : 1); }
    // 32-bit words of an element.
    [[nodiscard]] uint32_t elementWords() const noexcept
    {
        return desc.accumulation == Accumulation::F32x2 || desc.accumulation == Accumulation::F64 ? 2 : 1;
    }
};

// Whether SpineWithFallback is a strategy of its own for such tables; else it is ReduceThenScan. It needs 64-bit
// atomics, and has modules for sums of one word alone.
[[nodiscard]] bool takesFallback(const SummedAreaTableDesc& desc, const Capabilities& capabilities) noexcept;

// Whether sums have an order that is the same in all geometries: sat_reduce and sat_scan with TABLE_FIXED, in tiles of
// kFixedTileWords.
[[nodiscard]] inline bool hasFixedOrder(const SummedAreaTableDesc& desc) noexcept
{
    return desc.reproducible && desc.accumulation != Accumulation::U32;
}
inline constexpr uint32_t kFixedTileWords = 16384;

// Features of formats for optimally tiled images.
struct FormatSupport {
    VkFormatFeatureFlags input = 0;
    VkFormatFeatureFlags output = 0;
};

[[nodiscard]] Status checkSatDesc(const SummedAreaTableDesc& desc, const Capabilities& capabilities,
                                  const FormatSupport& support) noexcept;

[[nodiscard]] inline SatGeometry satGeometry(const SatModel& model, Strategy strategy) noexcept
{
    return strategy == Strategy::FlatSum ? model.flatTile : model.tile;
}

// Tiles, or spans of tile rows, along both axes; and tile rows of a span with ReduceThenScan.
struct SatGrid {
    uint32_t tiles[2] = {};
    uint32_t spanTiles = 0;

    [[nodiscard]] uint32_t spans() const noexcept { return (tiles[1] + spanTiles - 1) / spanTiles; }
    [[nodiscard]] uint32_t tileCount() const noexcept { return tiles[0] * tiles[1]; }
};

// For a region's extent.
[[nodiscard]] SatGrid satGrid(const SatModel& model, Strategy strategy, VkExtent2D extent) noexcept;

// Workgroups of a dispatch that makes tables of `tiles` tiles again.
[[nodiscard]] uint32_t groupsAgain(const SatModel& model, uint32_t tiles) noexcept;

[[nodiscard]] bool usesStage(const SatModel& model, TableStage stage) noexcept;
// The index of a stage among those that the model uses.
[[nodiscard]] uint32_t stageIndex(const SatModel& model, TableStage stage) noexcept;

// The module of a stage: one a kernel, accumulation, kind of input and kind of output.
[[nodiscard]] PackedCode kernelCode(const TableStageRow& stage, const SummedAreaTableDesc& desc) noexcept;
// A stage's module among other families, whose names end with a suffix.
[[nodiscard]] PackedCode kernelCode(KernelFamilies families, const TableStageRow& stage,
                                    const SummedAreaTableDesc& desc, const char* suffix) noexcept;

// The constants of a stage's kernel.
[[nodiscard]] SpecConstants constantsOf(const SatModel& model, const TableStageRow& stage) noexcept;

// Auto for an extent of 0 or beyond the model's maxExtent.
[[nodiscard]] Strategy chooseStrategy(const SatModel& model, VkExtent2D extent) noexcept;

// Monotone in the extent's width and height.
[[nodiscard]] VkDeviceSize satScratchSize(const SatModel& model, VkExtent2D extent) noexcept;

// Memory that the dispatches of a table access. Images are none.
struct TableBuffers {
    Access input;
    Access output;
    Access squares;
    Access bias;
    Access scratch;
};

// Memory that a phase of a table that is made again accesses.
[[nodiscard]] AccessList accessesAgain(const TableBuffers& buffers, uint32_t phase) noexcept;

// The push constants of a table's dispatches but for gridWidth and phase.
[[nodiscard]] abi::SatPush pushOf(const SatModel& model, const SummedAreaTableArgs& args, const TableBuffers& buffers,
                                  const SatGrid& grid) noexcept;
// Whether rows can be accessed in vectors from `address` on.
[[nodiscard]] inline bool allowsVectors(VkDeviceAddress address, VkDeviceSize pitch, VkDeviceSize alignment) noexcept
{
    return address % alignment == 0 && pitch % alignment == 0;
}

// Tables that are recorded by one call.
struct TableBatch {
    const SummedAreaTableArgs* tables = nullptr;
    uint32_t count = 0;
    // Whether any table asks for the barrier.
    bool barrierBefore = false;
    bool barrierAfter = false;

    TableBatch(const SummedAreaTableArgs* first, uint32_t size) noexcept : tables(first), count(size)
    {
        for (uint32_t i = 0; i < std::min(count, kMaxTableBatch); ++i) {
            barrierBefore |= tables[i].barrierBefore;
            barrierAfter |= tables[i].barrierAfter;
        }
    }
    TableBatch(const SummedAreaTableArgs& only) noexcept : TableBatch(&only, 1) {}
};

// Checks the surfaces alone; the region is empty where it is to be the whole input.
[[nodiscard]] Status checkSurfaces(const SatModel& model, const SummedAreaTableArgs& args) noexcept;

// Checks the arguments and plans the steps, stage by stage. *plan is written on success only. Images are not in the
// steps' accesses: no step writes an input, and steps that write the same table also conflict in scratch.
[[nodiscard]] Status planTables(const SatModel& model, const TableBatch& batch, Plan* plan) noexcept;

} // namespace vkscan

#endif
