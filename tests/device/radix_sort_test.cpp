// Radix sorts on the device: every type, direction, payload, range of bits and form, against std::stable_sort.
#include "hostile.h"
#include "sample.h"
#include "schedule/array_operation.h"
#include "sort_check.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

// Passes are skipped in whose digits keys are equal, whichever these are: where the others leave keys differs. Keys
// behind the count do not count.
TEST(RadixSortTest, SkipsPassesOfEqualDigits)
{
    Sample sample(0, 32);
    // A look-back sorts few tiles by all digits.
    for (const auto& [strategy, count] : {std::pair{Strategy::Spine, 65 * tileOf(Strategy::ReduceThenScan) + 9},
                                          {Strategy::ReduceThenScan, uint64_t{3001}}}) {
        Forced<RadixSortDesc> desc = {{.withIndex = true}, strategy};
        const RadixSort indices = createSort(desc);
        desc = {{.type = ElementType::F64, .descending = true, .valueSize = 8, .firstBit = 4}, strategy};
        const RadixSort wide = createSort(desc);
        for (uint32_t digits = 0; digits < 16; ++digits) {
            if (!sample.takes())
                continue;
            uint64_t mask = 0;
            for (uint32_t digit = 0; digit < 4; ++digit)
                mask |= (digits & 1 << digit) != 0 ? uint64_t{0x55} << 8 * digit : 0;
            std::vector<uint32_t> keys = randomKeys<uint32_t>(count);
            for (uint64_t i = 0; i < count - 7; ++i)
                keys[i] = (keys[i] & static_cast<uint32_t>(mask)) | (0xcdcdcdcd & ~static_cast<uint32_t>(mask));
            const auto counted = static_cast<uint32_t>(count - 7);
            desc = {{.withIndex = true}, strategy};
            checkSort(indices, desc, {.gpuCount = counted}, keys);
            if (digits % 3 != 0)
                continue;
            checkSort(indices, desc, {.withOutput = false, .gpuCount = counted}, keys);
            std::vector<double> doubles(count);
            for (uint64_t i = 0; i < count; ++i)
                doubles[i] = std::bit_cast<double>(uint64_t{keys[i]} & mask) * (digits == 15 && i % 2 == 1 ? -1 : 1);
            desc = {{.type = ElementType::F64, .descending = true, .valueSize = 8, .firstBit = 4}, strategy};
            checkSort(wide, desc, {}, doubles);
            for (double& key : doubles)
                key = std::bit_cast<double>(std::bit_cast<uint64_t>(key) << 28);
            checkSort(wide, desc, {}, doubles);
        }
    }
}

// Where all keys that count are equal, one pass copies them, and none leaves anything for another.
TEST(RadixSortTest, EqualKeysTakeOnePass)
{
    for (const auto& [strategy, count] :
         {std::pair{Strategy::Spine, 65 * tileOf(Strategy::Spine) + 9}, {Strategy::ReduceThenScan, uint64_t{3001}}}) {
        const RadixSort sort = createSort({{}, strategy});
        std::vector<uint32_t> keys(count, 0x89abcdef);
        keys.back() = 0; // behind the count
        TestArray input(count * 4);
        TestArray output(count * 4);
        TestArray temporary(sort.temporarySize(count));
        TestArray scratch(sort.scratchSize(count));
        TestArray countBuffer(sizeof(uint32_t));
        scratch.fill(0);
        const auto counted = static_cast<uint32_t>(count - 1);
        countBuffer.write(&counted, 4);
        RadixSortArgs args;
        args.input = input.range();
        args.output = output.range();
        args.temporary = temporary.range();
        args.scratch = scratch.range();
        args.countBuffer = countBuffer.range();
        args.count = count;
        // A run before, with other keys, took all passes.
        const std::vector<uint32_t> others = randomKeys<uint32_t>(count);
        input.write(others.data(), count * 4);
        submit(sort, args);
        input.write(keys.data(), count * 4);
        output.fill(0xcc);
        temporary.fill(0xcc);
        submit(sort, args, 2);
        const auto sorted = output.values<uint32_t>();
        keys.back() = 0xcccccccc;
        EXPECT_EQ(sorted, keys);
        const auto left = temporary.values<uint8_t>();
        EXPECT_EQ(left, std::vector<uint8_t>(left.size(), 0xcc));
    }
}

// A pass runs if one key differs in its digit, or tiles do of which each has equal keys.
TEST(RadixSortTest, DigitsThatDifferInOneKeyOrBetweenTiles)
{
    for (const auto& [strategy, count] :
         {std::pair{Strategy::Spine, 70 * tileOf(Strategy::Spine) + 9}, {Strategy::ReduceThenScan, uint64_t{3001}}}) {
        const Forced<RadixSortDesc> desc = {{.withIndex = true}, strategy};
        const RadixSort sort = createSort(desc);
        for (const uint64_t place : {uint64_t{0}, count / 2, count - 1}) {
            std::vector<uint32_t> keys(count, 0x40506070);
            keys[place] = 0x40406071;
            checkSort(sort, desc, {}, keys);
        }
        std::vector<uint32_t> keys(count);
        for (uint64_t i = 0; i < count; ++i)
            keys[i] = static_cast<uint32_t>((1000 - i / tileOf(strategy)) << 12 | 5);
        checkSort(sort, desc, {}, keys);
    }
}

// The library's own geometry, in all of Auto's stages.
TEST(RadixSortTest, AnyDistribution)
{
    const Forced<RadixSortDesc> desc = {{.withIndex = true}};
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
    }
}

// Skewed keys, many of which are equal: keys and permutation have the same bytes after each run. A look-back has so
// many tiles that its counts are cleared in each; a GPU has more.
TEST(RadixSortTest, RecordedOnceSubmittedAThousandTimes)
{
    const unsigned runs = 1000 / sampleStride();
    const uint64_t most = capabilities().boundedLoops ? 1337 : 1'000'003; // five tiles, or more on a GPU
    auto tuning = smallTuning();
    tuning.sortSpans = 3;
    for (const Strategy strategy : strategiesOfSorts()) {
        const Forced<RadixSortDesc> desc = {{.withIndex = true}, strategy};
        const RadixSort sort = createSort(desc, tuning);
        const uint64_t count = std::min(sort.maxCount(), most);
        std::mt19937 random(5);
        std::vector<uint32_t> keys(count);
        for (uint32_t& key : keys)
            key = static_cast<uint32_t>(0x10000000 / (random() % 5000 + 1));
        const std::vector<uint32_t> expected = referenceOrder(desc, keys, count, {});
        std::vector<uint32_t> expectedKeys(count);
        for (uint64_t i = 0; i < count; ++i)
            expectedKeys[i] = keys[expected[i]];
        TestArray input(keys);
        TestArray output(count * 4);
        TestArray indices(count * 4);
        TestArray temporary(sort.temporarySize(count));
        TestArray scratch(sort.scratchSize(count));
        scratch.fill(0);
        RadixSortArgs args;
        args.input = input.range();
        args.output = output.range();
        args.sortedValues = indices.range();
        args.temporary = temporary.range();
        args.scratch = scratch.range();
        args.count = count;
        args.barrierBefore = args.barrierAfter = true;
        std::vector<uint32_t> actual(count);
        unsigned wrong = 0;
        const auto check = [&](unsigned) {
            output.read(actual.data(), count * 4);
            const bool sameKeys = actual == expectedKeys;
            indices.read(actual.data(), count * 4);
            wrong += sameKeys && actual == expected ? 0 : 1;
            // Elements that a run leaves out show.
            output.fill(0xcc);
            indices.fill(0xcc);
        };
        submitRecorded([&](VkCommandBuffer commandBuffer) { return sort.record(commandBuffer, args); },
                       {.count = runs, .scratch = {args.scratch}, .afterEach = check});
        EXPECT_EQ(wrong, 0u) << vkscan::study::toString(strategy);
        if (args.scratch.size > 0) {
            EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
        }
    }
}

// So many tiles that a look-back clears its counts, in each run.
TEST(RadixSortTest, RunsOfManyTilesFollowEachOther)
{
    const Forced<RadixSortDesc> desc = {{.withIndex = true}, Strategy::Spine};
    checkSort(createSort(desc), desc, {.submissions = 3}, randomKeys<uint32_t>(66 * tileOf(Strategy::Spine)));
}

// Only runs that gave up are repeated, and only on a CPU device.
TEST(PatienceTest, EndsWithTheFirstCompleteRunOrTheLast)
{
    const unsigned most = capabilities().boundedLoops ? kMostAttempts : 1;
    for (unsigned failing = 0; failing <= kMostAttempts; ++failing) {
        unsigned runs = 0;
        const ScratchStatus status =
            runPatiently([&] { return runs++ < failing ? ScratchStatus::GaveUp : ScratchStatus::Complete; });
        EXPECT_EQ(status, failing < most ? ScratchStatus::Complete : ScratchStatus::GaveUp);
        EXPECT_EQ(runs, std::min(failing + 1, most));
    }
    unsigned runs = 0;
    EXPECT_EQ(runPatiently([&] { return ++runs, ScratchStatus::NotAMonoid; }), ScratchStatus::NotAMonoid);
    EXPECT_EQ(runs, 1u);
}

// Fewer workgroups than tiles: as many as the tuning has, for keys alone, or as a device's limit allows. Tiles are few,
// since lavapipe's invocations wait in so many iterations of loops, and no more, for all of them together.
TEST(RadixSortTest, WorkgroupsTakeTilesInTurn)
{
    auto tuning = smallTuning();
    for (const bool isLimit : {false, true}) {
        (isLimit ? tuning.maxGridWidth : tuning.sortWorkgroups) = 4;
        Forced<RadixSortDesc> desc = {{.valueSize = isLimit ? 4u : 0u}, Strategy::Spine};
        const RadixSort sort = createSort(desc, tuning);
        for (const uint64_t tiles : {4, 5, 18}) {
            const uint64_t count = tiles * tuning.sortPass.tileElements(ElementType::U32);
            checkSort(sort, desc, {.submissions = 3}, randomKeys<uint32_t>(count));
            checkSort(sort, desc, {}, randomKeys<uint32_t>(count + 5));
            checkSort(sort, desc, {.gpuCount = static_cast<uint32_t>(count / 2)}, randomKeys<uint32_t>(count + 5));
        }
        desc.type = ElementType::F64;
        checkSort(createSort(desc, tuning), desc, {}, randomKeys<double>(4001));
        for (const ElementType type : {ElementType::I8, ElementType::F16}) {
            desc.type = type;
            desc.nansLast = type == ElementType::F16;
            withKeyType(type, [&]<class T>() { checkSort(createSort(desc, tuning), desc, {}, randomKeys<T>(4001)); });
        }
    }
}

// Sorts with values of a word, and of keys of two words, take larger tiles where there are more than workgroups run in
// turn.
TEST(RadixSortTest, LargerTilesOfManyValues)
{
    auto tuning = smallTuning();
    tuning.sortPassLarge = {384, 7};
    tuning.sortWorkgroups = 40;
    const uint64_t most = tuning.sortWorkgroups * tuning.sortPass.tileElements(ElementType::U32);
    for (const bool withIndex : {false, true}) {
        const Forced<RadixSortDesc> desc = {{.valueSize = withIndex ? 0u : 4u, .withIndex = withIndex},
                                            Strategy::Spine};
        const RadixSort sort = createSort(desc, tuning);
        for (const uint64_t count : {most, most + 1, 3 * most - 1})
            checkSort(sort, desc, {.submissions = 3}, randomKeys<uint32_t>(count));
        checkSort(sort, desc, {}, randomKeys<uint32_t>(3 * most, 3));
        std::vector<uint32_t> sorted(3 * most);
        std::iota(sorted.begin(), sorted.end(), 0xffff0000);
        checkSort(sort, desc, {}, sorted);
        checkSort(sort, desc, {}, std::vector<uint32_t>(3 * most, 7));
        checkSort(sort, desc, {.gpuCount = static_cast<uint32_t>(most / 2)}, randomKeys<uint32_t>(3 * most));
    }
    const Forced<RadixSortDesc> desc = {{.type = ElementType::U64}, Strategy::Spine}; // tiles in two pieces
    tuning.sortExchangedWords = 600;
    tuning.sortPassLarge = {64, 4};
    const RadixSort sort = createSort(desc, tuning);
    for (const uint64_t count : {most + 1, 3 * most - 1})
        checkSort(sort, desc, {.submissions = 2}, randomKeys<uint64_t>(count));
    checkSort(sort, desc, {}, randomKeys<uint64_t>(3 * most, 3));
}

// Without storage of bytes, passes write them by atomics on words, whose other bytes others write.
TEST(RadixSortTest, SmallKeysWithoutSmallStorage)
{
    const Context portable =
        createContext([](auto&, auto& features12) { features12.storageBuffer8BitAccess = VK_FALSE; });
    for (const ElementType type : {ElementType::U8, ElementType::BF16}) {
        const Forced<RadixSortDesc> desc = {{.type = type, .withIndex = true}, Strategy::Spine};
        RadixSort sort;
        ASSERT_EQ(createTuned(portable, desc, smallTuning(), &sort), Status::Success);
        withKeyType(type, [&]<class T>() {
            for (const VkDeviceSize misalignment : {0, 1, 3})
                checkSort(sort, desc, {.misalignment = misalignment}, randomKeys<T>(4001, misalignment == 1 ? 9 : 0));
        });
    }
}

// Keys of two words in lexicographic order, by two stable sorts: the less significant word first, with the other word
// as its value.
TEST(RadixSortTest, TwoSortsOrderLongKeys)
{
    const uint64_t count = 3001;
    const std::vector<uint64_t> low = randomKeys<uint64_t>(count);
    const std::vector<uint64_t> high = randomKeys<uint64_t>(count, 50);
    const RadixSort sort = createSort({{.type = ElementType::U64, .valueSize = 8}});
    TestArray lowKeys(low);
    TestArray highKeys(high);
    TestArray lowOnce(count * 8);
    TestArray highOnce(count * 8);
    TestArray temporary(sort.temporarySize(count));
    TestArray scratch(sort.scratchSize(count));
    scratch.fill(0);
    const auto sortBy = [&](TestArray& keys, TestArray& values, TestArray& sortedKeys, TestArray& sortedValues) {
        RadixSortArgs args;
        args.input = keys.range();
        args.output = sortedKeys.range();
        args.values = values.range();
        args.sortedValues = sortedValues.range();
        args.temporary = temporary.range();
        args.scratch = scratch.range();
        args.count = count;
        submit(sort, args);
    };
    sortBy(lowKeys, highKeys, lowOnce, highOnce);
    sortBy(highOnce, lowOnce, highKeys, lowKeys);
    std::vector<std::pair<uint64_t, uint64_t>> expected(count);
    for (uint64_t i = 0; i < count; ++i)
        expected[i] = {high[i], low[i]};
    std::sort(expected.begin(), expected.end());
    const auto sortedHigh = highKeys.values<uint64_t>();
    const auto sortedLow = lowKeys.values<uint64_t>();
    for (uint64_t i = 0; i < count; ++i)
        ASSERT_EQ(std::pair(sortedHigh[i], sortedLow[i]), expected[i]) << i;
}

// Workgroups that take several tiles in turn, and never publish or wait for later ones.
TEST(RadixSortHostileTest, FewWorkgroupsAreExactOrGiveUp)
{
    Sample sample(0, 4);
    for (const auto& [hooks, withIndex] : {std::pair{vkscan::abi::kHookWithhold, true},
                                           {vkscan::abi::kHookWithhold, false},
                                           {vkscan::abi::kHookReverseTiles, true},
                                           {vkscan::abi::kHookReverseTiles, false}}) {
        if (!sample.takes())
            continue;
        auto tuning = impatientTuning(hooks);
        tuning.sortWorkgroups = 4;
        const Forced<RadixSortDesc> desc = {{.withIndex = withIndex}, Strategy::Spine};
        ScratchStatus status = ScratchStatus::Complete;
        trySort(createSort(desc, tuning), desc, {.mostAttempts = 1}, randomKeys<uint32_t>(40 * 256 + 3), &status);
        EXPECT_TRUE(status == ScratchStatus::GaveUp || hooks != vkscan::abi::kHookWithhold);
    }
}

// Keys that share most of a digit, or have any.
std::vector<uint32_t> splitKeys(uint64_t count, unsigned run)
{
    std::vector<uint32_t> keys = randomKeys<uint32_t>(count);
    for (uint64_t i = 0; i < count && run % 3 == 1; ++i)
        keys[i] = i % 41 == 0 ? keys[i] : 0x5a5a5a5a;
    return keys;
}

// In a device without 64-bit atomics, splits of all sizes but the smallest count first.
TEST(RadixSortTest, SplitsWithoutAtomics)
{
    const Context portable =
        createContext([](auto&, auto& features12) { features12.shaderBufferInt64Atomics = VK_FALSE; });
    const RadixSortDesc desc = {.firstBit = 1, .endBit = 3};
    RadixSort split;
    ASSERT_EQ(createTuned(portable, desc, smallTuning(), &split), Status::Success);
    for (const uint64_t count : {100u, 5000u})
        checkSort(split, desc, {.withOffsets = true}, splitKeys(count, 0));
}

// Tiles that never publish, or begin last, are counted by those that wait for them; also when the commands are
// submitted again.
TEST(RadixSortHostileTest, SplitsAreExactWhateverTilesPublish)
{
    for (const uint32_t hooks : {vkscan::abi::kHookWithhold, vkscan::abi::kHookReverseTiles}) {
        auto tuning = impatientTuning(hooks);
        tuning.window = 13;
        const Forced<RadixSortDesc> desc = {{.firstBit = 7, .endBit = 11}, Strategy::FlatSum};
        checkSort(createSort(desc, tuning), desc, {.withOffsets = true, .submissions = 5}, splitKeys(12 * 256 + 3, 0));
    }
}

// Each run takes one of the numbers that tags have.
TEST(RadixSortTest, SplitsTakeOneEpochEach)
{
    auto tuning = smallTuning();
    tuning.window = 12; // tiles
    const Forced<RadixSortDesc> desc = {{.endBit = 4}, Strategy::FlatSum};
    const RadixSort split = createSort(desc, tuning);
    const auto epoch = [] { return sharedScratchWords(vkscan::abi::kScratchHeaderBytes)[0] >> 32; };
    const uint64_t before = epoch();
    checkSort(split, desc, {.ownScratch = false, .submissions = 7}, splitKeys(3000, 0));
    EXPECT_EQ(epoch(), before + 7);
}

// Runs a sort of tiles that their workgroups may not publish, several times on the same scratch. Returns how many of
// these runs were given up and done again.
template <class T>
uint32_t sortHostile(Forced<RadixSortDesc> desc, const Tuning& tuning, uint64_t count)
{
    constexpr unsigned kRuns = 3;
    desc.strategy = Strategy::SpineWithFallback;
    RadixSort sort; // which needs no promise
    EXPECT_EQ(createTuned(context(), desc, tuning, &sort), Status::Success);
    std::vector<T> keys = randomKeys<T>(count, 3000);
    ScratchStatus status = ScratchStatus::GaveUp;
    trySort(sort, desc, {.submissions = kRuns}, keys, &status); // on fenced scratch
    EXPECT_EQ(status, ScratchStatus::Complete);
    const uint32_t before = sharedFallbacks();
    for (unsigned run = 0; run < kRuns; ++run) {
        SCOPED_TRACE(testing::Message() << "run " << run);
        std::rotate(keys.begin(), keys.begin() + 777, keys.end()); // what tiles publish differs from run to run
        trySort(sort, desc, {.ownScratch = false}, keys, &status);
        EXPECT_EQ(status, ScratchStatus::Complete);
    }
    return sharedFallbacks() - before;
}

TEST(RadixSortHostileTest, FallbackIsExactWhoeverPublishes)
{
    constexpr uint64_t kCount = 40 * 256 + 3;
    using namespace vkscan::abi;
    const auto check = [&]<class T>(const Forced<RadixSortDesc>& desc, uint32_t hooks, uint64_t count) {
        SCOPED_TRACE(testing::Message() << "hooks " << hooks << ", " << count << " keys");
        const uint32_t fallbacks = sortHostile<T>(desc, impatientTuning(hooks), count);
        EXPECT_GE(fallbacks, (hooks & kHookWithhold) != 0 ? 3u : 0u) << "one pass of each run at least";
        EXPECT_LE(fallbacks, 3 * sizeof(T));
    };
    check.operator()<uint32_t>({{.withIndex = true}}, 0, kCount);
    check.operator()<uint32_t>({{.withIndex = true}}, kHookWithhold, kCount);
    check.operator()<double>({{.type = ElementType::F64, .descending = true, .endBit = 56}}, kHookWithhold, kCount);
    check.operator()<uint16_t>({{.type = ElementType::U16, .withIndex = true}}, kHookReverseTiles, kCount);
    check.operator()<uint32_t>({}, kHookReverseTiles | kHookWithhold, 70 * 256); // counts are cleared beforehand
}

} // namespace
