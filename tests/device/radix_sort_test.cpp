// Radix sorts on the device: every type, direction, payload, range of bits and form, against std::stable_sort.
#include "hostile.h"
#include "sort_reference.h"

#include "operations/radix_sort.h"

#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr Strategy kStrategies[] = {Strategy::SingleWorkgroup, Strategy::DecoupledLookback, Strategy::ReduceThenScan};

struct SortCase {
    bool withOutput = true;        // else the permutation alone
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount = std::nullopt;
    std::vector<uint32_t> offsets = {}; // of segments
    bool ownScratch = true;             // zeroed, and fenced
    unsigned submissions = 1;
};

RadixSort createSort(RadixSortDesc desc, const Tuning& tuning = smallTuning())
{
    desc.assumeForwardProgress = true;
    RadixSort sort;
    const Status status = createTuned(context(), desc, tuning, &sort);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return sort;
}

// What is distinct for each index, of any size.
std::vector<uint32_t> valuesOf(uint64_t count, uint64_t words)
{
    std::vector<uint32_t> values(count * words);
    for (uint64_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<uint32_t>(i * 2654435761u + 12345);
    return values;
}

template <class T>
void checkSort(const RadixSort& sort, const RadixSortDesc& desc, const SortCase& c, const std::vector<T>& keys)
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

    RadixSortArgs args;
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
        ASSERT_EQ(c.ownScratch ? scratchStatus(ownScratch) : sharedScratchStatus(), ScratchStatus::Complete);
    }
}

uint64_t tileOf(Strategy strategy)
{
    const Tuning tuning = smallTuning();
    return (strategy == Strategy::SingleWorkgroup     ? tuning.sortSingle
            : strategy == Strategy::DecoupledLookback ? tuning.sortPass
                                                      : tuning.sortScatter)
        .tileElements(ElementType::U32);
}

TEST(RadixSortTest, EveryTypeAndDirection)
{
    for (const Strategy strategy : kStrategies) {
        for (const ElementType type : kKeyTypes) {
            for (const bool descending : {false, true}) {
                const RadixSortDesc desc = {
                    .type = type, .descending = descending, .withIndex = true, .strategy = strategy};
                const RadixSort sort = createSort(desc);
                withKeyType(type, [&]<class T>() {
                    for (const uint64_t count : {uint64_t{100}, tileOf(strategy), uint64_t{20011}})
                        if (count <= sort.maxCount())
                            checkSort(sort, desc, {}, randomKeys<T>(count, 1000));
                });
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

TEST(RadixSortTest, AnyCountAndAlignment)
{
    for (const Strategy strategy : kStrategies) {
        const RadixSortDesc desc = {.valueSize = 4, .strategy = strategy};
        const RadixSortDesc desc16 = {.type = ElementType::U16, .strategy = strategy};
        const RadixSort sort = createSort(desc);
        const RadixSort sort16 = createSort(desc16);
        const uint64_t tile = tileOf(strategy);
        SortCase c;
        for (const uint64_t count :
             {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{31}, uint64_t{65}, tile - 1, tile, tile + 1,
              uint64_t{1337}, 16 * tile - 1, 16 * tile, 16 * tile + 1, 33 * tile + 5, uint64_t{100003}}) {
            c.misalignment = (c.misalignment + 1) % 4;
            if (count > sort.maxCount())
                continue;
            checkSort(sort, desc, c, randomKeys<uint32_t>(count));
            checkSort(sort16, desc16, c, randomKeys<uint16_t>(count));
            if (HasFatalFailure())
                return;
        }
    }
}

TEST(RadixSortTest, EveryPayload)
{
    for (const Strategy strategy : kStrategies) {
        for (const uint32_t valueSize : {0u, 8u, 16u}) {
            RadixSortDesc desc = {.valueSize = valueSize, .strategy = strategy};
            const RadixSort sort = createSort(desc);
            checkSort(sort, desc, {}, randomKeys<uint32_t>(std::min<uint64_t>(sort.maxCount(), 5003), 99));
            if (valueSize != 16)
                continue;
            desc.type = ElementType::U64;
            const RadixSort wide = createSort(desc);
            checkSort(wide, desc, {}, randomKeys<uint64_t>(std::min<uint64_t>(wide.maxCount(), 3001), 99));
        }
    }
}

// The permutation, with the keys and without them, by any number of passes.
TEST(RadixSortTest, PermutationAlone)
{
    for (const Strategy strategy : kStrategies) {
        for (const uint32_t endBit : {0u, 7u, 16u, 24u, 32u}) {
            const RadixSortDesc desc = {.withIndex = true, .endBit = endBit, .strategy = strategy};
            const RadixSort sort = createSort(desc);
            SortCase c;
            for (c.withOutput = true;; c.withOutput = false) {
                checkSort(sort, desc, c, randomKeys<uint32_t>(std::min<uint64_t>(sort.maxCount(), 3001)));
                if (!c.withOutput || HasFatalFailure())
                    break;
            }
        }
    }
}

TEST(RadixSortTest, AnyBits)
{
    for (const Strategy strategy : kStrategies) {
        for (const auto& [firstBit, endBit] :
             {std::pair{0u, 0u}, {32u, 32u}, {0u, 1u}, {31u, 32u}, {13u, 14u}, {3u, 29u}, {5u, 21u}, {24u, 32u}}) {
            for (const bool descending : {false, true}) {
                const RadixSortDesc desc = {.type = ElementType::I32,
                                            .descending = descending,
                                            .withIndex = true,
                                            .firstBit = firstBit,
                                            .endBit = endBit,
                                            .strategy = strategy};
                const RadixSort sort = createSort(desc);
                checkSort(sort, desc, {}, randomKeys<int32_t>(std::min<uint64_t>(sort.maxCount(), 3001)));
            }
        }
        for (const auto& [firstBit, endBit] :
             {std::pair{0u, 0u}, {64u, 64u}, {63u, 64u}, {31u, 33u}, {20u, 47u}, {32u, 40u}, {28u, 36u}, {1u, 64u}}) {
            const RadixSortDesc desc = {.type = ElementType::F64,
                                        .withIndex = true,
                                        .firstBit = firstBit,
                                        .endBit = endBit,
                                        .strategy = strategy};
            const RadixSort sort = createSort(desc);
            checkSort(sort, desc, {}, randomKeys<double>(std::min<uint64_t>(sort.maxCount(), 3001)));
        }
        for (const auto& [firstBit, endBit] : {std::pair{0u, 0u}, {15u, 16u}, {3u, 9u}, {5u, 16u}}) {
            const RadixSortDesc desc = {.type = ElementType::U16,
                                        .descending = firstBit == 3,
                                        .valueSize = 8,
                                        .firstBit = firstBit,
                                        .endBit = endBit,
                                        .strategy = strategy};
            const RadixSort sort = createSort(desc);
            checkSort(sort, desc, {}, randomKeys<uint16_t>(std::min<uint64_t>(sort.maxCount(), 3001)));
        }
        if (HasFatalFailure())
            return;
    }
}

// Passes are skipped in whose digits keys are equal, whichever these are: where the others leave keys differs. Keys
// behind the count do not count.
TEST(RadixSortTest, SkipsPassesOfEqualDigits)
{
    // Of few tiles, a look-back sorts by all digits.
    for (const auto& [strategy, count] :
         {std::pair{Strategy::DecoupledLookback, 65 * tileOf(Strategy::ReduceThenScan) + 9},
          {Strategy::ReduceThenScan, uint64_t{3001}}}) {
        RadixSortDesc desc = {.withIndex = true, .strategy = strategy};
        const RadixSort indices = createSort(desc);
        desc = {.type = ElementType::F64, .descending = true, .valueSize = 8, .firstBit = 4, .strategy = strategy};
        const RadixSort wide = createSort(desc);
        for (uint32_t digits = 0; digits < 16; ++digits) {
            uint64_t mask = 0;
            for (uint32_t digit = 0; digit < 4; ++digit)
                mask |= (digits & 1 << digit) != 0 ? uint64_t{0x55} << 8 * digit : 0;
            std::vector<uint32_t> keys = randomKeys<uint32_t>(count);
            for (uint64_t i = 0; i < count - 7; ++i)
                keys[i] = (keys[i] & static_cast<uint32_t>(mask)) | (0xcdcdcdcd & ~static_cast<uint32_t>(mask));
            const auto counted = static_cast<uint32_t>(count - 7);
            desc = {.withIndex = true, .strategy = strategy};
            checkSort(indices, desc, {.gpuCount = counted}, keys);
            if (digits % 3 != 0)
                continue;
            checkSort(indices, desc, {.withOutput = false, .gpuCount = counted}, keys);
            std::vector<double> doubles(count);
            for (uint64_t i = 0; i < count; ++i)
                doubles[i] = std::bit_cast<double>(uint64_t{keys[i]} & mask) * (digits == 15 && i % 2 == 1 ? -1 : 1);
            desc = {.type = ElementType::F64, .descending = true, .valueSize = 8, .firstBit = 4, .strategy = strategy};
            checkSort(wide, desc, {}, doubles);
            for (double& key : doubles)
                key = std::bit_cast<double>(std::bit_cast<uint64_t>(key) << 28);
            checkSort(wide, desc, {}, doubles);
        }
        if (HasFatalFailure())
            return;
    }
}

// By the library's own geometry, in all of Auto's stages.
TEST(RadixSortTest, AnyDistribution)
{
    const RadixSortDesc desc = {.withIndex = true};
    const RadixSort sort = createSort(desc, tuningFor(capabilities()));
    std::mt19937 random(7);
    for (const uint64_t count : {uint64_t{1000}, uint64_t{4000}, uint64_t{100003}}) {
        std::vector<uint32_t> keys(count);
        const auto check = [&](const std::function<uint32_t(uint32_t)>& keyAt) {
            for (uint32_t i = 0; i < count; ++i)
                keys[i] = keyAt(i);
            checkSort(sort, desc, {}, keys);
        };
        check([&](uint32_t) { return random(); });
        check([&](uint32_t) { return 0x12345678u; });
        check([&](uint32_t) { return ~0u; });
        check([&](uint32_t i) { return i; });
        check([&](uint32_t i) { return ~i * 65537; });
        check([&](uint32_t) { return random() % 3; });
        check([&](uint32_t) { return 0x10000000 / (random() % 100000 + 1); });
        check([&](uint32_t i) { return i % 2 == 0 ? ~0u : random(); });
        if (HasFatalFailure())
            return;
    }
}

TEST(RadixSortTest, CountsReadOnTheDevice)
{
    for (const Strategy strategy : kStrategies) {
        const RadixSortDesc desc = {.withIndex = true, .strategy = strategy};
        const RadixSort sort = createSort(desc);
        const std::vector<uint32_t> keys = randomKeys<uint32_t>(std::min<uint64_t>(sort.maxCount(), 5003), 300);
        const auto count = static_cast<uint32_t>(keys.size());
        for (const uint32_t gpuCount : {0u, 1u, 200u, count / 2, count - 1, count, count + 1, 0xffffffffu})
            checkSort(sort, desc, {.gpuCount = gpuCount}, keys);
        if (HasFatalFailure())
            return;
    }
}

TEST(RadixSortTest, RecordedOnceSubmittedOften)
{
    for (const Strategy strategy : kStrategies) {
        const RadixSortDesc desc = {.withIndex = true, .strategy = strategy};
        const RadixSort sort = createSort(desc);
        const uint64_t count = std::min<uint64_t>(sort.maxCount(), 5003);
        checkSort(sort, desc, {.submissions = 30}, randomKeys<uint32_t>(count));
        checkSort(sort, desc, {.ownScratch = false}, randomKeys<uint32_t>(count / 2));
        checkSort(sort, desc, {.ownScratch = false}, randomKeys<uint32_t>(count));
    }
}

TEST(SegmentedSortTest, AnySegments)
{
    RadixSortDesc desc = {.withIndex = true, .segmented = true};
    const RadixSort sort = createSort(desc);
    const uint64_t tile = tileOf(Strategy::ReduceThenScan);
    for (const uint64_t count : {uint64_t{1}, uint64_t{100}, tile, tile + 1, 30 * tile + 7}) {
        const std::vector<uint32_t> keys = randomKeys<uint32_t>(count, 300);
        for (const uint32_t mean : {1u, 3u, 30u, 60u, 200u, 3000u, 40000u})
            checkSort(sort, desc, {.offsets = offsetsOf(count, mean, mean / 2)}, keys);
        checkSort(sort, desc, {}, keys); // one segment
        const auto all = static_cast<uint32_t>(count);
        checkSort(sort, desc, {.offsets = {0, all}}, keys);
        checkSort(sort, desc, {.withOutput = false, .offsets = {all / 2, all / 2 + 1}}, keys);
        checkSort(sort, desc, {.offsets = std::vector<uint32_t>(1000, all / 3)}, keys);
        checkSort(sort, desc, {.gpuCount = all / 2 + 1, .offsets = offsetsOf(count, 50)}, keys);
        checkSort(sort, desc, {.gpuCount = all - 1, .offsets = {0, all / 4, all + 5}}, keys);
        checkSort(sort, desc, {.gpuCount = 0, .offsets = {0, all}}, keys);
        if (HasFatalFailure())
            return;
    }
}

// Segments around the limits of what is counted, sorted in a tile, and sorted in spans.
TEST(SegmentedSortTest, EveryLength)
{
    RadixSortDesc desc = {.valueSize = 4, .segmented = true};
    const RadixSort sort = createSort(desc);
    const auto tile = static_cast<uint32_t>(tileOf(Strategy::ReduceThenScan));
    std::vector<uint32_t> offsets = {0};
    for (const uint32_t length :
         {1u,       2u,     31u,    32u,    33u,    63u, 64u, 65u, tile / 8 * 7, tile - 1, tile, tile + 1,
          2 * tile, 16383u, 16384u, 16385u, 40000u, 64u, 64u, 64u, 1u,           1u,       1u,   100u})
        offsets.push_back(offsets.back() + length);
    checkSort(sort, desc, {.offsets = offsets, .submissions = 2}, randomKeys<uint32_t>(offsets.back(), 999));
    // As many as a tile holds, of one key each; and one that follows.
    offsets.clear();
    for (uint32_t i = 0; i < 3 * tile; ++i)
        offsets.push_back(i);
    offsets.push_back(3 * tile + 200);
    checkSort(sort, desc, {.offsets = offsets, .ownScratch = false}, randomKeys<uint32_t>(offsets.back()));
    // More than a digit tells apart.
    offsets = offsetsOf(5 * tile, 2);
    offsets.insert(offsets.begin() + 300, {offsets[300] + 70, offsets[300] + 141});
    std::sort(offsets.begin(), offsets.end());
    checkSort(sort, desc, {.offsets = offsets}, randomKeys<uint32_t>(5 * tile, 20));
}

TEST(SegmentedSortTest, EveryTypeAndPayload)
{
    for (const ElementType type : kKeyTypes) {
        for (const bool descending : {false, true}) {
            RadixSortDesc desc = {.type = type, .descending = descending, .segmented = true};
            if (descending && type == ElementType::U16)
                desc.valueSize = 16;
            if (descending && type == ElementType::F64)
                desc = {
                    .type = type, .descending = true, .valueSize = 8, .firstBit = 13, .endBit = 64, .segmented = true};
            const RadixSort sort = createSort(desc);
            withKeyType(type, [&]<class T>() {
                for (const uint32_t mean : {20u, 500u, 5000u})
                    checkSort(sort, desc, {.misalignment = 1, .offsets = offsetsOf(12001, mean, 5)},
                              randomKeys<T>(12001, 700));
            });
            if (HasFatalFailure())
                return;
        }
    }
    for (const uint32_t endBit : {0u, 3u, 12u}) {
        const RadixSortDesc desc = {.withIndex = true, .endBit = endBit, .segmented = true};
        checkSort(createSort(desc), desc, {.offsets = offsetsOf(9001, 300)}, randomKeys<uint32_t>(9001));
    }
}

// Offsets that do not ascend: nothing but the outputs is touched, and the next sort is right.
TEST(SegmentedSortTest, WrongOffsetsTouchNothingElse)
{
    constexpr uint32_t kCount = 30000;
    const RadixSortDesc desc = {.withIndex = true, .segmented = true};
    const RadixSort sort = createSort(desc);
    std::mt19937 random(3);
    std::vector<uint32_t> offsets(400);
    TestArray input(kCount * 4);
    TestArray output(kCount * 4);
    TestArray indices(kCount * 4);
    TestArray segments(offsets.size() * 4);
    TestArray temporary(sort.temporarySize(kCount));
    TestArray scratch(sort.scratchSize(kCount));
    scratch.fill(0);
    const std::vector<uint32_t> keys = randomKeys<uint32_t>(kCount);
    input.write(keys.data(), kCount * 4);
    RadixSortArgs args;
    args.input = input.range();
    args.output = output.range();
    args.sortedValues = indices.range();
    args.segments = segments.range();
    args.segmentCount = static_cast<uint32_t>(offsets.size() - 1);
    args.temporary = temporary.range();
    args.scratch = scratch.range();
    args.count = kCount;
    for (int run = 0; run < 4; ++run) {
        for (uint32_t& offset : offsets)
            offset = run == 0 ? kCount : static_cast<uint32_t>(random() % (run == 1 ? kCount : 0xffffffffu));
        if (run == 3)
            for (std::size_t i = 0; i < offsets.size(); i += 2)
                offsets[i] = 0;
        segments.write(offsets.data(), offsets.size() * 4);
        submit(sort, args);
        ASSERT_TRUE(input.intact() && output.intact() && indices.intact() && segments.intact() && temporary.intact() &&
                    scratch.intact());
    }
    offsets = {0, kCount};
    segments.write(offsets.data(), 8);
    args.segmentCount = 1;
    submit(sort, args);
    std::vector<uint32_t> actual(kCount);
    output.read(actual.data(), kCount * 4);
    EXPECT_TRUE(std::is_sorted(actual.begin(), actual.end()));
}

// Workgroups that never publish, and such as wait for later ones.
TEST(RadixSortHostileTest, GivesUpAndSaysSo)
{
    constexpr uint64_t kCount = 40 * 256 + 3;
    const RadixSortDesc desc = {.withIndex = true, .strategy = Strategy::DecoupledLookback};
    for (const uint32_t hooks : {vkscan::abi::kHookWithhold, vkscan::abi::kHookReverseTiles}) {
        const RadixSort sort = createSort(desc, impatientTuning(hooks));
        const std::vector<uint32_t> keys = randomKeys<uint32_t>(kCount);
        TestArray input(kCount * 4);
        TestArray output(kCount * 4);
        TestArray indices(kCount * 4);
        TestArray temporary(sort.temporarySize(kCount));
        TestArray scratch(sort.scratchSize(kCount));
        input.write(keys.data(), kCount * 4);
        temporary.fill(0xcc);
        scratch.fill(0);
        RadixSortArgs args;
        args.input = input.range();
        args.output = output.range();
        args.sortedValues = indices.range();
        args.temporary = temporary.range();
        args.scratch = scratch.range();
        args.count = kCount;
        submit(sort, args);
        std::vector<uint32_t> actual(kCount);
        output.read(actual.data(), kCount * 4);
        const bool exact = std::is_sorted(actual.begin(), actual.end());
        const bool gaveUp = scratchStatus(scratch) == ScratchStatus::GaveUp;
        EXPECT_TRUE(gaveUp || exact);
        EXPECT_TRUE(gaveUp || hooks != vkscan::abi::kHookWithhold);
        EXPECT_TRUE(input.intact() && output.intact() && indices.intact() && temporary.intact() && scratch.intact());
        scratch.fill(0);
        submit(createSort(desc), args);
        output.read(actual.data(), kCount * 4);
        EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
        EXPECT_TRUE(std::is_sorted(actual.begin(), actual.end()));
    }
}

TEST(RadixSortTest, RefusedArgumentsRecordNothing)
{
    const RadixSort sort = createSort({});
    TestArray input(400);
    TestArray output(400);
    output.fill(0xcc);
    RadixSortArgs args;
    args.input = input.range();
    args.output = {output.range().address, 396};
    args.count = 100;
    device().run([&](VkCommandBuffer commandBuffer) {
        EXPECT_EQ(sort.record(commandBuffer, args), Status(Argument::Output, Rule::TooSmall));
        EXPECT_EQ(sort.record(VK_NULL_HANDLE, args), Status(Argument::CommandBuffer, Rule::Null));
        EXPECT_EQ(RadixSort().record(commandBuffer, args), Status(Argument::Operation, Rule::NotCreated));
    });
    std::vector<uint8_t> bytes(400);
    output.read(bytes.data(), bytes.size());
    EXPECT_EQ(bytes, std::vector<uint8_t>(400, 0xcc));
}

TEST(CreateRadixSortTest, NeedsAContextAndAnObject)
{
    RadixSort sort;
    EXPECT_EQ(RadixSort::create(context(), {}, nullptr), Status(Argument::OutputPointer, Rule::Null));
    EXPECT_EQ(RadixSort::create(Context(), {}, &sort), Status(Argument::Context, Rule::NotCreated));
    EXPECT_EQ(sort.maxCount(), 0);
    EXPECT_EQ(sort.temporarySize(1000), 0);
    ASSERT_EQ(RadixSort::create(context(), {}, &sort), Status::Success);
    EXPECT_GE(sort.maxCount(), uint64_t{1} << 28);
}

} // namespace
