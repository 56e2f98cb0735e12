// Radix sorts of segments on the device: any lengths, types, payloads and wrong offsets, against std::stable_sort.
#include "sample.h"
#include "sort_check.h"

#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

TEST(SegmentedSortTest, AnySegments)
{
    Forced<RadixSortDesc> desc = {{.withIndex = true, .segmented = true}};
    const RadixSort sort = createSort(desc);
    const uint64_t tile = tileOf(Strategy::ReduceThenScan);
    for (const uint64_t count : {uint64_t{1}, uint64_t{100}, tile, tile + 1, 30 * tile + 7}) {
        const std::vector<uint32_t> keys = randomKeys<uint32_t>(count, 300);
        for (const uint32_t mean : {1u, 3u, 30u, 60u, 200u, 3000u, 40000u})
            checkSort(sort, desc, {.offsets = offsetsOf(count, mean, mean / 2)}, keys);
        const auto all = static_cast<uint32_t>(count);
        for (const uint32_t cut : {0u, all / 3, all - 1, all, all + 9}) // a segmentCount of 0
            checkSort(sort, desc, {.offsets = {cut}}, keys);
        checkSort(sort, desc, {.offsets = {0, all}}, keys);
        checkSort(sort, desc, {.withOutput = false, .offsets = {all / 2, all / 2 + 1}}, keys);
        checkSort(sort, desc, {.offsets = std::vector<uint32_t>(1000, all / 3)}, keys);
        checkSort(sort, desc, {.gpuCount = all / 2 + 1, .offsets = offsetsOf(count, 50)}, keys);
        checkSort(sort, desc, {.gpuCount = all - 1, .offsets = {0, all / 4, all + 5}}, keys);
        checkSort(sort, desc, {.gpuCount = 0, .offsets = {0, all}}, keys);
    }
}

// Segments around the limits of what is sorted by a subgroup, in a tile, and in spans.
TEST(SegmentedSortTest, EveryLength)
{
    Forced<RadixSortDesc> desc = {{.valueSize = 4, .segmented = true}};
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

// Segments of all lengths around those that a subgroup sorts by itself, mixed: keys alone, whose order is any where
// they are equal, and keys whose other bits or values show that equal ones keep their order.
TEST(SegmentedSortTest, MixedLengths)
{
    std::vector<uint32_t> lengths(301);
    std::iota(lengths.begin(), lengths.end(), 0);
    std::shuffle(lengths.begin(), lengths.end(), std::mt19937(5));
    for (uint32_t length = 0; length <= 70; ++length) // neighbours without a longer one
        lengths.push_back(length * 29 % 71);
    std::vector<uint32_t> offsets = {2};
    for (const uint32_t length : lengths)
        offsets.push_back(offsets.back() + length);
    const uint32_t count = offsets.back() + 1;
    Sample sample(2, 14);
    for (const RadixSortDesc& desc : std::initializer_list<RadixSortDesc>{
             {.type = ElementType::U32},
             {.type = ElementType::U32, .withIndex = true},
             {.type = ElementType::U32, .firstBit = 3, .endBit = 17},
             {.type = ElementType::I32, .descending = true, .valueSize = 16},
             {.type = ElementType::F32},
             {.type = ElementType::F32, .descending = true, .withIndex = true},
             {.type = ElementType::U16, .descending = true},
             {.type = ElementType::U16, .valueSize = 4, .endBit = 9},
             {.type = ElementType::I8, .withIndex = true},
             {.type = ElementType::F16, .equalZeros = true, .nansLast = true, .descending = true},
             {.type = ElementType::U64},
             {.type = ElementType::U64, .descending = true, .firstBit = 20, .endBit = 47},
             {.type = ElementType::F64, .descending = true},
             {.type = ElementType::I64, .valueSize = 8, .firstBit = 60},
         }) {
        if (!sample.takes())
            continue;
        Forced<RadixSortDesc> segmented = {desc};
        segmented.segmented = true;
        const RadixSort sort = createSort(segmented);
        withKeyType(desc.type, [&]<class T>() {
            for (const uint32_t distinct : {0u, 7u})
                checkSort(sort, segmented, {.misalignment = 1, .offsets = offsets}, randomKeys<T>(count, distinct));
        });
    }
}

// As many segments in a tile as a digit tells apart, and others, beside one that is not short.
TEST(SegmentedSortTest, SegmentsOfATile)
{
    auto tuning = smallTuning();
    tuning.sortScatter.rows = 2;
    const Forced<RadixSortDesc> desc = {{.withIndex = true, .segmented = true}};
    const RadixSort sort = createSort(desc, tuning);
    for (const uint32_t others : {1u, 2u, 253u, 254u, 255u, 256u, 300u}) {
        std::vector<uint32_t> offsets = {0, 100};
        for (uint32_t i = 0; i < others; ++i)
            offsets.push_back(offsets.back() + 1);
        checkSort(sort, desc, {.offsets = offsets}, randomKeys<uint32_t>(offsets.back(), 50));
    }
}

TEST(SegmentedSortTest, MoreSpansThanWorkgroups)
{
    auto tuning = smallTuning();
    tuning.maxGridWidth = 3;
    const Forced<RadixSortDesc> desc = {{.withIndex = true, .segmented = true}};
    const RadixSort sort = createSort(desc, tuning);
    for (const uint32_t mean : {300u, 3000u})
        checkSort(sort, desc, {.offsets = offsetsOf(12001, mean), .submissions = 2}, randomKeys<uint32_t>(12001));
}

// Offsets that do not ascend: nothing but the outputs is touched, and the next sort is right.
TEST(SegmentedSortTest, WrongOffsetsTouchNothingElse)
{
    // So many keys that the spans found do not fit the list, if the device is no CPU: they overlap, and take long.
    for (const uint32_t count : {30'000u, capabilities().boundedLoops ? 16'000u : 1'000'000u}) {
        const Forced<RadixSortDesc> desc = {{.withIndex = true, .segmented = true}};
        const RadixSort sort = createSort(desc);
        std::mt19937 random(3);
        std::vector<uint32_t> offsets(400);
        TestArray input(count * 4);
        TestArray output(count * 4);
        TestArray indices(count * 4);
        TestArray segments(offsets.size() * 4);
        TestArray temporary(sort.temporarySize(count));
        TestArray scratch(sort.scratchSize(count));
        scratch.fill(0);
        const std::vector<uint32_t> keys = randomKeys<uint32_t>(count);
        input.write(keys.data(), count * 4);
        RadixSortArgs args;
        args.input = input.range();
        args.output = output.range();
        args.sortedValues = indices.range();
        args.segments = segments.range();
        args.segmentCount = static_cast<uint32_t>(offsets.size() - 1);
        args.temporary = temporary.range();
        args.scratch = scratch.range();
        args.count = count;
        for (int run = 0; run < 5; ++run) {
            for (uint32_t& offset : offsets)
                offset = run == 0 ? count : static_cast<uint32_t>(random() % (run == 1 ? count : 0xffffffffu));
            for (std::size_t i = 0; run >= 3 && i < offsets.size(); i += 2)
                offsets[i] = 0;
            for (std::size_t i = 1; run == 4 && i < offsets.size(); i += 2)
                offsets[i] = count;
            segments.write(offsets.data(), offsets.size() * 4);
            submit(sort, args);
        }
        offsets = {0, count};
        segments.write(offsets.data(), 8);
        args.segmentCount = 1;
        submit(sort, args);
        const auto actual = output.values<uint32_t>();
        EXPECT_TRUE(std::is_sorted(actual.begin(), actual.end()));
    }
}

} // namespace
