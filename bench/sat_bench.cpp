// Times summed-area tables beside a kernel that copies as many bytes, and verifies every one of them.
//
//     sat_bench --benchmark_filter='sat/image_r32f/.*/auto/.*' --benchmark_out=tables.json
//
// A row's time is that of one table, measured, bounded and repeated like scan_bench's, with the same counters. The copy
// reads half of the bytes of input and output texels and writes as many. Rows of HDR pictures also count the errors of
// entries and of the means of random boxes, relative to the picture's mean times the entry's texels, and to its mean.
// record/table/... are scan_bench's rows of recording alone.
#include "gpu_program.h"
#include "sat_rows.h"

namespace {

constexpr unsigned kLargestLog2 = 28; // 16384 x 16384

void run(int argc, char** argv)
{
    const bench::GpuOptions options = bench::parseGpuOptions(
        argc, argv,
        "Times summed-area tables beside a kernel that copies as many bytes, and verifies every one of them.",
        kLargestLog2);
    bench::Program program(argv[0], options.program);
    bench::Harness harness(options.device, options.program.effort);
    bench::addTableRows(program, harness, options.program.maxLog2);
    runOn(program, harness.device());
}

} // namespace

int main(int argc, char** argv)
{
    return gpu::mainOf("sat_bench", [&] { run(argc, argv); });
}
