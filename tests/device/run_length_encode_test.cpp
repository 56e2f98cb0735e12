// Run-length encodings on the device: every strategy, any runs, alignments, outputs and capacities, against a serial
// one.
#include "hostile.h"
#include "scan_check.h"

#include "operations/run_length_encode.h"

#include <bit>
#include <cmath>
#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

// The outputs, a bit set.
constexpr unsigned kUnique = 1;
constexpr unsigned kLengths = 2;
constexpr unsigned kStarts = 4;
constexpr unsigned kRunCount = 8;
constexpr unsigned kIndirect = 16;
constexpr unsigned kAllOutputs = 31;

constexpr uint64_t kEnough = ~uint64_t{0};

struct EncodeCase {
    unsigned outputs = kAllOutputs;
    VkDeviceSize inputMisalignment = 0; // elements
    VkDeviceSize outputMisalignment = 0;
    // Runs that the outputs have room for, in this order: unique, lengths, starts.
    uint64_t capacities[3] = {kEnough, kEnough, kEnough};
    std::optional<uint32_t> gpuCount;
    uint32_t divisor = 1;
    Rounding rounding = Rounding::Up;
    bool ownScratch = false;
    unsigned submissions = 1;
};

template <class T>
struct Runs {
    std::vector<T> unique;
    std::vector<uint32_t> lengths;
    std::vector<uint32_t> starts;
};

template <class T>
Runs<T> referenceRuns(const std::vector<T>& values, uint64_t count)
{
    Runs<T> runs;
    for (uint64_t i = 0; i < count; ++i) {
        if (i == 0 || values[i] != values[i - 1]) {
            runs.unique.push_back(values[i]);
            runs.lengths.push_back(0);
            runs.starts.push_back(static_cast<uint32_t>(i));
        }
        ++runs.lengths.back();
    }
    return runs;
}

// An output on the device, which holds `expected` up to the capacity, and behind is as it was.
template <class T>
class Output {
public:
    Output(bool isGiven, uint64_t capacity, VkDeviceSize misalignment)
        : m_isGiven(isGiven),
          m_count(capacity),
          m_array(capacity * sizeof(T), misalignment * sizeof(T) % 16)
    {
        m_array.fill(0xcc);
    }

    [[nodiscard]] BufferRange range() const { return m_isGiven ? m_array.range() : BufferRange{}; }

    void check(const char* name, const std::vector<T>& expected, uint64_t capacity) const
    {
        std::vector<T> actual(m_count);
        m_array.read(actual.data(), m_count * sizeof(T));
        T untouched;
        std::memset(&untouched, 0xcc, sizeof(T));
        const uint64_t written = m_isGiven ? std::min<uint64_t>(expected.size(), capacity) : 0;
        for (uint64_t i = 0; i < m_count; ++i)
            ASSERT_EQ(actual[i], i < written ? expected[i] : untouched) << name << " of run " << i;
        ASSERT_TRUE(m_array.intact()) << name;
    }

private:
    bool m_isGiven;
    uint64_t m_count;
    TestArray m_array;
};

template <class T>
void checkEncode(const RunLengthEncode& encode, const EncodeCase& c, const std::vector<T>& values)
{
    const uint64_t count = std::min<uint64_t>(values.size(), c.gpuCount.value_or(0xffffffffu));
    const Runs<T> runs = referenceRuns(values, count);
    SCOPED_TRACE("count " + std::to_string(count) + " of " + std::to_string(values.size()) + ", runs " +
                 std::to_string(runs.unique.size()) + ", outputs " + std::to_string(c.outputs) + ", misaligned by " +
                 std::to_string(c.inputMisalignment) + ", " + std::to_string(c.outputMisalignment));
    TestArray input(values.size() * sizeof(T), c.inputMisalignment * sizeof(T) % 16);
    input.write(values.data(), values.size() * sizeof(T));
    const auto room = [&](uint64_t capacity) { return std::min<uint64_t>(capacity, runs.unique.size() + 3); };
    const Output<T> unique((c.outputs & kUnique) != 0, room(c.capacities[0]), c.outputMisalignment);
    const Output<uint32_t> lengths((c.outputs & kLengths) != 0, room(c.capacities[1]), c.outputMisalignment + 1);
    const Output<uint32_t> starts((c.outputs & kStarts) != 0, room(c.capacities[2]), c.outputMisalignment + 2);
    const Output<uint32_t> runCount((c.outputs & kRunCount) != 0, 1, 0);
    const Output<uint32_t> indirect((c.outputs & kIndirect) != 0, 1, 0);
    TestArray countBuffer(sizeof(uint32_t));
    TestArray ownScratch(c.ownScratch ? encode.scratchSize(values.size()) : 0);
    ownScratch.fill(0);

    RunLengthEncodeArgs args;
    args.input = input.range();
    args.unique = unique.range();
    args.lengths = lengths.range();
    args.starts = starts.range();
    args.runCount = runCount.range();
    args.indirect = {indirect.range(), c.divisor, c.rounding};
    args.count = values.size();
    args.scratch = c.ownScratch ? ownScratch.range() : sharedScratch(encode.scratchSize(args.count));
    if (c.gpuCount) {
        countBuffer.write(&*c.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(encode, args, c.submissions);

    uint64_t capacity = kEnough;
    for (unsigned i = 0; i < 3; ++i)
        if ((c.outputs >> i & 1) != 0)
            capacity = std::min(capacity, room(c.capacities[i]));
    const auto found = static_cast<uint32_t>(runs.unique.size());
    const auto written = static_cast<uint32_t>(std::min<uint64_t>(found, capacity));
    const uint32_t groups = written / c.divisor + (c.rounding == Rounding::Up && written % c.divisor != 0 ? 1 : 0);
    ASSERT_NO_FATAL_FAILURE(unique.check("unique", runs.unique, capacity));
    ASSERT_NO_FATAL_FAILURE(lengths.check("lengths", runs.lengths, capacity));
    ASSERT_NO_FATAL_FAILURE(starts.check("starts", runs.starts, capacity));
    ASSERT_NO_FATAL_FAILURE(runCount.check("run count", {found}, 1));
    ASSERT_NO_FATAL_FAILURE(indirect.check("indirect", {groups}, 1));
    ASSERT_TRUE(input.intact() && countBuffer.intact() && ownScratch.intact());
    ASSERT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
}

// Runs of the lengths that `lengthOf` gives by their number. Every other element is 0, as what is missing reads; those
// between differ from it in a bit, each in its turn.
template <class T>
std::vector<T> valuesOf(uint64_t count, const std::function<uint64_t(uint64_t)>& lengthOf)
{
    std::vector<T> values;
    values.reserve(count);
    for (uint64_t run = 0; values.size() < count; ++run) {
        const T value = run % 2 == 0 ? T{0} : T{1} << run / 2 % (8 * sizeof(T));
        values.insert(values.end(), std::min<uint64_t>(lengthOf(run), count - values.size()), value);
    }
    return values;
}

// Runs of lengths from 1 to `most`; no two have the same element.
template <class T>
std::vector<T> randomRuns(uint64_t count, uint64_t most, uint32_t seed)
{
    std::minstd_rand random(seed + 1);
    std::vector<T> values;
    values.reserve(count);
    for (T run = 1; values.size() < count; ++run)
        values.insert(values.end(), std::min<uint64_t>(1 + random() / 16 % most, count - values.size()),
                      static_cast<T>(run * 0x9e3779b97f4a7c15u));
    return values;
}

class RunLengthEncodeTest : public testing::TestWithParam<Strategy> {
protected:
    template <class T>
    [[nodiscard]] static RunLengthEncode create(const Tuning& tuning = smallTuning())
    {
        RunLengthEncode encode;
        const Status status = createTuned(context(), {sizeof(T), GetParam(), true}, tuning, &encode);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return encode;
    }

    // Calls check.operator()<T>() for words of both sizes.
    template <class Check>
    static void forWords(const Check& check)
    {
        check.template operator()<uint32_t>();
        if (!HasFatalFailure())
            check.template operator()<uint64_t>();
    }
};

// The library's own tuning, in every place in a vector, up to as many tiles as one workgroup takes.
TEST_P(RunLengthEncodeTest, AnyCountAndAlignment)
{
    forWords([]<class T>() {
        const Tuning tuning = tuningFor(capabilities());
        const RunLengthEncode encode = create<T>(tuning);
        const uint64_t width = capabilities().subgroupSize;
        const uint64_t tile = tuning.selectSpine.tileElements(typeOf<T>());
        unsigned variation = 0;
        for (const uint64_t count :
             {uint64_t{0}, uint64_t{1}, uint64_t{3}, width - 1, width, width + 1, uint64_t{1337}, tile - 1, tile,
              tile + 1, 3 * tile - 2, 3 * tile + 2, uint64_t{65521}, uint64_t{1100003}}) {
            EncodeCase c;
            c.inputMisalignment = variation % 4;
            c.outputMisalignment = variation / 3 % 4;
            c.divisor = variation % 2 == 0 ? 1 : 64;
            c.rounding = variation % 4 < 2 ? Rounding::Up : Rounding::Down;
            c.ownScratch = variation % 3 == 2;
            const uint64_t most = variation % 3 == 0 ? 2 : variation % 3 == 1 ? 50 : 3000;
            checkEncode(encode, c, randomRuns<T>(std::min(count, encode.maxCount()), most, variation));
            ++variation;
            if (HasFatalFailure())
                return;
        }
    });
}

// Runs that end in any lane, row, subgroup and tile, or go on through many.
TEST_P(RunLengthEncodeTest, RunsOfAnyLength)
{
    forWords([]<class T>() {
        Tuning tuning = smallTuning();
        tuning.selectSpine.rows = tuning.spans.rows = 4;
        const RunLengthEncode encode = create<T>(tuning);
        const uint64_t tile = tuning.selectSpine.tileElements(typeOf<T>());
        for (const uint64_t count : {tile - 1, tile, tile + 1, 9 * tile + 5}) {
            const uint64_t few = std::min(count, encode.maxCount());
            EncodeCase c;
            c.inputMisalignment = count % 4;
            const auto check = [&](const std::function<uint64_t(uint64_t)>& lengthOf) {
                if (!HasFatalFailure())
                    checkEncode(encode, c, valuesOf<T>(few, lengthOf));
            };
            for (const uint64_t length : {uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{1000}, tile - 1, tile,
                                          tile + 1, 3 * tile, count - 1, count})
                check([&](uint64_t) { return length; });
            check([&](uint64_t run) { return run % 2 == 0 ? 1 : tile - 1; });
            check([&](uint64_t run) { return run % 2 == 0 ? 2 * tile : 1; });
            check([&](uint64_t run) { return run < tile ? 1 : count; });
        }
    });
}

TEST_P(RunLengthEncodeTest, AnyOutputs)
{
    forWords([]<class T>() {
        const RunLengthEncode encode = create<T>();
        for (unsigned outputs = 0; outputs <= kAllOutputs; ++outputs) {
            EncodeCase c;
            c.outputs = outputs;
            c.inputMisalignment = outputs % 4;
            c.outputMisalignment = outputs / 2 % 4;
            checkEncode(encode, c, randomRuns<T>(std::min<uint64_t>(5 * 256 + 3, encode.maxCount()), 7, outputs));
            checkEncode(encode, c, std::vector<T>());
            if (HasFatalFailure())
                return;
        }
    });
}

// The smallest capacity of the outputs given ends all of them, wherever the last run that fits is.
TEST_P(RunLengthEncodeTest, Capacity)
{
    forWords([]<class T>() {
        const RunLengthEncode encode = create<T>();
        const std::vector<T> values = randomRuns<T>(std::min<uint64_t>(9 * 256 + 5, encode.maxCount()), 5, 3);
        const uint64_t runs = referenceRuns(values, values.size()).unique.size();
        unsigned variation = 0;
        for (const uint64_t capacity : {uint64_t{0}, uint64_t{1}, uint64_t{2}, runs / 5, runs / 3, runs / 3 + 1,
                                        runs / 2, runs - 2, runs - 1, runs, runs + 1, runs + 2}) {
            EncodeCase c;
            c.divisor = 3;
            c.outputMisalignment = variation;
            for (unsigned output = 0; output < 3; ++output)
                c.capacities[output] = output == variation % 3 ? capacity : capacity + variation % 2 * 10;
            checkEncode(encode, c, values);
            c.outputs = 1u << variation % 3 | kRunCount | kIndirect; // the others have no say
            checkEncode(encode, c, values);
            ++variation;
            if (HasFatalFailure())
                return;
        }
    });
}

TEST_P(RunLengthEncodeTest, CountsReadOnTheDevice)
{
    forWords([]<class T>() {
        const RunLengthEncode encode = create<T>();
        const std::vector<T> values = randomRuns<T>(std::min<uint64_t>(21 * 256 + 9, encode.maxCount()), 40, 5);
        const auto maximum = static_cast<uint32_t>(values.size());
        for (const uint32_t count : {0u, 1u, maximum / 100, maximum / 2 + 3, maximum - 1, maximum, maximum + 1, ~0u}) {
            EncodeCase c;
            c.gpuCount = count;
            c.inputMisalignment = count % 4;
            checkEncode(encode, c, values);
            if (HasFatalFailure())
                return;
        }
    });
}

TEST_P(RunLengthEncodeTest, RecordedOnceSubmittedOften)
{
    const RunLengthEncode encode = create<uint32_t>();
    EncodeCase c;
    c.submissions = 100;
    checkEncode(encode, c, randomRuns<uint32_t>(std::min<uint64_t>(41 * 256 + 1, encode.maxCount()), 50, 7));
}

TEST_P(RunLengthEncodeTest, ComparesBits)
{
    const RunLengthEncode encode = create<uint32_t>();
    std::vector<uint32_t> values;
    for (const float value : {0.0f, 0.0f, -0.0f, -0.0f, 0.0f, NAN, NAN, NAN, -NAN, 1.0f, 1.0f})
        values.push_back(std::bit_cast<uint32_t>(value));
    ASSERT_EQ(referenceRuns(values, values.size()).lengths, (std::vector<uint32_t>{2, 2, 1, 3, 1, 2}));
    checkEncode(encode, {}, values);
}

INSTANTIATE_TEST_SUITE_P(Strategies, RunLengthEncodeTest, testing::ValuesIn(ownStrategies(WithAuto::Yes)),
                         strategyName);

// In hostile schedules, with scratch of its own: exact, or given up and said so; and nothing is written beyond.
class RunLengthEncodeHostileTest : public testing::TestWithParam<Strategy> {
public:
    static constexpr uint64_t kCount = 40 * 256 + 3;

    static Attempt attempt(Strategy strategy, const Tuning& tuning, uint64_t count)
    {
        RunLengthEncode encode;
        EXPECT_EQ(createTuned(context(), {4, strategy, true}, tuning, &encode), Status::Success);
        const auto values = randomRuns<uint32_t>(std::min(count, encode.maxCount()), 9, 1);
        const Runs<uint32_t> runs = referenceRuns(values, values.size());
        const VkDeviceSize bytes = runs.lengths.size() * sizeof(uint32_t);
        TestArray input(values.size() * sizeof(uint32_t));
        TestArray unique(bytes);
        TestArray lengths(bytes);
        TestArray scratch(encode.scratchSize(values.size()));
        input.write(values.data(), values.size() * sizeof(uint32_t));
        scratch.fill(0);
        RunLengthEncodeArgs args;
        args.input = input.range();
        args.unique = unique.range();
        args.lengths = lengths.range();
        args.scratch = scratch.range();
        args.count = values.size();
        submit(encode, args);
        std::vector<uint32_t> found(runs.lengths.size());
        lengths.read(found.data(), bytes);
        EXPECT_TRUE(input.intact() && unique.intact() && lengths.intact() && scratch.intact());
        return {scratchStatus(scratch), found == runs.lengths};
    }
};

TEST_P(RunLengthEncodeHostileTest, GivesUpWhenTilesNeverPublish)
{
    EXPECT_EQ(attempt(GetParam(), impatientTuning(vkscan::abi::kHookWithhold), kCount).status, ScratchStatus::GaveUp);
}

TEST_P(RunLengthEncodeHostileTest, IsNeverSilentlyWrongInReverseOrder)
{
    const Attempt made = attempt(GetParam(), impatientTuning(vkscan::abi::kHookReverseTiles), kCount);
    EXPECT_TRUE(made.exact || made.status == ScratchStatus::GaveUp);
}

INSTANTIATE_TEST_SUITE_P(Strategies, RunLengthEncodeHostileTest, testing::Values(Strategy::FlatSum, Strategy::Spine),
                         strategyName);

// A workgroup that keeps the spine waits for later ones, which some devices start only when it is done.
TEST(RunLengthEncodeSpineTest, SpineWorkgroupIsExactOrGivesUp)
{
    Tuning tuning = smallTuning();
    tuning.selectSpine.spineSubgroups = 1;
    tuning.polls = std::max(tuning.polls, 50000u);
    unsigned complete = 0;
    for (unsigned i = 0; i < 20; ++i) {
        const Attempt made = RunLengthEncodeHostileTest::attempt(Strategy::Spine, tuning, 2 * 256 + 1 + i);
        EXPECT_TRUE(made.exact || made.status == ScratchStatus::GaveUp) << "attempt " << i;
        complete += made.status == ScratchStatus::Complete ? 1 : 0;
    }
    if (complete == 0)
        GTEST_SKIP() << "the device ran none beside those that wait for it";
}

} // namespace
