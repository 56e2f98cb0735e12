// Wrong arguments: each is refused with its own status, and nothing happens.
#include "plan_models.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <cstring>
#include <functional>
#include <limits>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kMisuseCount = 1000003;

// A scan of u64 with all optional arguments, broken in one place.
struct Misuse {
    const char* what;
    Status status;
    const char* argument; // which the status's sentence begins with
    std::function<void(ScanArgs&)> breakIt;
    Strategy strategy = Strategy::Spine;
};

const std::vector<Misuse>& misuses()
{
    constexpr VkDeviceSize kElement = 8;
    static const std::vector<Misuse> all = {
        {"count beyond the last", Status(Argument::Count, Rule::TooLarge), "count:",
         [](ScanArgs& a) { a.count = maxScanCount(modelOf(portableDevice(), ElementType::U64, Strategy::Spine)) + 1; }},
        {"count of all bits", Status(Argument::Count, Rule::TooLarge),
         "count:", [](ScanArgs& a) { a.count = kLastByte; }},
        {"null input", Status(Argument::Input, Rule::Null), "input:", [](ScanArgs& a) { a.input.address = 0; }},
        {"input at half an element", Status(Argument::Input, Rule::Misaligned),
         "input:", [](ScanArgs& a) { a.input.address += 4; }},
        {"input one byte short", Status(Argument::Input, Rule::TooSmall),
         "input:", [](ScanArgs& a) { --a.input.size; }},
        {"input wraps", Status(Argument::Input, Rule::TooSmall),
         "input:", [](ScanArgs& a) { a.input.address = kLastByte - 4095; }},
        {"null output", Status(Argument::Output, Rule::Null), "output:", [](ScanArgs& a) { a.output.address = 0; }},
        {"output at half an element", Status(Argument::Output, Rule::Misaligned),
         "output:", [](ScanArgs& a) { a.output.address += 4; }},
        {"output one byte short", Status(Argument::Output, Rule::TooSmall),
         "output:", [](ScanArgs& a) { --a.output.size; }},
        {"output wraps", Status(Argument::Output, Rule::TooSmall),
         "output:", [](ScanArgs& a) { a.output.address = kLastByte - 4095; }},
        {"output one element behind input", Status(Argument::Output, Rule::Overlaps),
         "output:", [](ScanArgs& a) { a.output.address = a.input.address + kElement; }},
        {"output one element before input", Status(Argument::Output, Rule::Overlaps),
         "output:", [](ScanArgs& a) { a.output.address = a.input.address - kElement; }},
        {"output begins in input's last element", Status(Argument::Output, Rule::Overlaps),
         "output:", [](ScanArgs& a) { a.output.address = a.input.address + (kMisuseCount - 1) * kElement; }},
        {"output ends in input's first element", Status(Argument::Output, Rule::Overlaps),
         "output:", [](ScanArgs& a) { a.output.address = a.input.address - (kMisuseCount - 1) * kElement; }},
        {"in place look-back where waits may be for ever", Status(Argument::Output, Rule::NeedsForwardProgress),
         "output:", [](ScanArgs& a) { a.output = a.input; }, study::kDecoupledLookback},
        {"countBuffer of a failed allocation", Status(Argument::CountBuffer, Rule::Null),
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = 0; }},
        {"total of a failed allocation", Status(Argument::Total, Rule::Null),
         "total:", [](ScanArgs& a) { a.total.address = 0; }},
        {"countBuffer at half a word", Status(Argument::CountBuffer, Rule::Misaligned),
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address += 2; }},
        {"countBuffer one byte short", Status(Argument::CountBuffer, Rule::TooSmall),
         "countBuffer:", [](ScanArgs& a) { --a.countBuffer.size; }},
        {"countBuffer wraps", Status(Argument::CountBuffer, Rule::TooSmall),
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = kLastByte - 3; }},
        {"countBuffer in output", Status(Argument::CountBuffer, Rule::Overlaps),
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = a.output.address + kMisuseCount * kElement - 4; }},
        {"countBuffer in place", Status(Argument::CountBuffer, Rule::Overlaps), "countBuffer:",
         [](ScanArgs& a) {
             a.output = a.input;
             a.countBuffer.address = a.input.address;
         }},
        {"countBuffer in total", Status(Argument::CountBuffer, Rule::Overlaps),
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = a.total.address + 4; }},
        {"total at half an element", Status(Argument::Total, Rule::Misaligned),
         "total:", [](ScanArgs& a) { a.total.address += 4; }},
        {"total one byte short", Status(Argument::Total, Rule::TooSmall),
         "total:", [](ScanArgs& a) { --a.total.size; }},
        {"total wraps", Status(Argument::Total, Rule::TooSmall),
         "total:", [](ScanArgs& a) { a.total.address = kLastByte - 7; }},
        {"total in input", Status(Argument::Total, Rule::Overlaps),
         "total:", [](ScanArgs& a) { a.total.address = a.input.address + (kMisuseCount - 1) * kElement; }},
        {"total in output", Status(Argument::Total, Rule::Overlaps),
         "total:", [](ScanArgs& a) { a.total.address = a.output.address; }},
        {"null scratch", Status(Argument::Scratch, Rule::Null), "scratch:", [](ScanArgs& a) { a.scratch.address = 0; }},
        {"scratch aligned to 8", Status(Argument::Scratch, Rule::Misaligned),
         "scratch:", [](ScanArgs& a) { a.scratch.address += 8; }},
        {"scratch one byte short", Status(Argument::Scratch, Rule::TooSmall),
         "scratch:", [](ScanArgs& a) { --a.scratch.size; }},
        {"scratch wraps", Status(Argument::Scratch, Rule::TooSmall),
         "scratch:", [](ScanArgs& a) { a.scratch.address = kLastByte - 15; }},
        {"scratch begins in input", Status(Argument::Scratch, Rule::Overlaps),
         "scratch:", [](ScanArgs& a) { a.scratch.address = a.input.address + (kMisuseCount * kElement & ~15ull); }},
        {"scratch ends in input", Status(Argument::Scratch, Rule::Overlaps),
         "scratch:", [](ScanArgs& a) { a.scratch.address = a.input.address - 16; }},
        {"scratch begins in output", Status(Argument::Scratch, Rule::Overlaps),
         "scratch:", [](ScanArgs& a) { a.scratch.address = a.output.address + (kMisuseCount * kElement & ~15ull); }},
        {"scratch holds countBuffer", Status(Argument::Scratch, Rule::Overlaps),
         "scratch:", [](ScanArgs& a) { a.countBuffer.address = a.scratch.address + a.scratch.size - 4; }},
        {"scratch holds total", Status(Argument::Scratch, Rule::Overlaps),
         "scratch:", [](ScanArgs& a) { a.total.address = a.scratch.address; }},
        {"initial of the same size", Status(Argument::Initial, Rule::WrongType),
         "initial:", [](ScanArgs& a) { a.initial = int64_t{1}; }},
        {"initial of another size", Status(Argument::Initial, Rule::WrongType),
         "initial:", [](ScanArgs& a) { a.initial = uint32_t{1}; }},
    };
    return all;
}

// Look-back with a fallback is the one strategy that tells in place apart, on a driver that is not listed.
ScanCase misuseModel(Strategy strategy)
{
    ScanCase model = modelOf(portableDevice(), ElementType::U64, strategy);
    model.desc.assumeForwardProgress = strategy != study::kDecoupledLookback;
    return model;
}

ScanArgs fullArgs(const ScanModel& model)
{
    ScanArgs args = validArgs(model, kMisuseCount);
    args.scratch.size = recordingScratchSize(model, chooseStage(model, kMisuseCount), kMisuseCount);
    args.countBuffer = validCountBuffer();
    args.total = validTotal(model);
    args.initial = uint64_t{1};
    return args;
}

TEST(Misuse, OfArgumentsIsNamedAndPlansNothing)
{
    for (const Misuse& misuse : misuses()) {
        SCOPED_TRACE(misuse.what);
        const ScanCase model = misuseModel(misuse.strategy);
        ScanArgs args = fullArgs(model);
        Plan plan;
        ASSERT_EQ(planScan(model, args, &plan), Status::Success) << "before it is broken";

        misuse.breakIt(args);
        unsigned char before[sizeof(Plan)];
        std::memcpy(before, &plan, sizeof(Plan));
        const Status status = planScan(model, args, &plan);
        EXPECT_EQ(status, misuse.status) << toString(status);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(Plan)), 0) << "the plan was touched";
        EXPECT_EQ(std::string(toString(status)).rfind(misuse.argument, 0), 0) << toString(status);
    }
}

TEST(Misuse, ProvokesEveryStatusOfRecord)
{
    StatusSet provoked;
    for (const Misuse& misuse : misuses())
        provoked.insert(misuse.status);
    expectProvoked(provoked,
                   {Argument::Input, Argument::Output, Argument::CountBuffer, Argument::Total, Argument::Scratch},
                   {Rule::Null, Rule::Misaligned, Rule::TooSmall, Rule::Overlaps, Rule::NeedsForwardProgress});
    expectProvoked(provoked, {Argument::Count, Argument::Initial}, {Rule::TooLarge, Rule::WrongType});
}

// The limits themselves are fine.
TEST(Misuse, IsNotSeenWhereThereIsNone)
{
    const auto accepted = [](Strategy strategy, const std::function<void(ScanArgs&)>& change) {
        const ScanCase model = misuseModel(strategy);
        ScanArgs args = fullArgs(model);
        change(args);
        Plan plan;
        const Status status = planScan(model, args, &plan);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return status == Status::Success;
    };
    const VkDeviceSize bytes = kMisuseCount * 8;
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.output = a.input; }));
    EXPECT_TRUE(accepted(Strategy::ReduceThenScan, [](ScanArgs& a) { a.output = a.input; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [=](ScanArgs& a) { a.output.address = a.input.address + bytes; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [=](ScanArgs& a) { a.output.address = a.input.address - bytes; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.countBuffer.address = a.input.address + 4; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.total.address = a.countBuffer.address + 8; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [=](ScanArgs& a) { a.total.address = a.input.address + bytes; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.scratch.address = a.input.address - a.scratch.size; }));
    // Only what is touched counts, not how far a range reaches.
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.input.size = a.output.size = kLastByte; }));
    // One workgroup needs no scratch and does not look at it.
    const ScanCase single = misuseModel(Strategy::SingleWorkgroup);
    ScanArgs args = validArgs(single, 1000);
    args.scratch = {3, kLastByte};
    Plan plan;
    EXPECT_EQ(planScan(single, args, &plan), Status::Success);
}

TEST(Misuse, InPlaceLookBackIsFineWithProgress)
{
    Plan plan;
    ScanCase model = misuseModel(study::kDecoupledLookback);
    ScanArgs args = fullArgs(model);
    args.output = args.input;
    EXPECT_EQ(planScan(model, args, &plan), Status(Argument::Output, Rule::NeedsForwardProgress));
    model.desc.assumeForwardProgress = true;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
    model.desc.assumeForwardProgress = false;
    model.capabilities.forwardProgress = true;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
}

} // namespace
