// Host time to record operations.
#ifndef VKSCAN_BENCH_RECORDING_COST_H
#define VKSCAN_BENCH_RECORDING_COST_H

#include "program.h"
#include "timer.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

struct RecordingCost {
    PairedTimes times; // of one call, in microseconds: first by hand, then by the operation
    // Allocations in one call of the operation; absent where a driver or a layer allocates in its commands as well.
    std::optional<double> allocations;
};

// Records both in turn, many times, into a command buffer that is never submitted. `byHand` records as many dispatches
// and barriers without the library. It shows whether Vulkan's commands allocate, as those of the validation layer do.
// Allocations that not every call makes are not counted.
[[nodiscard]] RecordingCost recordingCost(Timer& timer, const gpu::Device::Record& byHand,
                                          const gpu::Device::Record& operation);

// A result with the counters of recording, and no times yet. Throws std::runtime_error if the operation allocates.
[[nodiscard]] Result recordedResult(const RecordingCost& cost);

// A row of recording alone: the shortest medians of several series, because other processes run on the host. One series
// if the device is a processor.
[[nodiscard]] Result recordingResult(Timer& timer, const gpu::Device::Record& byHand,
                                     const gpu::Device::Record& operation);

} // namespace bench

#endif
