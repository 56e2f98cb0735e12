#include "cuda_timer.h"

#include "cuda_kernels.h"

#include <chrono>
#include <cmath>
#include <memory>

namespace bench {

namespace {

constexpr double kBatchMicroseconds = 300; // at least, so that a batch's own cost and ticks do not show
constexpr unsigned kMaxBatch = 512;        // repetitions; graphs take long to build

Enqueue repeated(unsigned batch, const Enqueue& enqueue)
{
    return [=](cudaStream_t stream) {
        for (unsigned i = 0; i < batch; ++i)
            enqueue(stream);
    };
}

// What launches the batch as one graph.
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

// All pairs are enqueued at once, so that the host is ahead of the device and no batch waits for its launch.
PairedTimes timePairs(cudaStream_t stream, unsigned pairs, unsigned batch, const Enqueue& first, const Enqueue& second)
{
    std::vector<Event> events;
    const auto record = [&] {
        events.push_back(createEvent());
        check(cudaEventRecord(events.back().get(), stream), "cudaEventRecord");
    };
    // The first pair warms up caches, and hides how long its launches took.
    first(stream);
    second(stream);
    record();
    for (unsigned i = 0; i < pairs; ++i) {
        first(stream);
        record();
        second(stream);
        record();
    }
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    std::vector<double> times;
    for (std::size_t i = 1; i < events.size(); ++i) {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, events[i - 1].get(), events[i].get()), "cudaEventElapsedTime");
        times.push_back(std::max(milliseconds, 1e-6f) * 1e3);
    }
    return pairedTimes(times, batch);
}

// A GPU lowers its clocks while the host verifies results, and takes some tenths of a second to raise them again.
void raiseClocks(cudaStream_t stream, const CopyArrays& arrays, Effort effort)
{
    const std::chrono::milliseconds duration(effort == Effort::Full ? 300 : 30);
    constexpr unsigned kRepeats = 64;
    constexpr std::size_t kMaxBytes = std::size_t{1} << 26;
    const std::size_t bytes = std::min(arrays.bytes, kMaxBytes);
    const Enqueue copies = captureBatch(stream, kRepeats, [&](cudaStream_t captured) {
        check(enqueueCopy(arrays.source, arrays.destination, bytes, captured), "the copying kernel");
    });
    const auto end = std::chrono::steady_clock::now() + duration;
    while (std::chrono::steady_clock::now() < end) {
        for (unsigned i = 0; i < 4; ++i)
            copies(stream);
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    }
}

} // namespace

PairedTimes timeBesideCopy(cudaStream_t stream, const CopyArrays& arrays, std::size_t bytes, const Enqueue& operation,
                           Launch launch, Effort effort)
{
    if (bytes > arrays.bytes)
        throw std::runtime_error("the copy is larger than what was allocated");
    const Enqueue copy = [&](cudaStream_t captured) {
        check(enqueueCopy(arrays.source, arrays.destination, bytes, captured), "the copying kernel");
    };
    raiseClocks(stream, arrays, effort);
    for (unsigned batch = 1;;) {
        const Enqueue first = captureBatch(stream, batch, copy);
        const Enqueue second =
            launch == Launch::Graph ? captureBatch(stream, batch, operation) : repeated(batch, operation);
        const PairedTimes times = timePairs(stream, 1, batch, first, second);
        const double shorter = std::min(times.first, times.second) * batch;
        if (shorter >= kBatchMicroseconds || batch == kMaxBatch) {
            const unsigned pairs = pairsOf((times.first + times.second) * batch, effort);
            return steadyTimes([&] { return timePairs(stream, pairs, batch, first, second); });
        }
        // Somewhat more than it takes, but no leap from a first, imprecise time.
        const double factor = std::clamp(1.2 * kBatchMicroseconds / shorter, 1.2, 16.0);
        batch = std::min(kMaxBatch, static_cast<unsigned>(std::ceil(batch * factor)));
    }
}

} // namespace bench
