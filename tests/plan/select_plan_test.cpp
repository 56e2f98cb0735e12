// Plans of compactions: steps, what each tells and touches, scratch, and what is refused.
#include "hazards.h"
#include "operations/compact.h"
#include "plan_models.h"

#include "select_abi.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

// The least that Vulkan asks of a device's push constants.
static_assert(sizeof(vkscan::abi::SelectPush) <= 128);

// How the elements that are not selected are treated.
enum class Rest { Dropped, Behind, Apart };
constexpr Rest kRests[] = {Rest::Dropped, Rest::Behind, Rest::Apart};

// Elements of 8 bytes by masks of others.
Status makeModel(Rest rest, Strategy strategy, const Tuning& tuning, const Capabilities& capabilities,
                 CompactModel* model, uint64_t maxCount = 0)
{
    const Forced<CompactDesc> desc = {{{Condition::AnyBit}, 8, rest != Rest::Dropped, {}, Waiting::Auto, maxCount},
                                      strategy};
    return vkscan::makeModel(desc, tuning, capabilities, model);
}

CompactModel selectionOf(Rest rest, Strategy strategy, const Capabilities& capabilities = listedDevice())
{
    CompactModel model;
    EXPECT_EQ(makeModel(rest, strategy, tuningFor(capabilities), capabilities, &model), Status::Success);
    return model;
}

// Exact sizes, no overlap, all optional ranges.
CompactArgs validSelectionArgs(Rest rest, const CompactModel& model, uint64_t count)
{
    const auto apart = [](uint64_t which) { return which << 50; };
    const VkDeviceSize bytes = count * 8;
    CompactArgs args;
    args.input = {apart(1), bytes};
    args.output = {apart(2), bytes};
    if (rest == Rest::Apart)
        args.rest = {apart(3), bytes / 16 * 8}; // of half as many
    args.tested = {apart(4), count * 4};
    args.operand = 3u;
    args.selectedCount = {apart(5), 4};
    args.indirect = {{apart(6), 4}, 64, Rounding::Up};
    args.scratch = {apart(7), scratchSize(model, count)};
    args.count = count;
    args.countBuffer = {apart(8), 4};
    return args;
}

std::vector<uint64_t> countsOf(const CompactModel& model)
{
    std::vector<uint64_t> counts = {model.maxCount};
    for (const uint64_t count : interestingCounts(model))
        if (count < counts.back())
            counts.insert(counts.end() - 1, count);
    return counts;
}

// Models of every strategy on every kind of device, with 64-bit atomics and without, with a largest count and without.
void forModels(const std::function<void(Rest, const CompactModel&)>& check)
{
    for (const Rest rest : kRests) {
        for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
            const ScanCase small = modelOfSmallNumbers(ElementType::U32, strategy);
            for (const bool atomics : {true, false}) {
                if (!atomics && waits(strategy))
                    continue;
                const auto checkDevice = [&](Capabilities capabilities, const Tuning& tuning) {
                    capabilities.bufferInt64Atomics = atomics;
                    for (const uint64_t maxCount : {0, 1000, 100'000}) {
                        CompactModel model;
                        const Status made = makeModel(rest, strategy, tuning, capabilities, &model, maxCount);
                        ASSERT_EQ(made, Status::Success);
                        check(rest, model);
                    }
                };
                for (const Capabilities& capabilities : {portableDevice(), listedDevice(), listedLargeDevice(),
                                                         boundedLoopsDevice(), fewRegistersDevice()})
                    checkDevice(capabilities, tuningFor(capabilities));
                checkDevice(small.capabilities, small.tuning);
                if (testing::Test::HasFatalFailure())
                    return;
            }
        }
    }
}

// Where all buckets share an array, what each holds is counted before anything is moved.
bool countsFirst(Rest rest)
{
    return rest == Rest::Behind;
}

uint64_t bucketsOf(Rest rest)
{
    return rest == Rest::Dropped ? 1 : 2;
}

std::vector<std::string> stagesOf(Rest rest, const CompactModel& model, uint64_t count)
{
    const std::string moves = chosenStage(model, count);
    if (moves == "SpineWithFallback" && countsFirst(rest))
        return {"ReduceArray", moves, "SpineRecovery"};
    if (moves == "SpineWithFallback")
        return {moves, "SpineRecovery"};
    if (countsFirst(rest) && moves != "ScanSpans" && model.capabilities.bufferInt64Atomics)
        return {"ReduceArray", moves};
    if (countsFirst(rest))
        return {"ReduceSpans", "ReduceSlots", moves};
    if (moves == "ScanSpans")
        return {"ReduceSpans", moves};
    return {moves};
}

// Whether the step writes elements; the others count them.
bool movesIn(const CompactModel& model, const Step& step)
{
    return !nameOf(model, step).starts_with("Reduce");
}

// Steps at the end of a plan, from the first that moves elements on.
size_t movingSteps(const std::vector<std::string>& stages)
{
    return stages.back() == "SpineRecovery" ? 2 : 1;
}

// Accesses of nothing else, and these once.
void expectAccesses(const AccessList& actual, const AccessList& expected)
{
    ASSERT_EQ(actual.count, expected.count);
    for (uint32_t i = 0; i < expected.count; ++i) {
        uint32_t found = 0;
        for (uint32_t j = 0; j < actual.count; ++j)
            found += actual.items[j].write == expected.items[i].write &&
                             actual.items[j].range.address == expected.items[i].range.address &&
                             actual.items[j].range.size == expected.items[i].range.size
                         ? 1
                         : 0;
        ASSERT_EQ(found, 1) << "access " << i;
    }
}

TEST(SelectPlan, CountsBeforeItMovesWhereItMust)
{
    forModels([](Rest rest, const CompactModel& model) {
        for (const uint64_t count : countsOf(model)) {
            SCOPED_TRACE(describe(model, count) + ", rest " + std::to_string(static_cast<int>(rest)));
            const CompactArgs args = validSelectionArgs(rest, model, count);
            Plan planned;
            ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
            const std::vector<std::string> stages = stagesOf(rest, model, count);
            ASSERT_EQ(planned.stepCount, stages.size());
            ASSERT_EQ(checkBarriers(planned), stages.size() - 1);
            const bool counted = countsFirst(rest);
            const VkDeviceAddress firstStarts = planned.steps[0].push.get<vkscan::abi::SelectPush>().startsAddress;
            const auto tells = [&](size_t i) {
                return counted ? i + 1 + movingSteps(stages) == stages.size() : movesIn(model, planned.steps[i]);
            };
            for (size_t i = 0; i < stages.size(); ++i) {
                const Step& step = planned.steps[i];
                const auto push = step.push.get<vkscan::abi::SelectPush>();
                const bool moves = movesIn(model, step);
                ASSERT_EQ(nameOf(model, step), stages[i]);
                ASSERT_EQ(push.gridWidth, step.groupCount[0]);
                ASSERT_EQ(push.maxCount, count);
                ASSERT_TRUE(pushesCount(step, args.countBuffer));
                ASSERT_EQ(push.operand, 3u);
                ASSERT_EQ(push.totalAddress, tells(i) ? args.selectedCount.address : 0);
                ASSERT_EQ(push.indirectAddress, tells(i) ? args.indirect.field.address : 0);
                const uint64_t buckets = bucketsOf(rest);
                ASSERT_EQ(push.startsAddress % 2 == vkscan::abi::kPresent, counted && moves);
                ASSERT_TRUE(buckets == 1 || isReadable(step, push.startsAddress, 8 * (buckets - 1) - 4));
                ASSERT_EQ(push.newStartsAddress, counted && tells(i) ? push.startsAddress : 0);
                ASSERT_TRUE(!counted || push.startsAddress - moves == firstStarts);
                ASSERT_TRUE(nameOf(model, step) != "ReduceSlots" ||
                            (push.spans == planned.steps[i - 1].groupCount[0] && step.groupCount[0] == 1));
            }
        }
    });
}

TEST(SelectPlan, PushesWhatCanBeReadInACountsStead)
{
    forModels([](Rest rest, const CompactModel& model) {
        CompactArgs args = validSelectionArgs(rest, model, 1000);
        args.countBuffer = {};
        Plan planned;
        ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
        for (uint32_t i = 0; i < planned.stepCount; ++i)
            ASSERT_TRUE(pushesCount(planned.steps[i], {})) << describe(model, args.count) << ", step " << i;
    });
}

TEST(SelectPlan, NamesWhatEachStepTouches)
{
    forModels([](Rest rest, const CompactModel& model) {
        for (const uint64_t count : {uint64_t{1}, uint64_t{1000}, model.maxCount}) {
            SCOPED_TRACE(describe(model, count) + ", rest " + std::to_string(static_cast<int>(rest)));
            const CompactArgs args = validSelectionArgs(rest, model, count);
            Plan planned;
            ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
            for (uint32_t i = 0; i < planned.stepCount; ++i) {
                const Step& step = planned.steps[i];
                const bool moves = movesIn(model, step);
                AccessList expected;
                if (nameOf(model, step) != "ReduceSlots") {
                    expected.append({args.tested, false});
                    expected.append({args.countBuffer, false});
                }
                if (moves) {
                    expected.append({args.input, false});
                    expected.append({args.output, true});
                    expected.append({args.rest, true});
                }
                const auto push = step.push.get<vkscan::abi::SelectPush>();
                if (push.totalAddress != 0) {
                    expected.append({args.selectedCount, true});
                    expected.append({args.indirect.field, true});
                }
                BufferRange scratch = {args.scratch.address, 0};
                for (uint32_t j = 0; j < step.accesses.count; ++j)
                    if (step.accesses.items[j].range.address == scratch.address)
                        scratch = step.accesses.items[j].range;
                expected.append({scratch, true});
                ASSERT_NO_FATAL_FAILURE(expectAccesses(step.accesses, expected));

                // Slots of as many words as there are buckets lie behind the header, where buckets begin behind these.
                const uint64_t buckets = bucketsOf(rest);
                const bool alone =
                    nameOf(model, step) == "SingleWorkgroup" || nameOf(model, step) == "SingleWorkgroupSmall";
                const bool spans = nameOf(model, step) == "ReduceSpans" || nameOf(model, step) == "ScanSpans" ||
                                   nameOf(model, step) == "ReduceArray";
                const uint64_t slots = alone || nameOf(model, step) == "ReduceSlots" ? 0
                                       : spans                                       ? step.groupCount[0]
                                               : 2 * tilesOf(model, nameOf(model, step), count);
                const VkDeviceSize bytes = slots > 0 ? 64 + 8 * buckets * slots : 0;
                ASSERT_LE(scratch.size, args.scratch.size);
                if (countsFirst(rest)) {
                    const VkDeviceAddress starts = push.startsAddress - moves;
                    ASSERT_GE(starts, scratch.address + bytes);
                    ASSERT_EQ(starts + 8 * (buckets - 1), scratch.address + scratch.size);
                } else {
                    ASSERT_GE(scratch.size, bytes);
                }
            }
        }
    });
}

TEST(SelectPlan, ScratchIsMonotone)
{
    forModels([](Rest rest, const CompactModel& model) {
        VkDeviceSize size = 0;
        for (const uint64_t count : countsOf(model)) {
            ASSERT_LE(size, scratchSize(model, count)) << describe(model, count);
            size = scratchSize(model, count);
        }
        ASSERT_EQ(scratchSize(model, kLastByte), size);
        ASSERT_LE(model.maxCount, 0xffffffff);
        ASSERT_TRUE(rest != Rest::Dropped || model.strategy != Strategy::SingleWorkgroup || size == 0);
    });
}

TEST(SelectPlan, PassesOnWhatItIsGiven)
{
    const CompactModel model = selectionOf(Rest::Apart, Strategy::Auto);
    CompactArgs args = validSelectionArgs(Rest::Apart, model, 1000);
    args.output.size = 8 * 300 + 7;
    args.indirect.rounding = Rounding::Down;
    Plan planned;
    ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
    const auto push = planned.steps[0].push.get<vkscan::abi::SelectPush>();
    EXPECT_EQ(push.inputAddress, args.input.address);
    EXPECT_EQ(push.outputAddress, args.output.address);
    EXPECT_EQ(push.restAddress, args.rest.address);
    EXPECT_EQ(push.testedAddress, args.tested.address);
    EXPECT_EQ(push.scratchAddress, args.scratch.address);
    EXPECT_EQ(push.capacity, 300);
    EXPECT_EQ(push.restCapacity, 500);
    EXPECT_EQ(push.divisor, 64);
    EXPECT_EQ(push.rounding, 0);
    args.output.size = 1ull << 50;
    ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
    EXPECT_EQ(planned.steps[0].push.get<vkscan::abi::SelectPush>().capacity, 0xffffffff);
}

TEST(SelectPlan, MayTestTheInput)
{
    CompactModel model;
    const Tuning tuning = tuningFor(listedDevice());
    for (const uint32_t elementSize : {uint32_t{4}, kIndicesOnly}) {
        ASSERT_EQ(vkscan::makeModel(CompactDesc{{Condition::Less}, elementSize}, tuning, listedDevice(), &model),
                  Status::Success);
        CompactArgs args = validSelectionArgs(Rest::Dropped, model, 1000);
        args.tested = {};
        Plan planned;
        ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
        EXPECT_EQ(planned.steps[0].push.get<vkscan::abi::SelectPush>().testedAddress, args.input.address);
        args.input.address += 2;
        EXPECT_EQ(planCompact(model, args, &planned), Status(Argument::Input, Rule::Misaligned));
    }
}

TEST(SelectPlan, DoesNothingForNoElementsUnlessItTells)
{
    for (const Rest rest : kRests) {
        for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
            const CompactModel model = selectionOf(rest, strategy);
            // Without arrays, buckets do not share one.
            const size_t steps = stagesOf(Rest::Dropped, model, 0).size();
            CompactArgs args;
            args.operand = 3u;
            args.rest = {rest == Rest::Apart ? uint64_t{3} << 50 : 0, 0};
            args.scratch = {uint64_t{7} << 50, scratchSize(model, 0)};
            Plan planned;
            ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
            EXPECT_EQ(planned.stepCount, 0);
            args.selectedCount = {uint64_t{5} << 50, 4};
            ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
            EXPECT_EQ(planned.stepCount, steps);
            args.selectedCount = {};
            args.indirect.field = {uint64_t{6} << 50, 4};
            ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
            EXPECT_EQ(planned.stepCount, steps);
        }
    }
}

// Outputs that are absent, or have no room, receive nothing; without results, nothing is recorded.
TEST(SelectPlan, CountsWithoutOutputs)
{
    forModels([](Rest rest, const CompactModel& model) {
        const uint64_t count = std::min<uint64_t>(1000, model.maxCount);
        for (const VkDeviceAddress address : {uint64_t{0}, uint64_t{2} << 50}) {
            if (address != 0 && rest == Rest::Behind) // which then is to take all
                continue;
            SCOPED_TRACE(describe(model, count) + ", rest " + std::to_string(static_cast<int>(rest)));
            CompactArgs args = validSelectionArgs(rest, model, count);
            args.output = {address, 0};
            args.rest.size = 0;
            if (address == 0)
                args.rest = {};
            Plan planned;
            ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
            ASSERT_EQ(planned.stepCount, stagesOf(Rest::Dropped, model, count).size());
            const Step& last = planned.steps[planned.stepCount - 1];
            const auto push = last.push.get<vkscan::abi::SelectPush>();
            EXPECT_EQ(push.capacity, 0u);
            EXPECT_EQ(push.restCapacity, 0u);
            EXPECT_EQ(push.startsAddress % 2, 0u);
            EXPECT_EQ(push.totalAddress, args.selectedCount.address);
            EXPECT_EQ(push.indirectAddress, args.indirect.field.address);
            args.selectedCount = {};
            args.indirect.field = {};
            ASSERT_EQ(planCompact(model, args, &planned), Status::Success);
            ASSERT_EQ(planned.stepCount, 0u);
        }
    });
}

} // namespace
