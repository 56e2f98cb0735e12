// Times scans beside a kernel that copies the same bytes, and verifies every one of them.
//
//     scan_bench --benchmark_filter='scan/u32/add/.*' --benchmark_out=scans.json
//     scan_bench --tune
//
// A row's time is that of one scan, by timestamp queries: the median over batches of scans with a barrier behind each,
// in turn with batches of copies. Every row runs twice, so that it shows how well it repeats. Its counters:
//
//     copy_us, ratio             the copy's time; copy / scan
//     spread                     from the 10th to the 90th percentile of the scan's times in the fastest series, as a
//                                part of the median
//     empty_us, empty_ratio      as copy_us and ratio, beside an empty dispatch; for scans by a single workgroup
//     bytes, GB/s, count         read and written, together; elements
//     record_ns, handwritten_ns  the host's time for one Scan::record, and for as many dispatches of the copy by hand
//     allocations                by operator new in one Scan::record; absent if the driver or a layer allocates, too
//
// A row fails if a result is wrong, if recording allocates, or if the times spread beyond kMaxSpread in each of
// kMaxTries tries. On a device that is the processor itself times mean nothing, so the spread may be anything.
// The exit code is 0 if no row failed.
//
// Rows repeat their scan on the same arrays, which small ones find in caches. Rows named cold go through slices of
// arrays far larger than caches, and so do their copies. record/scan/... times recording alone; its yardstick is
// handwritten_us. create/scan/... times Scan::create with kernels that no cache of the driver's has.
//
// Inputs are filled and all results are verified on the device, by kernels of the benchmark's own (check.comp).
// network/... compares the networks by which workgroups may scan, each row once and briefly. --tune prints, instead of
// rows, which geometries are fastest. --brief measures any rows once and briefly, as bench/sentinel does.
#include "gpu_program.h"
#include "harness.h"
#include "operation_rows.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>

namespace {

// The functions of all files of rows, in the order of their names.
std::map<std::string, bench::OperationRows::Add>& operationRows()
{
    static std::map<std::string, bench::OperationRows::Add> rows;
    return rows;
}

constexpr unsigned kLargestLog2 = 31;         // 8 GiB an array
constexpr unsigned kLargestLog2OfOthers = 28; // of operations other than scans

std::vector<bench::Row> listScans(bench::Harness& harness, unsigned log2)
{
    return bench::listRows(log2, [&](const vkscan::study::ScanDesc& desc) { return harness.maxCount(desc); });
}

// Allocates the rows' arrays. Returns the logarithm of the most elements for which there is memory.
unsigned allocate(bench::Harness& harness, unsigned maxLog2)
{
    for (unsigned log2 = maxLog2;; --log2) {
        VkDeviceSize bytes = bench::operationArrayBytes(std::min(log2, kLargestLog2OfOthers));
        for (const bench::Row& row : listScans(harness, log2))
            bytes = std::max(bytes, row.arrayBytes());
        if (harness.allocate(bytes))
            return log2;
        if (log2 == 7)
            throw std::runtime_error("the device has no memory for the smallest rows");
        std::fprintf(stderr, "no memory for 2^%u elements\n", log2);
    }
}

void runRows(bench::Program& program, bench::Harness& harness, unsigned maxLog2)
{
    const unsigned log2 = allocate(harness, maxLog2);
    for (const bench::Row& row : listScans(harness, log2)) {
        const bool isBackward = row.desc.direction == vkscan::Direction::Backward;
        bench::addRow<vkscan::Scan>(
            program, harness, row.name(), row.caseName() + (isBackward ? "/backward" : ""), row.desc,
            [&harness, row](const vkscan::Scan& scan) { return harness.measure(row, scan); },
            row.network.empty() ? 2 : 1);
    }
    const unsigned othersLog2 = std::min(log2, kLargestLog2OfOthers);
    for (const auto& [name, add] : operationRows())
        add(program, harness, othersLog2);
    program.addRow(
        "empty_dispatch", [&harness] { return harness.measureEmptyDispatch(); }, [&harness] { harness.recover(); });
    runOn(program, harness.device());
}

void run(int argc, char** argv)
{
    bool isSearch = false;
    const bench::GpuOptions options = bench::parseGpuOptions(
        argc, argv, "Times scans beside a kernel that copies the same bytes, and verifies every one of them.",
        kLargestLog2, [&](gpu::CommandLine& line) {
            line.addFlag("--tune", isSearch, "Search and print the fastest workgroups instead");
        });
    const unsigned maxLog2 = options.program.maxLog2;
    bench::Program program(argv[0], options.program);
    bench::Harness harness(options.device, options.program.effort);
    if (isSearch)
        bench::tune(harness, maxLog2);
    else
        runRows(program, harness, maxLog2);
}

} // namespace

bench::OperationRows::OperationRows(const char* name, Add add)
{
    operationRows().emplace(name, add);
}

int main(int argc, char** argv)
{
    return gpu::mainOf("scan_bench", [&] { run(argc, argv); });
}
