// Allocations on the device that end at a capacity, against a serial sum of 64 bits. Those without one are tested with
// all operations.
#include "scan_check.h"

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
        SCOPED_TRACE("capacity " + std::to_string(capacity));
        Form<Suballocate> form;
        form.change = [=](SuballocateArgs& args) {
            args.capacity = capacity;
            args.indirect.divisor = 3;
        };
        form.draw = [&](SuballocateArgs&, CallMemory* memory) { memory->write(Argument::Counts, counts); };
        checkCall(allocate, form, {.count = counts.size(), .place = capacity % 4});
    }

    Suballocate allocate;
};

// Whichever lane, row, subgroup, tile or window the first request that does not fit is in.
TEST_P(SuballocateTest, AllocationsEndAtTheCapacity)
{
    std::vector<uint32_t> counts =
        randomValues<uint32_t>(Op::Add, std::min<uint64_t>(9 * 256 + 5, allocate.maxCount()), 7);
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
