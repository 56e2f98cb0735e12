// Times compactions, with their rest or without, and splits beside a copy of as many bytes as they read and write at
// least.
#include "operation_rows.h"

#include <type_traits>

namespace bench {

namespace {

using vkscan::Condition;
using vkscan::Predicate;

constexpr Predicate kIsOdd = {Condition::AnyBit, vkscan::ElementType::U32};
constexpr Predicate kIsFlagged = {Condition::FlagBits};

// How a row differs from others of its operation.
struct Variant {
    bool isFlagged = false;      // selects by bits, which are the same as what else is looked at
    bool hasDeviceCount = false; // the number of elements is read on the device
    bool keepsAll = false;       // those that are not selected follow
    bool isApart = false;        // these go to another array
    bool writesIndices = false;
    uint32_t splitBits = 0;
};

template <class Operation, class Args>
Result measure(Harness& harness, const Operation& operation, Args args, const Variant& variant, uint64_t count)
{
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    CheckPush push = {.results = arrays.output().address(),
                      .count = count,
                      .numbers = numbersOf(vkscan::ElementType::U32),
                      .operation = variant.splitBits == 0   ? kByOddness
                                   : variant.splitBits == 1 ? kByOneBit
                                                            : kByFourBits,
                      .tupleSize = variant.writesIndices ? 0u : 1u};
    arrays.fillInput(push.numbers, count);
    const uint64_t selected = arrays.checks().findPlaces(&push, variant.isApart)[0];
    // Buckets that are written; the second of an array of its own is checked apart.
    const bool keepsAll = variant.keepsAll || variant.splitBits > 0;
    push.order = keepsAll && !variant.isApart ? 0xffff : 1;

    const gpu::Buffer counts = device.createBuffer(2 * sizeof(uint32_t));
    device.upload(counts, std::vector<uint32_t>{static_cast<uint32_t>(count), kWrong});
    const gpu::Buffer rest = variant.isApart ? device.createBuffer(bytes) : gpu::Buffer();
    if (variant.isApart)
        device.fill(rest, kWrong);
    args.input = arrays.input(bytes);
    args.output = arrays.output(bytes);
    args.count = count;
    if constexpr (std::is_same_v<Args, vkscan::CompactArgs>)
        if (variant.hasDeviceCount)
            args.countBuffer = {counts.address(), sizeof(uint32_t)};
    VkDeviceSize moved = bytes + (keepsAll ? bytes : selected * sizeof(uint32_t));
    if constexpr (std::is_same_v<Args, vkscan::CompactArgs>) {
        args.rest = rest.range();
        args.selectedCount = {counts.address() + sizeof(uint32_t), sizeof(uint32_t)};
        if (variant.isFlagged) {
            args.tested = arrays.words({.kind = kOddBits, .bytes = 4}, (count + 31) / 32);
            moved += args.tested.size;
        } else {
            args.operand = 1u;
        }
    }
    Result result = measureVerified(harness, operation, args, Yardstick::Copy, moved, [&] {
        if (variant.splitBits == 0) {
            uint32_t found = 0;
            device.download(counts, std::span(&found, 1), sizeof(uint32_t));
            requireEqual<uint64_t>(found, selected, "the number of selected elements");
        }
        std::vector<CheckPush> pushes = {push};
        if (variant.isApart) {
            pushes.push_back(push);
            pushes.back().results = rest.address();
            pushes.back().order = 2;
        }
        arrays.checks().require(Check::Places, pushes);
    });
    result.counters.emplace_back("selected", static_cast<double>(selected));
    return result;
}

// select/u32/{half,half/device_count,bits,indices}/<count>, partition/u32/{half,bits,apart}/<count> and
// split/u32/<bits>/<count>, of random numbers, of which about half are odd: those are selected.
void addSelectRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&]<class Operation, class Args, class Desc>(
                         const Operation&, const Args& args, const std::string& key, const Desc& desc,
                         const Variant& variant, std::vector<unsigned> log2s = {16, 20, 24, 28}) {
        addRows<Operation>(
            program, harness, maxLog2, key, desc, std::move(log2s),
            [&harness, args, variant](const Operation& operation, uint64_t count) {
                return measure(harness, operation, args, variant, count);
            },
            variant.hasDeviceCount ? "/device_count" : "");
    };
    const auto select = [&](const char* key, const vkscan::CompactDesc& desc, const Variant& variant, auto... log2s) {
        add(vkscan::Compact(), vkscan::CompactArgs{}, key, desc, variant, log2s...);
    };
    select("select/u32/half", {.predicate = kIsOdd}, {}, std::vector<unsigned>{10, 12, 14, 16, 18, 20, 22, 24, 26, 28});
    select("select/u32/half", {.predicate = kIsOdd}, {.hasDeviceCount = true});
    select("select/u32/bits", {.predicate = kIsFlagged}, {.isFlagged = true});
    select("select/u32/indices", {.predicate = kIsOdd, .elementSize = vkscan::kIndicesOnly}, {.writesIndices = true});
    const std::vector<unsigned> log2s = {16, 20, 24, 28};
    select("partition/u32/half", {.predicate = kIsOdd, .withRest = true}, {.keepsAll = true}, log2s);
    select("partition/u32/bits", {.predicate = kIsFlagged, .withRest = true}, {.isFlagged = true, .keepsAll = true},
           log2s);
    select("partition/u32/apart", {.predicate = kIsOdd, .withRest = true}, {.keepsAll = true, .isApart = true}, log2s);
    for (const uint32_t bits : {1u, 4u})
        add(vkscan::RadixSort(), vkscan::RadixSortArgs{},
            "split/u32/" + std::to_string(bits) + (bits == 1 ? "_bit" : "_bits"), vkscan::RadixSortDesc{.endBit = bits},
            {.splitBits = bits});
}

const OperationRows kSelectRows("select", addSelectRows);

} // namespace

} // namespace bench
