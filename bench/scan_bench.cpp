// Times scans beside a kernel that copies the same bytes, and verifies every one of them.
//
//     scan_bench --benchmark_filter='scan/u32/add/.*' --benchmark_out=scans.json
//     scan_bench --figures --benchmark_out=figures.json
//     scan_bench --networks
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
// yardstick there. create/scan/... times Scan::create, whose compilation no cache of the driver's spares.
//
// --figures runs other rows instead (figures.h), many sizes of few sums, each once and briefly: in some minutes, sums
// by Auto and, of u32, by Sam and Chained; by Chained up to 2^30 elements if plain, which take it some 60 ms, and up
// to 2^26 of orders and tuples. --networks compares the networks by which workgroups may scan (network_rows.h). --tune
// prints, instead of rows, which geometries and strategies are fastest (tune.h). --brief measures any rows once and
// briefly, as bench/sentinel does.
#include "creation_rows.h"
#include "custom_rows.h"
#include "difference_rows.h"
#include "gpu_program.h"
#include "harness.h"
#include "histogram_rows.h"
#include "network_rows.h"
#include "reduce_rows.h"
#include "run_length_rows.h"
#include "segmented_reduce_rows.h"
#include "segmented_rows.h"
#include "select_rows.h"
#include "sort_rows.h"
#include "suballocate_rows.h"
#include "tune.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>

namespace {

constexpr unsigned kLargestLog2 = 31;         // 8 GiB an array
constexpr unsigned kLargestLog2OfOthers = 28; // reductions, differences and segments

// Allocates what the rows share. Returns the most elements, as a power of two, of which there is memory for all rows.
unsigned allocate(bench::Harness& harness, unsigned maxLog2, const std::function<VkDeviceSize(unsigned)>& arrayBytesOf)
{
    for (unsigned log2 = maxLog2;; --log2) {
        if (harness.allocate(arrayBytesOf(log2)))
            return log2;
        if (log2 == 7)
            throw std::runtime_error("the device has no memory for the smallest rows");
        std::fprintf(stderr, "no memory for 2^%u elements\n", log2);
    }
}

template <class Rows>
VkDeviceSize largestArray(const Rows& rows)
{
    VkDeviceSize bytes = 0;
    for (const auto& row : rows)
        bytes = std::max(bytes, row.arrayBytes());
    return bytes;
}

int runFigures(bench::Program& program, bench::Harness& harness, unsigned maxLog2)
{
    const auto list = [&](unsigned log2) {
        return bench::listFigureRows(log2, [&](const vkscan::ScanDesc& desc) { return harness.maxCount(desc); });
    };
    for (const bench::Row& row :
         list(allocate(harness, maxLog2, [&](unsigned log2) { return largestArray(list(log2)); })))
        program.addRow(
            row.name(), [&harness, row] { return harness.measure(row); }, [&harness] { harness.recover(); }, 1);
    return runOn(program, harness.device());
}

int runNetworks(bench::Program& program, bench::Harness& harness, unsigned maxLog2)
{
    const auto arrayBytesOf = [](unsigned log2) { return largestArray(bench::listNetworkRows(log2)); };
    bench::NetworkHarness networks(harness);
    for (const bench::Row& row : bench::listNetworkRows(allocate(harness, maxLog2, arrayBytesOf)))
        program.addRow(
            row.name(), [&networks, row] { return networks.measure(row); }, [&harness] { harness.recover(); }, 1);
    return runOn(program, harness.device());
}

int runRows(bench::Program& program, bench::Harness& harness, unsigned maxLog2)
{
    const auto list = [&](unsigned log2) {
        return bench::listRows(log2, [&](const vkscan::ScanDesc& desc) { return harness.maxCount(desc); });
    };
    const unsigned log2 = allocate(harness, maxLog2, [&](unsigned log2) {
        const unsigned othersLog2 = std::min(log2, kLargestLog2OfOthers);
        return std::max({largestArray(list(log2)), largestArray(bench::listSegmentedRows(othersLog2)),
                         bench::customArrayBytes(othersLog2)});
    });
    const unsigned othersLog2 = std::min(log2, kLargestLog2OfOthers);
    for (const bench::Row& row : list(log2)) {
        const bool isBackward = row.desc.direction == vkscan::Direction::Backward;
        program.compile(row.name(), row.caseName() + (isBackward ? "/backward" : ""),
                        bench::creating<vkscan::Scan>(harness.context(), row.desc));
        program.addRow(
            row.name(), [&harness, row] { return harness.measure(row); }, [&harness] { harness.recover(); });
    }
    bench::ReduceHarness reduce(harness);
    bench::addReduceRows(program, harness, reduce, othersLog2);
    bench::DifferenceHarness difference(harness);
    bench::addDifferenceRows(program, harness, difference, othersLog2);
    bench::HistogramHarness histogram(harness);
    bench::addHistogramRows(program, harness, histogram, othersLog2);
    bench::SuballocateHarness allocate(harness);
    bench::addSuballocateRows(program, harness, allocate, othersLog2);
    bench::SegmentedHarness segmented(harness);
    bench::addSegmentedRows(program, harness, segmented, othersLog2);
    bench::SegmentedReduceHarness segmentedReduce(harness);
    bench::addSegmentedReduceRows(program, harness, segmentedReduce, othersLog2);
    bench::SelectHarness select(harness);
    bench::addSelectRows(program, harness, select, othersLog2);
    bench::RunLengthHarness runLength(harness);
    bench::addRunLengthRows(program, harness, runLength, othersLog2);
    bench::SortHarness sort(harness);
    bench::addSortRows(program, harness, sort, othersLog2);
    bench::CustomHarness custom(harness);
    bench::addCustomRows(program, harness, custom, othersLog2);
    bench::addCreationRows(program, harness);
    program.addRow(
        "empty_dispatch", [&harness] { return harness.measureEmptyDispatch(); }, [&harness] { harness.recover(); });
    return runOn(program, harness.device());
}

void allocateForTuning(bench::Harness& harness, unsigned maxLog2)
{
    if (!harness.allocate(sizeof(uint64_t) << std::min(maxLog2, bench::kTuneLog2)))
        throw std::runtime_error("the device has no memory for the search");
}

int run(int argc, char** argv)
{
    bool isSearch = false;
    bool isFigures = false;
    bool isNetworks = false;
    const bench::GpuOptions options = bench::parseGpuOptions(
        argc, argv, "Times scans beside a kernel that copies the same bytes, and verifies every one of them.",
        kLargestLog2, [&](gpu::CommandLine& line) {
            line.addFlag("--tune", isSearch, "Search and print the fastest workgroups and strategies instead");
            line.addFlag("--figures", isFigures, "Throughput by number of elements instead, of orders and tuples, too");
            line.addFlag("--networks", isNetworks, "The networks of the literature instead, side by side");
        });
    const unsigned maxLog2 = options.program.maxLog2;
    bench::Program program(argv[0], options.program);
    if (!program.isReady())
        return 1;
    bench::Harness harness(options.device, options.program.effort);
    if (isSearch) {
        allocateForTuning(harness, maxLog2);
        return bench::checkedForMessages(bench::tune(harness, maxLog2), harness.device());
    }
    if (isNetworks)
        return runNetworks(program, harness, maxLog2);
    return isFigures ? runFigures(program, harness, maxLog2) : runRows(program, harness, maxLog2);
}

} // namespace

int main(int argc, char** argv)
{
    return bench::runMain("scan_bench", argc, argv, run);
}
