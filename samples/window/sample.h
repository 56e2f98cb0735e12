// Pictures for a window to show, drawn on the device frame by frame.
#pragma once

#include "input.h"

#include "../drawing/frame_timer.h"
#include <support/image.h>
#include <support/label.h>

#include <vector>

namespace window {

// Minimum bytes that a stage of a frame reads and writes, by its name in the frame's timer; a table that it reads
// counts as a whole.
struct StageBytes {
    const char* stage;
    VkDeviceSize bytes;
};

class Sample {
public:
    Sample() = default;
    Sample(const Sample&) = delete;
    Sample& operator=(const Sample&) = delete;
    virtual ~Sample() = default;

    // Called before the first frame, and whenever the size changes; no frame may be in flight.
    virtual void resize(VkExtent2D extent) = 0;

    // Handles the user's input after the last frame, except keys of all windows. Called after a record() without a
    // resize() in between, so that the frame's images may be read after the device has ended it. If it throws, the
    // window shows the sentence.
    virtual void navigate(const Events& events) = 0;
    // Returns to the initial state.
    virtual void reset() = 0;

    // The sample's part of the panel, in the current ImGui window, including whether time passes.
    virtual void buildControls(bool& animate) = 0;
    // The panel's text on mouse and keys in this sample, a line each; the default is that of steer().
    [[nodiscard]] virtual std::string help() const
    {
        return "drag      turns around the middle\n"
               "right     looks around\n"
               "wheel     comes closer\n"
               "W A S D   moves; Q down, E up";
    }

    // Records a frame, outside a render pass. The slot's previous frame must have ended; others may be in flight. If
    // the device does not offer something, throws std::runtime_error with a sentence, records nothing and returns to
    // the previous settings.
    virtual void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, float seconds) = 0;

    // Progress of a picture that frames draw in steps, such as "37 of 256 points"; empty: it is complete.
    [[nodiscard]] virtual std::string progress() const { return {}; }

    // The slot's frame has ended. Receives the times of its stages.
    virtual void finish(uint32_t /*slot*/, const std::vector<drawing::FrameTimer::Stage>& /*stages*/) {}

    // The bytes of the last recorded frame; stages whose bytes are unknown are missing.
    [[nodiscard]] virtual std::vector<StageBytes> stageBytes() const { return {}; }

    // The picture that a frame leaves: R8G8B8A8_UNORM holding sRGB-encoded values, of the extent of resize(), in layout
    // TRANSFER_SRC_OPTIMAL and visible to transfers.
    [[nodiscard]] virtual const gpu::Image& picture(uint32_t slot) const = 0;
    // Labels over the picture of the last recorded frame.
    [[nodiscard]] virtual std::vector<support::Label> labels() const { return {}; }
};

} // namespace window
