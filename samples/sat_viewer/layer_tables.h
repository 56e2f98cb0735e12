// The tables of depth of field's layers.
#pragma once

#include <support/gpu.h>

#include <vkscan/summed_area_table.h>

#include <vector>

namespace viewer {

// Four channels of a table lie side by side in memory as large as the picture. Frames on one queue take turns.
class LayerTables {
public:
    // `picture`: its extent; layers are half as wide and high, rounded up. Device and context must outlive this
    // object. Throws a sentence if the device does not offer the operation.
    LayerTables(gpu::Device& device, const vkscan::Context& context, VkExtent2D picture, vkscan::Waiting waiting);

    // Sums the corners in the compute shader stage, then zeroes them. The caller places barriers before and after.
    void record(VkCommandBuffer commandBuffer) const;

    [[nodiscard]] vkscan::Waiting waiting() const noexcept { return m_waiting; }
    // Zero before the first frame.
    [[nodiscard]] VkDeviceAddress corners() const noexcept { return m_corners.address(); }
    [[nodiscard]] VkDeviceAddress tables() const noexcept { return m_tables.address(); }
    // Bytes of all tables.
    [[nodiscard]] VkDeviceSize bytes() const noexcept { return m_tables.size(); }

private:
    gpu::Device& m_device;
    vkscan::Waiting m_waiting;
    vkscan::SummedAreaTable m_operation;
    gpu::Buffer m_corners;
    gpu::Buffer m_tables;
    std::vector<gpu::Buffer> m_scratch; // one for each table
    std::vector<vkscan::SummedAreaTableArgs> m_args;
};

} // namespace viewer
