// Times CUB's operations beside a kernel that copies the same bytes, and verifies every one of them: what the other
// benchmarks are compared with.
//
//     cub_bench --benchmark_filter='cub/scan/u32/.*' --benchmark_out=cub.json
//     cub_bench --figures --benchmark_out=cub_figures.json
//
// A row's time is that of one call: the median over batches, each a CUDA graph of calls between two events, in turn
// with batches of copies. Each row runs twice, so that it shows how well it repeats. The exit code is 0 if every
// result was right. --figures runs those of figures.h instead, each once and briefly.
#include "cub_harness.h"
#include "cub_rows.h"

#include <program.h>

#include <cstdio>
#include <exception>

namespace {

constexpr unsigned kLargestLog2 = 30;

int run(int argc, char** argv)
{
    unsigned device = 0;
    bool isFigures = false;
    const bench::Options options = bench::parseOptions(
        argc, argv, "Times CUB beside a kernel that copies the same bytes, and verifies every result.", kLargestLog2,
        [&](gpu::CommandLine& line) {
            line.add("--device", device, "Index of the CUDA device; 0 by default").within(0, 127).text("N");
            line.addFlag("--figures", isFigures, "Throughput by number of elements instead");
        });
    bench::Program program(argv[0], options);
    if (!program.isReady())
        return 1;
    bench::CubHarness harness(static_cast<int>(device));
    const std::vector<bench::CubRow> rows =
        isFigures ? bench::listCubFigureRows(options.maxLog2) : bench::listCubRows(options.maxLog2);
    for (const bench::CubRow& row : harness.allocate(rows))
        program.addRow(
            // An error stays on the device until the program ends, and so shows in the next row again.
            row.name(), [&harness, row] { return harness.measure(row); }, [] {}, isFigures ? 1 : 2);
    return program.run(harness.context());
}

} // namespace

int main(int argc, char** argv)
{
    return bench::runMain("cub_bench", argc, argv, run);
}
