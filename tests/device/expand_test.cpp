// Expansions on the device: counts and offsets of any sizes, alignments and capacities, by built-in kernels and by
// those of the user's, against a serial loop.
#include "scan_check.h"

#include "operations/expand.h"
#include "schedule/array_operation.h"

#include "loaded_sources.h"
#include "moved_sources.h"
#include "stored_sources.h"

#include <array>
#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kWrong = 0xcccccccc;

// Kernels of the user's (custom/sources.glsl), and their parameters.
struct Kernels {
    const char* name = "";
    CustomKernels modules = {};
    bool load = false;
    bool store = false;
};
const Kernels kBuiltIn;
const Kernels kLoaded = {"_loaded", loaded_sources, true, false};
const Kernels kStored = {"_stored", stored_sources, false, true};
const Kernels kMoved = {"_moved", moved_sources, true, true};
constexpr uint32_t kPattern = 0x5a5a5a5a;

struct SourceParameters {
    VkDeviceAddress sources;
    VkDeviceAddress elements;
    VkDeviceAddress faults;
    uint32_t sourceCount;
    uint32_t capacity;
};
static_assert(sizeof(SourceParameters) == kMaxSortParameterBytes);

struct ExpandCase {
    VkDeviceSize offsetsMisalignment = 0; // elements
    VkDeviceSize outputMisalignment = 0;
    VkDeviceSize indexMisalignment = 0;
    bool withOutput = true;
    bool withIndex = true;
    bool withTotal = true;
    bool inPlace = false;
    std::optional<uint32_t> capacity; // that the call says; else the outputs' size
    uint64_t room = ~uint64_t{0};     // elements, of the outputs; else as many as there are
    std::optional<uint32_t> gpuCount;
    uint32_t divisor = 1;
    uint64_t extraRoom = 7;
    uint64_t mostRoom = uint64_t{1} << 20;
    unsigned submissions = 1;
};

struct Reference {
    std::vector<uint32_t> offsets; // of those that the device counts, and the total, which all behind have
    std::vector<uint32_t> sources;
    std::vector<uint32_t> ranks;
};

// The elements of the sources that fit.
Reference referenceOf(const std::vector<uint32_t>& counts, uint64_t capacity)
{
    Reference expected;
    uint64_t sum = 0;
    for (uint32_t source = 0; source < counts.size(); ++source) {
        expected.offsets.push_back(static_cast<uint32_t>(std::min<uint64_t>(sum, 0xffffffff)));
        sum += counts[source];
        for (uint32_t rank = 0; sum <= capacity && rank < counts[source]; ++rank) {
            expected.sources.push_back(source);
            expected.ranks.push_back(rank);
        }
    }
    expected.offsets.push_back(static_cast<uint32_t>(std::min<uint64_t>(sum, 0xffffffff)));
    return expected;
}

void requireElements(const char* name, const TestArray& array, uint64_t room, const std::vector<uint32_t>& expected)
{
    const auto actual = array.values<uint32_t>();
    for (std::size_t i = 0; i < room; ++i)
        ASSERT_EQ(actual[i], i < expected.size() ? expected[i] : kWrong) << name << " of element " << i;
}

// The elements that STORE received.
void requireStored(const TestArray& array, uint64_t room, const Reference& expected, uint32_t times)
{
    const auto actual = array.values<std::array<uint32_t, 4>>();
    for (std::size_t i = 0; i < room; ++i) {
        const bool exists = i < expected.sources.size();
        const std::array<uint32_t, 4> wanted = {exists ? expected.sources[i] : 0, exists ? expected.ranks[i] : 0,
                                                exists ? times : 0, 0};
        ASSERT_EQ(actual[i], wanted) << "element " << i;
    }
}

using ExpandParam = std::tuple<Strategy, bool, Kernels>;

class ExpandTest : public testing::TestWithParam<ExpandParam> {
protected:
    [[nodiscard]] static bool fromOffsets() { return std::get<bool>(GetParam()); }
    [[nodiscard]] static const Kernels& kernels() { return std::get<Kernels>(GetParam()); }
    [[nodiscard]] static Expand create(const Tuning& tuning = smallTuning())
    {
        Expand expand;
        const Status status =
            createTuned(context(),
                        Forced<ExpandDesc>{{.fromOffsets = fromOffsets(), .kernels = kernels().modules},
                                           std::get<Strategy>(GetParam())},
                        tuning, &expand);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return expand;
    }

    // Leaves out sources beyond those that the strategy takes.
    static void check(const Expand& expand, const ExpandCase& c, std::vector<uint32_t> counts)
    {
        counts.resize(std::min<uint64_t>(counts.size(), expand.maxCount()));
        SCOPED_TRACE(std::to_string(counts.size()) + " sources, misaligned by " +
                     std::to_string(c.offsetsMisalignment) + ", " + std::to_string(c.outputMisalignment) + ", " +
                     std::to_string(c.indexMisalignment));
        const uint64_t count = std::min<uint64_t>(counts.size(), c.gpuCount.value_or(~0u));
        const std::vector<uint32_t> counted(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(count));
        uint64_t sum = 0;
        for (const uint32_t its : counted)
            sum += its;
        const uint64_t room = std::min({c.room, sum + c.extraRoom, c.mostRoom});
        uint64_t capacity = c.capacity.value_or(kMaxCapacity);
        if (c.withOutput || c.withIndex || kernels().store)
            capacity = std::min(capacity, room);
        const Reference expected = referenceOf(counted, std::min<uint64_t>(capacity, kMaxCapacity));

        const VkDeviceSize bytes = counts.size() * sizeof(uint32_t);
        const VkDeviceSize offsetBytes = bytes + sizeof(uint32_t);
        TestArray given(fromOffsets() || c.inPlace ? 0 : bytes);
        TestArray offsets(offsetBytes, c.offsetsMisalignment * sizeof(uint32_t) % 16);
        TestArray output(room * sizeof(uint32_t), c.outputMisalignment * sizeof(uint32_t) % 16);
        TestArray index(room * sizeof(uint32_t), c.indexMisalignment * sizeof(uint32_t) % 16);
        TestArray total(sizeof(uint32_t));
        TestArray indirect(sizeof(uint32_t));
        const CountBuffer countBuffer(c.gpuCount);
        for (TestArray* array : {&offsets, &output, &index, &total, &indirect})
            array->fill(0xcc);
        TestArray sources(kernels().load ? offsetBytes * 2 : 0); // of the user's kernels
        TestArray elements(kernels().store ? room * 16 : 0);
        TestArray faults(sizeof(uint32_t));
        elements.fill(0);
        faults.fill(0);
        if (kernels().load) {
            std::vector<uint32_t> records;
            for (const uint32_t word : fromOffsets() ? expected.offsets : counts)
                records.insert(records.end(), {word ^ kPattern, kWrong});
            sources.write(records.data(), std::min<VkDeviceSize>(records.size() * sizeof(uint32_t), offsetBytes * 2));
        }
        if (fromOffsets() && !counts.empty())
            offsets.write(expected.offsets.data(), expected.offsets.size() * sizeof(uint32_t));
        else
            (c.inPlace ? offsets : given).write(counts.data(), bytes);
        ExpandArgs args;
        if (!fromOffsets() && !kernels().load)
            args.counts = c.inPlace ? BufferRange{offsets.range().address, bytes} : given.range();
        if (!fromOffsets() || !kernels().load)
            args.offsets = offsets.range();
        if (c.withOutput && !kernels().store)
            args.output = output.range();
        if (c.withIndex && !kernels().store)
            args.index = index.range();
        if (c.capacity)
            args.capacity = *c.capacity;
        const SourceParameters parameters = {sources.range().address, elements.range().address, faults.range().address,
                                             static_cast<uint32_t>(count) + (fromOffsets() ? 1 : 0),
                                             static_cast<uint32_t>(room)};
        if (kernels().modules.count > 0)
            args.parameters = {&parameters, sizeof(parameters)};
        if (kernels().store)
            args.capacity = static_cast<uint32_t>(std::min<uint64_t>(args.capacity, room));
        if (c.withTotal)
            args.total = total.range();
        args.indirect = {indirect.range(), c.divisor};
        args.count = counts.size();
        args.scratch = sharedScratch(expand.scratchSize(args.count));
        args.countBuffer = countBuffer.range();
        submit(expand, args, c.submissions);

        const uint32_t written = static_cast<uint32_t>(expected.sources.size());
        uint32_t words[2] = {};
        total.read(&words[0], sizeof(uint32_t));
        indirect.read(&words[1], sizeof(uint32_t));
        ASSERT_EQ(words[0], c.withTotal ? expected.offsets.back() : kWrong);
        ASSERT_EQ(words[1], written / c.divisor + (written % c.divisor != 0 ? 1 : 0));
        const std::vector<uint32_t> none;
        requireElements("source", output, room, c.withOutput && !kernels().store ? expected.sources : none);
        requireElements("rank", index, room, c.withIndex && !kernels().store ? expected.ranks : none);
        if (kernels().store)
            requireStored(elements, room, expected, c.submissions);
        const auto faultCount = faults.value<uint32_t>();
        ASSERT_EQ(faultCount, 0u) << "calls with what is not there";
        if (!fromOffsets()) {
            const auto sums = offsets.values<uint32_t>();
            for (std::size_t i = 0; i < sums.size(); ++i)
                ASSERT_EQ(sums[i], expected.offsets[std::min<std::size_t>(i, count)]) << "offset of source " << i;
        }
    }
};

std::vector<uint32_t> randomSources(uint64_t count, uint32_t below, uint32_t emptyPart = 0)
{
    std::vector<uint32_t> counts = randomValues<uint32_t>(Op::Add, count, 7 + below);
    for (uint32_t& value : counts)
        value = emptyPart != 0 && value / 65536 % emptyPart != 0 ? 0 : value % below;
    return counts;
}

// Sizes like those of 1/u: most are 0 or small, and few hold most elements.
std::vector<uint32_t> zipfCounts(uint64_t count, uint32_t most)
{
    std::vector<uint32_t> counts = randomValues<uint32_t>(Op::Add, count, 3);
    for (uint32_t& value : counts)
        value = std::min(0xffffffffu / std::max(value, 1u), most) - 1;
    return counts;
}

TEST_P(ExpandTest, SourcesOfAnySizes)
{
    const Expand expand = create(tuningFor(capabilities()));
    ExpandCase c;
    const auto checkAll = [&](const std::vector<uint32_t>& counts) {
        check(expand, c, counts);
        c.offsetsMisalignment = (c.offsetsMisalignment + 1) % 4;
        c.outputMisalignment = (c.outputMisalignment + 3) % 4;
        c.indexMisalignment = (c.indexMisalignment + 2) % 3;
    };
    for (const uint64_t count : {0, 1, 2, 3, 5, 31, 32, 33, 127, 128, 129, 1337, 65521})
        checkAll(std::vector<uint32_t>(count, 1));
    for (const uint32_t below : {2u, 3u, 61u, 2001u})
        checkAll(randomSources(60000 / below, below));
    checkAll(randomSources(50000, 20, 10));
    checkAll(zipfCounts(3001, 30000));
    checkAll({100000});
    checkAll({0, 0, 0, 1, 0, 0, 70000, 0});
    checkAll(std::vector<uint32_t>(1000, 0));
}

// More empty sources between two elements than a step of elements reads: these search one by one.
TEST_P(ExpandTest, ManyEmptySources)
{
    const Expand expand = create(tuningFor(capabilities()));
    if (expand.maxCount() < 100000)
        GTEST_SKIP() << "takes no more than " << expand.maxCount() << " sources";
    for (const uint64_t where : {uint64_t{0}, uint64_t{50}, uint64_t{99}}) {
        std::vector<uint32_t> counts = randomSources(100, 31);
        counts.insert(counts.begin() + static_cast<std::ptrdiff_t>(where), 60000, 0);
        counts[where + 30000] = 3;
        ExpandCase c;
        c.outputMisalignment = where % 4;
        check(expand, c, counts);
    }
}

// So many elements that subgroups take several steps: small and large sources, and empty ones that a step searches
// among, with more steps of the same subgroup behind it.
TEST_P(ExpandTest, ManyElements)
{
    if (std::get<Strategy>(GetParam()) != Strategy::Auto)
        GTEST_SKIP() << "the sum's strategy makes no difference";
    const Expand expand = create(tuningFor(capabilities()));
    std::vector<uint32_t> counts = randomSources(130000, 61);
    for (std::ptrdiff_t where = 126704; where >= 0; where -= 7919)
        counts.insert(counts.begin() + where, 5000, 0);
    const std::vector<uint32_t> zipf = zipfCounts(100000, 100000);
    counts.insert(counts.end(), zipf.begin(), zipf.end());
    ExpandCase c;
    c.mostRoom = uint64_t{6} << 20;
    ASSERT_GT(std::accumulate(counts.begin(), counts.end(), uint64_t{0}), uint64_t{1} << 22);
    c.extraRoom = 0;
    c.outputMisalignment = 3;
    c.indexMisalignment = 3;
    check(expand, c, counts);
}

// Sources that end beyond the capacity are left out, with all behind them, wherever the first is.
TEST_P(ExpandTest, Capacity)
{
    const Expand expand = create();
    const std::vector<uint32_t> counts = randomSources(900, 10);
    uint32_t end = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        end += counts[i];
        if (i % 97 != 0)
            continue;
        for (const uint32_t capacity : {end - std::min(end, 1u), end, end + 1}) {
            ExpandCase c;
            c.capacity = capacity;
            c.divisor = 64;
            c.outputMisalignment = i % 4;
            check(expand, c, counts);
            c.capacity.reset(); // by the arrays' size
            c.room = capacity;
            check(expand, c, counts);
        }
    }
    ExpandCase none;
    none.capacity = 0;
    check(expand, none, counts);
    check(expand, none, std::vector<uint32_t>(100, 0));
}

// Sums stay at the largest number, and what does not fit is not written.
TEST_P(ExpandTest, NothingWrapsAround)
{
    const Expand expand = create();
    ExpandCase c;
    c.capacity = 1000;
    check(expand, c, {10, 0xfffffff0, 20, 0xffffffff, 5});
    check(expand, c, {0xffffffff});
    check(expand, c, {900, 100, 0, 0xffffffff, 0});
}

TEST_P(ExpandTest, CountsReadOnTheDevice)
{
    const Expand expand = create();
    const std::vector<uint32_t> counts = randomSources(2000, 30);
    for (const uint32_t count : {0u, 1u, 3u, 1000u, 1999u, 2000u, 2001u, ~0u}) {
        ExpandCase c;
        c.gpuCount = count;
        check(expand, c, counts);
        c.room = 12345;
        check(expand, c, counts);
    }
}

// The capacity may be far beyond what there is.
TEST_P(ExpandTest, LargeCapacity)
{
    const Expand expand = create();
    for (const uint64_t count : {3, 5000}) {
        ExpandCase c;
        c.extraRoom = 500000;
        check(expand, c, randomSources(count, 10));
    }
}

TEST_P(ExpandTest, InPlaceAndOften)
{
    if (fromOffsets())
        GTEST_SKIP() << "offsets are only read";
    const Expand expand = create();
    ExpandCase c;
    c.inPlace = !kernels().load;
    check(expand, c, randomSources(1500, 20));
    c.inPlace = false;
    c.submissions = 50;
    check(expand, c, randomSources(1500, 20));
}

std::string expandName(const testing::TestParamInfo<ExpandParam>& info)
{
    const auto& [strategy, fromOffsets, kernels] = info.param;
    return strategyName({strategy, info.index}) + (fromOffsets ? "_offsets" : "_counts") + kernels.name;
}

INSTANTIATE_TEST_SUITE_P(Strategies, ExpandTest,
                         testing::Combine(testing::ValuesIn(ownStrategies()), testing::Values(false),
                                          testing::Values(kBuiltIn, kLoaded)),
                         expandName);
INSTANTIATE_TEST_SUITE_P(Kernels, ExpandTest,
                         testing::Combine(testing::Values(Strategy::Auto), testing::Bool(),
                                          testing::Values(kBuiltIn, kLoaded, kStored, kMoved)),
                         expandName);

// Offsets that do not ascend: elements are wrong then, but nothing is read or written out of bounds.
TEST(HostileExpandTest, AnyOffsets)
{
    Expand expand;
    ASSERT_EQ(Expand::create(context(), {.fromOffsets = true}, &expand), Status::Success);
    for (uint32_t seed = 0; seed < 20; ++seed) {
        std::vector<uint32_t> words = randomValues<uint32_t>(Op::Add, 1001, seed);
        const uint32_t below = seed % 2 == 0 ? 3000 : 0xffffffff;
        for (uint32_t& word : words)
            word %= below;
        TestArray offsets(words, seed % 4 * 4);
        TestArray output(3001 * sizeof(uint32_t), 4);
        TestArray index(3001 * sizeof(uint32_t), 8);
        ExpandArgs args;
        args.offsets = offsets.range();
        args.output = output.range();
        args.index = index.range();
        args.count = words.size() - 1;
        submit(expand, args);
    }
}

} // namespace
