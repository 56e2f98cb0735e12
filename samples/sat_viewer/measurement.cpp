#include "measurement.h"

#include "report.h"
#include "stage_copies.h"

#include "../drawing/frame_slot.h"
#include "../drawing/pipelines.h"
#include <support/clock_judge.h>
#include <support/spin.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <stdexcept>

namespace viewer {
namespace {

using Stages = std::vector<drawing::FrameTimer::Stage>;

constexpr unsigned kBatch = 8; // frames that count together
constexpr int kRounds = 3;     // how often frames are measured that turn out to have had low clocks

double secondsNow()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// A kernel that waits for no memory, behind each frame: its time depends on the clocks alone.
class Probe {
public:
    explicit Probe(gpu::Device& device)
        : m_device(device),
          m_spin(device),
          m_timers{drawing::FrameTimer(device), drawing::FrameTimer(device)}
    {
    }

    // Behind the slot's frame.
    void record(VkCommandBuffer commandBuffer, uint32_t slot)
    {
        drawing::FrameTimer& timer = m_timers.at(slot);
        timer.begin(commandBuffer);
        for (unsigned part = 0; part < kParts; ++part) {
            m_spin.record(commandBuffer);
            timer.mark(commandBuffer, "probe");
        }
        drawing::orderFrames(m_device, commandBuffer); // the next frame draws nothing before
    }

    // The fastest part, once the slot's frame has ended.
    [[nodiscard]] double microseconds(uint32_t slot) const
    {
        const Stages parts = m_timers.at(slot).stages();
        const auto fastest = std::min_element(
            parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.milliseconds < b.milliseconds; });
        return 1000 * fastest->milliseconds;
    }

private:
    static constexpr unsigned kParts = 2;

    gpu::Device& m_device;
    gpu::Spin m_spin;
    std::array<drawing::FrameTimer, kSlots> m_timers;
};

// Frames of one kind.
struct Frames {
    std::string name;
    Settings settings;
    VkExtent2D size = {};
    unsigned count = 0;
};

class Measurement {
public:
    Measurement(gpu::Device& device, View& view, gpu::Progress& progress)
        : m_device(device),
          m_view(view),
          m_progress(progress),
          m_probe(device)
    {
    }

    // The frames of each kind, at full clocks.
    std::vector<MeasuredFrames> all(const std::vector<Frames>& kinds)
    {
        std::vector<MeasuredFrames> measured(kinds.size());
        for (int round = 0; round < kRounds; ++round)
            for (std::size_t i = 0; i < kinds.size(); ++i)
                if (!isGood(measured[i]))
                    measured[i] = one(kinds[i]);
        for (const MeasuredFrames& frames : measured)
            if (!isGood(frames))
                m_clocks.fail(frames.probe);
        return measured;
    }

private:
    // Whether frames were measured, and at the best clocks known by now; those of a CPU are not looked at.
    [[nodiscard]] bool isGood(const MeasuredFrames& frames) const
    {
        return !frames.stages.empty() && (m_device.isCpu() || m_clocks.isFull(frames.probe));
    }

    // Draws frames back to back, one of which always waits behind the one that the device draws, until as many in a
    // row as are to count do.
    MeasuredFrames one(const Frames& kind)
    {
        m_progress.begin("measuring " + kind.name);
        if (m_extent.width != kind.size.width || m_extent.height != kind.size.height)
            m_view.resize(kind.size);
        m_extent = kind.size;
        m_view.prepare(kind.settings);
        StageCopies copies(m_device);
        // Behind what frames use, as these wait for the device when they go.
        std::array<drawing::FrameSlot, kSlots> slots = {drawing::FrameSlot(m_device), drawing::FrameSlot(m_device)};
        m_clocks.begin(secondsNow());
        const unsigned batch = std::min(kBatch, kind.count);
        MeasuredFrames counted;
        std::vector<double> probes; // of the batch
        double began = 0;           // of the batch
        unsigned count = 0;
        for (unsigned frame = 0;; ++frame) {
            const uint32_t slot = frame % kSlots;
            slots[slot].wait();
            if (frame == kSlots)
                began = secondsNow();
            if (frame > kSlots) {
                counted.stages.add(slots[slot].timer().stages());
                counted.copies.add(copies.stages(slot));
                probes.push_back(m_device.isCpu() ? 0 : m_probe.microseconds(slot));
            }
            if (probes.size() == batch) {
                const double ended = secondsNow();
                const double probe = support::ClockJudge::ofBatch(probes);
                if (m_device.isCpu() || m_clocks.counts(ended, probe)) {
                    counted.began = count == 0 ? began : counted.began;
                    counted.ended = ended;
                    counted.probe = std::max(counted.probe, probe);
                    count += batch;
                } else {
                    counted = {};
                    count = 0;
                }
                if (count >= kind.count)
                    return counted;
                probes.clear();
                began = ended;
            }
            const VkCommandBuffer commandBuffer = slots[slot].begin();
            m_view.record(commandBuffer, slots[slot].timer(), slot, kind.settings, 0);
            copies.record(commandBuffer, slot, m_view.stageBytes());
            if (!m_device.isCpu())
                m_probe.record(commandBuffer, slot);
            slots[slot].submit({});
        }
    }

    gpu::Device& m_device;
    View& m_view;
    gpu::Progress& m_progress;
    Probe m_probe;
    support::ClockJudge m_clocks;
    VkExtent2D m_extent = {}; // of the view
};

constexpr unsigned kRadii[] = {1, 2, 4, 8, 16, 32, 64, 96}; // pixels, of a sweep

unsigned countOf(const gpu::Device& device, const Options& options, unsigned usual)
{
    constexpr unsigned kOnCpu = 3;
    return options.frames != 0 ? options.frames : device.isCpu() ? kOnCpu : usual;
}

} // namespace

void measure(gpu::Device& device, View& view, const Options& options, gpu::Progress& progress)
{
    constexpr unsigned kForRows = 32;
    constexpr unsigned kForBlurs = 16; // which take longer
    if (!device.hasTimestamps())
        throw std::runtime_error("the device's queue has no timestamps");
    std::vector<Frames> kinds;
    for (const FrameRows& frames : options.rows) {
        kinds.push_back({frames.name, options.settings, frames.size, countOf(device, options, kForRows)});
        kinds.back().settings.technique = frames.technique;
    }
    const VkExtent2D sweptSize = options.size.value_or(view.ownExtent());
    if (!options.sweep.empty()) {
        for (unsigned radius : kRadii) {
            kinds.push_back({"blurs with a radius of " + std::to_string(radius), options.settings, sweptSize,
                             countOf(device, options, kForBlurs)});
            kinds.back().settings.technique = Technique::Comparison;
            kinds.back().settings.comparisonRadius = static_cast<float>(radius);
        }
    }
    const std::vector<MeasuredFrames> measured = Measurement(device, view, progress).all(kinds);
    if (!options.rows.empty()) {
        const std::vector<MeasuredRow> rows = rowsOf(options.rows, measured);
        print(rows);
        writeJson(rows, device, options.json);
        std::printf("written:  %s\n", options.json.c_str());
    }
    if (!options.sweep.empty()) {
        BlurTimes times;
        for (std::size_t i = 0; i < std::size(kRadii); ++i)
            times.add(kRadii[i], measured[options.rows.size() + i].stages.medians());
        print(times);
        writeJson(times, device, sweptSize, options.sweep);
        std::printf("written:  %s\n", options.sweep.c_str());
    }
}

} // namespace viewer
