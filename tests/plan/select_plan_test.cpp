// Plans of compactions: steps, what each tells and touches, scratch, and what is refused.
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
