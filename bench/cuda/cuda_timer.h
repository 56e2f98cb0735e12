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

// Medians of one repetition of a copy of `bytes` and of the operation, in turn and in batches, the operation's last.
// A batch is one graph, so that the host's part in launches does not count.
[[nodiscard]] PairedTimes timeBesideCopy(cudaStream_t stream, const CopyArrays& arrays, std::size_t bytes,
                                         const Enqueue& operation, Effort effort = Effort::Full);

} // namespace bench

#endif
