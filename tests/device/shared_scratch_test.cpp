// One scratch for all: operations of every strategy one after another, with nothing cleared in between.
#include "axis_values.h"
#include "scan_check.h"

#include "operations/compact.h"
#include "operations/expand.h"
#include "operations/radix_sort.h"
#include "operations/reduce_by_key.h"
#include "schedule/array_operation.h"

#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

Scan createScanBy(Strategy strategy, ElementType type)
{
    study::ScanDesc desc;
    desc.type = type;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return createScan(desc, smallTuning());
}

// No word in scratch that a later run takes for its own.
void expectNoLaterTags(VkDeviceSize scratchBytes)
{
    ASSERT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
    const std::vector<uint64_t> words = sharedScratchWords(scratchBytes);
    for (std::size_t i = vkscan::abi::kScratchHeaderBytes / sizeof(uint64_t); i < words.size(); ++i)
        ASSERT_LE(words[i] >> 32, words[0] >> 32) << "the tag of word " << i << " is beyond the epoch";
}

// Scans `values` and expects what one thread gets.
template <class T>
void expectExact(const Scan& scan, const std::vector<T>& values)
{
    const VkDeviceSize bytes = values.size() * sizeof(T);
    TestArray input(bytes);
    TestArray output(bytes);
    input.write(values.data(), bytes);
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = sharedScratch(scan.scratchSize(values.size()));
    args.count = values.size();
    submit(scan, args);
    std::vector<T> actual(values.size());
    output.read(actual.data(), bytes);
    T sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum += values[i];
        ASSERT_EQ(actual[i], sum) << "at " << i;
    }
    expectNoLaterTags(args.scratch.size);
}

// Every strategy after every other, with lengths and so layouts of scratch that differ from run to run, and elements
// that look like tags of all runs.
TEST(SharedScratchTest, StrategiesTakeTurns)
{
    std::vector<std::pair<Scan, ElementType>> scans;
    for (const Strategy strategy : scanStrategies())
        for (const ElementType type : {ElementType::U32, ElementType::U64})
            if (takesType(strategy, type))
                scans.emplace_back(createScanBy(strategy, type), type);
    std::minstd_rand random(3);
    for (unsigned run = 0; run < 600; ++run) {
        const auto& [scan, type] = scans[random() % scans.size()];
        const uint64_t count = std::min<uint64_t>(1 + random() % 9000, scan.maxCount());
        SCOPED_TRACE(std::string(study::toString(strategyFor(scan, count))) + ", count " + std::to_string(count));
        if (type == ElementType::U32)
            expectExact(scan, std::vector<uint32_t>(count, random() % 16));
        else
            expectExact(scan, std::vector<uint64_t>(count, uint64_t{random() % 16} << 32));
        if (HasFatalFailure())
            return;
    }
}

// A compaction with the rest in the same array keeps in scratch where the rest begins: here, behind more elements than
// there are runs.
TEST(SharedScratchTest, CompactionsWithRestLeaveNoTags)
{
    constexpr uint64_t kCount = 50000;
    const std::vector<uint32_t> ones(kCount, 1);
    TestArray input(kCount * sizeof(uint32_t));
    TestArray output(kCount * sizeof(uint32_t));
    input.write(ones.data(), kCount * sizeof(uint32_t));
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        Compact compact;
        const Forced<CompactDesc> desc = {{{Condition::AnyBit}, sizeof(uint32_t), true, {}}, strategy};
        ASSERT_EQ(createTuned(context(), desc, smallTuning(), &compact), Status::Success);
        CompactArgs args;
        args.input = input.range();
        args.output = output.range();
        args.operand = uint32_t{1};
        args.scratch = sharedScratch(compact.scratchSize(kCount));
        args.count = kCount;
        submit(compact, args);
        expectNoLaterTags(args.scratch.size);
    }
}

// Aggregates of run lengths are indices: here there are as many runs as elements.
TEST(SharedScratchTest, RunLengthsLeaveNoTags)
{
    constexpr uint64_t kCount = 50000;
    std::vector<uint32_t> values(kCount);
    std::iota(values.begin(), values.end(), 0u);
    TestArray input(kCount * sizeof(uint32_t));
    TestArray runCount(sizeof(uint32_t));
    input.write(values.data(), kCount * sizeof(uint32_t));
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const Forced<ReduceByKeyDesc> desc = {{.runValue = RunValue::None}, strategy};
        ReduceByKey runs;
        ASSERT_EQ(createTuned(context(), desc, smallTuning(), &runs), Status::Success);
        ReduceByKeyArgs args;
        args.input = input.range();
        args.runCount = runCount.range();
        args.scratch = sharedScratch(runs.scratchSize(kCount));
        args.count = kCount;
        submit(runs, args);
        expectNoLaterTags(args.scratch.size);
    }
}

// Sums of an expansion are as large as tags. Its elements are what they are, whatever ran before.
TEST(SharedScratchTest, ExpansionsLeaveNoTags)
{
    constexpr uint64_t kCount = 50000;
    std::vector<uint32_t> expected(kCount);
    std::iota(expected.begin(), expected.end(), 0u);
    const std::vector<uint32_t> ones(kCount, 1);
    TestArray counts(kCount * sizeof(uint32_t));
    TestArray offsets((kCount + 1) * sizeof(uint32_t));
    TestArray output(kCount * sizeof(uint32_t));
    counts.write(ones.data(), kCount * sizeof(uint32_t));
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        Expand expand;
        ASSERT_EQ(createTuned(context(), Forced<ExpandDesc>{{}, strategy}, smallTuning(), &expand), Status::Success);
        output.fill(0xcc);
        ExpandArgs args;
        args.counts = counts.range();
        args.offsets = offsets.range();
        args.output = output.range();
        args.scratch = sharedScratch(expand.scratchSize(kCount));
        args.count = kCount;
        submit(expand, args);
        std::vector<uint32_t> actual(kCount);
        output.read(actual.data(), kCount * sizeof(uint32_t));
        EXPECT_EQ(actual, expected);
        expectNoLaterTags(args.scratch.size);
    }
}

// Counts of sorts, and keys and spans of long segments, are as large as tags.
TEST(SharedScratchTest, SortsLeaveNoTags)
{
    constexpr uint32_t kCount = 50000;
    const std::vector<uint32_t> keys(kCount, 0x11111111);
    const uint32_t offsets[] = {0, kCount};
    TestArray input(kCount * sizeof(uint32_t));
    TestArray segments(sizeof(offsets));
    TestArray output(kCount * sizeof(uint32_t));
    input.write(keys.data(), kCount * sizeof(uint32_t));
    segments.write(offsets, sizeof(offsets));
    for (const auto& [strategy, segmented] :
         {std::pair{Strategy::Spine, false}, {Strategy::ReduceThenScan, false}, {Strategy::ReduceThenScan, true}}) {
        RadixSort sort;
        const Forced<RadixSortDesc> desc = {{.segmented = segmented}, strategy};
        ASSERT_EQ(createTuned(context(), desc, smallTuning(), &sort), Status::Success);
        TestArray temporary(sort.temporarySize(kCount));
        RadixSortArgs args;
        args.input = input.range();
        args.output = output.range();
        args.temporary = temporary.range();
        args.scratch = sharedScratch(sort.scratchSize(kCount));
        args.count = kCount;
        if (segmented) {
            args.segments = segments.range();
            args.segmentCount = 1;
        }
        submit(sort, args);
        expectNoLaterTags(args.scratch.size);
    }
}

// Each run takes one of the numbers that tags have.
TEST(SharedScratchTest, SplitsTakeOneEpochEach)
{
    constexpr uint64_t kCount = 3000;
    Tuning tuning = smallTuning();
    tuning.window = 12; // tiles
    TestArray input(kCount * sizeof(uint32_t));
    TestArray output(kCount * sizeof(uint32_t));
    input.fill(0x5a);
    RadixSort split;
    const Forced<RadixSortDesc> desc = {{.endBit = 4}, Strategy::FlatSum};
    ASSERT_EQ(createTuned(context(), desc, tuning, &split), Status::Success);
    RadixSortArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = sharedScratch(split.scratchSize(kCount));
    args.count = kCount;
    const uint64_t before = sharedScratchWords(args.scratch.size)[0] >> 32;
    submit(split, args, 7);
    EXPECT_EQ(sharedScratchWords(args.scratch.size)[0] >> 32, before + 7);
    expectNoLaterTags(args.scratch.size);
}

} // namespace
