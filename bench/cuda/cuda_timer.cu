#include "cuda_timer.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

namespace bench {

namespace {

constexpr unsigned kMaxBatch = 512; // repetitions; graphs take long to build
constexpr std::size_t kCachedBytes = std::size_t{1} << 20;
constexpr unsigned kProbeRounds = 50'000; // about half a millisecond
constexpr unsigned kBusyCopies = 1024;    // about two milliseconds

constexpr unsigned kThreads = 256;

using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, CudaDeleter<cudaEventDestroy>>;
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, CudaDeleter<cudaGraphDestroy>>;
using GraphExec = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, CudaDeleter<cudaGraphExecDestroy>>;

template <bool IsCopy>
constexpr unsigned kVectors = IsCopy ? 4 : 8; // per thread

template <bool IsCopy>
__global__ void __launch_bounds__(kThreads) moveVectors(const uint4* source, uint4* destination, uint64_t vectors)
{
    const uint64_t first = uint64_t{blockIdx.x} * (kThreads * kVectors<IsCopy>)+threadIdx.x;
    uint4 values[kVectors<IsCopy>];
#pragma unroll
    for (unsigned i = 0; i < kVectors<IsCopy>; ++i)
        values[i] = source[min(first + i * kThreads, vectors - 1)];
    if constexpr (IsCopy) {
#pragma unroll
        for (unsigned i = 0; i < kVectors<IsCopy>; ++i)
            if (first + i * kThreads < vectors)
                destination[first + i * kThreads] = values[i];
    } else {
        uint4 sum = {};
#pragma unroll
        for (unsigned i = 0; i < kVectors<IsCopy>; ++i)
            sum = {sum.x + values[i].x, sum.y + values[i].y, sum.z + values[i].z, sum.w + values[i].w};
        if (sum.x == 0x9e3779b9 && sum.y == 0x7f4a7c15 && sum.z == 0xbf58476d && sum.w == 0x1ce4e5b9)
            *destination = sum;
    }
}

// The probe of clocks, as spin.comp: its time depends on the processor's clock alone.
__global__ void spin(unsigned* result)
{
    unsigned value = threadIdx.x;
    for (unsigned i = 0; i < kProbeRounds; ++i)
        value = value * 1664525u + (value >> 16) + 1013904223u;
    if (value == 0x9e3779b9u)
        *result = value;
}

Enqueue repeated(unsigned batch, const Enqueue& enqueue)
{
    return [=](cudaStream_t stream) {
        for (unsigned i = 0; i < batch; ++i)
            enqueue(stream);
    };
}

// Captures the batch. Returns a function that launches it as one graph.
Enqueue captureBatch(cudaStream_t stream, unsigned batch, const Enqueue& enqueue)
{
    cudaGraph_t captured = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    try {
        repeated(batch, enqueue)(stream);
    } catch (...) {
        // The stream must not stay in capture.
        static_cast<void>(cudaStreamEndCapture(stream, &captured));
        const Graph unused(captured);
        throw;
    }
    check(cudaStreamEndCapture(stream, &captured), "cudaStreamEndCapture");
    const Graph graph(captured);
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, captured, 0), "cudaGraphInstantiate");
    return [shared = std::make_shared<GraphExec>(executable)](cudaStream_t to) {
        check(cudaGraphLaunch(shared->get(), to), "cudaGraphLaunch");
    };
}

Enqueue copiesInCache(cudaStream_t stream, const Memory& memory, unsigned copies)
{
    auto* bytes = static_cast<std::byte*>(memory.get());
    return captureBatch(stream, copies, [=](cudaStream_t captured) {
        enqueueYardstick(Yardstick::Copy, bytes, bytes + kCachedBytes, kCachedBytes, captured);
    });
}

// Enqueues the work and, from the first on, an event behind each. Returns the microseconds between events.
std::vector<double> timeEach(cudaStream_t stream, const std::vector<Enqueue>& work)
{
    std::vector<Event> events(work.size());
    for (Event& event : events) {
        cudaEvent_t created = nullptr;
        check(cudaEventCreate(&created), "cudaEventCreate");
        event.reset(created);
    }
    // All at once, so that the host is ahead of the device and nothing waits for its launch.
    for (std::size_t i = 0; i < work.size(); ++i) {
        work[i](stream);
        check(cudaEventRecord(events[i].get(), stream), "cudaEventRecord");
    }
    wait(stream);
    std::vector<double> times;
    for (std::size_t i = 1; i < events.size(); ++i) {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, events[i - 1].get(), events[i].get()), "cudaEventElapsedTime");
        times.push_back(std::max(milliseconds, 1e-6f) * 1e3);
    }
    return times;
}

} // namespace

Memory allocate(std::size_t bytes)
{
    void* data = nullptr;
    check(cudaMalloc(&data, bytes), "cudaMalloc");
    return Memory(data);
}

Stream createStream()
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    return Stream(stream);
}

void wait(cudaStream_t stream)
{
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

void enqueueYardstick(Yardstick yardstick, const void* source, void* destination, std::size_t bytes,
                      cudaStream_t stream)
{
    const bool isCopy = yardstick == Yardstick::Copy;
    const uint64_t vectors = std::max<uint64_t>(1, (bytes + sizeof(uint4) - 1) / sizeof(uint4));
    const uint64_t each = uint64_t{kThreads} * (isCopy ? kVectors<true> : kVectors<false>);
    (isCopy ? moveVectors<true>
            : moveVectors<false>)<<<static_cast<unsigned>((vectors + each - 1) / each), kThreads, 0, stream>>>(
        static_cast<const uint4*>(source), static_cast<uint4*>(destination), vectors);
    check(cudaGetLastError(), "a yardstick's kernel");
}

BusyDevice::BusyDevice(int device) : m_thread([this, device](const std::stop_token& stop) { work(device, stop); }) {}

std::unique_lock<std::mutex> BusyDevice::pause()
{
    m_mustPause = true;
    std::unique_lock lock(m_mutex);
    m_mustPause = false;
    return lock;
}

void BusyDevice::work(int device, const std::stop_token& stop)
{
    try {
        check(cudaSetDevice(device), "cudaSetDevice");
        const Stream stream = createStream();
        const Memory memory = allocate(2 * kCachedBytes);
        const Enqueue copies = copiesInCache(stream.get(), memory, kBusyCopies);
        while (!stop.stop_requested()) {
            if (m_mustPause) {
                std::this_thread::yield();
                continue;
            }
            const std::lock_guard lock(m_mutex);
            copies(stream.get());
            wait(stream.get());
        }
    } catch (const std::exception&) {
        // The rows fail in the same way and report it.
    }
}

CudaTimer::CudaTimer(int device)
    : m_stream(createStream()),
      m_spun(allocate(sizeof(unsigned))),
      m_clocks([this] {
          const auto paused = m_busy.pause();
          const Enqueue probe = [this](cudaStream_t to) {
              spin<<<1, 32, 0, to>>>(static_cast<unsigned*>(m_spun.get()));
              check(cudaGetLastError(), "the probe");
          };
          const std::vector<double> times = timeEach(stream(), {probe, probe, probe, probe, probe});
          return *std::min_element(times.begin(), times.end());
      }),
      m_busy(device)
{
}

PairedTimes CudaTimer::timePairs(unsigned pairs, unsigned batch, const Enqueue& first, const Enqueue& second)
{
    // The first pair warms up caches, and hides how long its launches took.
    std::vector<Enqueue> work = {[&](cudaStream_t to) {
        first(to);
        second(to);
    }};
    for (unsigned i = 0; i < pairs; ++i) {
        work.push_back(first);
        work.push_back(second);
    }
    const auto paused = m_busy.pause();
    return pairedTimes(timeEach(stream(), work), batch);
}

PairedTimes CudaTimer::time(const Enqueue& yardstick, const Enqueue& operation, bool operationWaits, Effort effort)
{
    unsigned captured = 0; // repetitions
    Enqueue first;
    Enqueue second;
    const TimePairs pairs = [&](unsigned count, unsigned batch) {
        if (batch != captured) {
            first = captureBatch(stream(), batch, yardstick);
            second = operationWaits ? repeated(batch, operation) : captureBatch(stream(), batch, operation);
            captured = batch;
        }
        return timePairs(count, batch, first, second);
    };
    return m_clocks.time([&] {
        const Batches found = findBatches(kMaxBatch, effort, pairs);
        return fastestTimes(found.series.count, [&] { return pairs(found.series.pairs, found.batch); });
    });
}

} // namespace bench
