// Finds the visible splats, sorts them by depth and draws them. The host reads neither their number nor their order.
#pragma once

#include "scene.h"

#include "../drawing/frame_timer.h"
#include "../drawing/hdr_picture.h"
#include <support/label.h>

#include <vkscan/compact.h>
#include <vkscan/radix_sort.h>

namespace splats {

// Results of a frame, for checks. Arrays have an element for each visible splat.
struct Found {
    std::vector<uint32_t> seen;  // indices of the visible splats
    std::vector<uint32_t> keys;  // keys of their depths
    std::vector<uint32_t> order; // places in these arrays, the farthest first
};

class Renderer {
public:
    // Sorts by keys of 16, 24 or 32 bits.
    Renderer(gpu::Device& device, const vkscan::Context& context, const Scene& scene, uint32_t keyBits);

    // Call before the first frame, and not while one is in flight.
    void resize(VkExtent2D extent);

    // Must follow earlier frames, which used the same buffers. Draws splats in sorted order on the columns before
    // `middle`, in their stored order on the others. Leaves the commands to transfers.
    void record(VkCommandBuffer commandBuffer, const Camera& camera, uint32_t middle, drawing::FrameTimer& timer);

    // The shaders' parameters in the last frame.
    [[nodiscard]] const View& view() const noexcept { return m_view; }
    // The last frame's Commands.
    [[nodiscard]] const gpu::Buffer& commands() const noexcept { return m_commands; }
    // Downloads the results of the last frame.
    [[nodiscard]] Found found() const;
    // The last picture (HdrPicture::picture).
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_target.picture(); }

    // Labels of the last picture's sorted and unsorted parts; none if it has only one.
    [[nodiscard]] std::vector<support::Label> labels() const;

    // Throws if an operation was not completed.
    void requireComplete() const;

private:
    void compact(VkCommandBuffer commandBuffer) const;
    void project(VkCommandBuffer commandBuffer) const;
    void sort(VkCommandBuffer commandBuffer) const;
    // Draws on the columns from firstColumn to before endColumn.
    void draw(VkCommandBuffer commandBuffer, bool inOrder, uint32_t firstColumn, uint32_t endColumn) const;

    gpu::Device& m_device;
    Box m_box;
    uint32_t m_keyBits;
    bool m_hasHalves; // whether keys are stored in 16 bits
    vkscan::Compact m_compact;
    vkscan::RadixSort m_sort;
    drawing::HdrPicture m_target;
    drawing::Owned<VkPipelineLayout> m_projectLayout;
    drawing::Owned<VkPipeline> m_project;
    drawing::Owned<VkPipelineLayout> m_drawLayout;
    drawing::Owned<VkPipeline> m_sky;
    drawing::Owned<VkPipeline> m_draw;
    gpu::Buffer m_parameters; // m_view
    gpu::Buffer m_balls;
    gpu::Buffer m_splats;
    gpu::Buffer m_seen;
    gpu::Buffer m_ellipses;
    gpu::Buffer m_keys;
    gpu::Buffer m_order;
    gpu::Buffer m_commands;
    gpu::Buffer m_temporary;
    gpu::Buffer m_scratch; // shared by both operations
    View m_view = {};
    uint32_t m_middle = 0; // the first unsorted column of the last picture
};

} // namespace splats
