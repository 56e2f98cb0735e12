// Run-length encodings on the device: every strategy, any runs, alignments, outputs and capacities, against a serial
// one.
#include "hostile.h"
#include "run_check.h"
#include "scan_check.h"

#include "operations/run_length_encode.h"
#include "schedule/array_operation.h"

#include <bit>
#include <cmath>
#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

template <class T>
void checkEncode(const RunLengthEncode& encode, const RunCase& c, const std::vector<T>& values)
{
    const uint64_t count = std::min<uint64_t>(values.size(), c.gpuCount.value_or(0xffffffffu));
    checkRuns<RunLengthEncodeArgs>(encode, c, values, std::vector<uint32_t>(), referenceRuns(values, count), {});
}

class RunLengthEncodeTest : public testing::TestWithParam<Strategy> {
protected:
    template <class T>
    [[nodiscard]] static RunLengthEncode create(const Tuning& tuning = smallTuning())
    {
        RunLengthEncode encode;
        const Status status = createTuned(context(), Forced<RunLengthEncodeDesc>{{sizeof(T)}, GetParam()}, tuning, &encode);
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
            RunCase c;
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
            RunCase c;
            c.inputMisalignment = count % 4;
            const auto check = [&](const std::function<uint64_t(uint64_t)>& lengthOf) {
                if (!HasFatalFailure())
                    checkEncode(encode, c, keysOf<T>(few, lengthOf));
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
            if ((outputs & kReduced) != 0)
                continue;
            RunCase c;
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
            RunCase c;
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
            RunCase c;
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
    RunCase c;
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
        EXPECT_EQ(createTuned(context(), Forced<RunLengthEncodeDesc>{{4}, strategy}, tuning, &encode), Status::Success);
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
        submit(encode, args, 1, 1);
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

TEST(RunLengthEncodeFallbackTest, IsExactWhoeverPublishes)
{
    expectExactWithFallback([](const Tuning& tuning) {
        return RunLengthEncodeHostileTest::attempt(Strategy::SpineWithFallback, tuning, 12 * 256 + 3);
    });
}

INSTANTIATE_TEST_SUITE_P(Strategies, RunLengthEncodeHostileTest, testing::Values(Strategy::FlatSum, Strategy::Spine),
                         strategyName);

TEST(RunLengthEncodeSpineTest, SpineWorkgroupIsExactOrGivesUp)
{
    Tuning tuning = smallTuning();
    tuning.selectSpine.spineSubgroups = 1;
    expectExactBesideASpineOrGivenUp(tuning, [](const Tuning& its, uint64_t count) {
        return RunLengthEncodeHostileTest::attempt(Strategy::Spine, its, count);
    });
}

} // namespace
