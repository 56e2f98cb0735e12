// Times scans beside a kernel that copies the same bytes, and verifies every one of them.
//
//     scan_bench --benchmark_filter='scan/u32/add/.*' --benchmark_out=scans.json
//
// A row's time is that of one scan, by timestamp queries: the median over batches of scans with a barrier behind each,
// in turn with batches of copies. Each row runs twice, so that it shows how well it repeats. The exit code is 0 if
// every result was right.
#include "gpu_program.h"
#include "harness.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>

namespace {

constexpr unsigned kLargestLog2 = 31; // 8 GiB an array

bench::Result measure(bench::Harness& harness, const bench::Row& row)
{
    const bench::Measurement measured = harness.measure(row);
    bench::Result result = {measured.times, measured.bytes, {}, vkscan::toString(measured.strategy)};
    if (row.recordingOnly) {
        result.times = measured.recording.times;
        result.yardstick = "handwritten";
    }
    result.counters = bench::recordingCounters(measured.recording);
    result.counters.emplace_back("count", static_cast<double>(row.trueCount()));
    if (measured.besideEmpty) {
        result.counters.emplace_back("empty_us", measured.besideEmpty->first);
        result.counters.emplace_back("empty_ratio", measured.besideEmpty->ratio);
    }
    return result;
}

bench::Result measureEmptyDispatch(bench::Harness& harness)
{
    return {harness.measureEmptyDispatch(), 0, {}, ""};
}

// The rows that fit the device's memory, which they then share.
std::vector<bench::Row> allocateRows(bench::Harness& harness, unsigned maxLog2)
{
    for (unsigned log2 = maxLog2;; --log2) {
        const auto maxCountOf = [&](const vkscan::ScanDesc& desc) { return harness.maxCount(desc); };
        std::vector<bench::Row> rows = bench::listRows(log2, maxCountOf);
        VkDeviceSize bytes = 0;
        for (const bench::Row& row : rows)
            bytes = std::max(bytes, row.arrayBytes());
        if (harness.allocate(bytes))
            return rows;
        if (log2 == 7)
            throw std::runtime_error("the device has no memory for the smallest rows");
        std::fprintf(stderr, "no memory for 2^%u elements\n", log2);
    }
}

int run(int argc, char** argv)
{
    const bench::GpuOptions options = bench::parseGpuOptions(
        argc, argv, "Times scans beside a kernel that copies the same bytes, and verifies every one of them.",
        kLargestLog2);
    bench::Program program(argv[0], options.program);
    if (!program.isReady())
        return 1;
    bench::Harness harness(options.device);
    for (const bench::Row& row : allocateRows(harness, options.program.maxLog2))
        program.addRow(
            row.name(), [&harness, row] { return measure(harness, row); }, [&harness] { harness.recover(); });
    program.addRow(
        "empty_dispatch", [&harness] { return measureEmptyDispatch(harness); }, [&harness] { harness.recover(); });
    return runOn(program, harness.device());
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "scan_bench: %s\n", error.what());
        return 1;
    }
}
