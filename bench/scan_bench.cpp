// Times scans beside a kernel that copies the same bytes, and verifies every one of them.
//
//     scan_bench --benchmark_filter='scan/u32/add/.*' --benchmark_out=scans.json
//     scan_bench --tune
//
// A row's time is that of one scan, by timestamp queries: the median over batches of scans with a barrier behind each,
// in turn with batches of copies. Every row runs twice, so that it shows how well it repeats. Its counters:
//
//     copy_us, ratio             the copy's time; the median of copy / scan, pair by pair
//     spread                     of the scan's times, from the 10th to the 90th percentile, as a part of the median
//     empty_us, empty_ratio      the same beside an empty dispatch, for scans by a single workgroup
//     bytes, GB/s, count         what is read and written, together; elements
//     record_ns, handwritten_ns  the host's time for one Scan::record, and for as many dispatches of the copy by hand
//     allocations                by operator new in one Scan::record; not told where the driver or a layer has some,
//     too
//
// A row fails if a result is wrong, if recording allocates, or if the times spread beyond kMaxSpread in each of
// kMaxTries tries; on a device that is the processor itself times mean nothing, so there the spread may be anything.
// The exit code is 0 if no row failed.
//
// Rows repeat their scan on the same arrays, which small ones find in caches. Those named cold go through slices of
// arrays far larger than caches, and so do their copies. record/scan/... times recording alone: handwritten_us is the
// yardstick there. --tune prints, instead of rows, which geometries and strategies are fastest (tune.h).
#include "difference_rows.h"
#include "gpu_program.h"
#include "harness.h"
#include "reduce_rows.h"
#include "tune.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace {

constexpr unsigned kLargestLog2 = 31;         // 8 GiB an array
constexpr unsigned kLargestLog2OfOthers = 28; // reductions and differences

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

void allocateForTuning(bench::Harness& harness, unsigned maxLog2)
{
    if (!harness.allocate(sizeof(uint64_t) << std::min(maxLog2, bench::kTuneLog2)))
        throw std::runtime_error("the device has no memory for the search");
}

int run(int argc, char** argv)
{
    bool isSearch = false;
    const bench::GpuOptions options = bench::parseGpuOptions(
        argc, argv, "Times scans beside a kernel that copies the same bytes, and verifies every one of them.",
        kLargestLog2, [&isSearch](CLI::App& app) {
            app.add_flag("--tune", isSearch, "Search and print the fastest workgroups and strategies instead");
        });
    const unsigned maxLog2 = options.program.maxLog2;
    bench::Program program(argv[0], options.program);
    if (!program.isReady())
        return 1;
    bench::Harness harness(options.device);
    if (isSearch) {
        allocateForTuning(harness, maxLog2);
        return bench::checkedForMessages(bench::tune(harness, maxLog2), harness.device());
    }
    for (const bench::Row& row : allocateRows(harness, maxLog2))
        program.addRow(
            row.name(), [&harness, row] { return harness.measure(row); }, [&harness] { harness.recover(); });
    bench::ReduceHarness reduceHarness(harness);
    bench::addReduceRows(program, harness, reduceHarness, std::min(maxLog2, kLargestLog2OfOthers));
    bench::DifferenceHarness differenceHarness(harness);
    bench::addDifferenceRows(program, harness, differenceHarness, std::min(maxLog2, kLargestLog2OfOthers));
    program.addRow(
        "empty_dispatch", [&harness] { return harness.measureEmptyDispatch(); }, [&harness] { harness.recover(); });
    return runOn(program, harness.device());
}

} // namespace

int main(int argc, char** argv)
{
    return bench::runMain("scan_bench", argc, argv, run);
}
