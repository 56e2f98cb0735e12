// Chains on the device: every operation that writes offsets or starts, by a count that the device reads, before every
// operation that takes offsets; and counts of every operation as the grid of an indirect dispatch.
#include "scan_check.h"
#include "submit.h"

#include <vkscan/vkscan.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kSegments = 1000; // on the host: the most that the device may count

constexpr uint64_t kMost = 200000; // elements: kernels for more are not compiled

template <class Operation, class Desc>
Operation create(Desc desc)
{
    desc.maxCount = kMost;
    Operation operation;
    const Status status = createTuned(context(), desc, smallTuning(), &operation);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return operation;
}

struct Operations {
    Expand expand = create<Expand>(ExpandDesc{});
    Expand expandOffsets = create<Expand>(ExpandDesc{.fromOffsets = true});
    Suballocate allocate = create<Suballocate>(SuballocateDesc{});
    ReduceByKey runs = create<ReduceByKey>(ReduceByKeyDesc{.runValue = RunValue::None});
    ReduceByKey reduceByKey = create<ReduceByKey>(ReduceByKeyDesc{});
    SegmentedReduce reduce = create<SegmentedReduce>(SegmentedReduceDesc{.type = ElementType::F32});
    SegmentedReduce reproducible =
        create<SegmentedReduce>(SegmentedReduceDesc{.type = ElementType::F32, .reproducible = true});
    SegmentedScan scan = create<SegmentedScan>(SegmentedScanDesc{.segments = Segments::Offsets});
    RadixSort sort = create<RadixSort>(RadixSortDesc{.segmented = true});
};

class Words {
public:
    explicit Words(const std::vector<uint32_t>& words) : m_count(words.size()), m_array(m_count * sizeof(uint32_t))
    {
        m_array.write(words.data(), m_count * sizeof(uint32_t));
    }
    [[nodiscard]] BufferRange range() const { return m_array.range(); }
    [[nodiscard]] std::vector<uint32_t> read() const
    {
        const auto words = m_array.values<uint32_t>();
        return words;
    }

private:
    uint64_t m_count;
    TestArray m_array;
};

Words poisoned(uint64_t count)
{
    return Words(std::vector<uint32_t>(count, 0xcccccccc));
}

template <class Operation, class Args>
void run(const Operation& operation, Args args)
{
    args.scratch = sharedScratch(operation.scratchSize(args.count));
    submit(operation, args);
}

// The input of a frame, of which the device counts a part, and the offsets that it leads to.
struct Frame {
    std::vector<uint32_t> counts; // of sources or requests
    std::vector<uint32_t> keys;
    std::vector<uint32_t> offsets; // kSegments + 1
    uint32_t elements = 0;         // of all segments
};

Frame countedFrame(uint32_t count)
{
    Frame frame;
    for (const uint32_t word : randomValues<uint32_t>(Op::Add, kSegments, count))
        frame.counts.push_back(word % 7 == 0 ? 0 : word % 31);
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= kSegments; ++i) {
        frame.offsets.push_back(sum);
        sum += i < std::min(count, kSegments) ? frame.counts[i] : 0;
    }
    frame.elements = sum;
    return frame;
}

Frame keyedFrame(uint32_t count)
{
    Frame frame;
    for (uint32_t run = 0; frame.keys.size() < 9 * kSegments; ++run)
        frame.keys.insert(frame.keys.end(), 1 + run * run % 23, run);
    frame.elements = std::min(count, static_cast<uint32_t>(frame.keys.size()));
    for (uint32_t i = 0; i < frame.elements && frame.offsets.size() < kSegments + 1; ++i)
        if (i == 0 || frame.keys[i] != frame.keys[i - 1])
            frame.offsets.push_back(i);
    frame.offsets.resize(kSegments + 1, frame.elements);
    return frame;
}

// Writes the offsets of a frame, of which the device counts a part.
struct Producer {
    const char* name;
    Frame (*frameOf)(uint32_t count);
    void (*write)(const Operations& its, const Frame& frame, BufferRange countBuffer, BufferRange offsets);
};

void writeByExpand(const Operations& its, const Frame& frame, BufferRange countBuffer, BufferRange offsets)
{
    const Words counts(frame.counts);
    ExpandArgs args;
    args.counts = counts.range();
    args.offsets = offsets;
    args.count = frame.counts.size();
    args.countBuffer = countBuffer;
    run(its.expand, args);
}

void writeBySuballocate(const Operations& its, const Frame& frame, BufferRange countBuffer, BufferRange offsets)
{
    const Words counts(frame.counts);
    SuballocateArgs args;
    args.counts = counts.range();
    args.offsets = offsets;
    args.total = {offsets.address + kSegments * sizeof(uint32_t), sizeof(uint32_t)};
    args.count = frame.counts.size();
    args.countBuffer = countBuffer;
    run(its.allocate, args);
}

void writeByRuns(const Operations& its, const Frame& frame, BufferRange countBuffer, BufferRange offsets)
{
    const Words keys(frame.keys);
    ReduceByKeyArgs args;
    args.input = keys.range();
    args.starts = offsets;
    args.count = frame.keys.size();
    args.countBuffer = countBuffer;
    run(its.runs, args);
}

void writeByKeys(const Operations& its, const Frame& frame, BufferRange countBuffer, BufferRange offsets)
{
    const Words keys(frame.keys);
    ReduceByKeyArgs args;
    args.input = keys.range();
    args.values = keys.range();
    args.starts = offsets;
    args.count = frame.keys.size();
    args.countBuffer = countBuffer;
    run(its.reduceByKey, args);
}

constexpr Producer kProducers[] = {{"Expand", countedFrame, writeByExpand},
                                   {"Suballocate", countedFrame, writeBySuballocate},
                                   {"ReduceByKey without values", keyedFrame, writeByRuns},
                                   {"ReduceByKey", keyedFrame, writeByKeys}};

// The consumers, each with as many segments as the host knows of, on an array that is longer than all of them.

void checkExpand(const Expand& expand, const Frame& frame, BufferRange offsets, BufferRange countBuffer)
{
    const Words output = poisoned(frame.elements + 5);
    const Words total = poisoned(1);
    ExpandArgs args;
    args.offsets = offsets;
    args.output = output.range();
    args.total = total.range();
    args.count = kSegments;
    args.countBuffer = countBuffer;
    run(expand, args);
    const std::vector<uint32_t> sources = output.read();
    for (uint32_t segment = 0; segment < kSegments; ++segment)
        for (uint32_t i = frame.offsets[segment]; i < frame.offsets[segment + 1]; ++i)
            ASSERT_EQ(sources[i], segment) << "element " << i;
    ASSERT_EQ(total.read()[0], frame.offsets.back());
}

void checkReduce(const SegmentedReduce& reduce, const Frame& frame, BufferRange offsets)
{
    const std::vector<uint32_t> values(frame.elements + 5, 0x40000000); // 2.0
    const Words input(values);
    const Words result = poisoned(kSegments);
    SegmentedReduceArgs args;
    args.input = input.range();
    args.result = result.range();
    args.segments = offsets;
    args.segmentCount = kSegments;
    args.count = values.size();
    run(reduce, args);
    const std::vector<uint32_t> sums = result.read();
    for (uint32_t segment = 0; segment < kSegments; ++segment) {
        const auto length = static_cast<float>(frame.offsets[segment + 1] - frame.offsets[segment]);
        ASSERT_EQ(std::bit_cast<float>(sums[segment]), 2 * length) << "segment " << segment;
    }
}

// The number of the segment of each element; elements behind all are one more segment, or of the last one that is
// empty.
template <class Check>
void forElements(const Frame& frame, const Check& check)
{
    uint32_t begin = 0;
    for (uint32_t i = 0, segment = 0; i < frame.elements + 5; ++i) {
        for (; segment <= kSegments && frame.offsets[segment] <= i; ++segment)
            begin = frame.offsets[segment];
        check(i, begin);
    }
}

void checkScan(const SegmentedScan& scan, const Frame& frame, BufferRange offsets)
{
    const Words input(std::vector<uint32_t>(frame.elements + 5, 1));
    const Words output = poisoned(frame.elements + 5);
    SegmentedScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.segments = offsets;
    args.segmentCount = kSegments;
    args.count = frame.elements + 5;
    run(scan, args);
    const std::vector<uint32_t> sums = output.read();
    forElements(frame, [&](uint32_t i, uint32_t begin) { ASSERT_EQ(sums[i], i - begin + 1) << "element " << i; });
}

void checkSorted(const RadixSort& sort, const Frame& frame, BufferRange offsets)
{
    std::vector<uint32_t> keys(frame.elements + 5);
    std::iota(keys.rbegin(), keys.rend(), 0); // descending
    const Words input(keys);
    const Words output = poisoned(keys.size());
    const Words temporary = poisoned(sort.temporarySize(keys.size()) / sizeof(uint32_t));
    RadixSortArgs args;
    args.input = input.range();
    args.output = output.range();
    args.segments = offsets;
    args.segmentCount = kSegments;
    args.temporary = temporary.range();
    args.count = keys.size();
    run(sort, args);
    std::vector<uint32_t> expected = keys;
    std::vector<uint32_t> ends = frame.offsets;
    ends.push_back(static_cast<uint32_t>(keys.size()));
    for (uint32_t begin = 0; const uint32_t end : ends) {
        std::sort(expected.begin() + begin, expected.begin() + end);
        begin = end;
    }
    ASSERT_EQ(output.read(), expected);
}

// Frames whose counts go up and down, on memory that holds what nobody wrote.
TEST(ChainTest, OffsetsOfCountsReadOnTheDevice)
{
    const Operations its;
    for (const Producer& producer : kProducers) {
        for (const uint32_t count : {0u, 1u, kSegments / 3, kSegments, kSegments - 1, 9 * kSegments, ~0u}) {
            SCOPED_TRACE(std::string(producer.name) + ", count " + std::to_string(count));
            const Frame frame = producer.frameOf(count);
            const Words countBuffer({count});
            const Words offsets = poisoned(kSegments + 1);
            producer.write(its, frame, countBuffer.range(), offsets.range());
            ASSERT_EQ(offsets.read(), frame.offsets);
            checkExpand(its.expandOffsets, frame, offsets.range(), {});
            if (!frame.counts.empty()) { // as many sources as the producer took
                checkExpand(its.expandOffsets, frame, offsets.range(), countBuffer.range());
            }
            for (const SegmentedReduce* reduce : {&its.reduce, &its.reproducible})
                checkReduce(*reduce, frame, offsets.range());
            checkScan(its.scan, frame, offsets.range());
            checkSorted(its.sort, frame, offsets.range());
        }
    }
}

// The grid that a count becomes, beside what is the caller's: every device takes it, and it has all workgroups.
void checkGrid(const std::function<void(const IndirectCount&)>& count, uint64_t expected)
{
    for (const uint32_t divisor : {1u, 3u, 64u}) {
        for (const Rounding rounding : {Rounding::Down, Rounding::Up}) {
            const Words command({7, 7, 7});
            const uint32_t addend = rounding == Rounding::Up ? 2 : 0;
            const uint64_t quotient =
                rounding == Rounding::Up ? (expected + divisor - 1) / divisor : expected / divisor;
            const uint64_t groups = std::min<uint64_t>(quotient + addend, uint64_t{65535} * 65535);
            count({command.range(), divisor, rounding, true, addend});
            const std::vector<uint32_t> grid = command.read();
            SCOPED_TRACE(std::to_string(grid[0]) + " by " + std::to_string(grid[1]) + " for " + std::to_string(groups));
            ASSERT_TRUE(grid[0] <= 65535 && grid[1] >= 1 && grid[1] <= 65535);
            ASSERT_GE(uint64_t{grid[0]} * grid[1], groups);
            ASSERT_LT(uint64_t{grid[0]} * grid[1], groups + grid[1]);
            ASSERT_EQ(grid[1], std::max<uint64_t>((groups + 65534) / 65535, 1));
            ASSERT_EQ(grid[2], 7u);
        }
    }
}

TEST(IndirectDispatchTest, AnyTotal)
{
    const auto allocate = create<Suballocate>(SuballocateDesc{});
    for (const uint32_t total : {0u, 1u, 65535u, 65536u, 65537u, 131071u, 1u << 31, 4294836225u, 4294836226u, ~1u}) {
        const Words counts({total});
        const Words offsets = poisoned(1);
        const auto count = [&](const IndirectCount& indirect) {
            run(allocate, SuballocateArgs{
                              .counts = counts.range(), .offsets = offsets.range(), .indirect = indirect, .count = 1});
        };
        checkGrid(count, total);
    }
}

TEST(IndirectDispatchTest, EveryOperation)
{
    constexpr uint32_t kCount = 140001; // elements, of which every other one is selected
    constexpr uint32_t kSelected = 70001;
    std::vector<uint32_t> words(kCount);
    for (uint32_t i = 0; i < kCount; ++i)
        words[i] = 1 - i % 2;
    const Words input(words);
    const Words output = poisoned(kCount + 1);
    const auto check = [&]<class Operation, class Args>(const Operation& operation, Args args, uint64_t expected) {
        args.count = kCount;
        checkGrid(
            [&](const IndirectCount& indirect) {
                args.indirect = indirect;
                run(operation, args);
            },
            expected);
    };
    Predicate nonZero;
    nonZero.condition = Condition::FlagWords;
    CompactArgs compact;
    compact.tested = input.range();
    compact.output = output.range();
    check(create<Compact>(CompactDesc{.predicate = nonZero, .elementSize = kIndicesOnly}), compact, kSelected);
    check(create<Compact>(CompactDesc{.predicate = nonZero, .elementSize = kIndicesOnly, .withRest = true}), compact,
          kSelected);
    ReduceByKeyArgs reduce;
    reduce.input = input.range();
    check(create<ReduceByKey>(ReduceByKeyDesc{.runValue = RunValue::None}), reduce, kCount);
    reduce.values = input.range();
    check(create<ReduceByKey>(ReduceByKeyDesc{}), reduce, kCount);
    ExpandArgs expand;
    expand.counts = input.range();
    expand.offsets = output.range();
    check(create<Expand>(ExpandDesc{}), expand, kSelected);
}

} // namespace
