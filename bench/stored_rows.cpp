// Times scans and reductions of elements that are stored in fewer bytes, beside a copy or a read of as many bytes.
#include "operation_rows.h"

#include <vkscan/reduce.h>
#include <vkscan/scan.h>
#include <vkscan/types.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::StoredType;

// How the elements of an array are stored: as `stored`, or as the operation's type.
struct Elements {
    StoredType stored;
    ElementType type;

    [[nodiscard]] VkDeviceSize bytes() const
    {
        return stored != StoredType::Same ? findRow(vkscan::kStoredTypes, stored)->bytes : sizeOf(type);
    }
    [[nodiscard]] bool isFloat() const
    {
        return stored != StoredType::Same ? findRow(vkscan::kStoredTypes, stored)->isFloat
                                          : findRow(vkscan::kElementTypes, type)->isFloat;
    }
    // A number's bits: a float's are rounded, and integers' are cut off by the caller. Of halves 1 alone.
    [[nodiscard]] uint64_t bitsOf(uint64_t number) const
    {
        if (!isFloat())
            return number;
        switch (bytes()) {
        case 2: return 0x3c00;
        case 4: return std::bit_cast<uint32_t>(static_cast<float>(number));
        default: return std::bit_cast<uint64_t>(static_cast<double>(number));
        }
    }
    // All elements are 1, so that each result is the number of elements up to it.
    [[nodiscard]] uint32_t wordOfOnes() const
    {
        const auto one = static_cast<uint32_t>(bitsOf(1));
        return bytes() == 1 ? one * 0x01010101 : bytes() == 2 ? one * 0x00010001 : one;
    }
};

Result measure(Harness& harness, const vkscan::Reduce& reduce, Elements input, uint64_t count)
{
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    device.fill(arrays.input(), input.wordOfOnes());
    const Elements total = {StoredType::Same, input.type};
    const gpu::Buffer result = device.createBuffer(total.bytes());
    device.fill(result, kWrong);
    vkscan::ReduceArgs args;
    args.input = arrays.input(count * input.bytes());
    args.result = result.range();
    args.count = count;
    return measureVerified(harness, reduce, args, Yardstick::Read, args.input.size, [&] {
        std::vector<unsigned char> found(total.bytes());
        device.download(result, found);
        for (uint64_t byte = 0; byte < found.size(); ++byte) // floats: sums of spans are powers of two and multiples
            requireEqual(uint64_t{found[byte]}, total.bitsOf(count) >> 8 * byte & 0xff, "a byte of the result");
        device.fill(result, kWrong);
    });
}

// The last sums are compared.
Result measure(Harness& harness, const vkscan::Scan& scan, Elements input, Elements output, uint64_t count)
{
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    device.fill(arrays.input(), input.wordOfOnes());
    device.fill(arrays.output(), kWrong);
    vkscan::ScanArgs args;
    args.input = arrays.input(count * input.bytes());
    args.output = arrays.output(count * output.bytes());
    args.count = count;
    return measureVerified(harness, scan, args, Yardstick::Copy, args.input.size + args.output.size, [&] {
        const uint64_t compared = std::min<uint64_t>(count, 65536);
        std::vector<unsigned char> found(compared * output.bytes());
        device.download(arrays.output(), found, args.output.size - found.size());
        for (uint64_t i = 0; i < compared; ++i)
            for (uint64_t byte = 0; byte < output.bytes(); ++byte)
                requireEqual(uint64_t{found[i * output.bytes() + byte]},
                             output.bitsOf(count - compared + i + 1) >> 8 * byte & 0xff,
                             "a byte of sum " + std::to_string(count - compared + i));
    });
}

// stored/reduce/{u8,u16,f16,u32,f32}/<count> and stored/scan/<input>_to_<output>/<count>, of elements as they are
// stored. same: the type to which the other side's elements are widened.
void addStoredRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const vkscan::StoredTypeRow& row : vkscan::kStoredTypes) {
        if (row.bytes == 0 || (row.isSigned && !row.isFloat))
            continue;
        const Elements input = {row.value, row.type};
        const vkscan::ReduceDesc desc = {.type = row.type, .input = row.value};
        addRows<vkscan::Reduce>(program, harness, maxLog2, std::string("stored/reduce/") + row.name, desc, {20, 24, 28},
                                [&harness, input](const vkscan::Reduce& reduce, uint64_t count) {
                                    return measure(harness, reduce, input, count);
                                });
    }
    for (const auto& [input, output] : {std::pair{StoredType::U8, StoredType::Same},
                                        {StoredType::U8, StoredType::U8},
                                        {StoredType::U16, StoredType::Same},
                                        {StoredType::Same, StoredType::U16},
                                        {StoredType::U32, StoredType::Same},
                                        {StoredType::F32, StoredType::Same},
                                        {StoredType::F32, StoredType::F32}}) {
        const StoredType narrow = input != StoredType::Same ? input : output;
        const ElementType type = findRow(vkscan::kStoredTypes, narrow)->type;
        const vkscan::ScanDesc desc = {.type = type, .input = input, .output = output};
        addRows<vkscan::Scan>(
            program, harness, maxLog2, std::string("stored/scan/") + toString(input) + "_to_" + toString(output), desc,
            {20, 24, 28},
            [&harness, from = Elements{input, type}, to = Elements{output, type}](
                const vkscan::Scan& scan, uint64_t count) { return measure(harness, scan, from, to, count); });
    }
}

const OperationRows kStoredRows("stored", addStoredRows);

} // namespace

} // namespace bench
