#include "headless.h"

#include "frame_slot.h"
#include "make_view.h"

#include "../common/png.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>

namespace viewer {
namespace {

constexpr float kFramesPerSecond = 60; // of the animation, so that the same frame always shows the same moment

// The stages of all frames, in the order in which they first came.
class Report {
public:
    void add(const std::vector<FrameTimer::Stage>& stages)
    {
        for (const FrameTimer::Stage& stage : stages)
            timesOf(stage.name).push_back(stage.milliseconds);
        if (!stages.empty())
            m_totals.push_back(totalMilliseconds(stages));
    }

    void print()
    {
        if (m_totals.empty()) {
            std::printf("times:    unknown, the device's queue has no timestamps\n");
            return;
        }
        std::printf("%-16s %12s\n", "stage", "median ms");
        for (auto& [name, times] : m_stages)
            std::printf("%-16s %12.3f\n", name.c_str(), median(times));
        std::printf("%-16s %12.3f\n", "total", median(m_totals));
    }

private:
    std::vector<double>& timesOf(const std::string& name)
    {
        for (auto& stage : m_stages)
            if (stage.first == name)
                return stage.second;
        return m_stages.emplace_back(name, std::vector<double>()).second;
    }

    static double median(std::vector<double>& times)
    {
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
        std::nth_element(times.begin(), middle, times.end());
        return *middle;
    }

    std::vector<std::pair<std::string, std::vector<double>>> m_stages;
    std::vector<double> m_totals;
};

void drawFrames(gpu::Device& device, View& view, const Options& options)
{
    Report report;
    std::array<FrameSlot, kSlots> slots = {FrameSlot(device), FrameSlot(device)};
    const auto finish = [&](FrameSlot& slot) {
        slot.wait();
        report.add(slot.timer().stages());
    };
    for (unsigned frame = 0; frame < options.frames; ++frame) {
        FrameSlot& slot = slots[frame % kSlots];
        finish(slot);
        const VkCommandBuffer commandBuffer = slot.begin();
        view.record(commandBuffer, slot.timer(), frame % kSlots, options.settings,
                    static_cast<float>(frame) / kFramesPerSecond);
        slot.submit({});
    }
    for (FrameSlot& slot : slots)
        finish(slot);
    report.print();
}

} // namespace

void runHeadless(const Options& options)
{
    gpu::Device device(options.device);
    std::printf("device:   %s, %s %s\n", device.properties().deviceName, device.driver().driverName,
                device.driver().driverInfo);
    vkscan::Context context;
    require(vkscan::Context::create(device.contextDesc(), &context));
    const std::unique_ptr<View> view = makeView(device, context, options);
    view->resize(options.size);
    std::printf("picture:  %u x %u, %u frames, %u in flight\n", options.size.width, options.size.height, options.frames,
                kSlots);
    drawFrames(device, *view, options);

    const gpu::Image& picture = view->picture((options.frames - 1) % kSlots);
    std::vector<std::byte> pixels(std::size_t{4} * picture.extent().width * picture.extent().height);
    gpu::download(device, picture, pixels, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    files::writePng(options.output, picture.extent(), pixels);
    std::printf("written:  %s\n", options.output.c_str());
    if (device.validationMessageCount() != 0)
        throw std::runtime_error("the validation layer complained");
}

} // namespace viewer
