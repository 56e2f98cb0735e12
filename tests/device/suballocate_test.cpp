// Allocations on the device: every strategy, any count, alignment and capacity, against a serial sum of 64 bits.
#include "scan_check.h"

#include "operations/suballocate.h"
#include "schedule/array_operation.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct SuballocateCase {
    VkDeviceSize countsMisalignment = 0; // elements
    VkDeviceSize offsetsMisalignment = 0;
    bool inPlace = false;
    std::optional<uint32_t> capacity;
    std::optional<uint32_t> gpuCount;
    uint32_t divisor = 1;
    Rounding rounding = Rounding::Up;
    bool withTotal = true;
    bool withIndirect = true;
    unsigned submissions = 1;
};

class SuballocateTest : public testing::TestWithParam<Strategy> {
protected:
    [[nodiscard]] static Suballocate create(const Tuning& tuning = smallTuning())
    {
        Suballocate allocate;
        const Status status = createTuned(context(), Forced<SuballocateDesc>{{}, GetParam()}, tuning, &allocate);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return allocate;
    }
};

struct Expected {
    std::vector<uint32_t> offsets;
    uint32_t total = 0;
    uint32_t indirect = 0;
};

// Allocates the first `count` requests; those behind ask for nothing.
Expected reference(const SuballocateCase& c, const std::vector<uint32_t>& counts, uint64_t count)
{
    Expected expected;
    const uint64_t capacity = std::min(c.capacity.value_or(kMaxCapacity), kMaxCapacity);
    uint64_t sum = 0;
    for (uint64_t i = 0; i < counts.size(); ++i) {
        const uint64_t end = sum + (i < count ? counts[i] : 0);
        expected.offsets.push_back(end <= capacity ? static_cast<uint32_t>(sum) : kNoAllocation);
        sum = end;
    }
    expected.total = static_cast<uint32_t>(std::min<uint64_t>(sum, 0xffffffff));
    const auto written = static_cast<uint32_t>(std::min(sum, capacity));
    expected.indirect = written / c.divisor + (c.rounding == Rounding::Up && written % c.divisor != 0 ? 1 : 0);
    return expected;
}

void checkSuballocate(const Suballocate& allocate, const SuballocateCase& c, const std::vector<uint32_t>& counts)
{
    SCOPED_TRACE("count " + std::to_string(counts.size()) + ", misaligned by " + std::to_string(c.countsMisalignment) +
                 ", " + std::to_string(c.offsetsMisalignment) + (c.inPlace ? ", in place" : ""));
    const VkDeviceSize bytes = counts.size() * sizeof(uint32_t);
    TestArray input(bytes, c.countsMisalignment * sizeof(uint32_t) % 16);
    TestArray separate(c.inPlace ? 0 : bytes, c.offsetsMisalignment * sizeof(uint32_t) % 16);
    TestArray& offsets = c.inPlace ? input : separate;
    TestArray total(sizeof(uint32_t));
    TestArray indirect(sizeof(uint32_t));
    TestArray countBuffer(sizeof(uint32_t));
    input.write(counts.data(), bytes);
    if (!c.inPlace)
        offsets.fill(0xcc);
    total.fill(0xcc);
    indirect.fill(0xcc);
    SuballocateArgs args;
    args.counts = input.range();
    args.offsets = offsets.range();
    if (c.capacity)
        args.capacity = *c.capacity;
    if (c.withTotal)
        args.total = total.range();
    if (c.withIndirect)
        args.indirect = {indirect.range(), c.divisor, c.rounding};
    args.count = counts.size();
    args.scratch = sharedScratch(allocate.scratchSize(args.count));
    if (c.gpuCount) {
        countBuffer.write(&*c.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(allocate, args, c.submissions);

    const uint64_t count = std::min<uint64_t>(counts.size(), c.gpuCount.value_or(0xffffffffu));
    const Expected expected = reference(c, counts, count);
    std::vector<uint32_t> actual(counts.size());
    offsets.read(actual.data(), bytes);
    for (std::size_t i = 0; i < counts.size(); ++i)
        ASSERT_EQ(actual[i], expected.offsets[i]) << "at " << i;
    uint32_t words[2] = {};
    total.read(&words[0], sizeof(uint32_t));
    indirect.read(&words[1], sizeof(uint32_t));
    ASSERT_EQ(words[0], c.withTotal ? expected.total : 0xcccccccc);
    ASSERT_EQ(words[1], c.withIndirect ? expected.indirect : 0xcccccccc);
    ASSERT_TRUE(input.intact() && offsets.intact() && total.intact() && indirect.intact() && countBuffer.intact());
    ASSERT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
}

std::vector<uint32_t> randomCounts(uint64_t count, uint32_t below)
{
    std::vector<uint32_t> counts = randomValues<uint32_t>(Op::Add, count, 7);
    for (uint32_t& value : counts)
        value %= below;
    return counts;
}

uint32_t sumOf(const std::vector<uint32_t>& counts)
{
    uint32_t sum = 0;
    for (const uint32_t count : counts)
        sum += count;
    return sum;
}

// The library's own tuning, in every place in a vector, with and without what is optional.
TEST_P(SuballocateTest, AnyCountAndAlignment)
{
    const Suballocate allocate = create(tuningFor(capabilities()));
    const uint64_t width = capabilities().subgroupSize;
    const uint64_t tile = tuningFor(capabilities()).spine.tileElements(ElementType::U32);
    unsigned variation = 0;
    for (const uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{3}, width - 1, width, width + 1, uint64_t{1337},
                                 tile - 1, tile, tile + 1, uint64_t{65521}, uint64_t{1000003}}) {
        SuballocateCase c;
        c.countsMisalignment = variation % 4;
        c.offsetsMisalignment = variation / 2 % 4;
        c.inPlace = variation % 3 == 2;
        c.divisor = variation % 2 == 0 ? 1 : 64;
        c.rounding = variation % 4 < 2 ? Rounding::Up : Rounding::Down;
        c.withTotal = variation % 5 != 1;
        c.withIndirect = variation % 5 != 3;
        ++variation;
        checkSuballocate(allocate, c, randomCounts(std::min(count, allocate.maxCount()), 100));
        if (HasFatalFailure())
            return;
    }
}

// Allocations end at the capacity, whichever lane, row, subgroup, tile or window the first request that does not is in.
TEST_P(SuballocateTest, Capacity)
{
    const Suballocate allocate = create();
    const std::vector<uint32_t> counts = randomCounts(std::min<uint64_t>(9 * 256 + 5, allocate.maxCount()), 10);
    uint32_t end = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        end += counts[i];
        if (i % 101 != 0 && i + 1 < counts.size() && i % 256 != 255)
            continue;
        for (const uint32_t capacity : {end - 1, end, end + 1}) {
            SuballocateCase c;
            c.capacity = capacity;
            c.divisor = 3;
            c.offsetsMisalignment = i % 4;
            checkSuballocate(allocate, c, counts);
            if (HasFatalFailure())
                return;
        }
    }
    SuballocateCase none;
    none.capacity = 0;
    checkSuballocate(allocate, none, counts);
    checkSuballocate(allocate, none, std::vector<uint32_t>(1000, 0)); // nothing fits into nothing
    none.capacity = 0xffffffff;
    checkSuballocate(allocate, none, counts);
}

// Sums that exceed 32 bits stay at the largest number, so that no request gets what is another's.
TEST_P(SuballocateTest, NothingWrapsAround)
{
    const Suballocate allocate = create();
    const std::vector<uint32_t> large(std::min<uint64_t>(5 * 256 + 3, allocate.maxCount()), 0x01234567);
    std::vector<uint32_t> edge(700, 0);
    edge[10] = 0x7fffffff;
    edge[300] = 0x7fffffff;
    edge[600] = 1;
    SuballocateCase c;
    for (const std::optional<uint32_t>& capacity :
         {std::optional<uint32_t>(), std::optional<uint32_t>(100), std::optional<uint32_t>(0xfffffffd)}) {
        c.capacity = capacity;
        checkSuballocate(allocate, c, large);
        checkSuballocate(allocate, c, edge);
    }
}

TEST_P(SuballocateTest, CountsReadOnTheDevice)
{
    const Suballocate allocate = create();
    const std::vector<uint32_t> counts = randomCounts(std::min<uint64_t>(21 * 256 + 9, allocate.maxCount()), 50);
    const auto maximum = static_cast<uint32_t>(counts.size());
    for (const uint32_t count : {0u, 1u, maximum / 100, maximum / 2 + 3, maximum - 1, maximum, maximum + 1, ~0u}) {
        SuballocateCase c;
        c.gpuCount = count;
        c.capacity = sumOf(counts) / 4;
        c.inPlace = count % 3 == 1;
        checkSuballocate(allocate, c, counts);
    }
}

TEST_P(SuballocateTest, RecordedOnceSubmittedOften)
{
    const Suballocate allocate = create();
    SuballocateCase c;
    c.submissions = 100;
    checkSuballocate(allocate, c, randomCounts(std::min<uint64_t>(41 * 256 + 1, allocate.maxCount()), 50));
}

INSTANTIATE_TEST_SUITE_P(Strategies, SuballocateTest, testing::ValuesIn(ownStrategies(WithAuto::Yes)), strategyName);

} // namespace
