// A picture from a file, filtered by its summed-area table.
#pragma once

#include "split_line.h"
#include "view.h"

#include "../drawing/pipelines.h"

#include <string>

namespace viewer {

// The table and the table of squares are rebuilt in every frame, as if the picture were a video's. The device and the
// context must outlive it.
class ImageView : public View {
public:
    // Throws a sentence that names the file if it cannot be read.
    ImageView(gpu::Device& device, const vkscan::Context& context, const std::string& file);

    [[nodiscard]] VkExtent2D ownExtent() const override { return m_source.extent(); }
    void resize(VkExtent2D extent) override;
    void prepare(const Settings& settings) override;
    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, const Settings& settings,
                float seconds) override;
    // Dragging moves the picture, or the line between its filtered and unfiltered parts; the wheel zooms.
    void navigate(const Events& events, uint32_t slot, Settings& settings) override;
    [[nodiscard]] std::string note() const override { return m_note; }
    [[nodiscard]] const std::vector<StageBytes>& stageBytes() const override { return m_stageBytes; }
    [[nodiscard]] const gpu::Image& picture(uint32_t slot) const override { return m_pictures.at(slot); }

private:
    [[nodiscard]] glm::vec2 imageSize() const;
    [[nodiscard]] glm::vec2 drawnSize() const;
    void writeBindings(uint32_t slot);
    void filter(VkCommandBuffer commandBuffer, uint32_t slot, const Settings& settings) const;

    gpu::Device& m_device;
    const vkscan::Context& m_context;
    std::string m_note;
    gpu::Image m_source;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_filter;      // with tables of floats
    drawing::Owned<VkPipeline> m_filterCodes; // with tables of integer codes
    SatPass m_sat;
    std::vector<StageBytes> m_stageBytes;
    bool m_ofCodes = false;
    SplitLine m_line;
    std::array<gpu::Image, kSlots> m_pictures;
};

} // namespace viewer
