// Garbage in scratch, for every operation on arrays and every strategy that keeps words there.
#include "garbage.h"
#include "hostile.h"
#include "run_check.h"
#include "sample.h"
#include "scan_check.h"
#include "segmented_check.h"
#include "segmented_reduce_check.h"
#include "sort_check.h"

#include "operations/compact.h"
#include "operations/expand.h"
#include "operations/suballocate.h"
#include "schedule/array_operation.h"
#include "study/reduce.h"

#include "record_indices.h"

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kGarbageCount = 20 * 256 + 3; // 21 tiles

bool hasScratch(Strategy strategy)
{
    return strategy != Strategy::SingleWorkgroup;
}

// An array of random words below a limit.
class RandomArray : public TestArray {
public:
    explicit RandomArray(VkDeviceSize bytes, uint32_t limit = 0xffffffff) : TestArray(bytes)
    {
        std::mt19937 random(7);
        std::vector<uint32_t> words(bytes / sizeof(uint32_t));
        std::generate(words.begin(), words.end(), [&] { return static_cast<uint32_t>(random()) % limit; });
        write(words.data(), words.size() * sizeof(uint32_t));
    }
};

// `create` makes the operation by a tuning. `args` has all but scratch.
template <class Create, class Args>
void check(const Create& create, const Args& args, std::initializer_list<TestArray*> outputs, bool withTickets,
           bool inOrder = false)
{
    Tuning patient = smallTuning();
    patient.window = 64; // tiles of a flat sum
    patient.waits.inOrder = patient.shortWaits.inOrder = inOrder;
    Tuning hasty = patient;
    hasty.waits.polls = 1;
    hasty.waits.rounds = 64;
    const auto operation = create(patient);
    TestArray scratch(operation.scratchSize(args.count));
    const std::vector<TestArray*> all(outputs);
    checkGarbage(create(hasty), operation, args, scratch, all, withTickets && !inOrder);
}

// Creates an operation of a description, of which the tuning is yet to come.
template <class Operation, class Desc>
auto creation(const Desc& desc)
{
    return [desc](const Tuning& tuning) {
        Operation operation;
        const Status status = createTuned(context(), desc, tuning, &operation);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return operation;
    };
}

class GarbageTest : public testing::TestWithParam<Strategy> {
protected:
    static void checkScan(study::ScanDesc desc, bool inPlace = false, bool inOrder = false)
    {
        desc.strategy = GetParam();
        desc.assumeForwardProgress = true;
        const VkDeviceSize elementBytes = desc.type == ElementType::U32 ? 4 : 8;
        RandomArray input(kGarbageCount * elementBytes);
        TestArray output(kGarbageCount * elementBytes);
        TestArray total(desc.tupleSize * elementBytes);
        ScanArgs args;
        args.input = inPlace ? output.range() : input.range();
        args.output = output.range();
        args.total = total.range();
        args.count = kGarbageCount;
        check([&](const Tuning& tuning) { return createScan(desc, tuning); }, args, {&output, &total},
              isSinglePass(GetParam()), inOrder);
    }
};

TEST_P(GarbageTest, Scans)
{
    checkScan({});
}

TEST_P(GarbageTest, ScansOfTwoWords)
{
    study::ScanDesc desc;
    desc.type = ElementType::U64;
    if (takesType(GetParam(), desc.type))
        checkScan(desc);
}

// In place, a look-back may not recompute what it misses.
TEST_P(GarbageTest, ScansInPlace)
{
    checkScan({}, true);
}

TEST_P(GarbageTest, ScansWithoutTickets)
{
    checkScan({}, false, true);
}

TEST_P(GarbageTest, OrdersAndTuples)
{
    study::ScanDesc desc;
    desc.order = 3;
    desc.tupleSize = 2;
    if (takesOrders(GetParam()))
        checkScan(desc);
}

INSTANTIATE_TEST_SUITE_P(Strategies, GarbageTest, testing::ValuesIn(only(scanStrategies(), hasScratch)), strategyName);

// Operations other than scans, by the strategies that they take.
class GarbageOperationTest : public testing::TestWithParam<Strategy> {};

TEST_P(GarbageOperationTest, SegmentedScans)
{
    Forced<SegmentedScanDesc> desc;
    desc.segments = Segments::HeadFlags;
    desc.strategy = GetParam();
    RandomArray input(kGarbageCount * 4);
    RandomArray flags(kGarbageCount * 4, 2);
    TestArray output(kGarbageCount * 4);
    SegmentedScanArgs args;
    args.input = input.range();
    args.segments = flags.range();
    args.output = output.range();
    args.count = kGarbageCount;
    check([&](const Tuning& tuning) { return createSegmented(desc, tuning, vkscan::abi::kOpAdd); }, args, {&output},
          isSinglePass(GetParam()));
}

// A span's words name a segment: of offsets, or a row.
void checkSegmentedReduction(Strategy strategy, SegmentedReduceArgs args, uint64_t segments, bool inOrder)
{
    Forced<SegmentedReduceDesc> desc;
    desc.segments = args.rowLength > 0 ? Segments::Rows : Segments::Offsets;
    desc.strategy = strategy;
    RandomArray input(kGarbageCount * 4);
    TestArray result(segments * 4);
    args.input = input.range();
    args.result = result.range();
    args.count = kGarbageCount;
    check([&](const Tuning& tuning) { return createReduce(desc, tuning, vkscan::abi::kOpAdd); }, args, {&result},
          isSinglePass(strategy), inOrder);
}

TEST_P(GarbageOperationTest, ReductionsBetweenOffsets)
{
    const std::vector<uint32_t> offsets = {0, 333, 666, 4000, 4000, 5000};
    TestArray segments(offsets.size() * 4);
    segments.write(offsets.data(), offsets.size() * 4);
    SegmentedReduceArgs args;
    args.segments = segments.range();
    args.segmentCount = static_cast<uint32_t>(offsets.size() - 1);
    for (const bool inOrder : {false, true})
        checkSegmentedReduction(GetParam(), args, args.segmentCount, inOrder);
}

// Rows with padding, in which the array ends, and one that it cuts off.
TEST_P(GarbageOperationTest, ReductionsOfRows)
{
    SegmentedReduceArgs args;
    for (const uint32_t pitch : {1024u, 1025u}) {
        args.rowLength = 1000;
        args.rowPitch = pitch;
        for (const bool inOrder : {false, true})
            checkSegmentedReduction(GetParam(), args, (kGarbageCount + pitch - 1) / pitch, inOrder);
    }
}

// Counts of scratch become places in the outputs.
TEST_P(GarbageOperationTest, CompactionsWithRest)
{
    RandomArray input(kGarbageCount * 4);
    TestArray output(kGarbageCount * 4);
    TestArray selectedCount(4);
    CompactArgs args;
    args.input = input.range();
    args.operand = uint32_t{1};
    args.output = output.range();
    args.selectedCount = selectedCount.range();
    args.count = kGarbageCount;
    check(creation<Compact>(Forced<CompactDesc>{{{Condition::AnyBit}, 4, true, {}}, GetParam()}), args,
          {&output, &selectedCount}, isSinglePass(GetParam()));
}

TEST_P(GarbageOperationTest, Compactions)
{
    RandomArray input(kGarbageCount * 4);
    TestArray output(kGarbageCount * 2);
    TestArray selectedCount(4);
    CompactArgs args;
    args.input = input.range();
    args.operand = uint32_t{1};
    args.output = output.range();
    args.selectedCount = selectedCount.range();
    args.count = kGarbageCount;
    check(creation<Compact>(Forced<CompactDesc>{{{Condition::AnyBit}, 4, false, {}}, GetParam()}), args,
          {&output, &selectedCount}, isSinglePass(GetParam()));
}

// vkscan knows of no capacity where a user's kernel stores. Places are below the count all the same.
TEST_P(GarbageOperationTest, OwnCompactions)
{
    constexpr uint64_t kRecords = 47 * 64 + 3; // a window of tiles holds more of them
    RandomArray records(kRecords * 32, 2);
    TestArray indices(kRecords * 4);
    TestArray faults(4);
    TestArray selectedCount(4);
    const struct {
        VkDeviceAddress records, indices, faults;
        uint32_t kind, count;
    } parameters = {records.range().address, indices.range().address, faults.range().address, 1, kRecords};
    CompactArgs args;
    args.parameters = {&parameters, sizeof(parameters)};
    args.selectedCount = selectedCount.range();
    args.count = kRecords;
    Forced<CompactDesc> desc;
    desc.kernels = record_indices;
    desc.strategy = GetParam();
    check(creation<Compact>(desc), args, {&indices, &selectedCount}, isSinglePass(GetParam()));
}

TEST_P(GarbageOperationTest, ReductionsByKey)
{
    RandomArray input(kGarbageCount * 4, 2);
    RandomArray values(kGarbageCount * 4, 100);
    TestArray unique(kGarbageCount * 4);
    TestArray reduced(kGarbageCount * 4);
    TestArray lengths(kGarbageCount * 4);
    TestArray starts(kGarbageCount * 4);
    TestArray runCount(4);
    ReduceByKeyArgs args;
    args.input = input.range();
    args.unique = unique.range();
    args.lengths = lengths.range();
    args.starts = starts.range();
    args.runCount = runCount.range();
    args.count = kGarbageCount;
    for (const RunValue runValue : kRunValues) {
        const bool hasValues = runValue != RunValue::None;
        args.values = hasValues ? values.range() : BufferRange{};
        args.reduced = hasValues ? reduced.range() : BufferRange{};
        check(
            [&](const Tuning& tuning) {
                return createByKey({{.runValue = runValue}, GetParam()}, tuning);
            },
            args, {&unique, &reduced, &lengths, &starts, &runCount}, isSinglePass(GetParam()));
    }
}

TEST_P(GarbageOperationTest, Suballocations)
{
    RandomArray counts(kGarbageCount * 4, 100);
    TestArray offsets(kGarbageCount * 4);
    TestArray total(4);
    SuballocateArgs args;
    args.counts = counts.range();
    args.offsets = offsets.range();
    args.total = total.range();
    args.count = kGarbageCount;
    check(creation<Suballocate>(Forced<SuballocateDesc>{{}, GetParam()}), args, {&offsets, &total},
          isSinglePass(GetParam()));
}

// Offsets that are wrong have elements of wrong sources, and none beyond the arrays.
TEST_P(GarbageOperationTest, Expansions)
{
    RandomArray counts(kGarbageCount * 4, 4);
    TestArray offsets((kGarbageCount + 1) * 4);
    TestArray output(kGarbageCount * 12);
    TestArray index(kGarbageCount * 12);
    TestArray total(4);
    ExpandArgs args;
    args.counts = counts.range();
    args.offsets = offsets.range();
    args.output = output.range();
    args.index = index.range();
    args.total = total.range();
    args.count = kGarbageCount;
    check(creation<Expand>(Forced<ExpandDesc>{{}, GetParam()}), args, {&offsets, &output, &index, &total},
          isSinglePass(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Strategies, GarbageOperationTest, testing::ValuesIn(only(ownStrategies(), hasScratch)),
                         strategyName);

// Sums of integers meet in one word, other results in slots.
TEST(GarbageReduceTest, Reductions)
{
    study::ReduceDesc descs[3];
    descs[1].op = descs[2].op = Op::Max;
    descs[2].withIndex = true;
    for (const study::ReduceDesc& desc : descs) {
        for (const bool inOrder : {false, true}) {
            RandomArray input(kGarbageCount * 4);
            TestArray result(4);
            TestArray index(4);
            ReduceArgs args;
            args.input = input.range();
            args.result = result.range();
            if (desc.withIndex)
                args.index = index.range();
            args.count = kGarbageCount;
            const auto create = [&](const Tuning& tuning) {
                Reduce reduce;
                EXPECT_EQ(createTuned(context(), desc, tuning, static_cast<uint32_t>(desc.op), &reduce),
                          Status::Success);
                return reduce;
            };
            check(create, args, {&result, &index}, true, inOrder);
        }
    }
}

// Workgroups take one tile each, or several in turn, for which there are more tickets than workgroups.
TEST(GarbageSortTest, Sorts)
{
    Sample sample(0, 4);
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        for (const uint32_t workgroups : {~0u, 3u}) {
            if (!sample.takes())
                continue;
            RandomArray input(kGarbageCount * 4);
            RandomArray values(kGarbageCount * 4);
            TestArray output(kGarbageCount * 4);
            TestArray sortedValues(kGarbageCount * 4);
            const auto create = [&](Tuning tuning) {
                tuning.sortWorkgroups = workgroups;
                Forced<RadixSortDesc> desc;
                desc.valueSize = 4;
                desc.strategy = strategy;
                return createSort(desc, tuning);
            };
            TestArray temporary(create(smallTuning()).temporarySize(kGarbageCount));
            RadixSortArgs args;
            args.input = input.range();
            args.values = values.range();
            args.output = output.range();
            args.sortedValues = sortedValues.range();
            args.temporary = temporary.range();
            args.count = kGarbageCount;
            check(create, args, {&output, &sortedValues}, workgroups == ~0u && isSinglePass(strategy));
        }
    }
}

// One of the segments is sorted in spans, which are listed in scratch.
TEST(GarbageSortTest, SegmentedSorts)
{
    constexpr uint64_t kKeys = 40000;
    const auto create = [&](const Tuning& tuning) {
        Forced<RadixSortDesc> desc;
        desc.segmented = true;
        return createSort(desc, tuning);
    };
    const std::vector<uint32_t> offsets = {0, 1, 100, 35000, 36000};
    TestArray segments(offsets.size() * 4);
    segments.write(offsets.data(), offsets.size() * 4);
    RandomArray input(kKeys * 4);
    TestArray output(kKeys * 4);
    TestArray temporary(create(smallTuning()).temporarySize(kKeys));
    RadixSortArgs args;
    args.input = input.range();
    args.output = output.range();
    args.temporary = temporary.range();
    args.segments = segments.range();
    args.segmentCount = static_cast<uint32_t>(offsets.size() - 1);
    args.count = kKeys;
    check(create, args, {&output}, false);
}

TEST(GarbageSplitTest, Splits)
{
    for (const Strategy strategy : {Strategy::FlatSum, Strategy::ReduceThenScan}) {
        RandomArray input(kGarbageCount * 4);
        TestArray output(kGarbageCount * 4);
        TestArray offsets(17 * 4);
        RadixSortArgs args;
        args.input = input.range();
        args.output = output.range();
        args.bucketOffsets = offsets.range();
        args.count = kGarbageCount;
        check(creation<RadixSort>(Forced<RadixSortDesc>{{.endBit = 4}, strategy}), args, {&output, &offsets},
              isSinglePass(strategy));
    }
}

} // namespace
