// Compactions: descriptions and arguments that are refused.
#include "operations/compact.h"
#include "plan_models.h"

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kSelectMisuseCount = 100003;
constexpr VkDeviceSize kElement = 48; // bytes, aligned to 16

constexpr VkDeviceAddress apart(uint64_t which)
{
    return which << 50;
}

TEST(SelectDesc, IsRefusedByNameUnlessAllIsOffered)
{
    const Tuning tuning = tuningFor(portableDevice());
    const auto compactStatus = [&](CompactDesc desc) {
        CompactModel model;
        const Status status = makeModel(desc, tuning, portableDevice(), &model);
        desc.withRest = true;
        EXPECT_EQ(makeModel(desc, tuning, portableDevice(), &model), status);
        return status;
    };
    for (int i = 0; i <= static_cast<int>(Condition::GreaterEqual); ++i) {
        const auto condition = static_cast<Condition>(i);
        for (const ElementType type : kTypes) {
            const bool offered =
                type == ElementType::U32 || (condition >= Condition::Equal && type <= ElementType::F32);
            const Status status = compactStatus({{condition, type}});
            if (offered)
                EXPECT_EQ(status, Status::Success) << toString(condition) << " of " << toString(type);
            else
                EXPECT_EQ(status, Status(Argument::PredicateType, Rule::Invalid));
        }
    }
    for (const int condition : {-1, 10, 1000})
        EXPECT_EQ(compactStatus({{static_cast<Condition>(condition)}}),
                  Status(Argument::PredicateCondition, Rule::Invalid));
    for (const int type : {-1, 1000})
        EXPECT_EQ(compactStatus({{Condition::Less, static_cast<ElementType>(type)}}),
                  Status(Argument::PredicateType, Rule::Invalid));
    for (uint32_t size = 0; size <= kMaxElementSize; size += 4) {
        EXPECT_EQ(compactStatus({{}, size}), Status::Success);
        EXPECT_EQ(compactStatus({{}, size + 3}), Status(Argument::ElementSize, Rule::Invalid));
    }
    EXPECT_EQ(compactStatus({{}, kMaxElementSize + 4}), Status(Argument::ElementSize, Rule::Invalid));
    for (const uint32_t size : {1u, 2u})
        EXPECT_EQ(compactStatus({{}, size}), Status::Success);
}

CompactArgs validArgsOf(const CompactModel& model)
{
    CompactArgs args;
    args.input = {apart(1), kSelectMisuseCount * kElement};
    args.output = {apart(2), kSelectMisuseCount * kElement};
    args.tested = {apart(4), kSelectMisuseCount * 4};
    args.operand = 1.0f;
    args.selectedCount = {apart(5), 4};
    args.indirect.field = {apart(6), 4};
    args.scratch = {apart(7), scratchSize(model, kSelectMisuseCount)};
    args.count = kSelectMisuseCount;
    args.countBuffer = {apart(8), 4};
    return args;
}

TEST(SelectMisuse, OutputsAreCapacitiesButWhereOneTakesAllElements)
{
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const Forced<CompactDesc> desc = {{{Condition::Less, ElementType::F32}, kElement, true, {}}, strategy};
        CompactModel model;
        ASSERT_EQ(makeModel(desc, tuningFor(listedDevice()), listedDevice(), &model), Status::Success);
        CompactArgs args = validArgsOf(model);
        Plan plan;
        const auto planWith = [&](BufferRange output, BufferRange rest) {
            args.output = output;
            args.rest = rest;
            return planCompact(model, args, &plan);
        };
        EXPECT_EQ(planWith({apart(2), 0}, {apart(3), 0}), Status::Success);
        EXPECT_EQ(planWith({}, {apart(3), kElement}), Status::Success);
        EXPECT_EQ(planWith({}, {}), Status::Success) << "counting only";
        EXPECT_EQ(planWith({apart(2), 0}, {}), Status(Argument::Output, Rule::TooSmall)) << "no room for all";
    }
}

TEST(SelectMisuse, OfFlagsIsNamed)
{
    for (const ConditionRow& flags : kConditions) {
        if (flags.takesOperand)
            continue;
        const VkDeviceSize bits = flags.value == Condition::FlagBits ? 1 : flags.value == Condition::FlagBytes ? 8 : 32;
        const VkDeviceSize bytes = (37 * bits + 31) / 32 * 4;
        CompactModel model;
        const Tuning tuning = tuningFor(listedDevice());
        ASSERT_EQ(makeModel(CompactDesc{{flags.value}, kIndicesOnly}, tuning, listedDevice(), &model), Status::Success);
        CompactArgs args;
        args.output = {apart(2), 37 * 4};
        args.tested = {apart(4), bytes};
        args.scratch = {apart(7), scratchSize(model, 37)};
        args.count = 37;
        Plan planned;
        EXPECT_EQ(planCompact(model, args, &planned), Status::Success) << "without an input";
        --args.tested.size;
        EXPECT_EQ(planCompact(model, args, &planned), Status(Argument::Tested, Rule::TooSmall));
        args.tested = {};
        args.input = {apart(1), 37 * 4};
        EXPECT_EQ(planCompact(model, args, &planned), Status(Argument::Tested, Rule::Null));
        args.tested = {apart(4), bytes};
        args.operand = uint32_t{1};
        EXPECT_EQ(planCompact(model, args, &planned), Status(Argument::Operand, Rule::Incompatible));
    }
}

} // namespace
