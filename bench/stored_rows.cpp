// Times scans and reductions of elements of 8 and 16 bits, beside a copy or a read of as many bytes.
#include "operation_rows.h"

#include <vkscan/reduce.h>
#include <vkscan/scan.h>
#include <vkscan/types.h>

#include <algorithm>
#include <array>
#include <bit>

namespace bench {

namespace {

using vkscan::StoredType;

// All elements are 1, so that each result is the number of elements up to it.
uint32_t wordOfOnes(StoredType stored)
{
    switch (findRow(vkscan::kStoredTypes, stored)->bytes) {
    case 1: return 0x01010101;
    case 2: return stored == StoredType::F16 ? 0x3c003c00 : 0x00010001;
    default: return 1;
    }
}

VkDeviceSize bytesOf(StoredType stored)
{
    const VkDeviceSize bytes = findRow(vkscan::kStoredTypes, stored)->bytes;
    return bytes > 0 ? bytes : sizeof(uint32_t);
}

Result measure(Harness& harness, const vkscan::Reduce& reduce, StoredType input, uint64_t count)
{
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    device.fill(arrays.input(), wordOfOnes(input));
    const gpu::Buffer result = device.createBuffer(sizeof(uint32_t));
    device.fill(result, kWrong);
    vkscan::ReduceArgs args;
    args.input = arrays.input(count * bytesOf(input));
    args.result = result.range();
    args.count = count;
    return measureVerified(harness, reduce, args, Yardstick::Read, args.input.size, [&] {
        std::array<uint32_t, 1> found = {};
        device.download(result, found);
        const bool isFloat = input == StoredType::F16; // sums of spans are powers of two and their multiples
        requireEqual(found[0],
                     isFloat ? std::bit_cast<uint32_t>(static_cast<float>(count)) : static_cast<uint32_t>(count),
                     "the result's bits");
        device.fill(result, kWrong);
    });
}

// Integers alone, whose last sums are compared.
Result measure(Harness& harness, const vkscan::Scan& scan, StoredType input, StoredType output, uint64_t count)
{
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    device.fill(arrays.input(), wordOfOnes(input));
    device.fill(arrays.output(), kWrong);
    vkscan::ScanArgs args;
    args.input = arrays.input(count * bytesOf(input));
    args.output = arrays.output(count * bytesOf(output));
    args.count = count;
    return measureVerified(harness, scan, args, Yardstick::Copy, args.input.size + args.output.size, [&] {
        const uint64_t compared = std::min<uint64_t>(count, 65536);
        std::vector<unsigned char> found(compared * bytesOf(output));
        device.download(arrays.output(), found, args.output.size - found.size());
        for (uint64_t i = 0; i < compared; ++i)
            for (uint64_t byte = 0; byte < bytesOf(output); ++byte)
                requireEqual(uint64_t{found[i * bytesOf(output) + byte]}, (count - compared + i + 1) >> 8 * byte & 0xff,
                             "a byte of sum " + std::to_string(count - compared + i));
    });
}

// stored/reduce/{u8,u16,f16}/<count> and stored/scan/{u8,u16,same}_to_{same,u8,u16}/<count>, of elements as they are
// stored; same: u32.
void addStoredRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const vkscan::StoredTypeRow& row : vkscan::kStoredTypes) {
        if (row.bytes == 0 || (row.isSigned && !row.isFloat))
            continue;
        const StoredType input = row.value;
        const vkscan::ReduceDesc desc = {.type = row.type, .input = input};
        addRows<vkscan::Reduce>(program, harness, maxLog2, std::string("stored/reduce/") + toString(input), desc,
                                {20, 24, 28}, [&harness, input](const vkscan::Reduce& reduce, uint64_t count) {
                                    return measure(harness, reduce, input, count);
                                });
    }
    for (const auto& [input, output] : {std::pair{StoredType::U8, StoredType::Same},
                                        {StoredType::U8, StoredType::U8},
                                        {StoredType::U16, StoredType::Same},
                                        {StoredType::Same, StoredType::U16}}) {
        const vkscan::ScanDesc desc = {.input = input, .output = output};
        addRows<vkscan::Scan>(
            program, harness, maxLog2, std::string("stored/scan/") + toString(input) + "_to_" + toString(output), desc,
            {20, 24, 28}, [&harness, input = input, output = output](const vkscan::Scan& scan, uint64_t count) {
                return measure(harness, scan, input, output, count);
            });
    }
}

const OperationRows kStoredRows("stored", addStoredRows);

} // namespace

} // namespace bench
