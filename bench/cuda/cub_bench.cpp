// Times CUB's operations beside a kernel that copies or reads the same bytes, and verifies every one of them. Rows of
// scan_bench with the same names are compared with them.
//
//     cub_bench --benchmark_filter='scan/u32/.*' --benchmark_out=cub.json
//
// A row's time is that of one call: the median over batches, each a CUDA graph of calls between two events, in turn
// with batches of the yardstick. The exit code is 0 if every result was right.
#include "cub_rows.h"

#include <program.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace bench {

namespace {

constexpr unsigned kLargestLog2 = 30;

using Context = std::vector<std::pair<std::string, std::string>>;

// Selects the device. Returns the report's lines about it.
Context openDevice(int device)
{
    const auto versionName = [](int version) { // as CUDA numbers its own
        return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    };
    cudaDeviceProp properties = {};
    int driver = 0;
    int runtime = 0;
    check(cudaSetDevice(device), "cudaSetDevice");
    check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    return {
        {"device", properties.name}, {"driver", "CUDA " + versionName(driver)}, {"cuda_runtime", versionName(runtime)}};
}

// Runs, verifies and times rows of at most 2^maxLog2 elements on one device.
class Harness {
public:
    Harness(int device, unsigned maxLog2, Effort effort)
        : m_timer(device),
          m_effort(effort),
          m_arrayBytes(arrayBytes(maxLog2))
    {
        for (Memory& array : m_memory)
            array = allocate(m_arrayBytes);
        m_arrays = {static_cast<uint32_t*>(m_memory[0].get()), static_cast<uint32_t*>(m_memory[1].get()),
                    static_cast<uint32_t*>(m_memory[2].get()), static_cast<unsigned long long*>(m_firstWrong.get()),
                    m_timer.stream()};
    }

    // Verifies an operation, times it beside its yardstick, and verifies the last of the timed ones.
    Result measure(const CubRow& row)
    {
        const Bound bound = row.bind(m_arrays);
        std::size_t needed = 0;
        check(bound.call({nullptr, needed, m_arrays.stream}), "CUB");
        if (m_scratchBytes < needed) {
            m_scratch = nullptr;
            m_scratch = allocate(needed);
            m_scratchBytes = needed;
        }
        const Enqueue operation = [&](cudaStream_t stream) {
            std::size_t bytes = needed;
            check(bound.call({m_scratch.get(), bytes, stream}), "CUB");
        };
        const bool reads = row.yardstick == Yardstick::Read;
        const std::size_t bytes = std::min(reads ? bound.movedBytes : bound.movedBytes / 2, m_arrayBytes);
        const Enqueue yardstick = [&](cudaStream_t stream) {
            enqueueYardstick(row.yardstick, m_arrays.input, m_arrays.output, bytes, stream);
        };
        wipe();
        operation(m_arrays.stream);
        verify(bound);
        wipe();
        Result result;
        result.bytes = bound.movedBytes;
        result.label = row.call;
        result.yardstick = reads ? "read" : "copy";
        result.times = m_timer.time(yardstick, operation, row.waits, m_effort);
        verify(bound);
        result.counters = {{"count", static_cast<double>(row.count)}};
        return result;
    }

private:
    // Overwrites results of the row before, so that the next row cannot pass with them.
    void wipe() { check(cudaMemsetAsync(m_arrays.output, 0xa5, m_arrayBytes, m_arrays.stream), "cudaMemsetAsync"); }

    void verify(const Bound& bound)
    {
        constexpr unsigned long long kNone = ~0ull;
        unsigned long long firstWrong = kNone;
        check(cudaMemsetAsync(m_arrays.firstWrong, 0xff, sizeof(firstWrong), m_arrays.stream), "cudaMemsetAsync");
        bound.verify();
        copy(m_arrays, &firstWrong, m_arrays.firstWrong, sizeof(firstWrong));
        if (firstWrong != kNone)
            throw std::runtime_error("result " + std::to_string(firstWrong) + " is wrong");
    }

    CudaTimer m_timer;
    Effort m_effort;
    std::size_t m_arrayBytes;
    std::array<Memory, 3> m_memory;
    Memory m_firstWrong = allocate(sizeof(unsigned long long));
    Arrays m_arrays = {};
    Memory m_scratch;
    std::size_t m_scratchBytes = 0;
};

void run(int argc, char** argv)
{
    unsigned device = 0;
    const Options options = parseOptions(
        argc, argv, "Times CUB beside a kernel that copies or reads the same bytes, and verifies every result.",
        kLargestLog2, [&](gpu::CommandLine& line) {
            line.add("--device", device, "Index of the CUDA device; 0 by default").within(0, 127).text("N");
        });
    Program program(argv[0], options);
    Context context = {{"cub_version", cubVersion()}};
    std::optional<Harness> harness;
    // A list needs no device.
    if (std::none_of(options.others.begin(), options.others.end(),
                     [](const std::string& other) { return other.rfind("--benchmark_list_tests", 0) == 0; })) {
        const Context opened = openDevice(static_cast<int>(device));
        context.insert(context.end(), opened.begin(), opened.end());
        harness.emplace(static_cast<int>(device), options.maxLog2, options.effort);
    }
    CubRows rows;
    appendCubRows(&rows);
    appendCubSorts(&rows);
    for (const CubRow& row : rows)
        if (row.count <= uint64_t{1} << options.maxLog2)
            // CUDA's errors stay until the program ends, so the next row reports the same.
            program.addRow(
                row.name, [&harness, row] { return harness->measure(row); }, [] {});
    program.run(context);
}

} // namespace

} // namespace bench

int main(int argc, char** argv)
{
    return gpu::mainOf("cub_bench", [&] { bench::run(argc, argv); });
}
