// Times reductions beside a kernel that reads the same bytes.
#include "operation_rows.h"

#include <support/axis.h>
#include <vkscan/reduce.h>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Op;
namespace study = vkscan::study;

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
    args.count = count;
    const auto verifyAndWipe = [&] {
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
    return measureVerified(harness, reduce, args, Yardstick::Read, args.input.size, verifyAndWipe);
}

// reduce/<type>/<op>[/index][/<method>]/<count>
void addReduceRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](const study::ReduceDesc& desc, std::vector<unsigned> log2s) {
        const std::string by =
            desc.method == study::ReduceMethod::Auto ? "" : std::string("/") + study::toString(desc.method);
        const std::string key = std::string("reduce/") + toString(desc.type) + "/" + toString(desc.op) +
                                (desc.withIndex ? "/index" : "") + (desc.reproducible ? "/reproducible" : "") + by;
        addRows<vkscan::Reduce>(program, harness, maxLog2, key, desc, std::move(log2s),
                                [&harness, desc](const vkscan::Reduce& reduce, uint64_t count) {
                                    return measure(harness, reduce, desc, count);
                                });
    };
    add({{.type = ElementType::U32}}, {10, 12, 14, 16, 18, 20, 22, 24, 26, 28});
    for (const study::ReduceMethodRow& row : study::kReduceMethods)
        if (row.value != study::ReduceMethod::Auto)
            add({{.type = ElementType::U32}, row.value}, {20, 24});
    for (const vkscan::OpRow& row : vkscan::kOps)
        if (row.value != Op::Add)
            add({{.type = ElementType::U32, .op = row.value}}, {26});
    add({{.type = ElementType::U32, .op = Op::Min, .withIndex = true}}, {16, 20, 24, 28});
    for (const ElementType type : {ElementType::I32, ElementType::F32})
        add({{.type = type}}, {20, 28});
    add({{.type = ElementType::F32, .reproducible = true}}, {16, 20, 24, 28});
    for (const ElementType type : support::typesOfBytes(8))
        if (harness.maxCount(sumRow(type, vkscan::Strategy::Auto, 1).desc) > 0)
            add({{.type = type}}, {20, 27});
}

const OperationRows kReduceRows("reduce", addReduceRows);

} // namespace

} // namespace bench
