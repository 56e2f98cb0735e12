// Pictures for a window to show, drawn on the device frame by frame.
#pragma once

#include "input.h"

#include "../drawing/frame_timer.h"
#include <support/image.h>
#include <support/label.h>

#include <vector>

namespace window {

// Bytes that a stage of a frame reads and writes at least, by its name in the frame's timer; a table that it looks up
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

    // Once before the first frame, and whenever the size changes; no frame may be in flight.
    virtual void resize(VkExtent2D extent) = 0;

    // Does what a person did since the last frame, but for the keys that every window has. Follows a record() without a
    // resize() in between, so that the frame's images may be read once the device has ended it. The window shows the
    // sentence of what it throws.
    virtual void navigate(const Events& events) = 0;
    // Goes back to where it was at first.
    virtual void reset() = 0;

    // The sample's own part of the panel, in the current ImGui window; with whether time passes.
    virtual void buildControls(bool& animate) = 0;
    // The panel's text on what mouse and keys do in this sample, a line each: by default, those of steer().
    [[nodiscard]] virtual std::string help() const
    {
        return "drag      turns around the middle\n"
               "right     looks around\n"
               "wheel     comes closer\n"
               "W A S D   moves; Q down, E up";
    }

    // Records a frame, outside a render pass. The slot's previous frame must have ended; others may be in flight. Where
    // something is not possible on the device this throws std::runtime_error with a sentence, has recorded nothing and
    // has gone back to what it drew before.
    virtual void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, float seconds) = 0;

    // How far the picture is that frames draw in steps, such as "37 of 256 points"; empty: it is complete.
    [[nodiscard]] virtual std::string progress() const { return {}; }

    // The slot's frame has ended, and its stages took so long.
    virtual void finish(uint32_t /*slot*/, const std::vector<drawing::FrameTimer::Stage>& /*stages*/) {}

    // The bytes of the frame that was recorded last; stages whose bytes are unknown are missing.
    [[nodiscard]] virtual std::vector<StageBytes> stageBytes() const { return {}; }

    // The picture that a frame leaves: R8G8B8A8_UNORM holding sRGB-encoded values, of the extent of resize(), in layout
    // TRANSFER_SRC_OPTIMAL and visible to transfers.
    [[nodiscard]] virtual const gpu::Image& picture(uint32_t slot) const = 0;
    // Drawn over the picture of the frame that was recorded last.
    [[nodiscard]] virtual std::vector<support::Label> labels() const { return {}; }
};

} // namespace window
