// Allocations on the device that end at a capacity, against a serial sum of 64 bits. Those without one are tested with
// all operations.
#include "scan_check.h"

#include "operations/suballocate.h"
#include "schedule/array_operation.h"

using namespace testing_support;
using namespace vkscan;

namespace {

class SuballocateTest : public testing::TestWithParam<Strategy> {
protected:
    SuballocateTest()
    {
        const Status status = createTuned(context(), Forced<SuballocateDesc>{{}, GetParam()}, smallTuning(), &allocate);
        EXPECT_EQ(status, Status::Success) << toString(status);
    }

    void check(const std::vector<uint32_t>& counts, uint32_t capacity) const
    {
        SCOPED_TRACE("count " + std::to_string(counts.size()) + ", capacity " + std::to_string(capacity));
        constexpr uint32_t kDivisor = 3;
        const TestArray input(counts);
        const TestArray offsets(counts.size() * sizeof(uint32_t), capacity % 4 * sizeof(uint32_t));
        const TestArray total(sizeof(uint32_t));
        const TestArray indirect(sizeof(uint32_t));
        SuballocateArgs args;
        args.counts = input.range();
        args.offsets = offsets.range();
        args.capacity = capacity;
        args.total = total.range();
        args.indirect = {indirect.range(), kDivisor};
        args.count = counts.size();
        args.scratch = sharedScratch(allocate.scratchSize(args.count));
        submit(allocate, args);

        capacity = std::min(capacity, kMaxCapacity);
        std::vector<uint32_t> expected;
        uint64_t sum = 0;
        for (const uint32_t count : counts) {
            expected.push_back(sum + count <= capacity ? static_cast<uint32_t>(sum) : kNoAllocation);
            sum += count;
        }
        ASSERT_EQ(offsets.values<uint32_t>(), expected);
        ASSERT_EQ(total.value<uint32_t>(), std::min<uint64_t>(sum, 0xffffffff));
        ASSERT_EQ(indirect.value<uint32_t>(), (std::min<uint64_t>(sum, capacity) + kDivisor - 1) / kDivisor);
    }

    Suballocate allocate;
};

// Whichever lane, row, subgroup, tile or window the first request that does not fit is in.
TEST_P(SuballocateTest, AllocationsEndAtTheCapacity)
{
    std::vector<uint32_t> counts = randomValues<uint32_t>(Op::Add, std::min<uint64_t>(9 * 256 + 5, allocate.maxCount()), 7);
    uint32_t end = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] %= 10;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        end += counts[i];
        if (i % 101 == 0 || i + 1 == counts.size() || i % 256 == 255)
            for (const uint32_t capacity : {end - 1, end, end + 1})
                check(counts, capacity);
    }
    check(counts, 0);
    check(std::vector<uint32_t>(1000, 0), 0); // nothing fits into nothing
    check(counts, 0xffffffff);
}

// Sums that exceed 32 bits stay at the largest number, so that no request gets what is another's.
TEST_P(SuballocateTest, NothingWrapsAround)
{
    std::vector<uint32_t> edge(700, 0);
    edge[10] = edge[300] = 0x7fffffff;
    edge[600] = 1;
    for (const uint32_t capacity : {kMaxCapacity, 100u, 0xfffffffdu}) {
        check(std::vector<uint32_t>(std::min<uint64_t>(5 * 256 + 3, allocate.maxCount()), 0x01234567), capacity);
        check(edge, capacity);
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, SuballocateTest, testing::ValuesIn(ownStrategies(WithAuto::Yes)), strategyName);

} // namespace
