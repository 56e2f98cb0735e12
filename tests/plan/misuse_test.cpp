// Wrong arguments: each is refused with its own status, and nothing happens.
#include "plan_models.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <cstring>
#include <functional>
#include <limits>
#include <set>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kCount = 1000003;
constexpr uint64_t kLastByte = std::numeric_limits<uint64_t>::max();

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
        {"count beyond the last", Status::CountTooLarge, "count:",
         [](ScanArgs& a) { a.count = maxScanCount(modelOf(portableDevice(), ElementType::U64, Strategy::Spine)) + 1; }},
        {"count of all bits", Status::CountTooLarge, "count:", [](ScanArgs& a) { a.count = kLastByte; }},
        {"null input", Status::InputNull, "input:", [](ScanArgs& a) { a.input.address = 0; }},
        {"input at half an element", Status::InputMisaligned, "input:", [](ScanArgs& a) { a.input.address += 4; }},
        {"input one byte short", Status::InputTooSmall, "input:", [](ScanArgs& a) { --a.input.size; }},
        {"input wraps", Status::InputTooSmall, "input:", [](ScanArgs& a) { a.input.address = kLastByte - 4095; }},
        {"null output", Status::OutputNull, "output:", [](ScanArgs& a) { a.output.address = 0; }},
        {"output at half an element", Status::OutputMisaligned, "output:", [](ScanArgs& a) { a.output.address += 4; }},
        {"output one byte short", Status::OutputTooSmall, "output:", [](ScanArgs& a) { --a.output.size; }},
        {"output wraps", Status::OutputTooSmall, "output:", [](ScanArgs& a) { a.output.address = kLastByte - 4095; }},
        {"output one element behind input", Status::OutputOverlapsInput,
         "output:", [](ScanArgs& a) { a.output.address = a.input.address + kElement; }},
        {"output one element before input", Status::OutputOverlapsInput,
         "output:", [](ScanArgs& a) { a.output.address = a.input.address - kElement; }},
        {"output begins in input's last element", Status::OutputOverlapsInput,
         "output:", [](ScanArgs& a) { a.output.address = a.input.address + (kCount - 1) * kElement; }},
        {"output ends in input's first element", Status::OutputOverlapsInput,
         "output:", [](ScanArgs& a) { a.output.address = a.input.address - (kCount - 1) * kElement; }},
        {"in place look-back where waits may be for ever", Status::InPlaceNeedsForwardProgress,
         "output:", [](ScanArgs& a) { a.output = a.input; }, Strategy::DecoupledLookback},
        {"countBuffer of a failed allocation", Status::CountBufferNull,
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = 0; }},
        {"total of a failed allocation", Status::TotalNull, "total:", [](ScanArgs& a) { a.total.address = 0; }},
        {"countBuffer at half a word", Status::CountBufferMisaligned,
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address += 2; }},
        {"countBuffer one byte short", Status::CountBufferTooSmall,
         "countBuffer:", [](ScanArgs& a) { --a.countBuffer.size; }},
        {"countBuffer wraps", Status::CountBufferTooSmall,
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = kLastByte - 3; }},
        {"countBuffer in output", Status::CountBufferOverlaps,
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = a.output.address + kCount * kElement - 4; }},
        {"countBuffer in place", Status::CountBufferOverlaps, "countBuffer:",
         [](ScanArgs& a) {
             a.output = a.input;
             a.countBuffer.address = a.input.address;
         }},
        {"countBuffer in total", Status::CountBufferOverlaps,
         "countBuffer:", [](ScanArgs& a) { a.countBuffer.address = a.total.address + 4; }},
        {"total at half an element", Status::TotalMisaligned, "total:", [](ScanArgs& a) { a.total.address += 4; }},
        {"total one byte short", Status::TotalTooSmall, "total:", [](ScanArgs& a) { --a.total.size; }},
        {"total wraps", Status::TotalTooSmall, "total:", [](ScanArgs& a) { a.total.address = kLastByte - 7; }},
        {"total in input", Status::TotalOverlaps,
         "total:", [](ScanArgs& a) { a.total.address = a.input.address + (kCount - 1) * kElement; }},
        {"total in output", Status::TotalOverlaps, "total:", [](ScanArgs& a) { a.total.address = a.output.address; }},
        {"null scratch", Status::ScratchNull, "scratch:", [](ScanArgs& a) { a.scratch.address = 0; }},
        {"scratch aligned to 8", Status::ScratchMisaligned, "scratch:", [](ScanArgs& a) { a.scratch.address += 8; }},
        {"scratch one byte short", Status::ScratchTooSmall, "scratch:", [](ScanArgs& a) { --a.scratch.size; }},
        {"scratch wraps", Status::ScratchTooSmall, "scratch:", [](ScanArgs& a) { a.scratch.address = kLastByte - 15; }},
        {"scratch begins in input", Status::ScratchOverlaps,
         "scratch:", [](ScanArgs& a) { a.scratch.address = a.input.address + (kCount * kElement & ~15ull); }},
        {"scratch ends in input", Status::ScratchOverlaps,
         "scratch:", [](ScanArgs& a) { a.scratch.address = a.input.address - 16; }},
        {"scratch begins in output", Status::ScratchOverlaps,
         "scratch:", [](ScanArgs& a) { a.scratch.address = a.output.address + (kCount * kElement & ~15ull); }},
        {"scratch holds countBuffer", Status::ScratchOverlaps,
         "scratch:", [](ScanArgs& a) { a.countBuffer.address = a.scratch.address + a.scratch.size - 4; }},
        {"scratch holds total", Status::ScratchOverlaps,
         "scratch:", [](ScanArgs& a) { a.total.address = a.scratch.address; }},
        {"initial of the same size", Status::InitialTypeMismatch,
         "initial:", [](ScanArgs& a) { a.initial = int64_t{1}; }},
        {"initial of another size", Status::InitialTypeMismatch,
         "initial:", [](ScanArgs& a) { a.initial = uint32_t{1}; }},
    };
    return all;
}

// Look-back with a fallback is the one strategy that tells in place apart, on a driver that is not listed.
ScanCase modelFor(Strategy strategy)
{
    ScanCase model = modelOf(portableDevice(), ElementType::U64, strategy);
    model.desc.assumeForwardProgress = strategy != Strategy::DecoupledLookback;
    return model;
}

ScanArgs fullArgs(const ScanModel& model)
{
    ScanArgs args = validArgs(model, kCount);
    args.scratch.size = recordingScratchSize(model, chooseStage(model, kCount), kCount);
    args.countBuffer = validCountBuffer();
    args.total = validTotal(model);
    args.initial = uint64_t{1};
    return args;
}

TEST(Misuse, OfArgumentsIsNamedAndPlansNothing)
{
    for (const Misuse& misuse : misuses()) {
        SCOPED_TRACE(misuse.what);
        const ScanCase model = modelFor(misuse.strategy);
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
    std::set<Status> provoked;
    for (const Misuse& misuse : misuses())
        provoked.insert(misuse.status);
    for (int i = static_cast<int>(Status::CountTooLarge); i <= static_cast<int>(Status::InitialTypeMismatch); ++i)
        EXPECT_EQ(provoked.count(static_cast<Status>(i)), 1) << toString(static_cast<Status>(i));
}

// The limits themselves are fine.
TEST(Misuse, IsNotSeenWhereThereIsNone)
{
    const auto accepted = [](Strategy strategy, const std::function<void(ScanArgs&)>& change) {
        const ScanCase model = modelFor(strategy);
        ScanArgs args = fullArgs(model);
        change(args);
        Plan plan;
        const Status status = planScan(model, args, &plan);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return status == Status::Success;
    };
    const VkDeviceSize bytes = kCount * 8;
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
    const ScanCase single = modelFor(Strategy::SingleWorkgroup);
    ScanArgs args = validArgs(single, 1000);
    args.scratch = {3, kLastByte};
    Plan plan;
    EXPECT_EQ(planScan(single, args, &plan), Status::Success);
}

TEST(Misuse, InPlaceLookBackIsFineWithProgress)
{
    Plan plan;
    ScanCase model = modelFor(Strategy::DecoupledLookback);
    ScanArgs args = fullArgs(model);
    args.output = args.input;
    EXPECT_EQ(planScan(model, args, &plan), Status::InPlaceNeedsForwardProgress);
    model.desc.assumeForwardProgress = true;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
    model.desc.assumeForwardProgress = false;
    model.capabilities.forwardProgress = true;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
}

} // namespace
