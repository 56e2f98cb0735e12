// Compactions, partitions and splits: descriptions and arguments that are refused.
#include "operations/selection.h"
#include "operations/split.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kSelectMisuseCount = 100003;
constexpr VkDeviceSize kElement = 48; // bytes, aligned to 16

constexpr VkDeviceAddress apart(uint64_t which)
{
    return which << 50;
}

void expectNamed(Status status, Status expected, const std::string& argument)
{
    EXPECT_EQ(status, expected) << toString(status);
    EXPECT_EQ(std::string(toString(status)).rfind(argument + ":", 0), 0) << toString(status);
}

TEST(SelectDesc, IsRefusedByNameUnlessAllIsOffered)
{
    const Tuning tuning = tuningFor(portableDevice());
    const auto compactStatus = [&](const CompactDesc& desc) {
        CompactModel compact;
        const Status status = makeModel(desc, tuning, portableDevice(), &compact);
        PartitionModel partition;
        EXPECT_EQ(makeModel(desc, tuning, portableDevice(), &partition), status);
        return status;
    };
    const auto splitStatus = [&](const SplitDesc& desc) {
        SplitModel model;
        return makeModel(desc, tuning, portableDevice(), &model);
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
                expectNamed(status, Status(Argument::PredicateType, Rule::Invalid), "predicate.type");
        }
    }
    for (const int condition : {-1, 10, 1000})
        expectNamed(compactStatus({{static_cast<Condition>(condition)}}),
                    Status(Argument::PredicateCondition, Rule::Invalid), "predicate.condition");
    for (const int type : {-1, 1000})
        expectNamed(compactStatus({{Condition::Less, static_cast<ElementType>(type)}}),
                    Status(Argument::PredicateType, Rule::Invalid), "predicate.type");
    for (uint32_t size = 0; size <= kMaxElementSize; size += 4) {
        EXPECT_EQ(compactStatus({{}, size}), Status::Success);
        EXPECT_EQ(splitStatus({1, size}), Status::Success);
        expectNamed(compactStatus({{}, size + 2}), Status(Argument::ElementSize, Rule::Invalid), "elementSize");
    }
    expectNamed(compactStatus({{}, kMaxElementSize + 4}), Status(Argument::ElementSize, Rule::Invalid), "elementSize");
    expectNamed(splitStatus({1, 1}), Status(Argument::ElementSize, Rule::Invalid), "elementSize");
    for (uint32_t bits = 1; bits <= kMaxSplitBits; ++bits)
        EXPECT_EQ(splitStatus({bits}), Status::Success);
    for (const uint32_t bits : {0u, kMaxSplitBits + 1, 32u})
        expectNamed(splitStatus({bits}), Status(Argument::Bits, Rule::Invalid), "bits");
}

TEST(SelectDesc, TakesItsStrategiesAlone)
{
    for (const Capabilities& capabilities : {portableDevice(), listedDevice()}) {
        for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
            Status expected = Status::Success;
            if (findRow(kStrategies, strategy) == nullptr)
                expected = Status(Argument::Strategy, Rule::Invalid);
            else if ((strategy == Strategy::FlatSum || strategy == Strategy::Spine) && !capabilities.forwardProgress)
                expected = Status(Argument::Strategy, Rule::NeedsForwardProgress);
            const Tuning tuning = tuningFor(capabilities);
            CompactModel compact;
            PartitionModel partition;
            SplitModel split;
            const Status statuses[] = {makeModel({.strategy = strategy}, tuning, capabilities, &compact),
                                       makeModel({.strategy = strategy}, tuning, capabilities, &partition),
                                       makeModel({.strategy = strategy}, tuning, capabilities, &split)};
            for (const Status status : statuses)
                EXPECT_EQ(status, expected) << toString(strategy);
        }
    }
    CompactModel model;
    expectNamed(makeModel({.strategy = static_cast<Strategy>(1000)}, {}, listedDevice(), &model),
                Status(Argument::Strategy, Rule::Invalid), "strategy");
}

template <class Args>
struct Misuse {
    Status status;
    const char* argument;
    std::function<void(Args&)> breakIt;
};

// Each breaks a copy of valid arguments, and leaves the plan as it was.
template <class Model, class Args, class Planner>
void expectRefused(const Model& model, const Args& valid, const Planner& planner,
                   const std::vector<Misuse<Args>>& misuses)
{
    for (const Misuse<Args>& misuse : misuses) {
        Args args = valid;
        Plan plan;
        ASSERT_EQ(planner(model, args, &plan), Status::Success) << "before it is broken";
        unsigned char before[sizeof(Plan)];
        std::memcpy(before, &plan, sizeof(Plan));
        misuse.breakIt(args);
        expectNamed(planner(model, args, &plan), misuse.status, misuse.argument);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(Plan)), 0) << "the plan was touched";
    }
}

// Arguments that compactions and partitions have in common.
template <class Args>
Args validArgsOf(const SelectionModel& model)
{
    Args args;
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

template <class Args>
std::vector<Misuse<Args>> commonMisuses()
{
    return {
        {Status(Argument::Count, Rule::TooLarge), "count", [](Args& a) { a.count = kLastByte; }},
        {Status(Argument::Count, Rule::TooLarge), "count", [](Args& a) { a.count = uint64_t{1} << 32; }},
        {Status(Argument::Tested, Rule::Null), "tested, keys", [](Args& a) { a.tested = {}; }},
        {Status(Argument::Tested, Rule::Null), "tested, keys", [](Args& a) { a.tested.address = 0; }},
        {Status(Argument::Tested, Rule::Misaligned), "tested, keys", [](Args& a) { a.tested.address += 2; }},
        {Status(Argument::Tested, Rule::TooSmall), "tested, keys", [](Args& a) { --a.tested.size; }},
        {Status(Argument::Tested, Rule::TooSmall), "tested, keys",
         [](Args& a) { a.tested.address = kLastByte - 4095; }},
        {Status(Argument::Input, Rule::Null), "input", [](Args& a) { a.input.address = 0; }},
        {Status(Argument::Input, Rule::Misaligned), "input", [](Args& a) { a.input.address += 8; }},
        {Status(Argument::Input, Rule::TooSmall), "input", [](Args& a) { --a.input.size; }},
        {Status(Argument::Output, Rule::Null), "output", [](Args& a) { a.output.address = 0; }},
        {Status(Argument::Output, Rule::Misaligned), "output", [](Args& a) { a.output.address += 8; }},
        {Status(Argument::Output, Rule::Overlaps), "output", [](Args& a) { a.output.address = a.input.address; }},
        {Status(Argument::Output, Rule::Overlaps), "output",
         [](Args& a) { a.output.address = a.tested.address + kSelectMisuseCount * 4 / 16 * 16; }},
        {Status(Argument::Output, Rule::Overlaps), "output",
         [](Args& a) { a.countBuffer.address = a.output.address + 4; }},
        {Status(Argument::CountBuffer, Rule::Null), "countBuffer", [](Args& a) { a.countBuffer.address = 0; }},
        {Status(Argument::CountBuffer, Rule::Misaligned), "countBuffer", [](Args& a) { a.countBuffer.address += 2; }},
        {Status(Argument::CountBuffer, Rule::TooSmall), "countBuffer", [](Args& a) { --a.countBuffer.size; }},
        {Status(Argument::Operand, Rule::WrongType), "operand", [](Args& a) { a.operand = {}; }},
        {Status(Argument::Operand, Rule::WrongType), "operand", [](Args& a) { a.operand = uint32_t{1}; }},
        {Status(Argument::SelectedCount, Rule::Null), "selectedCount, bucketOffsets",
         [](Args& a) { a.selectedCount.address = 0; }},
        {Status(Argument::SelectedCount, Rule::Misaligned), "selectedCount, bucketOffsets",
         [](Args& a) { a.selectedCount.address += 1; }},
        {Status(Argument::SelectedCount, Rule::TooSmall), "selectedCount, bucketOffsets",
         [](Args& a) { --a.selectedCount.size; }},
        {Status(Argument::SelectedCount, Rule::Overlaps), "selectedCount, bucketOffsets",
         [](Args& a) { a.selectedCount.address = a.countBuffer.address; }},
        {Status(Argument::SelectedCount, Rule::Overlaps), "selectedCount, bucketOffsets",
         [](Args& a) { a.selectedCount.address = a.output.address + kElement; }},
        {Status(Argument::IndirectField, Rule::Null), "indirect.field", [](Args& a) { a.indirect.field.address = 0; }},
        {Status(Argument::IndirectField, Rule::Misaligned), "indirect.field",
         [](Args& a) { a.indirect.field.address += 2; }},
        {Status(Argument::IndirectField, Rule::TooSmall), "indirect.field", [](Args& a) { --a.indirect.field.size; }},
        {Status(Argument::IndirectField, Rule::Overlaps), "indirect.field",
         [](Args& a) { a.indirect.field.address = a.selectedCount.address; }},
        {Status(Argument::IndirectField, Rule::Overlaps), "indirect.field",
         [](Args& a) { a.indirect.field.address = a.tested.address + 4; }},
        {Status(Argument::IndirectDivisor, Rule::Zero), "indirect.divisor", [](Args& a) { a.indirect.divisor = 0; }},
        {Status(Argument::IndirectRounding, Rule::Invalid), "indirect.rounding",
         [](Args& a) { a.indirect.rounding = static_cast<Rounding>(2); }},
        {Status(Argument::Scratch, Rule::Null), "scratch", [](Args& a) { a.scratch.address = 0; }},
        {Status(Argument::Scratch, Rule::Misaligned), "scratch", [](Args& a) { a.scratch.address += 8; }},
        {Status(Argument::Scratch, Rule::TooSmall), "scratch", [](Args& a) { a.scratch.size = 64; }},
        {Status(Argument::Scratch, Rule::Overlaps), "scratch", [](Args& a) { a.scratch.address = a.input.address; }},
        {Status(Argument::Scratch, Rule::Overlaps), "scratch",
         [](Args& a) { a.indirect.field.address = a.scratch.address + 4; }},
    };
}

constexpr Strategy kScratchStrategies[] = {Strategy::Spine, Strategy::ReduceThenScan};

TEST(SelectMisuse, OfCompactionsIsNamed)
{
    for (const Strategy strategy : kScratchStrategies) {
        const CompactDesc desc = {{Condition::Less, ElementType::F32}, kElement, {}, strategy};
        CompactModel model;
        ASSERT_EQ(makeModel(desc, tuningFor(listedDevice()), listedDevice(), &model), Status::Success);
        expectRefused(model, validArgsOf<CompactArgs>(model), planCompact, commonMisuses<CompactArgs>());
        expectRefused(model, validArgsOf<CompactArgs>(model), planCompact,
                      {{Status(Argument::Output, Rule::TooLarge), "output",
                        [](CompactArgs& a) { a.output.address = kLastByte - 15; }}});
        CompactArgs args = validArgsOf<CompactArgs>(model);
        Plan plan;
        for (const BufferRange output : {BufferRange{}, BufferRange{apart(2), 0}}) {
            args.output = output;
            EXPECT_EQ(planCompact(model, args, &plan), Status::Success) << "counting only";
        }
    }
}

TEST(SelectMisuse, OfPartitionsIsNamed)
{
    using Args = PartitionArgs;
    for (const Strategy strategy : kScratchStrategies) {
        const PartitionDesc desc = {{Condition::Less, ElementType::F32}, kElement, {}, strategy};
        PartitionModel model;
        ASSERT_EQ(makeModel(desc, tuningFor(listedDevice()), listedDevice(), &model), Status::Success);
        Args args = validArgsOf<Args>(model);
        expectRefused(model, args, planPartition, commonMisuses<Args>());
        // The output's size is a capacity, but where it takes all elements.
        expectRefused(model, args, planPartition,
                      {{Status(Argument::Output, Rule::TooSmall), "output", [](Args& a) { --a.output.size; }}});
        args.rest = {apart(3), kElement};
        expectRefused(model, args, planPartition, commonMisuses<Args>());
        expectRefused(
            model, args, planPartition,
            {{Status(Argument::Rest, Rule::Null), "rest", [](Args& a) { a.rest.address = 0; }},
             {Status(Argument::Rest, Rule::Misaligned), "rest", [](Args& a) { a.rest.address += 4; }},
             {Status(Argument::Rest, Rule::TooLarge), "rest", [](Args& a) { a.rest.address = kLastByte - 15; }},
             {Status(Argument::Output, Rule::TooLarge), "output", [](Args& a) { a.output.address = kLastByte - 15; }},
             {Status(Argument::Rest, Rule::Overlaps), "rest",
              [](Args& a) { a.rest.address = a.output.address + kElement; }},
             {Status(Argument::Rest, Rule::Overlaps), "rest", [](Args& a) { a.rest.address = a.input.address; }},
             {Status(Argument::Rest, Rule::Overlaps), "rest",
              [](Args& a) { a.countBuffer.address = a.rest.address + 4; }},
             {Status(Argument::SelectedCount, Rule::Overlaps), "selectedCount, bucketOffsets",
              [](Args& a) { a.selectedCount.address = a.rest.address; }}});
        Plan plan;
        const auto planWith = [&](BufferRange output, BufferRange rest) {
            args.output = output;
            args.rest = rest;
            return planPartition(model, args, &plan);
        };
        EXPECT_EQ(planWith({apart(2), 0}, {apart(3), 0}), Status::Success);
        EXPECT_EQ(planWith({}, {apart(3), kElement}), Status::Success);
        EXPECT_EQ(planWith({}, {}), Status::Success) << "counting only";
        EXPECT_EQ(planWith({apart(2), 0}, {}), Status(Argument::Output, Rule::TooSmall)) << "no room for all";
    }
}

TEST(SelectMisuse, OfSplitsIsNamed)
{
    using Args = SplitArgs;
    for (const Strategy strategy : kScratchStrategies) {
        SplitModel model;
        ASSERT_EQ(makeModel(SplitDesc{3, kElement, strategy}, tuningFor(listedDevice()), listedDevice(), &model),
                  Status::Success);
        Args args;
        args.input = {apart(1), kSelectMisuseCount * kElement};
        args.output = {apart(2), kSelectMisuseCount * kElement};
        args.keys = {apart(4), kSelectMisuseCount * 4};
        args.shift = 29;
        args.bucketOffsets = {apart(5), 9 * 4};
        args.scratch = {apart(7), scratchSize(model, kSelectMisuseCount)};
        args.count = kSelectMisuseCount;
        expectRefused(
            model, args, planSplit,
            std::vector<Misuse<Args>>{
                {Status(Argument::Shift, Rule::TooLarge), "shift", [](Args& a) { a.shift = 30; }},
                {Status(Argument::Shift, Rule::TooLarge), "shift", [](Args& a) { a.shift = 32; }},
                {Status(Argument::Shift, Rule::TooLarge), "shift", [](Args& a) { a.shift = ~0u; }},
                {Status(Argument::Tested, Rule::Null), "tested, keys", [](Args& a) { a.keys = {}; }},
                {Status(Argument::Tested, Rule::Misaligned), "tested, keys", [](Args& a) { a.keys.address += 1; }},
                {Status(Argument::Tested, Rule::TooSmall), "tested, keys", [](Args& a) { --a.keys.size; }},
                {Status(Argument::Output, Rule::TooSmall), "output", [](Args& a) { --a.output.size; }},
                {Status(Argument::Output, Rule::Overlaps), "output",
                 [](Args& a) { a.output.address = a.keys.address; }},
                {Status(Argument::SelectedCount, Rule::Misaligned), "selectedCount, bucketOffsets",
                 [](Args& a) { a.bucketOffsets.address += 2; }},
                {Status(Argument::SelectedCount, Rule::TooSmall), "selectedCount, bucketOffsets",
                 [](Args& a) { --a.bucketOffsets.size; }},
                {Status(Argument::SelectedCount, Rule::Overlaps), "selectedCount, bucketOffsets",
                 [](Args& a) { a.bucketOffsets.address = a.keys.address - 32; }},
                {Status(Argument::Scratch, Rule::TooSmall), "scratch", [](Args& a) { a.scratch.size = 64; }},
                {Status(Argument::Scratch, Rule::Overlaps), "scratch",
                 [](Args& a) { a.bucketOffsets.address = a.scratch.address + 64; }},
            });
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
        expectNamed(planCompact(model, args, &planned), Status(Argument::Operand, Rule::Incompatible), "operand");
    }
}

} // namespace
