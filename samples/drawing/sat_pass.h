// Summed-area tables as a pass of a frame: vkscan's operation and, for each frame slot, its memory.
#pragma once

#include "frame_slot.h"
#include "pipelines.h"

#include <support/image.h>

#include <vkscan/summed_area_table.h>

#include <array>

namespace drawing {

struct SatPassDesc {
    vkscan::SummedAreaTableDesc table = {}; // images in and out
    VkExtent2D extent = {1, 1};             // of each input; all of it is summed
    // With Bias::Given: the bias.
    std::array<float, 4> givenBias = {};
};

class SatPass {
public:
    SatPass() = default;
    // Throws a sentence if the device does not offer the operation.
    SatPass(gpu::Device& device, const vkscan::Context& context, const SatPassDesc& desc);

    // Whether it was created with this description.
    [[nodiscard]] bool is(const SatPassDesc& desc) const noexcept;

    // Sums the texels of the input, in its layout when the commands execute, into the slot's table. Reads and writes in
    // the compute shader stage; the caller places barriers before and after.
    void record(VkCommandBuffer commandBuffer, uint32_t slot, const gpu::Image& input, VkImageLayout layout) const;

    // A table, always in layout GENERAL.
    [[nodiscard]] const gpu::Image& table(uint32_t slot) const { return m_slots.at(slot).table; }
    // A table of squares, if the description asks for it.
    [[nodiscard]] const gpu::Image& squares(uint32_t slot) const { return m_slots.at(slot).squares; }
    // Bytes of all texels and table entries of a frame.
    [[nodiscard]] VkDeviceSize bytes() const;
    // The four floats that were subtracted from each texel; zeros with Bias::None.
    [[nodiscard]] const gpu::Buffer& bias(uint32_t slot) const { return m_slots.at(slot).bias; }

private:
    struct Table {
        gpu::Image table;
        gpu::Image squares;
        gpu::Buffer scratch;
        gpu::Buffer bias;
        VkDescriptorSet set = VK_NULL_HANDLE; // only if the device has no push descriptors
    };

    gpu::Image makeTable(gpu::Device& device) const;
    void makeSets(const gpu::Device& device);

    SatPassDesc m_desc;
    vkscan::SummedAreaTable m_operation;
    DescriptorSets m_sets;
    std::array<Table, kSlots> m_slots;
};

} // namespace drawing
