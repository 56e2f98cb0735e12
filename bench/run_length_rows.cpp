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
    args.scratch = harness.scratch().atLeast(encode.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(encode.record(commandBuffer, args), "RunLengthEncode::record");
    };
    const VkDeviceSize bytes = args.input.size + 2 * runBytes;
    numbers.kind = kRunResults;
    Result result = measureVerified(harness, count, arrays.copying(bytes / 2), record, [&] {
        harness.scratch().verify();
        arrays.checks().requireNumbers(args.unique.address, numbers, 2 * runs);
        uint32_t found = 0;
        harness.device().download(runCount, std::span(&found, 1));
        requireEqual<uint64_t>(found, runs, "the number of runs");
    });
    result.bytes = bytes;
    result.label = toString(encode.strategyFor(count));
    return result;
}

} // namespace

void addRunLengthRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const uint32_t length : {2u, 32u, 1000u})
        for (const unsigned log2 : boundedLog2s({16, 20, 24, 28}, maxLog2)) {
            const uint64_t count = uint64_t{1} << log2;
            addRow<vkscan::RunLengthEncode>(program, harness,
                                            "run_length/u32/" + std::to_string(length) + "/" + std::to_string(count),
                                            "run_length", vkscan::RunLengthEncodeDesc{},
                                            [&harness, length, count](const vkscan::RunLengthEncode& encode) {
                                                return measure(harness, encode, length, count);
                                            });
        }
}

} // namespace bench
