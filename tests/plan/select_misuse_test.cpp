// Compactions, partitions and splits: descriptions and arguments that are refused.
#include "operations/selection.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kCount = 100003;
constexpr uint64_t kLastByte = std::numeric_limits<uint64_t>::max();
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
                expectNamed(status, Status::ConditionTypeInvalid, "predicate.type");
        }
    }
    for (const int condition : {-1, 10, 1000})
        expectNamed(compactStatus({{static_cast<Condition>(condition)}}), Status::ConditionInvalid,
                    "predicate.condition");
    for (const int type : {-1, 1000})
        expectNamed(compactStatus({{Condition::Less, static_cast<ElementType>(type)}}), Status::ConditionTypeInvalid,
                    "predicate.type");
    for (uint32_t size = 0; size <= kMaxElementSize; size += 4) {
        EXPECT_EQ(compactStatus({{}, size}), Status::Success);
        EXPECT_EQ(splitStatus({1, size}), Status::Success);
        expectNamed(compactStatus({{}, size + 2}), Status::ElementSizeInvalid, "elementSize");
    }
    expectNamed(compactStatus({{}, kMaxElementSize + 4}), Status::ElementSizeInvalid, "elementSize");
    expectNamed(splitStatus({1, 1}), Status::ElementSizeInvalid, "elementSize");
    for (uint32_t bits = 1; bits <= kMaxSplitBits; ++bits)
        EXPECT_EQ(splitStatus({bits}), Status::Success);
    for (const uint32_t bits : {0u, kMaxSplitBits + 1, 32u})
        expectNamed(splitStatus({bits}), Status::SplitBitsInvalid, "bits");
}

TEST(SelectDesc, TakesItsStrategiesAlone)
{
    for (const Capabilities& capabilities : {portableDevice(), listedDevice()}) {
        for (const Strategy strategy : kStrategies) {
            Status expected = Status::Success;
            if (strategy >= Strategy::DecoupledLookback && strategy != Strategy::ReduceThenScan)
                expected = Status::StrategyNotOffered;
            else if ((strategy == Strategy::FlatSum || strategy == Strategy::Spine) && !capabilities.forwardProgress)
                expected = Status::StrategyNeedsForwardProgress;
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
                Status::StrategyInvalid, "strategy");
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

// What compactions and partitions have in common.
template <class Args>
Args validArgsOf(const SelectionModel& model)
{
    Args args;
    args.input = {apart(1), kCount * kElement};
    args.output = {apart(2), kCount * kElement};
    args.tested = {apart(4), kCount * 4};
    args.operand = 1.0f;
    args.selectedCount = {apart(5), 4};
    args.indirect.field = {apart(6), 4};
    args.scratch = {apart(7), scratchSize(model, kCount)};
    args.count = kCount;
    args.countBuffer = {apart(8), 4};
    return args;
}

template <class Args>
std::vector<Misuse<Args>> commonMisuses()
{
    return {
        {Status::CountTooLarge, "count", [](Args& a) { a.count = kLastByte; }},
        {Status::CountTooLarge, "count", [](Args& a) { a.count = uint64_t{1} << 32; }},
        {Status::TestedNull, "tested, keys", [](Args& a) { a.tested = {}; }},
        {Status::TestedNull, "tested, keys", [](Args& a) { a.tested.address = 0; }},
        {Status::TestedMisaligned, "tested, keys", [](Args& a) { a.tested.address += 2; }},
        {Status::TestedTooSmall, "tested, keys", [](Args& a) { --a.tested.size; }},
        {Status::TestedTooSmall, "tested, keys", [](Args& a) { a.tested.address = kLastByte - 4095; }},
        {Status::InputNull, "input", [](Args& a) { a.input.address = 0; }},
        {Status::InputMisaligned, "input", [](Args& a) { a.input.address += 8; }},
        {Status::InputTooSmall, "input", [](Args& a) { --a.input.size; }},
        {Status::OutputNull, "output", [](Args& a) { a.output.address = 0; }},
        {Status::OutputMisaligned, "output", [](Args& a) { a.output.address += 8; }},
        {Status::OutputOverlaps, "output", [](Args& a) { a.output.address = a.input.address; }},
        {Status::OutputOverlaps, "output", [](Args& a) { a.output.address = a.tested.address + kCount * 4 / 16 * 16; }},
        {Status::OutputOverlaps, "output", [](Args& a) { a.countBuffer.address = a.output.address + 4; }},
        {Status::CountBufferNull, "countBuffer", [](Args& a) { a.countBuffer.address = 0; }},
        {Status::CountBufferMisaligned, "countBuffer", [](Args& a) { a.countBuffer.address += 2; }},
        {Status::CountBufferTooSmall, "countBuffer", [](Args& a) { --a.countBuffer.size; }},
        {Status::OperandTypeMismatch, "operand", [](Args& a) { a.operand = {}; }},
        {Status::OperandTypeMismatch, "operand", [](Args& a) { a.operand = uint32_t{1}; }},
        {Status::SelectedCountNull, "selectedCount, bucketOffsets", [](Args& a) { a.selectedCount.address = 0; }},
        {Status::SelectedCountMisaligned, "selectedCount, bucketOffsets",
         [](Args& a) { a.selectedCount.address += 1; }},
        {Status::SelectedCountTooSmall, "selectedCount, bucketOffsets", [](Args& a) { --a.selectedCount.size; }},
        {Status::SelectedCountOverlaps, "selectedCount, bucketOffsets",
         [](Args& a) { a.selectedCount.address = a.countBuffer.address; }},
        {Status::SelectedCountOverlaps, "selectedCount, bucketOffsets",
         [](Args& a) { a.selectedCount.address = a.output.address + kElement; }},
        {Status::IndirectNull, "indirect.field", [](Args& a) { a.indirect.field.address = 0; }},
        {Status::IndirectMisaligned, "indirect.field", [](Args& a) { a.indirect.field.address += 2; }},
        {Status::IndirectTooSmall, "indirect.field", [](Args& a) { --a.indirect.field.size; }},
        {Status::IndirectOverlaps, "indirect.field",
         [](Args& a) { a.indirect.field.address = a.selectedCount.address; }},
        {Status::IndirectOverlaps, "indirect.field", [](Args& a) { a.indirect.field.address = a.tested.address + 4; }},
        {Status::DivisorZero, "indirect.divisor", [](Args& a) { a.indirect.divisor = 0; }},
        {Status::RoundingInvalid, "indirect.rounding", [](Args& a) { a.indirect.rounding = static_cast<Rounding>(2); }},
        {Status::ScratchNull, "scratch", [](Args& a) { a.scratch.address = 0; }},
        {Status::ScratchMisaligned, "scratch", [](Args& a) { a.scratch.address += 8; }},
        {Status::ScratchTooSmall, "scratch", [](Args& a) { a.scratch.size = 64; }},
        {Status::ScratchOverlaps, "scratch", [](Args& a) { a.scratch.address = a.input.address; }},
        {Status::ScratchOverlaps, "scratch", [](Args& a) { a.indirect.field.address = a.scratch.address + 4; }},
    };
}

constexpr Strategy kScratchStrategies[] = {Strategy::Spine, Strategy::ReduceThenScan};

TEST(SelectMisuse, OfCompactionsIsNamed)
{
    for (const Strategy strategy : kScratchStrategies) {
        const CompactDesc desc = {{Condition::Less, ElementType::F32}, kElement, strategy};
        CompactModel model;
        ASSERT_EQ(makeModel(desc, tuningFor(listedDevice()), listedDevice(), &model), Status::Success);
        expectRefused(model, validArgsOf<CompactArgs>(model), planCompact, commonMisuses<CompactArgs>());
        expectRefused(model, validArgsOf<CompactArgs>(model), planCompact,
                      {{Status::OutputTooLarge, "output", [](CompactArgs& a) { a.output.address = kLastByte - 15; }}});
    }
}

TEST(SelectMisuse, OfPartitionsIsNamed)
{
    using Args = PartitionArgs;
    for (const Strategy strategy : kScratchStrategies) {
        const PartitionDesc desc = {{Condition::Less, ElementType::F32}, kElement, strategy};
        PartitionModel model;
        ASSERT_EQ(makeModel(desc, tuningFor(listedDevice()), listedDevice(), &model), Status::Success);
        Args args = validArgsOf<Args>(model);
        expectRefused(model, args, planPartition, commonMisuses<Args>());
        // The output's size is a capacity, but where it takes all elements.
        expectRefused(model, args, planPartition,
                      {{Status::OutputTooSmall, "output", [](Args& a) { --a.output.size; }}});
        args.rest = {apart(3), kElement};
        expectRefused(model, args, planPartition, commonMisuses<Args>());
        expectRefused(model, args, planPartition,
                      {{Status::RestNull, "rest", [](Args& a) { a.rest.address = 0; }},
                       {Status::RestMisaligned, "rest", [](Args& a) { a.rest.address += 4; }},
                       {Status::RestTooLarge, "rest", [](Args& a) { a.rest.address = kLastByte - 15; }},
                       {Status::OutputTooLarge, "output", [](Args& a) { a.output.address = kLastByte - 15; }},
                       {Status::RestOverlaps, "rest", [](Args& a) { a.rest.address = a.output.address + kElement; }},
                       {Status::RestOverlaps, "rest", [](Args& a) { a.rest.address = a.input.address; }},
                       {Status::RestOverlaps, "rest", [](Args& a) { a.countBuffer.address = a.rest.address + 4; }},
                       {Status::SelectedCountOverlaps, "selectedCount, bucketOffsets",
                        [](Args& a) { a.selectedCount.address = a.rest.address; }}});
        args.output.size = 0;
        args.rest.size = 0;
        Plan plan;
        EXPECT_EQ(planPartition(model, args, &plan), Status::Success);
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
        args.input = {apart(1), kCount * kElement};
        args.output = {apart(2), kCount * kElement};
        args.keys = {apart(4), kCount * 4};
        args.shift = 29;
        args.bucketOffsets = {apart(5), 9 * 4};
        args.scratch = {apart(7), scratchSize(model, kCount)};
        args.count = kCount;
        expectRefused(
            model, args, planSplit,
            std::vector<Misuse<Args>>{
                {Status::ShiftTooLarge, "shift", [](Args& a) { a.shift = 30; }},
                {Status::ShiftTooLarge, "shift", [](Args& a) { a.shift = 32; }},
                {Status::ShiftTooLarge, "shift", [](Args& a) { a.shift = ~0u; }},
                {Status::TestedNull, "tested, keys", [](Args& a) { a.keys = {}; }},
                {Status::TestedMisaligned, "tested, keys", [](Args& a) { a.keys.address += 1; }},
                {Status::TestedTooSmall, "tested, keys", [](Args& a) { --a.keys.size; }},
                {Status::OutputTooSmall, "output", [](Args& a) { --a.output.size; }},
                {Status::OutputOverlaps, "output", [](Args& a) { a.output.address = a.keys.address; }},
                {Status::SelectedCountMisaligned, "selectedCount, bucketOffsets",
                 [](Args& a) { a.bucketOffsets.address += 2; }},
                {Status::SelectedCountTooSmall, "selectedCount, bucketOffsets",
                 [](Args& a) { --a.bucketOffsets.size; }},
                {Status::SelectedCountOverlaps, "selectedCount, bucketOffsets",
                 [](Args& a) { a.bucketOffsets.address = a.keys.address - 32; }},
                {Status::ScratchTooSmall, "scratch", [](Args& a) { a.scratch.size = 64; }},
                {Status::ScratchOverlaps, "scratch", [](Args& a) { a.bucketOffsets.address = a.scratch.address + 64; }},
            });
    }
}

TEST(SelectMisuse, OfFlagsIsNamed)
{
    constexpr struct {
        Condition condition;
        VkDeviceSize bytes; // of 37 elements
    } kFlags[] = {{Condition::FlagBits, 8}, {Condition::FlagBytes, 40}, {Condition::FlagWords, 148}};
    for (const auto& flags : kFlags) {
        CompactModel model;
        const Tuning tuning = tuningFor(listedDevice());
        ASSERT_EQ(makeModel(CompactDesc{{flags.condition}, kIndicesOnly}, tuning, listedDevice(), &model),
                  Status::Success);
        CompactArgs args;
        args.output = {apart(2), 37 * 4};
        args.tested = {apart(4), flags.bytes};
        args.scratch = {apart(7), scratchSize(model, 37)};
        args.count = 37;
        Plan planned;
        EXPECT_EQ(planCompact(model, args, &planned), Status::Success) << "without an input";
        --args.tested.size;
        EXPECT_EQ(planCompact(model, args, &planned), Status::TestedTooSmall);
        args.tested = {};
        args.input = {apart(1), 37 * 4};
        EXPECT_EQ(planCompact(model, args, &planned), Status::TestedNull);
        args.tested = {apart(4), flags.bytes};
        args.operand = uint32_t{1};
        expectNamed(planCompact(model, args, &planned), Status::OperandNotTaken, "operand");
    }
}

} // namespace
