// Times allocations beside a copy of the same bytes.
#include "operation_rows.h"

#include <vkscan/suballocate.h>

#include <array>

namespace bench {

namespace {

constexpr uint32_t kDivisor = 256;

Result measure(Harness& harness, const vkscan::Suballocate& allocate, uint64_t count)
{
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    const Numbers counts = {.kind = kCounts, .bytes = 4};
    Arrays& arrays = harness.arrays();
    arrays.fillInput(counts, count);
    const gpu::Buffer words = harness.device().createBuffer(2 * sizeof(uint32_t)); // the total, the indirect count
    harness.device().fill(words, kWrong);
    vkscan::SuballocateArgs args;
    args.counts = arrays.input(bytes);
    args.offsets = arrays.output(bytes);
    args.total = {words.address(), sizeof(uint32_t)};
    args.indirect = {{words.address() + sizeof(uint32_t), sizeof(uint32_t)}, kDivisor, vkscan::Rounding::Up};
    args.count = count;
    return measureVerified(harness, allocate, args, Yardstick::Copy, 2 * bytes, [&] {
        CheckPush push = scanCheck({.kind = vkscan::Kind::Exclusive});
        push.results = args.offsets.address;
        push.count = count;
        push.numbers = counts;
        arrays.checks().require(Check::Scan, push);
        std::array<uint32_t, 2> found = {};
        harness.device().download(words, found);
        const auto total = static_cast<uint32_t>(arrays.checks().fold(vkscan::Op::Add, counts, count));
        requireEqual(found[0], total, "the total");
        requireEqual(found[1], (total + kDivisor - 1) / kDivisor, "the indirect count");
    });
}

// allocate/u32/<count>
void addSuballocateRows(Program& program, Harness& harness, unsigned maxLog2)
{
    addRows<vkscan::Suballocate>(
        program, harness, maxLog2, "allocate/u32", vkscan::SuballocateDesc{}, {12, 16, 20, 24, 28},
        [&harness](const vkscan::Suballocate& allocate, uint64_t count) { return measure(harness, allocate, count); });
}

const OperationRows kSuballocateRows("suballocate", addSuballocateRows);

} // namespace

} // namespace bench
