// Times reductions by key, unique by key and run lengths beside a copy of as many bytes.
#include "operation_rows.h"

#include <vkscan/reduce_by_key.h>

namespace bench {

namespace {

using vkscan::RunValue;

// Checks keys, and values or lengths, of runs of equal lengths.
Result measure(Harness& harness, const vkscan::ReduceByKey& reduce, RunValue runValue, uint32_t length, uint64_t count)
{
    const uint64_t runs = (count + length - 1) / length;
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    const VkDeviceSize runBytes = runs * sizeof(uint32_t);
    const Numbers keys = {.kind = kRuns, .bytes = 4, .parameter = length, .count = count};
    // First values are checked as keys are.
    const Numbers values = runValue == RunValue::First ? keys : numbersOf(vkscan::ElementType::U32);
    Arrays& arrays = harness.arrays();
    arrays.fillInput(keys, count);
    if (runValue != RunValue::None)
        arrays.fillInput(values, count, bytes);
    const gpu::Buffer runCount = harness.device().createBuffer(sizeof(uint32_t));
    harness.device().fill(runCount, kWrong);
    harness.device().fill(arrays.output(), kWrong);
    vkscan::ReduceByKeyArgs args;
    args.input = arrays.input(bytes);
    args.unique = arrays.output(runBytes);
    const vkscan::BufferRange results = {args.unique.address + runBytes, runBytes};
    VkDeviceSize touched = bytes + 2 * runBytes;
    if (runValue == RunValue::None) {
        args.lengths = results;
    } else {
        args.values = {args.input.address + bytes, bytes};
        args.reduced = results;
        touched += runValue == RunValue::First ? runBytes : bytes;
    }
    args.runCount = runCount.range();
    args.count = count;
    const Numbers elements = {.kind = kRuns, .bytes = 4, .parameter = 1, .count = runs};
    const Numbers lengths = {.kind = kRunResults, .bytes = 4, .parameter = length, .count = count};
    return measureVerified(harness, reduce, args, Yardstick::Copy, touched, [&] {
        if (runValue == RunValue::None)
            arrays.checks().requireNumbers(args.unique.address, lengths, 2 * runs); // behind the keys
        else
            arrays.checks().requireNumbers(args.unique.address, elements, runs);
        if (runValue == RunValue::First)
            arrays.checks().requireNumbers(results.address, elements, runs);
        if (runValue == RunValue::Reduced)
            arrays.checks().require(Check::Fold,
                                    {.results = results.address, .count = count, .numbers = values, .block = length});
        uint32_t found = 0;
        harness.device().download(runCount, std::span(&found, 1));
        requireEqual<uint64_t>(found, runs, "the number of runs");
    });
}

// {reduce,unique}_by_key/u32/<length>/<count> and run_length/u32/<length>/<count>, of runs of equal lengths
void addReduceByKeyRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto addRowsOf = [&](const std::string& name, RunValue runValue) {
        for (const uint32_t length : {2u, 32u, 1000u})
            addRows<vkscan::ReduceByKey>(
                program, harness, maxLog2, name + "/u32/" + std::to_string(length),
                vkscan::ReduceByKeyDesc{.runValue = runValue}, {16, 20, 24, 28},
                [&harness, runValue, length](const vkscan::ReduceByKey& reduce, uint64_t count) {
                    return measure(harness, reduce, runValue, length, count);
                });
    };
    addRowsOf("run_length", RunValue::None);
    addRowsOf("reduce_by_key", RunValue::Reduced);
    addRowsOf("unique_by_key", RunValue::First);
}

const OperationRows kReduceByKeyRows("reduce_by_key", addReduceByKeyRows);

} // namespace

} // namespace bench
