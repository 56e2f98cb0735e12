// Times differences beside a copy of the same bytes.
#include "operation_rows.h"

namespace bench {

namespace {

Result measure(Harness& harness, const vkscan::Difference& difference, const vkscan::DifferenceDesc& desc,
               uint64_t count)
{
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    Arrays& arrays = harness.arrays();
    arrays.fillInput(numbersOf(desc.type), count);
    vkscan::DifferenceArgs args;
    args.input = arrays.input(bytes);
    args.output = arrays.output(bytes);
    args.count = count;
    const Numbers differences = {
        .kind = kDifferences, .bytes = 4, .parameter = desc.order, .tupleSize = desc.tupleSize};
    return measureVerified(harness, difference, args, Yardstick::Copy, 2 * bytes,
                           [&] { arrays.checks().requireNumbers(args.output.address, differences, count); });
}

} // namespace

void addDifferenceRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](const std::string& what, uint32_t order, uint32_t tupleSize) {
        const vkscan::DifferenceDesc desc = {vkscan::ElementType::U32, order, tupleSize};
        addRows<vkscan::Difference>(program, harness, maxLog2, "difference/u32/" + what, desc, {16, 20, 24, 28},
                                    [&harness, desc](const vkscan::Difference& difference, uint64_t count) {
                                        return measure(harness, difference, desc, count);
                                    });
    };
    for (const uint32_t order : {1u, 2u, 5u, 8u})
        add("order_" + std::to_string(order), order, 1);
    for (const uint32_t tupleSize : {2u, 5u, 8u})
        add("tuple_" + std::to_string(tupleSize), 1, tupleSize);
}

} // namespace bench
