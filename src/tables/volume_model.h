// Summed-area tables of volumes and stacks: the tables of all slices in one grid, then sums along z. Pure functions.
#ifndef VKSCAN_TABLES_VOLUME_MODEL_H
#define VKSCAN_TABLES_VOLUME_MODEL_H

#include "tables/table_model.h"

#include <vkscan/summed_volume_table.h>

namespace vkscan {

// The columns of a workgroup that sums along z, and its slices: see shaders/kernels/sat_depth.comp.
struct DepthGeometry {
    uint32_t workgroupSize = 0;
    uint32_t lanes = 0; // side by side; in images a grid of them, kDepthGridWidth wide
    uint32_t items = 0; // elements of a lane in a slice
    uint32_t rows = 0;  // slices of an invocation at a time

    [[nodiscard]] uint32_t blockSlices() const noexcept { return workgroupSize / lanes * rows; }
};

inline constexpr uint32_t kDepthGridWidth = 8;

struct VolumeModel {
    SummedVolumeTableDesc desc;
    SatModel slices; // the model of one slice's table, whose strategy is decided, but that Auto may fall back
    DepthGeometry depth;

    VolumeModel(const SummedVolumeTableDesc& of, const Tuning& by, const Capabilities& on) noexcept;

    // Slices of the table before the first slice of sums.
    [[nodiscard]] uint32_t border() const noexcept { return desc.separateSlices ? 0 : slices.border(); }
    // The stage of the sums along z, behind those of `slices`.
    [[nodiscard]] uint32_t depthStage() const noexcept;
    // Whether any plan takes it.
    [[nodiscard]] bool usesDepth() const noexcept { return !desc.separateSlices; }
    [[nodiscard]] bool toImages() const noexcept { return desc.output != Resource::Buffer; }
};

[[nodiscard]] Status checkVolumeDesc(const SummedVolumeTableDesc& desc, const Capabilities& capabilities,
                                     const FormatSupport& support) noexcept;

// Tiles, or spans, of each slice.
[[nodiscard]] SatGrid volumeGrid(const VolumeModel& model, VkExtent3D extent) noexcept;

// Auto for an extent that is refused.
[[nodiscard]] Strategy chooseStrategy(const VolumeModel& model, VkExtent3D extent) noexcept;

// Monotone in all three extents; 0 for an extent that is refused.
[[nodiscard]] VkDeviceSize volumeScratchSize(const VolumeModel& model, VkExtent3D extent) noexcept;

// Checks the surfaces alone; the region is empty where it is to be the whole input.
[[nodiscard]] Status checkSurfaces(const VolumeModel& model, const SummedVolumeTableArgs& args) noexcept;

// Checks the arguments and plans the steps. *plan is written on success only.
[[nodiscard]] Status planVolume(const VolumeModel& model, const SummedVolumeTableArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
