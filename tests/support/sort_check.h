// Runs one radix sort on the device and holds keys and values against std::stable_sort.
#ifndef VKSCAN_TESTS_SORT_CHECK_H
#define VKSCAN_TESTS_SORT_CHECK_H

#include "scan_check.h"

#include "operations/radix_sort.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <random>

namespace testing_support {

inline constexpr vkscan::ElementType kKeyTypes[] = {
    vkscan::ElementType::U16, vkscan::ElementType::U32, vkscan::ElementType::I32, vkscan::ElementType::F32,
    vkscan::ElementType::U64, vkscan::ElementType::I64, vkscan::ElementType::F64};

struct SortCase {
    bool withOutput = true;        // else the permutation alone
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount = std::nullopt;
    std::vector<uint32_t> offsets = {}; // of segments
    bool ownScratch = true;             // zeroed, and fenced
    unsigned submissions = 1;
};

template <class Function>
void withKeyType(vkscan::ElementType type, const Function& function)
{
    if (type == vkscan::ElementType::U16)
        function.template operator()<uint16_t>();
    else
        withType(type, function);
}

[[nodiscard]] inline vkscan::RadixSort createSort(vkscan::RadixSortDesc desc,
                                                  const vkscan::Tuning& tuning = smallTuning())
{
    desc.assumeForwardProgress = true;
    vkscan::RadixSort sort;
    const vkscan::Status status = createTuned(context(), desc, tuning, &sort);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    return sort;
}

// An unsigned integer of the key's size that is ordered like it.
template <class T>
[[nodiscard]] auto orderedBits(T key)
{
    using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
    constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
    const auto bits = std::bit_cast<Bits>(key);
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<Bits>((bits & kSign) != 0 ? ~bits : bits | kSign);
    else
        return static_cast<Bits>(std::is_signed_v<T> ? bits ^ kSign : bits);
}

// The permutation: indices of the keys in order, of those before, in between and behind the offsets, each by
// themselves.
template <class T>
[[nodiscard]] std::vector<uint32_t> referenceOrder(const vkscan::RadixSortDesc& desc, const std::vector<T>& keys,
                                                   uint64_t count, std::vector<uint32_t> offsets)
{
    const uint32_t keyBits = sizeof(T) * 8;
    const uint32_t endBit = std::min(desc.endBit, keyBits);
    std::vector<uint64_t> sorted(count); // what keys are sorted by
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t below = endBit == 64 ? ~uint64_t{0} : (uint64_t{1} << endBit) - 1;
        sorted[i] = desc.firstBit < 64 ? (uint64_t{orderedBits(keys[i])} & below) >> desc.firstBit : 0;
    }
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    offsets.push_back(static_cast<uint32_t>(count));
    uint64_t first = 0;
    for (const uint32_t offset : offsets) {
        const uint64_t end = std::min<uint64_t>(offset, count);
        std::stable_sort(order.begin() + first, order.begin() + end, [&](uint32_t a, uint32_t b) {
            return desc.descending ? sorted[a] > sorted[b] : sorted[a] < sorted[b];
        });
        first = end;
    }
    return order;
}

// What is distinct for each index, of any size.
[[nodiscard]] inline std::vector<uint32_t> valuesOf(uint64_t count, uint64_t words)
{
    std::vector<uint32_t> values(count * words);
    for (uint64_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<uint32_t>(i * 2654435761u + 12345);
    return values;
}

template <class T>
void checkSort(const vkscan::RadixSort& sort, const vkscan::RadixSortDesc& desc, const SortCase& c,
               const std::vector<T>& keys)
{
    const uint64_t count = std::min<uint64_t>(keys.size(), c.gpuCount.value_or(0xffffffffu));
    SCOPED_TRACE(std::string(toString(desc.type)) + ", " + toString(sort.strategyFor(keys.size())) + ", count " +
                 std::to_string(count) + " of " + std::to_string(keys.size()) + ", bits " +
                 std::to_string(desc.firstBit) + " to " + std::to_string(desc.endBit) +
                 (desc.descending ? ", descending" : "") + ", values of " + std::to_string(desc.valueSize) +
                 (desc.withIndex ? ", indices" : "") +
                 (c.offsets.empty() ? "" : ", " + std::to_string(c.offsets.size()) + " offsets"));
    const VkDeviceSize keyBytes = keys.size() * sizeof(T);
    const uint64_t valueWords = desc.withIndex ? 1 : desc.valueSize / 4;
    const std::vector<uint32_t> values = valuesOf(keys.size(), valueWords);
    const VkDeviceSize valueBytes = values.size() * 4;
    const VkDeviceSize misalignment = c.misalignment * sizeof(T) % 16;
    const VkDeviceSize valueMisalignment = c.misalignment * valueWords * 4 % 16;
    TestArray input(keyBytes, misalignment);
    TestArray output(keyBytes, 16 - sizeof(T) - misalignment / 2 / sizeof(T) * sizeof(T));
    TestArray valuesIn(valueBytes, valueMisalignment);
    TestArray valuesOut(valueBytes, valueMisalignment);
    TestArray temporary(sort.temporarySize(keys.size()));
    TestArray countBuffer(sizeof(uint32_t));
    TestArray segments(c.offsets.size() * sizeof(uint32_t), 4);
    TestArray ownScratch(c.ownScratch ? sort.scratchSize(keys.size()) : 0);
    input.write(keys.data(), keyBytes);
    output.fill(0xcc);
    valuesIn.write(values.data(), valueBytes);
    valuesOut.fill(0xcc);
    temporary.fill(0xcc);
    ownScratch.fill(0);

    vkscan::RadixSortArgs args;
    args.input = input.range();
    if (c.withOutput)
        args.output = output.range();
    if (desc.valueSize > 0)
        args.values = valuesIn.range();
    if (valueWords > 0)
        args.sortedValues = valuesOut.range();
    args.temporary = temporary.range();
    if (!c.offsets.empty()) {
        segments.write(c.offsets.data(), c.offsets.size() * sizeof(uint32_t));
        args.segments = segments.range();
        args.segmentCount = static_cast<uint32_t>(c.offsets.size() - 1);
    }
    args.count = keys.size();
    args.scratch = c.ownScratch ? ownScratch.range() : sharedScratch(sort.scratchSize(args.count));
    if (c.gpuCount) {
        countBuffer.write(&*c.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(sort, args, c.submissions);

    const std::vector<uint32_t> order = referenceOrder(desc, keys, count, c.offsets);
    std::vector<T> sortedKeys(keys.size());
    std::vector<uint32_t> sortedValues(values.size());
    output.read(sortedKeys.data(), keyBytes);
    valuesOut.read(sortedValues.data(), valueBytes);
    const auto isUntouched = [](const auto& value) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
        return std::all_of(bytes, bytes + sizeof(value), [](unsigned char byte) { return byte == 0xcc; });
    };
    for (uint64_t i = 0; i < keys.size(); ++i) {
        if (i < count && c.withOutput)
            ASSERT_EQ(orderedBits(sortedKeys[i]), orderedBits(keys[order[i]])) << "key " << i;
        else
            ASSERT_TRUE(isUntouched(sortedKeys[i])) << "key " << i;
        for (uint64_t word = 0; word < valueWords; ++word) {
            const uint32_t value = sortedValues[i * valueWords + word];
            if (i < count)
                ASSERT_EQ(value, desc.withIndex ? order[i] : values[order[i] * valueWords + word]) << "value " << i;
            else
                ASSERT_TRUE(isUntouched(value)) << "value " << i;
        }
    }
    std::vector<T> inputAfter(keys.size());
    input.read(inputAfter.data(), keyBytes);
    ASSERT_TRUE(keys.empty() || std::memcmp(inputAfter.data(), keys.data(), keyBytes) == 0);
    std::vector<uint32_t> valuesAfter(values.size());
    valuesIn.read(valuesAfter.data(), valueBytes);
    ASSERT_EQ(valuesAfter, values);
    ASSERT_TRUE(input.intact() && output.intact() && valuesIn.intact() && valuesOut.intact() && temporary.intact() &&
                countBuffer.intact() && segments.intact() && ownScratch.intact());
    if (args.scratch.size > 0) {
        ASSERT_EQ(c.ownScratch ? scratchStatus(ownScratch) : sharedScratchStatus(), vkscan::ScratchStatus::Complete);
    }
}

// Keys of any bits, floats with every special value; those of few distinct values repeat.
template <class T>
[[nodiscard]] std::vector<T> randomKeys(uint64_t count, uint32_t distinct = 0)
{
    using Bits = decltype(orderedBits(T{}));
    constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
    std::mt19937_64 random(count + distinct);
    std::vector<T> some;
    if constexpr (std::is_floating_point_v<T>) {
        const T infinity = std::numeric_limits<T>::infinity();
        const auto nan = std::bit_cast<Bits>(std::numeric_limits<T>::quiet_NaN());
        some = {T{0},
                -T{0},
                infinity,
                -infinity,
                std::bit_cast<T>(nan),
                std::bit_cast<T>(static_cast<Bits>(nan | kSign)),
                std::bit_cast<T>(static_cast<Bits>(nan | 1)),
                std::numeric_limits<T>::denorm_min(),
                T{1},
                -T{1}};
    } else {
        some = {T{0}, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), static_cast<T>(-1), T{1}};
    }
    std::vector<T> keys(count);
    for (T& key : keys) {
        const uint64_t word = random();
        key = word % 8 == 0 ? some[word / 8 % some.size()] : std::bit_cast<T>(static_cast<Bits>(random()));
    }
    if (distinct > 0)
        for (uint64_t i = distinct; i < count; ++i)
            keys[i] = keys[random() % distinct];
    return keys;
}

[[nodiscard]] inline uint64_t tileOf(vkscan::Strategy strategy)
{
    const vkscan::Tuning tuning = smallTuning();
    return (strategy == vkscan::Strategy::SingleWorkgroup     ? tuning.sortSingle
            : strategy == vkscan::Strategy::DecoupledLookback ? tuning.sortPass
                                                              : tuning.sortScatter)
        .tileElements(vkscan::ElementType::U32);
}

} // namespace testing_support

#endif
