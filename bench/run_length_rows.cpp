// Times run-length encodings beside a copy of as many bytes.
#include "operation_rows.h"

#include <vkscan/run_length_encode.h>

namespace bench {

namespace {

Result measure(Harness& harness, const vkscan::RunLengthEncode& encode, uint32_t length, uint64_t count)
{
    const uint64_t runs = (count + length - 1) / length;
    const VkDeviceSize runBytes = runs * sizeof(uint32_t);
    Numbers numbers = {.kind = kRuns, .bytes = 4, .parameter = length, .count = count};
    Arrays& arrays = harness.arrays();
    arrays.fillInput(numbers, count);
    const gpu::Buffer runCount = harness.device().createBuffer(sizeof(uint32_t));
    harness.device().fill(runCount, kWrong);
    vkscan::RunLengthEncodeArgs args;
    args.input = arrays.input(count * sizeof(uint32_t));
    args.unique = arrays.output(runBytes);
    args.lengths = {args.unique.address + runBytes, runBytes};
    args.runCount = runCount.range();
    args.count = count;
    const VkDeviceSize bytes = args.input.size + 2 * runBytes;
    numbers.kind = kRunResults;
    return measureVerified(harness, encode, args, Yardstick::Copy, bytes, [&] {
        arrays.checks().requireNumbers(args.unique.address, numbers, 2 * runs);
        uint32_t found = 0;
        harness.device().download(runCount, std::span(&found, 1));
        requireEqual<uint64_t>(found, runs, "the number of runs");
    });
}

} // namespace

void addRunLengthRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const uint32_t length : {2u, 32u, 1000u})
        addRows<vkscan::RunLengthEncode>(program, harness, maxLog2, "run_length/u32/" + std::to_string(length),
                                         vkscan::RunLengthEncodeDesc{}, {16, 20, 24, 28},
                                         [&harness, length](const vkscan::RunLengthEncode& encode, uint64_t count) {
                                             return measure(harness, encode, length, count);
                                         });
}

} // namespace bench
