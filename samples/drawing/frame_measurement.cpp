#include "frame_measurement.h"

#include "pipelines.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace drawing {
namespace {

constexpr unsigned kBatch = 8; // frames that count together
constexpr int kRounds = 3;     // rounds for frames that were measured at low clocks

double secondsNow()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

gpu::Device& requireTimestamps(gpu::Device& device)
{
    if (!device.hasTimestamps())
        throw std::runtime_error("the device's queue has no timestamps");
    return device;
}

} // namespace

ClockProbe::ClockProbe(gpu::Device& device)
    : m_device(device),
      m_spin(device),
      m_timers{FrameTimer(device), FrameTimer(device)}
{
}

void ClockProbe::record(VkCommandBuffer commandBuffer, uint32_t slot)
{
    FrameTimer& timer = m_timers.at(slot);
    timer.begin(commandBuffer);
    for (unsigned part = 0; part < kParts; ++part) {
        m_spin.record(commandBuffer);
        timer.mark(commandBuffer, "probe");
    }
    orderFrames(m_device, commandBuffer); // the next frame draws nothing earlier
}

double ClockProbe::microseconds(uint32_t slot) const
{
    const std::vector<FrameTimer::Stage> parts = m_timers.at(slot).stages();
    const auto fastest = std::min_element(parts.begin(), parts.end(),
                                          [](const auto& a, const auto& b) { return a.milliseconds < b.milliseconds; });
    return 1000 * fastest->milliseconds;
}

FrameMeasurement::FrameMeasurement(gpu::Device& device, gpu::Progress& progress)
    : m_device(requireTimestamps(device)),
      m_progress(progress),
      m_probe(device)
{
}

std::vector<MeasuredFrames> FrameMeasurement::measure(const std::vector<FrameKind>& kinds)
{
    std::vector<MeasuredFrames> measured(kinds.size());
    for (int round = 0; round < kRounds; ++round)
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (!isGood(measured[i]))
                measured[i] = measure(kinds[i]);
    for (const MeasuredFrames& frames : measured)
        if (!isGood(frames))
            m_clocks.fail(frames.probe);
    return measured;
}

// Whether frames were measured at the best clocks known so far.
bool FrameMeasurement::isGood(const MeasuredFrames& frames) const
{
    return !frames.stages.empty() && (m_device.isCpu() || m_clocks.isFull(frames.probe));
}

// Draws frames back to back, with one always queued after the frame on the device, until enough consecutive ones count.
MeasuredFrames FrameMeasurement::measure(const FrameKind& kind)
{
    m_progress.begin("measuring " + kind.name);
    const FrameCommands commands = kind.prepare();
    // Declared after the frames' resources, since slots wait for the device in their destructors.
    std::array<FrameSlot, kSlots> slots = {FrameSlot(m_device), FrameSlot(m_device)};
    m_clocks.begin(secondsNow());
    const unsigned batch = std::min(kBatch, kind.count);
    MeasuredFrames counted;
    std::vector<double> probes; // of the batch
    double began = 0;           // start of the batch
    unsigned count = 0;
    for (unsigned frame = 0;; ++frame) {
        const uint32_t slot = frame % kSlots;
        slots[slot].wait();
        if (frame == kSlots)
            began = secondsNow();
        if (frame > kSlots) {
            counted.stages.add(slots[slot].timer().stages());
            if (commands.others)
                counted.others.add(commands.others(slot));
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
        commands.record(commandBuffer, slots[slot].timer(), slot);
        if (!m_device.isCpu())
            m_probe.record(commandBuffer, slot);
        slots[slot].submit({});
    }
}

} // namespace drawing
