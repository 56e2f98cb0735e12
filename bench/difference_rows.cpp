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
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(difference.record(commandBuffer, args), "Difference::record");
    };
    const Numbers differences = {
        .kind = kDifferences, .bytes = 4, .parameter = desc.order, .tupleSize = desc.tupleSize};
    Result result = measureVerified(harness, count, arrays.copying(bytes), record,
                                    [&] { arrays.checks().requireNumbers(args.output.address, differences, count); });
    result.bytes = 2 * bytes;
    return result;
}

} // namespace

void addDifferenceRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](const std::string& what, uint32_t order, uint32_t tupleSize) {
        const vkscan::DifferenceDesc desc = {vkscan::ElementType::U32, order, tupleSize};
        const std::string key = "difference/u32/" + what;
        for (const unsigned log2 : boundedLog2s({16, 20, 24, 28}, maxLog2))
            addRow<vkscan::Difference>(program, harness, key + "/" + std::to_string(uint64_t{1} << log2), key, desc,
                                       [&harness, desc, log2](const vkscan::Difference& difference) {
                                           return measure(harness, difference, desc, uint64_t{1} << log2);
                                       });
    };
    for (const uint32_t order : {1u, 2u, 5u, 8u})
        add("order_" + std::to_string(order), order, 1);
    for (const uint32_t tupleSize : {2u, 5u, 8u})
        add("tuple_" + std::to_string(tupleSize), 1, tupleSize);
}

} // namespace bench
