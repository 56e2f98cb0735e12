// The list of a call's buffers: what it touches, which argument is reported, and what comes first.
#include "plan/buffers.h"

#include "statuses.h"

#include <gtest/gtest.h>

#include <limits>

using namespace vkscan;

namespace {

constexpr VkDeviceSize kWord = sizeof(uint32_t);
constexpr BufferRange kAbsent = {};
constexpr BufferRange kFailed = {0, 64}; // what a failed allocation leaves behind

BufferRange wordAt(VkDeviceAddress address)
{
    return {address, kWord};
}

bool isSame(const Access& access, VkDeviceAddress address, VkDeviceSize size, bool write)
{
    return access.range.address == address && access.range.size == size && access.write == write;
}

TEST(BufferList, ReturnsWhatIsTouched)
{
    BufferList list;
    EXPECT_TRUE(isSame(list.read(Argument::Input, {64, 100}, 48, 8), 64, 48, false));
    EXPECT_TRUE(isSame(list.write(Argument::Output, {256, 48}, 48, 8), 256, 48, true));
    EXPECT_TRUE(isSame(list.writeSized(Argument::Rest, {512, 3}, 0, 4, Presence::Optional), 512, 0, true))
        << "its address is pushed";
    EXPECT_TRUE(isSame(list.countBuffer(wordAt(1024)), 1024, kWord, false));
    EXPECT_TRUE(isSame(list.indirect({wordAt(2048), 1, Rounding::Up}), 2048, kWord, true));
    EXPECT_TRUE(isSame(list.indirect({{3072, 12}, 1, Rounding::Up, true}), 3072, 2 * kWord, true));
    EXPECT_TRUE(isSame(list.scratch({4096, 64}, 64), 4096, 64, true));
    EXPECT_EQ(list.check(), Status::Success);
    list.indirect({wordAt(8192), 1, Rounding::Up, true});
    EXPECT_EQ(list.check(), Status(Argument::IndirectField, Rule::TooSmall));
}

TEST(BufferList, ChecksAnArgumentAsItsPresenceSays)
{
    const auto check = [](BufferRange given, VkDeviceSize bytes, Presence presence) {
        BufferList list;
        const Access access = list.write(Argument::Total, given, bytes, kWord, presence);
        EXPECT_TRUE(list.check() != Status::Success || bytes == 0 || access.range.size == bytes || isAbsent(given));
        return list.check();
    };
    for (const BufferRange given : {kAbsent, BufferRange{2, 0}})
        EXPECT_EQ(check(given, 0, Presence::IfTouched), Status::Success);
    EXPECT_EQ(check(kFailed, 0, Presence::IfTouched), Status(Argument::Total, Rule::Null));
    EXPECT_EQ(check(kAbsent, 4, Presence::IfTouched), Status(Argument::Total, Rule::Null));
    EXPECT_EQ(check(kAbsent, 4, Presence::Optional), Status::Success);
    EXPECT_EQ(check(kFailed, 4, Presence::Optional), Status(Argument::Total, Rule::Null));
    EXPECT_EQ(check({2, 4}, 0, Presence::Optional), Status(Argument::Total, Rule::Misaligned));
    EXPECT_EQ(check({2, 4}, 4, Presence::IfTouched), Status(Argument::Total, Rule::Misaligned));
    EXPECT_EQ(check({4, 3}, 4, Presence::IfTouched), Status(Argument::Total, Rule::TooSmall));
    constexpr VkDeviceAddress kLastWord = std::numeric_limits<VkDeviceAddress>::max() - 3;
    EXPECT_EQ(check({kLastWord, 4}, 4, Presence::IfTouched), Status(Argument::Total, Rule::TooSmall))
        << "it ends at 2^64";
    EXPECT_EQ(check({kLastWord - 4, 4}, 4, Presence::IfTouched), Status::Success);
}

TEST(BufferList, KeepsTheFirstFaultAndPutsOverlapsLast)
{
    BufferList list;
    list.read(Argument::Input, wordAt(64), kWord, kWord);
    list.write(Argument::Output, wordAt(64), kWord, kWord);
    EXPECT_EQ(list.fault(), Status::Success);
    EXPECT_EQ(list.check(), Status(Argument::Output, Rule::Overlaps));
    list.require(true, Status(Argument::Width, Rule::Invalid));
    list.require(false, Status(Argument::IndirectDivisor, Rule::Zero));
    list.scratch(kAbsent, 64);
    list.require(false, Status(Argument::IndirectRounding, Rule::Invalid));
    EXPECT_EQ(list.fault(), Status(Argument::IndirectDivisor, Rule::Zero));
    EXPECT_EQ(list.check(), Status(Argument::IndirectDivisor, Rule::Zero));
}

// The status of two arguments in one word.
Status overlapOf(Argument earlier, bool earlierWritten, Argument later, bool laterWritten)
{
    BufferList list;
    const auto add = [&](Argument argument, bool written) {
        if (written)
            list.write(argument, wordAt(64), kWord, kWord);
        else
            list.read(argument, wordAt(64), kWord, kWord);
    };
    add(earlier, earlierWritten);
    add(later, laterWritten);
    return list.check();
}

TEST(BufferList, ReportsWhatIsWrittenOrElseTheLater)
{
    EXPECT_EQ(overlapOf(Argument::Input, false, Argument::Tested, false), Status::Success);
    EXPECT_EQ(overlapOf(Argument::Input, false, Argument::Result, true), Status(Argument::Result, Rule::Overlaps));
    EXPECT_EQ(overlapOf(Argument::Result, true, Argument::CountBuffer, false),
              Status(Argument::Result, Rule::Overlaps));
    EXPECT_EQ(overlapOf(Argument::Result, true, Argument::Index, true), Status(Argument::Index, Rule::Overlaps));
    EXPECT_EQ(overlapOf(Argument::Index, true, Argument::Result, true), Status(Argument::Result, Rule::Overlaps));
    EXPECT_EQ(overlapOf(Argument::Segments, false, Argument::Scratch, true), Status(Argument::Scratch, Rule::Overlaps));
}

TEST(BufferList, CallsWhatEndsTooLateTooLargeWhereItsSizeSaysHowMuch)
{
    const auto check = [](BufferRange given) {
        BufferList list;
        list.writeSized(Argument::Rest, given, given.size, kWord, Presence::Optional);
        return list.check();
    };
    EXPECT_EQ(check(kAbsent), Status::Success);
    EXPECT_EQ(check(kFailed), Status(Argument::Rest, Rule::Null));
    EXPECT_EQ(check({2, 64}), Status(Argument::Rest, Rule::Misaligned));
    EXPECT_EQ(check({std::numeric_limits<VkDeviceAddress>::max() - 3, 4}), Status(Argument::Rest, Rule::TooLarge));
    EXPECT_EQ(check({64, 64}), Status::Success);
}

TEST(BufferList, ReportsTheFirstListedOfSeveral)
{
    BufferList list;
    list.read(Argument::Input, wordAt(64), kWord, kWord);
    list.write(Argument::Output, wordAt(128), kWord, kWord);
    list.countBuffer(wordAt(128));
    list.write(Argument::Total, wordAt(64), kWord, kWord);
    list.scratch({64, 128}, 128);
    EXPECT_EQ(list.check(), Status(Argument::Output, Rule::Overlaps));
}

TEST(BufferList, AllowsAnOutputToBeginWhereItsInputDoes)
{
    const BufferRange input = {64, 8};
    for (const VkDeviceAddress address : {60u, 64u, 68u}) {
        const BufferRange output = {address, 8};
        const BufferRange copy = input;
        for (const BufferRange* const inPlace : {static_cast<const BufferRange*>(nullptr), &copy, &input}) {
            BufferList list;
            list.read(Argument::Input, input, 8, kWord);
            list.write(Argument::Output, output, 8, kWord, Presence::IfTouched, inPlace);
            const bool allowed = address == input.address && inPlace == &input;
            EXPECT_EQ(list.check(), allowed ? Status::Success : Status(Argument::Output, Rule::Overlaps));
            list.countBuffer(wordAt(64));
            EXPECT_EQ(list.check(), Status(Argument::Output, Rule::Overlaps)) << "of the count buffer, too";
        }
    }
}

TEST(BufferList, KeepsWhatIsListed)
{
    const BufferRange input = {64, 8};
    const BufferRange output = {};
    BufferList list;
    list.read(Argument::Input, input, 8, kWord);
    list.write(Argument::Output, output, 4, kWord, Presence::Optional, &input);
    ASSERT_EQ(list.end() - list.begin(), 2);
    const ListedArgument& listed = list.begin()[1];
    EXPECT_EQ(listed.argument, Argument::Output);
    EXPECT_EQ(listed.given, &output);
    EXPECT_EQ(listed.inPlace, &input);
    EXPECT_EQ(listed.presence, Presence::Optional);
    EXPECT_TRUE(listed.write);
    EXPECT_EQ(listed.touched.range.size, 0u) << "absent";
    EXPECT_EQ(list.begin()->touched.range.size, 8u);
}

} // namespace
