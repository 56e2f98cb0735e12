// Kernels with CHECKS: a mistake between any two neighbours is told in scratch, wherever these lie in rows, subgroups
// and tiles, and a monoid is never blamed.
#include "custom_monoids.h"
#include "scan_check.h"

#include "study/create.h"

#include "checked_affine.h"
#include "pairs.h"
#include "schedule/array_operation.h"
#include "segmented_pairs.h"
#include "wrong_affine.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// Calls of one operation, each with scratch that is zeroed.
template <class Operation, class Args>
class CheckedCall {
public:
    CheckedCall(const Operation& operation, Args args)
        : m_operation(operation),
          m_args(args),
          m_scratch(operation.scratchSize(args.count))
    {
        m_args.scratch = m_scratch.range();
    }

    [[nodiscard]] ScratchStatus statusWith(uint32_t index)
    {
        m_scratch.fill(0);
        m_args.parameters = {&index, sizeof(index)};
        submit(m_operation, m_args);
        uint32_t header[kScratchStatusOffset / sizeof(uint32_t) + 1];
        m_scratch.read(header, sizeof(header));
        return static_cast<ScratchStatus>(header[kScratchStatusOffset / sizeof(uint32_t)]);
    }

private:
    const Operation& m_operation;
    Args m_args;
    TestArray m_scratch;
};

// Ranges of one element each, as pairs.glsl has them.
class Ranges {
public:
    explicit Ranges(uint32_t count) : m_states(count), m_array(count * sizeof(m_states[0]))
    {
        for (uint32_t i = 0; i < count; ++i)
            m_states[i] = {i, 1, 0};
        reset();
    }
    void reset() { m_array.write(m_states.data(), m_states.size() * sizeof(m_states[0])); }
    [[nodiscard]] BufferRange range() const { return m_array.range(); }

private:
    std::vector<std::array<uint32_t, 3>> m_states;
    TestArray m_array;
};

// Each pair of neighbours in turn combines wrongly, and then none.
template <class Call>
void checkAllPairs(Call call, Ranges& ranges, uint32_t count, bool backward)
{
    for (uint32_t index = 0; index < count; ++index) {
        ranges.reset();
        const bool hasFollower = backward ? index > 0 : index + 1 < count;
        ASSERT_EQ(call.statusWith(index), hasFollower ? ScratchStatus::NotAMonoid : ScratchStatus::Complete) << index;
    }
}

class CustomChecksTest : public testing::TestWithParam<Strategy> {};
class CustomChecksOfSegmentsTest : public testing::TestWithParam<Strategy> {};

TEST_P(CustomChecksTest, FindsAnyPairOfAScan)
{
    constexpr uint32_t kCount = 150;
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        for (const bool inPlace : {false, true}) {
            SCOPED_TRACE(testing::Message() << toString(direction) << (inPlace ? " in place" : ""));
            study::ScanDesc desc;
            desc.kernels = pairs;
            desc.strategy = GetParam();
            desc.direction = direction;
            desc.assumeForwardProgress = true;
            auto tuning = smallTuning();
            tuning.singleWorkgroup.rows = 4;
            const Scan scan = createScan(desc, tuning);
            const auto count = static_cast<uint32_t>(std::min<uint64_t>(kCount, scan.maxCount()));
            Ranges ranges(count);
            TestArray output(count * sizeof(uint32_t) * 3);
            ScanArgs args;
            args.input = ranges.range();
            args.output = inPlace ? ranges.range() : output.range();
            args.count = count;
            checkAllPairs(CheckedCall(scan, args), ranges, count, direction == Direction::Backward);
        }
    }
}

TEST_P(CustomChecksOfSegmentsTest, FindsAnyPair)
{
    constexpr uint32_t kCount = 150;
    Forced<SegmentedScanDesc> scanDesc;
    scanDesc.kernels = segmented_pairs;
    scanDesc.segments = Segments::Rows;
    scanDesc.strategy = GetParam();
    SegmentedScan scan;
    ASSERT_EQ(createTuned(context(), scanDesc, smallTuning(), 0, &scan), Status::Success);
    Ranges ranges(kCount);
    const auto scanned = static_cast<uint32_t>(std::min<uint64_t>(kCount, scan.maxCount()));
    SegmentedScanArgs scanArgs;
    scanArgs.input = scanArgs.output = ranges.range();
    scanArgs.rowLength = 17;
    scanArgs.count = scanned;
    checkAllPairs(CheckedCall(scan, scanArgs), ranges, scanned, false);

    Forced<SegmentedReduceDesc> reduceDesc;
    reduceDesc.kernels = segmented_pairs;
    reduceDesc.segments = Segments::Rows;
    reduceDesc.strategy = GetParam();
    SegmentedReduce reduce;
    ASSERT_EQ(createTuned(context(), reduceDesc, smallTuning(), 0, &reduce), Status::Success);
    const auto reduced = static_cast<uint32_t>(std::min<uint64_t>(kCount, reduce.maxCount()));
    TestArray results(kCount * sizeof(uint32_t) * 3);
    SegmentedReduceArgs reduceArgs;
    reduceArgs.input = ranges.range();
    reduceArgs.result = results.range();
    reduceArgs.rowLength = 17;
    reduceArgs.count = reduced;
    checkAllPairs(CheckedCall(reduce, reduceArgs), ranges, reduced, false);
}

TEST(CustomChecksOfReductionsTest, FindsAnyPair)
{
    constexpr uint32_t kCount = 300;
    study::ReduceDesc desc;
    desc.kernels = pairs;
    Reduce reduce;
    ASSERT_EQ(createTuned(context(), desc, smallTuning(), 0, &reduce), Status::Success);
    Ranges ranges(kCount);
    TestArray result(sizeof(uint32_t) * 3);
    ReduceArgs args;
    args.input = ranges.range();
    args.result = result.range();
    args.count = kCount;
    checkAllPairs(CheckedCall(reduce, args), ranges, kCount, false);
}

// In place, elements are overwritten while others are checked.
TEST_P(CustomChecksTest, BlamesNoMonoid)
{
    study::ScanDesc desc;
    desc.strategy = GetParam();
    desc.assumeForwardProgress = true;
    for (const CustomKernels& kernels : {CustomKernels(checked_affine), CustomKernels(wrong_affine)}) {
        desc.kernels = kernels;
        const Scan scan = createScan(desc, smallTuning());
        for (const uint64_t most : {1, 2, 100, 3000, 60'000}) {
            const uint64_t count = std::min(most, scan.maxCount());
            std::mt19937 random(1);
            std::vector<Affine::State> values(count);
            std::generate(values.begin(), values.end(), [&] { return Affine().make(random); });
            TestArray array(values);
            ScanArgs args;
            args.input = args.output = array.range();
            args.count = count;
            const bool isBlamed = kernels.items == wrong_affine.items && count >= 3;
            EXPECT_EQ(CheckedCall(scan, args).statusWith(0),
                      isBlamed ? ScratchStatus::NotAMonoid : ScratchStatus::Complete)
                << count;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomChecksTest, testing::ValuesIn(ownStrategies()), strategyName);
INSTANTIATE_TEST_SUITE_P(Chained, CustomChecksTest, testing::Values(study::kChained), strategyName);
INSTANTIATE_TEST_SUITE_P(Strategies, CustomChecksOfSegmentsTest, testing::ValuesIn(ownStrategies()), strategyName);

} // namespace
