// Sorts: forms, inputs of calls, results on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_RADIX_SORT_H
#define VKSCAN_TESTS_CATALOGUE_RADIX_SORT_H

#include "sort_reference.h"
#include "twins.h"

namespace testing_support {

inline void addForms(Forms<RadixSort>* forms)
{
    forms->add("u16", [](RadixSortDesc& desc) { desc.type = ElementType::U16; });
    forms->add("`segmented`", [](RadixSortDesc& desc) { desc.segmented = true; });
    forms->add("`withIndex`", [](RadixSortDesc& desc) { desc.withIndex = true; });
    forms->add("values of 8 bytes", [](RadixSortDesc& desc) { desc.valueSize = 8; });
    for (const uint32_t bits : {4u, 8u})
        forms->add(std::to_string(bits) + " bits", [=](RadixSortDesc& desc) { desc.endBit = bits; });
}

inline void drawInputs(const RadixSortDesc& desc, RadixSortArgs& args, uint32_t seed, CallMemory* memory)
{
    withKeyType(desc.type,
                [&]<class T>() { memory->write(Argument::Input, randomKeys<T>(args.count, seed % 2 == 0 ? 300 : 0)); });
    drawWords(Argument::Values, 1u << 26, seed, memory);
    drawOffsets(args.count, seed, memory);
}

inline void runTwin(const RadixSortDesc& desc, const RadixSortArgs& args, uint64_t count, CallMemory* memory)
{
    std::vector<uint32_t> offsets;
    if (desc.segmented)
        offsets = memory->read<uint32_t>(Argument::Segments, uint64_t{args.segmentCount} + 1);
    withKeyType(desc.type, [&]<class T>() {
        const auto keys = memory->read<T>(Argument::Input, count);
        const std::vector<uint32_t> order = referenceOrder(desc, keys, count, offsets);
        std::vector<T> sorted(count);
        for (uint64_t i = 0; i < count; ++i)
            sorted[i] = keys[order[i]];
        memory->write(Argument::Output, sorted);
        if (memory->has(Argument::BucketOffsets)) {
            const uint64_t last = (uint64_t{1} << (std::min<uint32_t>(desc.endBit, sizeof(T) * 8) - desc.firstBit)) - 1;
            std::vector<uint32_t> buckets(last + 2);
            for (const T key : keys) {
                const uint64_t bucket = uint64_t{orderedBits(desc, key)} >> desc.firstBit & last;
                ++buckets[(desc.descending ? last - bucket : bucket) + 1];
            }
            std::partial_sum(buckets.begin(), buckets.end(), buckets.begin());
            memory->write(Argument::BucketOffsets, buckets);
        }
        std::vector<uint32_t> values = order;
        if (!desc.withIndex) {
            const uint64_t words = desc.valueSize / sizeof(uint32_t);
            const auto unsorted = memory->read<uint32_t>(Argument::Values, count * words);
            values.resize(count * words);
            for (uint64_t i = 0; i < values.size(); ++i)
                values[i] = unsorted[order[i / words] * words + i % words];
        }
        memory->write(Argument::SortedValues, values);
    });
}

// Each payload, and ranges of bits: those of splits, of one digit, and any, of segments, too.
inline void vary(Descriptions<RadixSortDesc>* descs, const Elements& elements)
{
    const auto bits = static_cast<uint32_t>(sizeOf(elements.type)) * 8;
    descs->all[0].withIndex = true;
    descs->each(&RadixSortDesc::descending, std::array{false, true});
    const auto add = [&](RadixSortDesc desc) {
        desc.type = elements.type;
        desc.descending = desc.endBit - desc.firstBit > kMaxSplitBits && (descs->all.size() + descs->first) % 2 == 0;
        descs->all.push_back(desc);
    };
    for (const uint32_t valueSize : {0u, 4u, 8u, 16u})
        add({.valueSize = valueSize});
    if (isFloat(elements.type))
        for (const bool equalZeros : {false, true}) {
            add({.equalZeros = equalZeros, .nansLast = true, .withIndex = true});
            add({.equalZeros = equalZeros, .nansLast = !equalZeros, .segmented = true});
        }
    const auto upTo = [bits](uint32_t bit) { return std::min(bit, bits); }; // also of differences below 0
    for (const auto& [firstBit, endBit] : {std::pair{0u, 0u},
                                           {bits, bits},
                                           {0u, 7u},
                                           {bits - 1, bits},
                                           {3u, bits - 3},
                                           {5u, upTo(bits - 11)},
                                           {bits - 8, bits}})
        add({.withIndex = true, .firstBit = firstBit, .endBit = endBit});
    for (const uint32_t endBit : {3u, upTo(12), upTo(bits - 9), bits})
        add({.valueSize = endBit == bits ? 16u : 0u, .withIndex = endBit < bits, .endBit = endBit, .segmented = true});
    add({.valueSize = 8, .firstBit = 7, .endBit = bits, .segmented = true});
    for (const auto& [splitBits, valueSize] :
         {std::pair{1u, 0u}, {2u, 12u}, {3u, ~0u}, {4u, 0u}, {1u, 8u}, {4u, 16u}, {2u, 4u}, {4u, 64u}})
        if (elements.type == ElementType::U32) {
            const uint32_t firstBit = (splitBits * 7 + descs->first) % 8 * (bits - splitBits) / 7;
            add({.valueSize = valueSize == ~0u ? 0 : valueSize,
                 .withIndex = valueSize == ~0u,
                 .firstBit = firstBit,
                 .endBit = firstBit + splitBits});
        }
    const auto isSplit = [&](const RadixSortDesc& desc) {
        return elements.type == ElementType::U32 && desc.endBit > desc.firstBit &&
               desc.endBit - desc.firstBit <= kMaxSplitBits && !desc.segmented;
    };
    if (descs->strategy == Strategy::FlatSum) // splits alone have flat sums
        std::erase_if(descs->all, std::not_fn(isSplit));
}

} // namespace testing_support

#endif
