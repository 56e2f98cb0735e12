// Compactions with their rest in hostile schedules: exact, or given up and said so; and nothing is written beyond.
#include "hostile.h"
#include "schedule/array_operation.h"
#include "select_check.h"

#include <algorithm>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

// Moves random words whose lowest bit is set before the others. `again` runs a second time on the same scratch.
Attempt attempt(const Compact& compact, const Compact* again = nullptr)
{
    const uint64_t count = std::min<uint64_t>(40 * 256 + 3, compact.maxCount());
    std::minstd_rand random(1);
    std::vector<uint32_t> values(count);
    std::generate(values.begin(), values.end(), random);
    std::vector<uint32_t> expected = values;
    std::stable_partition(expected.begin(), expected.end(), [](uint32_t value) { return value % 2 != 0; });

    TestArray input(count * 4);
    TestArray output(count * 4);
    TestArray selectedCount(4);
    TestArray scratch(compact.scratchSize(count));
    input.write(values.data(), count * 4);
    CompactArgs args;
    args.input = input.range();
    args.operand = uint32_t{1};
    args.output = output.range();
    args.selectedCount = selectedCount.range();
    args.scratch = scratch.range();
    args.count = count;
    scratch.fill(0);
    submit(compact, args, 1, 1);
    Attempt made = {scratchStatus(scratch), true};
    if (again != nullptr) {
        scratch.fill(0);
        output.fill(0xcc);
        submit(*again, args);
        EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete) << "the run after a run that gave up";
    }
    std::vector<uint32_t> actual(count);
    output.read(actual.data(), count * 4);
    made.exact = actual == expected;
    EXPECT_TRUE(input.intact() && output.intact() && selectedCount.intact() && scratch.intact());
    return made;
}

class SelectHostileTest : public testing::TestWithParam<Strategy> {
protected:
    static Compact create(const Tuning& tuning)
    {
        Compact compact;
        EXPECT_EQ(
            createTuned(context(), Forced<CompactDesc>{{{Condition::AnyBit}, 4, true}, GetParam()}, tuning, &compact),
            Status::Success);
        return compact;
    }
};

TEST_P(SelectHostileTest, GivesUpWhenTilesNeverPublish)
{
    const Compact sound = create(smallTuning());
    const Attempt made = attempt(create(impatientTuning(vkscan::abi::kHookWithhold)), &sound);
    EXPECT_EQ(made.status, ScratchStatus::GaveUp);
    EXPECT_TRUE(made.exact) << "the run after that";
}

TEST_P(SelectHostileTest, IsNeverSilentlyWrongInReverseOrder)
{
    const Attempt made = attempt(create(impatientTuning(vkscan::abi::kHookReverseTiles)));
    EXPECT_TRUE(made.exact || made.status == ScratchStatus::GaveUp);
}

// A pass that is given up is done again, in each run on the same scratch.
TEST(SelectFallbackTest, IsExactWhoeverPublishes)
{
    for (const uint32_t hooks : {0u, vkscan::abi::kHookWithhold, vkscan::abi::kHookReverseTiles}) {
        SelectCase selectCase;
        selectCase.count = 12 * 256 + 3;
        selectCase.submissions = 3;
        std::minstd_rand random(hooks + 1);
        std::vector<bool> selected(selectCase.count);
        std::generate(selected.begin(), selected.end(), [&] { return random() % 3 == 0; });
        for (const bool withRest : {false, true}) {
            const Forced<CompactDesc> desc = {{{Condition::AnyBit}, 4, withRest, {}}, Strategy::SpineWithFallback};
            Compact compact;
            ASSERT_EQ(createTuned(context(), desc, impatientTuning(hooks), &compact), Status::Success);
            selectCase.restApart = withRest;
            checkCompact(compact, desc, selectCase, selected);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, SelectHostileTest, testing::Values(Strategy::FlatSum, Strategy::Spine),
                         [](const testing::TestParamInfo<Strategy>& info) {
                             return std::string(info.param == Strategy::Spine ? "spine" : "flat_sum");
                         });

} // namespace
