// Times distributions beside a copy of as many bytes.
#include "operation_rows.h"

#include <vkscan/distribution.h>

#include <bit>
#include <cmath>

namespace bench {

namespace {

// The rows' sums never decrease, and the last is the total.
void requireRowSums(const std::vector<float>& sums, double total)
{
    float before = 0;
    for (const float sum : sums) {
        if (!(sum >= before))
            throw std::runtime_error("the rows' sums decrease");
        before = sum;
    }
    if (!(std::abs(static_cast<double>(before) - total) <= 1e-4 * total))
        throw std::runtime_error("the total is wrong: " + std::to_string(before));
}

Result measure(Harness& harness, const vkscan::Distribution& distribution, uint32_t rowLength, uint64_t count)
{
    const VkDeviceSize bytes = count * sizeof(float);
    const Numbers numbers = {.kind = kWeights, .bytes = 4};
    const uint64_t entries = vkscan::distributionEntries(count, rowLength);
    Arrays& arrays = harness.arrays();
    arrays.fillInput(numbers, count);
    vkscan::DistributionArgs args;
    args.input = arrays.input(bytes);
    args.output = arrays.output(entries * sizeof(float));
    args.rowLength = rowLength;
    args.count = count;
    harness.device().fill(arrays.output(), kWrong);
    return measureVerified(harness, distribution, args, Yardstick::Copy, 2 * bytes, [&] {
        CheckPush push = scanCheck({.type = vkscan::ElementType::F32});
        push.results = args.output.address + (entries - count) * sizeof(float);
        push.count = count;
        push.numbers = numbers;
        push.segment = rowLength;
        arrays.checks().require(Check::Scan, push);
        std::vector<float> sums(vkscan::distributionRows(count, rowLength));
        harness.device().download(arrays.output(), sums);
        const auto bits = static_cast<uint32_t>(arrays.checks().fold(vkscan::Op::Add, numbers, count));
        requireRowSums(sums, static_cast<double>(std::bit_cast<float>(bits)));
    });
}

} // namespace

void addDistributionRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](uint32_t rowLength, std::vector<unsigned> log2s) {
        addRows<vkscan::Distribution>(program, harness, maxLog2, "distribution/f32/" + std::to_string(rowLength),
                                      vkscan::DistributionDesc{}, std::move(log2s),
                                      [&harness, rowLength](const vkscan::Distribution& distribution, uint64_t count) {
                                          return measure(harness, distribution, rowLength, count);
                                      });
    };
    add(2048, {16, 20, 21, 24, 28});
    add(256, {24});
    add(8192, {24});
}

} // namespace bench
