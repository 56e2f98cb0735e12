// Which strategy a summed-area table takes for which extent, in which tiles, and what that needs of scratch. Pure
// functions.
#ifndef VKSCAN_TABLES_TABLE_MODEL_H
#define VKSCAN_TABLES_TABLE_MODEL_H

#include "device/capabilities.h"
#include "device/tuning.h"
#include "plan/plan.h"
#include "tables/format.h"

#include <vkscan/summed_area_table.h>

#include <algorithm>

namespace vkscan {

struct SatModel {
    SummedAreaTableDesc desc;
    Tuning tuning;
    Capabilities capabilities;

    [[nodiscard]] FormatInfo inputFormat() const noexcept { return formatInfo(desc.inputFormat); }
    [[nodiscard]] FormatInfo outputFormat() const noexcept { return formatInfo(desc.outputFormat); }
    // Of regions.
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

// What of a format the device offers for optimally tiled images.
struct FormatSupport {
    VkFormatFeatureFlags input = 0;
    VkFormatFeatureFlags output = 0;
};

[[nodiscard]] Status checkSatDesc(const SummedAreaTableDesc& desc, const Capabilities& capabilities,
                                  const FormatSupport& support) noexcept;

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

[[nodiscard]] SatGeometry satGeometry(const SatModel& model, Strategy strategy) noexcept;

// Tiles, or spans of tile rows, along both axes; and tile rows of a span with ReduceThenScan.
struct SatGrid {
    uint32_t tiles[2] = {};
    uint32_t spanTiles = 0;

    [[nodiscard]] uint32_t spans() const noexcept { return (tiles[1] + spanTiles - 1) / spanTiles; }
    [[nodiscard]] uint32_t tileCount() const noexcept { return tiles[0] * tiles[1]; }
};

// Workgroups along x, beyond which the grid of a single pass is folded.
[[nodiscard]] uint32_t gridWidth(const SatModel& model) noexcept;

// For a region's extent.
[[nodiscard]] SatGrid satGrid(const SatModel& model, Strategy strategy, VkExtent2D extent) noexcept;

[[nodiscard]] bool usesStage(const SatModel& model, Stage stage) noexcept;

// Auto for an extent of 0 or beyond the model's maxExtent.
[[nodiscard]] Strategy chooseStrategy(const SatModel& model, VkExtent2D extent) noexcept;

// Monotone in the extent's width and height.
[[nodiscard]] VkDeviceSize satScratchSize(const SatModel& model, VkExtent2D extent) noexcept;

} // namespace vkscan

#endif
