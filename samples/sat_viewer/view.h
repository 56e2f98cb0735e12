// A picture that is drawn on the device, frame by frame.
#pragma once

#include "scene.h"
#include "settings.h"
#include "source.h"

#include "../drawing/sat_pass.h"
#include "../window/sample.h"

#include <memory>
#include <string>
#include <vector>

namespace viewer {

using drawing::kSlots;
using drawing::SatPass;
using drawing::SatPassDesc;
using window::Camera;
using window::Events;
using window::StageBytes;

constexpr uint32_t kShadowSide = 1024;

// The quality of a drawn scene.
struct SceneQuality {
    uint32_t shadowSide = kShadowSide; // texels of a side of the shadow map
    bool inSteps = false;              // pictures that are means of many take several frames, each short; otherwise one
};

// Resources that a frame writes exist for each slot: two frames only share pipelines, meshes and vkscan's context and
// operations.
class View {
public:
    View() = default;
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    virtual ~View() = default;

    // The size that shows everything, or a good default.
    [[nodiscard]] virtual VkExtent2D ownExtent() const = 0;

    // Called before the first frame, and whenever the size changes; no frame may be in flight.
    virtual void resize(VkExtent2D extent) = 0;

    // Creates the resources of frames with the settings; waits for the device if it replaces some. Throws
    // std::runtime_error with a sentence if the device does not support the settings; previous settings still work
    // then. Call after resize().
    virtual void prepare(const Settings& settings) = 0;

    // Prepares for the settings, then records a frame, outside a render pass; nothing is recorded if preparing throws.
    // The slot's previous frame must have ended.
    virtual void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                        const Settings& settings, float seconds) = 0;

    // Changes the settings by the events: camera, focus, or part of a picture. The slot is that of the last recorded
    // frame, which must follow the last resize().
    virtual void navigate(const Events& events, uint32_t slot, Settings& settings) = 0;

    // A line on any difference from the file; empty: none.
    [[nodiscard]] virtual std::string note() const { return {}; }

    // The scene's lens in the last recorded frame.
    [[nodiscard]] virtual Lens lens() const { return {}; }

    // See window::Sample::progress().
    [[nodiscard]] virtual std::string progress() const { return {}; }

    // The camera of the last recorded frame; none for pictures.
    [[nodiscard]] virtual std::optional<Camera> camera() const { return {}; }

    // The bytes of the last recorded frame.
    [[nodiscard]] virtual const std::vector<StageBytes>& stageBytes() const = 0;

    // The picture that a frame leaves: R8G8B8A8_UNORM holding sRGB-encoded values, of the extent of resize(), in layout
    // TRANSFER_SRC_OPTIMAL and visible to transfers.
    [[nodiscard]] virtual const gpu::Image& picture(uint32_t slot) const = 0;
    // Labels over the picture of the last recorded frame.
    [[nodiscard]] virtual std::vector<support::Label> labels() const { return {}; }
};

// The device and the context must outlive the view. Throws std::runtime_error with a sentence that names the file.
std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const Source& source,
                               const SceneQuality& quality = {});

// The description of tables of `input` in `output` with the settings' waiting, accumulation and bias.
drawing::SatPassDesc satPassDesc(const Settings& settings, VkFormat input, VkFormat output, VkExtent2D extent);

} // namespace viewer
