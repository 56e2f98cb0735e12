// Something that draws a picture on the device, frame by frame.
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

// How a scene is drawn.
struct SceneQuality {
    uint32_t shadowSide = kShadowSide; // texels of a side of the shadow map
    bool inSteps = false; // pictures that are means of many take as many frames as keep each short; else one
};

// Resources that a frame writes exist once a slot: two frames share nothing but pipelines, meshes and vkscan's context
// and operations.
class View {
public:
    View() = default;
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    virtual ~View() = default;

    // The size that shows all there is, or a good one.
    [[nodiscard]] virtual VkExtent2D ownExtent() const = 0;

    // Once before the first frame, and whenever the size changes; no frame may be in flight.
    virtual void resize(VkExtent2D extent) = 0;

    // Makes all that frames with the settings need, which waits for the device where it replaces something. Where the
    // settings are not possible on the device this throws std::runtime_error with a sentence; settings that worked
    // before still do. Follows resize().
    virtual void prepare(const Settings& settings) = 0;

    // Records a frame, outside a render pass, and prepares for its settings first; where that throws, nothing is
    // recorded. The slot's previous frame must have ended.
    virtual void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                        const Settings& settings, float seconds) = 0;

    // Changes the settings as the events say: camera, focus, or part of a picture. The slot is that of the frame that
    // was recorded last, and behind the last resize().
    virtual void navigate(const Events& events, uint32_t slot, Settings& settings) = 0;

    // A line that names what is not shown as the file has it; empty: all is.
    [[nodiscard]] virtual std::string note() const { return {}; }

    // The scene's own in the frame that was recorded last.
    [[nodiscard]] virtual Lens lens() const { return {}; }

    // window::Sample's.
    [[nodiscard]] virtual std::string progress() const { return {}; }

    // The camera of the frame that was recorded last; none of a picture.
    [[nodiscard]] virtual std::optional<Camera> camera() const { return {}; }

    // The bytes of the frame that was recorded last.
    [[nodiscard]] virtual const std::vector<StageBytes>& stageBytes() const = 0;

    // The picture that a frame leaves: R8G8B8A8_UNORM holding sRGB-encoded values, of the extent of resize(), in layout
    // TRANSFER_SRC_OPTIMAL and visible to transfers.
    [[nodiscard]] virtual const gpu::Image& picture(uint32_t slot) const = 0;
    // Drawn over the picture of the frame that was recorded last.
    [[nodiscard]] virtual std::vector<support::Label> labels() const { return {}; }
};

// The device and the context outlive the view. Throws std::runtime_error with a sentence that names the file.
std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const Source& source,
                               const SceneQuality& quality = {});

// The description of tables of `input` in `output` with what the settings say of waiting, accumulation and bias.
drawing::SatPassDesc satPassDesc(const Settings& settings, VkFormat input, VkFormat output, VkExtent2D extent);

} // namespace viewer
