// Times work on a CUDA device beside a yardstick, and keeps the device busy in between.
#ifndef VKSCAN_BENCH_CUDA_TIMER_H
#define VKSCAN_BENCH_CUDA_TIMER_H

#include <clocks.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>

namespace bench {

inline void check(cudaError_t error, const char* what)
{
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(what) + " failed: " + cudaGetErrorString(error));
}

template <auto Destroy>
struct CudaDeleter {
    void operator()(auto* object) const { static_cast<void>(Destroy(object)); }
};

using Memory = std::unique_ptr<void, CudaDeleter<cudaFree>>;
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, CudaDeleter<cudaStreamDestroy>>;

[[nodiscard]] Memory allocate(std::size_t bytes);
[[nodiscard]] Stream createStream(); // does not wait for the default stream
void wait(cudaStream_t stream);

using Enqueue = std::function<void(cudaStream_t)>;

// Copies or reads `bytes`, rounded up to 16, as copy.comp and read.comp do. Both arrays are aligned to 16 bytes.
// Reading writes nothing in practice.
void enqueueYardstick(Yardstick yardstick, const void* source, void* destination, std::size_t bytes,
                      cudaStream_t stream);

// A thread that makes the device copy in its caches, for about two milliseconds at a time and on a stream of its own:
// after a second without work, a GPU lowers its clocks.
class BusyDevice {
public:
    explicit BusyDevice(int device);

    // None of the thread's copies runs on the device while the lock lives.
    [[nodiscard]] std::unique_lock<std::mutex> pause();

private:
    void work(int device, const std::stop_token& stop);

    std::mutex m_mutex;
    std::atomic<bool> m_mustPause = false; // keeps the thread from taking the mutex again
    std::jthread m_thread;
};

class CudaTimer {
public:
    explicit CudaTimer(int device);

    // Returns medians of one repetition of the yardstick and of the operation. Both run in turn and in batches, the
    // operation last. A batch is launched as one graph, so that the host's part does not count. If the operation waits
    // for the device, it is launched call by call. Throws std::runtime_error if times are not steady or clocks are low.
    [[nodiscard]] PairedTimes time(const Enqueue& yardstick, const Enqueue& operation, bool operationWaits,
                                   Effort effort);

    [[nodiscard]] cudaStream_t stream() const { return m_stream.get(); }

private:
    [[nodiscard]] PairedTimes timePairs(unsigned pairs, unsigned batch, const Enqueue& first, const Enqueue& second);

    Stream m_stream;
    Memory m_spun;
    FullClocks m_clocks;
    BusyDevice m_busy;
};

} // namespace bench

#endif
