// Times reductions by key and unique by key beside a copy of as many bytes.
#include "operation_rows.h"

#include <vkscan/reduce_by_key.h>

namespace bench {

namespace {

// Checks keys and values of runs of equal lengths.
Result measure(Harness& harness, const vkscan::ReduceByKey& reduce, bool keepsFirst, uint32_t length, uint64_t count)
{
    const uint64_t runs = (count + length - 1) / length;
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    const VkDeviceSize runBytes = runs * sizeof(uint32_t);
    const Numbers keys = {.kind = kRuns, .bytes = 4, .parameter = length, .count = count};
    // First values are checked as keys are.
    const Numbers values = keepsFirst ? keys : numbersOf(vkscan::ElementType::U32);
    Arrays& arrays = harness.arrays();
    arrays.fillInput(keys, count);
    arrays.fillInput(values, count, bytes);
    const gpu::Buffer runCount = harness.device().createBuffer(sizeof(uint32_t));
    harness.device().fill(runCount, kWrong);
    harness.device().fill(arrays.output(), kWrong);
    vkscan::ReduceByKeyArgs args;
    args.input = arrays.input(bytes);
    args.values = {args.input.address + bytes, bytes};
    args.unique = arrays.output(runBytes);
    args.reduced = {args.unique.address + runBytes, runBytes};
    args.runCount = runCount.range();
    args.count = count;
    const VkDeviceSize touched = bytes + (keepsFirst ? runBytes : bytes) + 2 * runBytes;
    const Numbers elements = {.kind = kRuns, .bytes = 4, .parameter = 1, .count = runs};
    return measureVerified(harness, reduce, args, Yardstick::Copy, touched, [&] {
        arrays.checks().requireNumbers(args.unique.address, elements, runs);
        if (keepsFirst)
            arrays.checks().requireNumbers(args.reduced.address, elements, runs);
        else
            arrays.checks().require(
                Check::Fold, {.results = args.reduced.address, .count = count, .numbers = values, .block = length});
        uint32_t found = 0;
        harness.device().download(runCount, std::span(&found, 1));
        requireEqual<uint64_t>(found, runs, "the number of runs");
    });
}

} // namespace

void addReduceByKeyRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const bool keepsFirst : {false, true})
        for (const uint32_t length : {2u, 32u, 1000u})
            addRows<vkscan::ReduceByKey>(
                program, harness, maxLog2,
                (keepsFirst ? "unique_by_key/u32/" : "reduce_by_key/u32/") + std::to_string(length),
                vkscan::ReduceByKeyDesc{.keepsFirst = keepsFirst}, {16, 20, 24, 28},
                [&harness, keepsFirst, length](const vkscan::ReduceByKey& reduce, uint64_t count) {
                    return measure(harness, reduce, keepsFirst, length, count);
                });
}

} // namespace bench
