// Projects splats, sorts them by depth and draws them.
#ifndef VKSCAN_SAMPLES_SPLATS_RENDERER_H
#define VKSCAN_SAMPLES_SPLATS_RENDERER_H

#include "shaders/shared.h"

#include "../drawing/frame_timer.h"
#include "../drawing/hdr_picture.h"
#include <support/label.h>

#include <vkscan/radix_sort.h>

#include <span>

namespace splats {

class Renderer {
public:
    Renderer(gpu::Device& device, const vkscan::Context& context, std::span<const Splat> splats);

    // Before the first frame, and not while one is in flight.
    void resize(VkExtent2D extent);

    // Follows earlier frames, which used the same buffers. Draws splats in order on the columns before `middle`, as
    // they are stored on the others.
    void record(VkCommandBuffer commandBuffer, const mat4& toView, uint32_t middle, drawing::FrameTimer& timer);

    // The shaders' parameters in the last frame.
    [[nodiscard]] const View& view() const noexcept { return m_view; }
    // Results of the last frame: each splat's depth, and splats from the farthest to the nearest.
    [[nodiscard]] const gpu::Buffer& depths() const noexcept { return m_depths; }
    [[nodiscard]] const gpu::Buffer& order() const noexcept { return m_order; }
    // The last picture (HdrPicture::picture).
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_target.picture(); }

    // Labels of the last picture's sorted and unsorted parts; none where it has one alone.
    [[nodiscard]] std::vector<support::Label> labels() const;

    [[nodiscard]] vkscan::Strategy strategy() const noexcept { return m_sort.strategyFor(m_view.count); }
    // Throws if a sort was not completed.
    void requireComplete() const;

private:
    void sort(VkCommandBuffer commandBuffer) const;
    // On the columns from one to before another.
    void draw(VkCommandBuffer commandBuffer, bool inOrder, uint32_t firstColumn, uint32_t endColumn);

    gpu::Device& m_device;
    vkscan::RadixSort m_sort;
    drawing::HdrPicture m_target;
    drawing::Owned<VkPipelineLayout> m_projectLayout;
    drawing::Owned<VkPipelineLayout> m_drawLayout;
    drawing::Owned<VkPipeline> m_project;
    drawing::Owned<VkPipeline> m_sky;
    drawing::Owned<VkPipeline> m_draw;
    gpu::Buffer m_splats;
    gpu::Buffer m_ellipses;
    gpu::Buffer m_depths;
    gpu::Buffer m_order;
    gpu::Buffer m_temporary;
    gpu::Buffer m_scratch;
    View m_view = {};
    uint32_t m_middle = 0; // the first column of the last picture that is not sorted
};

} // namespace splats

#endif
