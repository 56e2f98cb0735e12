// Times what CUDA does beside the copying kernel.
#ifndef VKSCAN_BENCH_CUDA_TIMER_H
#define VKSCAN_BENCH_CUDA_TIMER_H

#include "cuda_support.h"

#include <statistics.h>

#include <cstddef>
#include <functional>

namespace bench {

using Enqueue = std::function<void(cudaStream_t)>;

// What the copy reads and writes; both of that many bytes.
struct CopyArrays {
    const void* source = nullptr;
    void* destination = nullptr;
    std::size_t bytes = 0;
};

// How a batch of repetitions is launched: as one graph, so that the host's part in launches does not count; or, where
// the operation waits for the device, call by call.
enum class Launch { Graph, Calls };

// Medians of one repetition of a copy of `bytes` and of the operation, in turn and in batches, the operation's last.
[[nodiscard]] PairedTimes timeBesideCopy(cudaStream_t stream, const CopyArrays& arrays, std::size_t bytes,
                                         const Enqueue& operation, Launch launch = Launch::Graph,
                                         Effort effort = Effort::Full);

} // namespace bench

#endif
