// Times reductions beside a kernel that reads the same bytes.
#include "operation_rows.h"

#include <vkscan/reduce.h>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Op;
using vkscan::study::ReduceMethod;

Result measure(Harness& harness, const vkscan::Reduce& reduce, const vkscan::ReduceDesc& desc, uint64_t count)
{
    gpu::Device& device = harness.device();
    const VkDeviceSize size = vkscan::sizeOf(desc.type);
    const Numbers numbers = numbersOf(desc.type, desc.op);
    Arrays& arrays = harness.arrays();
    arrays.fillInput(numbers, count);
    const uint64_t expected = arrays.checks().fold(desc.op, numbers, count);
    const gpu::Buffer found = device.createBuffer(16); // the result, and behind it the index
    vkscan::ReduceArgs args;
    args.input = arrays.input(count * size);
    args.result = {found.address(), size};
    if (desc.withIndex)
        args.index = {found.address() + 8, sizeof(uint32_t)};
    args.scratch = harness.scratch().atLeast(reduce.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(reduce.record(commandBuffer, args), "Reduce::record");
    };
    const auto verifyAndWipe = [&] {
        harness.scratch().verify();
        uint64_t words[2] = {};
        device.download(found, words);
        const uint64_t mask = ~uint64_t{0} >> (64 - 8 * size);
        requireEqual(words[0] & mask, expected, "the result's bits");
        // Minima fall, so that no other number equals the least.
        if (desc.withIndex)
            requireEqual(numberAt(numbers, words[1] & UINT32_MAX) & mask, expected, "the element at the index");
        device.fill(found, kWrong);
    };
    device.fill(found, kWrong);
    Result result = measureVerified(harness, count, arrays.reading(args.input.size), record, verifyAndWipe);
    result.bytes = args.input.size;
    result.yardstick = "read";
    return result;
}

} // namespace

void addReduceRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](const vkscan::ReduceDesc& desc, std::vector<unsigned> log2s) {
        const std::string by = desc.method == study::ReduceMethod::Auto ? "" : std::string("/") + toString(desc.method);
        const std::string key = std::string("reduce/") + toString(desc.type) + "/" + toString(desc.op) +
                                (desc.withIndex ? "/index" : "") + by;
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2))
            addRow<vkscan::Reduce>(program, harness, key + "/" + std::to_string(uint64_t{1} << log2), key, desc,
                                   [&harness, desc, log2](const vkscan::Reduce& reduce) {
                                       return measure(harness, reduce, desc, uint64_t{1} << log2);
                                   });
    };
    add({.type = ElementType::U32}, {10, 12, 14, 16, 18, 20, 22, 24, 26, 28});
    for (const study::ReduceMethod method :
         {study::ReduceMethod::Interleaved, study::ReduceMethod::Sequential, study::ReduceMethod::Unrolled, study::ReduceMethod::Decomposed})
        add({.type = ElementType::U32, .method = method}, {20, 24});
    for (const Op op : {Op::Multiply, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor})
        add({.type = ElementType::U32, .op = op}, {26});
    add({.type = ElementType::U32, .op = Op::Min, .withIndex = true}, {16, 20, 24});
    for (const ElementType type : {ElementType::I32, ElementType::F32})
        add({.type = type}, {20, 28});
    for (const ElementType type : {ElementType::U64, ElementType::I64, ElementType::F64})
        if (harness.maxCount(sumRow(type, vkscan::Strategy::Auto, 1).desc) > 0)
            add({.type = type}, {20, 27});
}

} // namespace bench
