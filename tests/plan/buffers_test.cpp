// The list of a call's buffers: what it touches, which argument is reported, and what comes first.
#include "plan/buffers.h"

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
    EXPECT_TRUE(isSame(list.read(kInput, {64, 100}, 48, 8), 64, 48, false));
    EXPECT_TRUE(isSame(list.write(kOutput, {256, 48}, 48, 8), 256, 48, true));
    EXPECT_TRUE(isSame(list.write(kRest, {512, 3}, 0, 4, Presence::Required), 512, 0, true)) << "its address is pushed";
    EXPECT_TRUE(isSame(list.countBuffer(wordAt(1024)), 1024, kWord, false));
    EXPECT_TRUE(isSame(list.indirect({wordAt(2048), 1, Rounding::Up}), 2048, kWord, true));
    EXPECT_TRUE(isSame(list.scratch({4096, 64}, 64), 4096, 64, true));
    EXPECT_EQ(list.check(), Status::Success);
}

TEST(BufferList, ChecksAnArgumentAsItsPresenceSays)
{
    const auto check = [](BufferRange given, VkDeviceSize bytes, Presence presence) {
        BufferList list;
        const Access access = list.write(kTotal, given, bytes, kWord, presence);
        EXPECT_TRUE(list.check() != Status::Success || bytes == 0 || access.range.size == bytes || isAbsent(given));
        return list.check();
    };
    for (const BufferRange given : {kAbsent, kFailed, BufferRange{2, 0}})
        EXPECT_EQ(check(given, 0, Presence::IfTouched), Status::Success);
    EXPECT_EQ(check(kAbsent, 4, Presence::IfTouched), Status::TotalNull);
    EXPECT_EQ(check(kAbsent, 4, Presence::Optional), Status::Success);
    EXPECT_EQ(check(kFailed, 4, Presence::Optional), Status::TotalNull);
    EXPECT_EQ(check({2, 4}, 0, Presence::Optional), Status::TotalMisaligned);
    EXPECT_EQ(check(kAbsent, 0, Presence::Required), Status::TotalNull);
    EXPECT_EQ(check({2, 4}, 4, Presence::Required), Status::TotalMisaligned);
    EXPECT_EQ(check({4, 3}, 4, Presence::Required), Status::TotalTooSmall);
    constexpr VkDeviceAddress kLastWord = std::numeric_limits<VkDeviceAddress>::max() - 3;
    EXPECT_EQ(check({kLastWord, 4}, 4, Presence::Required), Status::TotalTooSmall) << "it ends at 2^64";
    EXPECT_EQ(check({kLastWord - 4, 4}, 4, Presence::Required), Status::Success);
}

TEST(BufferList, KeepsTheFirstFaultAndPutsOverlapsLast)
{
    BufferList list;
    list.read(kInput, wordAt(64), kWord, kWord);
    list.write(kOutput, wordAt(64), kWord, kWord);
    EXPECT_EQ(list.fault(), Status::Success);
    EXPECT_EQ(list.check(), Status::OutputOverlapsInput);
    list.require(true, Status::WidthInvalid);
    list.require(false, Status::DivisorZero);
    list.scratch(kAbsent, 64);
    list.require(false, Status::RoundingInvalid);
    EXPECT_EQ(list.fault(), Status::DivisorZero);
    EXPECT_EQ(list.check(), Status::DivisorZero);
}

// The status of two arguments in one word.
Status overlapOf(const Argument& earlier, bool earlierWritten, const Argument& later, bool laterWritten)
{
    BufferList list;
    const auto add = [&](const Argument& argument, bool written) {
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
    EXPECT_EQ(overlapOf(kInput, false, kTested, false), Status::Success);
    EXPECT_EQ(overlapOf(kInput, false, kResult, true), Status::ResultOverlaps);
    EXPECT_EQ(overlapOf(kResult, true, kCountBuffer, false), Status::ResultOverlaps);
    EXPECT_EQ(overlapOf(kResult, true, kIndex, true), Status::IndexOverlaps);
    EXPECT_EQ(overlapOf(kIndex, true, kResult, true), Status::ResultOverlaps);
    EXPECT_EQ(overlapOf(kReducedSegments, false, kScratch, true), Status::ScratchOverlaps);
}

TEST(BufferList, ReportsAnArgumentThatClaimsTheOverlap)
{
    EXPECT_EQ(overlapOf(kOutput, true, kCountBuffer, false), Status::CountBufferOverlaps);
    EXPECT_EQ(overlapOf(kCountBuffer, false, kTotal, true), Status::CountBufferOverlaps);
    EXPECT_EQ(overlapOf(kCountBuffer, false, kScratch, true), Status::ScratchOverlaps);
    EXPECT_EQ(overlapOf(kScannedSegments, false, kOutput, true), Status::SegmentsOverlaps);
    EXPECT_EQ(overlapOf(kScannedSegments, false, kScratch, true), Status::SegmentsOverlaps);
    EXPECT_EQ(overlapOf(kSquares, true, kBias, false), Status::BiasOverlaps);
}

TEST(BufferList, ReportsTheFirstListedOfSeveral)
{
    BufferList list;
    list.read(kInput, wordAt(64), kWord, kWord);
    list.write(kOutput, wordAt(128), kWord, kWord);
    list.countBuffer(wordAt(128));
    list.write(kTotal, wordAt(64), kWord, kWord);
    list.scratch({64, 128}, 128);
    EXPECT_EQ(list.check(), Status::CountBufferOverlaps);
}

TEST(BufferList, AllowsTheOutputToBeginWhereTheInputDoes)
{
    for (const VkDeviceAddress output : {60u, 64u, 68u}) {
        BufferList list;
        list.read(kInput, {64, 8}, 8, kWord);
        list.write(kOutput, {output, 8}, 8, kWord);
        EXPECT_EQ(list.check(), Status::OutputOverlapsInput);
        list.allowInPlace(kInput, kOutput);
        EXPECT_EQ(list.check(), output == 64 ? Status::Success : Status::OutputOverlapsInput);
        list.countBuffer(wordAt(64));
        EXPECT_EQ(list.check(), output == 64 ? Status::CountBufferOverlaps : Status::OutputOverlapsInput);
    }
}

} // namespace
