// Wrong arguments of summed-area tables: each is refused with its own status, and nothing happens.
#include "sat_models.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <tuple>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr VkExtent2D kExtent = {500, 300};

struct Misuse {
    const char* what;
    Status status;
    const char* argument; // which the status's sentence begins with
    std::function<void(SummedAreaTableArgs&)> breakIt;
};

using Args = SummedAreaTableArgs;

// Faults of a buffer, once for each surface.
std::vector<Misuse> bufferMisuses(const char* argument, Surface Args::*surface, Status null, Status misaligned,
                                  Status tooSmall, Status pitchTooSmall, Status pitchInvalid)
{
    return {
        {"null", null, argument, [=](Args& a) { (a.*surface).buffer.address = 0; }},
        {"at half a component", misaligned, argument, [=](Args& a) { (a.*surface).buffer.address += 2; }},
        {"one byte short", tooSmall, argument, [=](Args& a) { --(a.*surface).buffer.size; }},
        {"wraps", tooSmall, argument, [=](Args& a) { (a.*surface).buffer.address = kLastByte - 4095; }},
        {"pitch of less than a row", pitchTooSmall, argument,
         [=](Args& a) { (a.*surface).rowPitch = (a.*surface).extent.width * 4 - 4; }},
        {"pitch of one byte", pitchTooSmall, argument, [=](Args& a) { (a.*surface).rowPitch = 1; }},
        {"pitch of half a component more", pitchInvalid, argument, [=](Args& a) { (a.*surface).rowPitch += 2; }},
        {"pitch beyond memory", tooSmall, argument, [=](Args& a) { (a.*surface).rowPitch = 1 << 30; }},
    };
}

// Faults of an image, once for each surface.
std::vector<Misuse> imageMisuses(const char* argument, Surface Args::*surface, Status null, Status usage, Status layout)
{
    return {
        {"null view", null, argument, [=](Args& a) { (a.*surface).view = VK_NULL_HANDLE; }},
        {"no usage", usage, argument, [=](Args& a) { (a.*surface).usage = 0; }},
        {"other usages", usage, argument,
         [=](Args& a) {
             (a.*surface).usage ^= VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
             (a.*surface).usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
         }},
        {"undefined layout", layout, argument, [=](Args& a) { (a.*surface).imageLayout = VK_IMAGE_LAYOUT_UNDEFINED; }},
        {"layout to draw", layout, argument,
         [=](Args& a) { (a.*surface).imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL; }},
    };
}

void append(std::vector<Misuse>* all, const std::vector<Misuse>& more)
{
    all->insert(all->end(), more.begin(), more.end());
}

// Faults of regions and extents, whatever the resources.
std::vector<Misuse> extentMisuses()
{
    return {
        {"width 0", Status(Argument::Input, Rule::Zero), "input:", [](Args& a) { a.region.extent.width = 0; }},
        {"height 0", Status(Argument::Input, Rule::Zero), "input:", [](Args& a) { a.region.extent.height = 0; }},
        {"all of an input of width 0", Status(Argument::Input, Rule::Zero), "input:",
         [](Args& a) {
             a.region = {};
             a.input.extent.width = 0;
         }},
        {"left of the input", Status(Argument::Region, Rule::Invalid),
         "region:", [](Args& a) { a.region.offset.x = -1; }},
        {"above the input", Status(Argument::Region, Rule::Invalid),
         "region:", [](Args& a) { a.region.offset.y = -1; }},
        {"one column beyond", Status(Argument::Region, Rule::Invalid), "region:", [](Args& a) { ++a.region.offset.x; }},
        {"one row beyond", Status(Argument::Region, Rule::Invalid), "region:", [](Args& a) { ++a.region.offset.y; }},
        {"wider than the input", Status(Argument::Region, Rule::Invalid), "region:",
         [](Args& a) {
             a.region = {{0, 0}, {a.input.extent.width + 1, 1}};
         }},
        {"end wraps", Status(Argument::Region, Rule::Invalid),
         "region:", [](Args& a) { a.region.extent.width = 0xffffffff; }},
        {"far below", Status(Argument::Region, Rule::Invalid),
         "region:", [](Args& a) { a.region.offset.y = 0x7fffffff; }},
        {"too wide", Status(Argument::Region, Rule::TooLarge), "region:",
         [](Args& a) {
             a.region = {};
             a.input.extent = {kMaxTableExtent + 1, 1};
         }},
        {"too high", Status(Argument::Region, Rule::TooLarge), "region:",
         [](Args& a) {
             a.region = {};
             a.input.extent = {1, kMaxTableExtent + 1};
         }},
        {"output without room for the border's column", Status(Argument::Output, Rule::ExtentTooSmall),
         "output:", [](Args& a) { a.output.extent.width = kExtent.width; }},
        {"output without room for the border's row", Status(Argument::Output, Rule::ExtentTooSmall),
         "output:", [](Args& a) { a.output.extent.height = kExtent.height; }},
        {"squares without room for the border's column", Status(Argument::Squares, Rule::ExtentTooSmall),
         "squares:", [](Args& a) { a.squares.extent.width = kExtent.width; }},
        {"squares without room for the border's row", Status(Argument::Squares, Rule::ExtentTooSmall),
         "squares:", [](Args& a) { a.squares.extent.height = kExtent.height; }},
        {"null bias", Status(Argument::Bias, Rule::Null), "bias:", [](Args& a) { a.bias = {}; }},
        {"bias aligned to 8", Status(Argument::Bias, Rule::Misaligned), "bias:", [](Args& a) { a.bias.address += 8; }},
        {"bias one byte short", Status(Argument::Bias, Rule::TooSmall), "bias:", [](Args& a) { --a.bias.size; }},
        {"bias wraps", Status(Argument::Bias, Rule::TooSmall),
         "bias:", [](Args& a) { a.bias.address = kLastByte - 15; }},
        {"null scratch", Status(Argument::Scratch, Rule::Null), "scratch:", [](Args& a) { a.scratch.address = 0; }},
        {"scratch aligned to 8", Status(Argument::Scratch, Rule::Misaligned),
         "scratch:", [](Args& a) { a.scratch.address += 8; }},
        {"scratch one byte short", Status(Argument::Scratch, Rule::TooSmall),
         "scratch:", [](Args& a) { --a.scratch.size; }},
        {"scratch wraps", Status(Argument::Scratch, Rule::TooSmall),
         "scratch:", [](Args& a) { a.scratch.address = kLastByte - 15; }},
        {"scratch holds bias", Status(Argument::Scratch, Rule::Overlaps),
         "scratch:", [](Args& a) { a.bias.address = a.scratch.address + 16; }},
    };
}

// The last 16 bytes that hold a part of a buffer's last texel.
VkDeviceAddress endOf(const Surface& surface)
{
    return (surface.buffer.address + surface.buffer.size - 1) / 16 * 16;
}

std::vector<Misuse> buffersMisuses()
{
    std::vector<Misuse> all = extentMisuses();
    append(&all,
           bufferMisuses("input:", &Args::input, Status(Argument::Input, Rule::Null),
                         Status(Argument::Input, Rule::Misaligned), Status(Argument::Input, Rule::TooSmall),
                         Status(Argument::Input, Rule::PitchTooSmall), Status(Argument::Input, Rule::PitchInvalid)));
    append(&all,
           bufferMisuses("output:", &Args::output, Status(Argument::Output, Rule::Null),
                         Status(Argument::Output, Rule::Misaligned), Status(Argument::Output, Rule::TooSmall),
                         Status(Argument::Output, Rule::PitchTooSmall), Status(Argument::Output, Rule::PitchInvalid)));
    append(&all, bufferMisuses("squares:", &Args::squares, Status(Argument::Squares, Rule::Null),
                               Status(Argument::Squares, Rule::Misaligned), Status(Argument::Squares, Rule::TooSmall),
                               Status(Argument::Squares, Rule::PitchTooSmall),
                               Status(Argument::Squares, Rule::PitchInvalid)));
    append(&all, {
                     {"in place", Status(Argument::Output, Rule::Overlaps),
                      "output:", [](Args& a) { a.output.buffer.address = a.input.buffer.address; }},
                     {"output begins in input's last texel", Status(Argument::Output, Rule::Overlaps),
                      "output:", [](Args& a) { a.output.buffer.address = endOf(a.input); }},
                     {"output ends in input's first texel", Status(Argument::Output, Rule::Overlaps), "output:",
                      [](Args& a) { a.output.buffer.address = a.input.buffer.address - a.output.buffer.size + 4; }},
                     {"squares begin in input's last texel", Status(Argument::Squares, Rule::Overlaps),
                      "squares:", [](Args& a) { a.squares.buffer.address = endOf(a.input); }},
                     {"squares begin in output's last entry", Status(Argument::Squares, Rule::Overlaps),
                      "squares:", [](Args& a) { a.squares.buffer.address = endOf(a.output); }},
                     {"squares are the output", Status(Argument::Squares, Rule::Overlaps),
                      "squares:", [](Args& a) { a.squares.buffer.address = a.output.buffer.address; }},
                     {"bias in input", Status(Argument::Bias, Rule::Overlaps),
                      "bias:", [](Args& a) { a.bias.address = endOf(a.input); }},
                     {"bias in output", Status(Argument::Bias, Rule::Overlaps),
                      "bias:", [](Args& a) { a.bias.address = endOf(a.output); }},
                     {"bias in squares", Status(Argument::Bias, Rule::Overlaps),
                      "bias:", [](Args& a) { a.bias.address = endOf(a.squares); }},
                     {"scratch begins in input", Status(Argument::Scratch, Rule::Overlaps),
                      "scratch:", [](Args& a) { a.scratch.address = endOf(a.input); }},
                     {"scratch begins in output", Status(Argument::Scratch, Rule::Overlaps),
                      "scratch:", [](Args& a) { a.scratch.address = endOf(a.output); }},
                     {"scratch begins in squares", Status(Argument::Scratch, Rule::Overlaps),
                      "scratch:", [](Args& a) { a.scratch.address = endOf(a.squares); }},
                     {"input of the largest pitch and height", Status(Argument::Input, Rule::TooSmall), "input:",
                      [](Args& a) {
                          a.input.rowPitch = VkDeviceSize{1} << 31;
                          a.input.extent.height = 0xffffffff;
                      }},
                     {"pitch beyond 2 GiB", Status(Argument::Input, Rule::PitchInvalid),
                      "input:", [](Args& a) { a.input.rowPitch = (VkDeviceSize{1} << 31) + 4; }},
                     {"pitch of 2^63", Status(Argument::Input, Rule::PitchInvalid),
                      "input:", [](Args& a) { a.input.rowPitch = VkDeviceSize{1} << 63; }},
                 });
    return all;
}

std::vector<Misuse> imagesMisuses()
{
    std::vector<Misuse> all = extentMisuses();
    append(&all,
           imageMisuses("input:", &Args::input, Status(Argument::Input, Rule::ViewNull),
                        Status(Argument::Input, Rule::UsageMissing), Status(Argument::Input, Rule::LayoutInvalid)));
    append(&all,
           imageMisuses("output:", &Args::output, Status(Argument::Output, Rule::ViewNull),
                        Status(Argument::Output, Rule::UsageMissing), Status(Argument::Output, Rule::LayoutInvalid)));
    append(&all,
           imageMisuses("squares:", &Args::squares, Status(Argument::Squares, Rule::ViewNull),
                        Status(Argument::Squares, Rule::UsageMissing), Status(Argument::Squares, Rule::LayoutInvalid)));
    append(&all, {
                     {"output in a layout to sample", Status(Argument::Output, Rule::LayoutInvalid),
                      "output:", [](Args& a) { a.output.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL; }},
                     {"output is the input", Status(Argument::Output, Rule::Overlaps),
                      "output:", [](Args& a) { a.output.view = a.input.view; }},
                     {"squares are the input", Status(Argument::Squares, Rule::Overlaps),
                      "squares:", [](Args& a) { a.squares.view = a.input.view; }},
                     {"squares are the output", Status(Argument::Squares, Rule::Overlaps),
                      "squares:", [](Args& a) { a.squares.view = a.output.view; }},
                 });
    return all;
}

std::vector<Misuse> heapMisuses()
{
    std::vector<Misuse> all;
    for (const auto& [argument, name, surface] :
         {std::tuple(Argument::Input, "input:", &Args::input), std::tuple(Argument::Output, "output:", &Args::output),
          std::tuple(Argument::Squares, "squares:", &Args::squares)})
        all.push_back({"an index for an offset", Status(argument, Rule::HeapOffsetInvalid), name,
                       [at = surface](Args& a) { (a.*at).heapOffset /= 32; }});
    append(&all, {
                     {"output is the input", Status(Argument::Output, Rule::Overlaps),
                      "output:", [](Args& a) { a.output.heapOffset = a.input.heapOffset; }},
                     {"squares are the input", Status(Argument::Squares, Rule::Overlaps),
                      "squares:", [](Args& a) { a.squares.heapOffset = a.input.heapOffset; }},
                     {"squares are the output", Status(Argument::Squares, Rule::Overlaps),
                      "squares:", [](Args& a) { a.squares.heapOffset = a.output.heapOffset; }},
                 });
    return all;
}

SatModel heapModel()
{
    Capabilities device = portableDevice();
    device.descriptorHeaps = true;
    device.imageDescriptorAlignment = 32;
    return satModelOf(fullImageDesc(), device);
}

void expectEachNamed(const SatModel& model, const std::vector<Misuse>& misuses, StatusSet* provoked)
{
    for (const Misuse& misuse : misuses) {
        SCOPED_TRACE(std::string(misuse.argument) + ' ' + misuse.what);
        SummedAreaTableArgs args = validTableArgs(model, kExtent, 20);
        Plan plan;
        ASSERT_EQ(planTables(model, args, &plan), Status::Success) << "before it is broken";
        misuse.breakIt(args);
        unsigned char before[sizeof(Plan)];
        std::memcpy(before, &plan, sizeof(Plan));
        const Status status = planTables(model, args, &plan);
        EXPECT_EQ(status, misuse.status) << toString(status);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(Plan)), 0) << "the plan was touched";
        EXPECT_EQ(std::string(toString(misuse.status)).rfind(misuse.argument, 0), 0) << toString(misuse.status);
        provoked->insert(misuse.status);
    }
}

TEST(SatMisuse, OfArgumentsIsNamedAndPlansNothing)
{
    StatusSet provoked;
    ASSERT_NO_FATAL_FAILURE(expectEachNamed(satModelOf(fullBufferDesc()), buffersMisuses(), &provoked));
    ASSERT_NO_FATAL_FAILURE(expectEachNamed(satModelOf(fullImageDesc()), imagesMisuses(), &provoked));
    ASSERT_NO_FATAL_FAILURE(expectEachNamed(heapModel(), heapMisuses(), &provoked));
    expectProvoked(provoked, {Argument::Input, Argument::Output, Argument::Squares},
                   {Rule::Zero, Rule::ExtentTooSmall, Rule::PitchTooSmall, Rule::PitchInvalid, Rule::ViewNull,
                    Rule::UsageMissing, Rule::LayoutInvalid, Rule::HeapOffsetInvalid});
    expectProvoked(provoked, {Argument::Squares, Argument::Bias},
                   {Rule::Null, Rule::Misaligned, Rule::TooSmall, Rule::Overlaps});
    expectProvoked(provoked, {Argument::Region}, {Rule::Invalid, Rule::TooLarge});
}

// The limits themselves are fine, and what does not apply is ignored.
TEST(SatMisuse, IsNotSeenWhereThereIsNone)
{
    const auto acceptedBy = [](const SatModel& model, const std::function<void(Args&)>& change) {
        SummedAreaTableArgs args = validTableArgs(model, kExtent, 20);
        change(args);
        Plan plan;
        const Status status = planTables(model, args, &plan);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return status == Status::Success;
    };
    const auto accepted = [&](const SummedAreaTableDesc& desc, const std::function<void(Args&)>& change) {
        return acceptedBy(satModelOf(desc), change);
    };
    // Views without descriptor heaps, offsets with them.
    EXPECT_TRUE(accepted(fullImageDesc(), [](Args& a) { a.input.heapOffset = a.output.heapOffset = 7; }));
    EXPECT_TRUE(acceptedBy(heapModel(), [](Args& a) { a.input.view = a.output.view = a.squares.view = {}; }));
    const Forced<SummedAreaTableDesc> buffers = fullBufferDesc();
    EXPECT_TRUE(
        accepted(buffers, [](Args& a) { a.output.buffer.address = a.input.buffer.address + a.input.buffer.size; }));
    EXPECT_TRUE(
        accepted(buffers, [](Args& a) { a.squares.buffer.address = a.input.buffer.address - a.squares.buffer.size; }));
    EXPECT_TRUE(accepted(buffers, [](Args& a) { a.output.extent.width += 2; })); // what the pitch has room for
    EXPECT_TRUE(accepted(buffers, [](Args& a) { a.output.extent.height += 1000; }));
    // Only what is touched counts, not how far a range reaches.
    EXPECT_TRUE(accepted(buffers, [](Args& a) { a.input.buffer.size = a.output.buffer.size = kLastByte; }));
    EXPECT_TRUE(accepted(buffers, [](Args& a) { a.input.imageLayout = VK_IMAGE_LAYOUT_UNDEFINED; }));
    EXPECT_TRUE(accepted(fullImageDesc(), [](Args& a) {
        a.input.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        a.input.rowPitch = a.output.rowPitch = 1;
    }));
    EXPECT_TRUE(accepted(fullImageDesc(), [](Args& a) { a.input.imageLayout = VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL; }));
    SummedAreaTableDesc given = buffers;
    given.bias = Bias::Given; // which is read alone, like the input
    EXPECT_TRUE(accepted(given, [](Args& a) { a.bias.address = endOf(a.input); }));
    SummedAreaTableDesc plain = buffers;
    plain.bias = Bias::None;
    plain.squares = false;
    EXPECT_TRUE(accepted(plain, [](Args& a) {
        a.bias = {3, kLastByte};
        a.squares.buffer = {a.input.buffer.address + 1, 1};
    }));
}

} // namespace
