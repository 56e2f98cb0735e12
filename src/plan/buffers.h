// The buffers of one call. An operation lists each argument once, with the bytes it needs; the list finds what is wrong
// with them, and its accesses are those of the steps.
#ifndef VKSCAN_PLAN_BUFFERS_H
#define VKSCAN_PLAN_BUFFERS_H

#include "plan/plan.h"

#include <vkscan/select.h>
#include <vkscan/status.h>

namespace vkscan {

// Statuses of an argument, one for each rule that it may break. An overlap is reported for the argument that is
// written; if both are, for the one listed later. `claimed` are exceptions: overlaps with these are reported for this
// argument, which is only read.
struct Argument {
    Status isNull;
    Status misaligned;
    Status tooSmall;
    Status overlaps = Status::Success; // not reported for arguments that are only read and claim nothing
    const Argument* claimed[2] = {};
};

inline constexpr Argument kInput = {Status::InputNull, Status::InputMisaligned, Status::InputTooSmall};
inline constexpr Argument kTested = {Status::TestedNull, Status::TestedMisaligned, Status::TestedTooSmall};
inline constexpr Argument kOutput = {Status::OutputNull, Status::OutputMisaligned, Status::OutputTooSmall,
                                     Status::OutputOverlapsInput};
// Of selections: with room for all elements; or for as many as its size says, which must not go beyond 2^64.
inline constexpr Argument kWholeOutput = {Status::OutputNull, Status::OutputMisaligned, Status::OutputTooSmall,
                                          Status::OutputOverlaps};
inline constexpr Argument kSelectedOutput = {Status::OutputNull, Status::OutputMisaligned, Status::OutputTooLarge,
                                             Status::OutputOverlaps};
inline constexpr Argument kRest = {Status::RestNull, Status::RestMisaligned, Status::RestTooLarge,
                                   Status::RestOverlaps};
inline constexpr Argument kUnique = {Status::UniqueNull, Status::UniqueMisaligned, Status::UniqueTooLarge,
                                     Status::UniqueOverlaps};
inline constexpr Argument kLengths = {Status::LengthsNull, Status::LengthsMisaligned, Status::LengthsTooLarge,
                                      Status::LengthsOverlap};
inline constexpr Argument kStarts = {Status::StartsNull, Status::StartsMisaligned, Status::StartsTooLarge,
                                     Status::StartsOverlap};
inline constexpr Argument kRunCount = {Status::RunCountNull, Status::RunCountMisaligned, Status::RunCountTooSmall,
                                       Status::RunCountOverlaps};
inline constexpr Argument kCounts = {Status::CountsNull, Status::CountsMisaligned, Status::CountsTooSmall,
                                     Status::CountsOverlap};
inline constexpr Argument kOffsets = {Status::OffsetsNull, Status::OffsetsMisaligned, Status::OffsetsTooSmall,
                                      Status::OffsetsOverlap};
inline constexpr Argument kResult = {Status::ResultNull, Status::ResultMisaligned, Status::ResultTooSmall,
                                     Status::ResultOverlaps};
inline constexpr Argument kIndex = {Status::IndexNull, Status::IndexMisaligned, Status::IndexTooSmall,
                                    Status::IndexOverlaps};
inline constexpr Argument kTotal = {Status::TotalNull, Status::TotalMisaligned, Status::TotalTooSmall,
                                    Status::TotalOverlaps};
inline constexpr Argument kSelectedCount = {Status::SelectedCountNull, Status::SelectedCountMisaligned,
                                            Status::SelectedCountTooSmall, Status::SelectedCountOverlaps};
inline constexpr Argument kIndirect = {Status::IndirectNull, Status::IndirectMisaligned, Status::IndirectTooSmall,
                                       Status::IndirectOverlaps};
inline constexpr Argument kSquares = {Status::SquaresNull, Status::SquaresMisaligned, Status::SquaresTooSmall,
                                      Status::SquaresOverlaps};
inline constexpr Argument kScratch = {Status::ScratchNull, Status::ScratchMisaligned, Status::ScratchTooSmall,
                                      Status::ScratchOverlaps};
inline constexpr Argument kCountBuffer = {Status::CountBufferNull,
                                          Status::CountBufferMisaligned,
                                          Status::CountBufferTooSmall,
                                          Status::CountBufferOverlaps,
                                          {&kOutput, &kTotal}};
inline constexpr Argument kBias = {
    Status::BiasNull, Status::BiasMisaligned, Status::BiasTooSmall, Status::BiasOverlaps, {&kOutput, &kSquares}};
// Of scans, and of reductions.
inline constexpr Argument kScannedSegments = {Status::SegmentsNull,
                                              Status::SegmentsMisaligned,
                                              Status::SegmentsTooSmall,
                                              Status::SegmentsOverlaps,
                                              {&kOutput, &kScratch}};
inline constexpr Argument kReducedSegments = {Status::SegmentsNull, Status::SegmentsMisaligned,
                                              Status::SegmentsTooSmall};

// When an argument is checked.
enum class Presence {
    IfTouched, // if it needs any bytes
    Optional,  // if it is not absent
    Required,  // always
};

// A size without an address is not absence but what a failed allocation leaves behind.
[[nodiscard]] inline bool isAbsent(BufferRange range) noexcept
{
    return range.address == 0 && range.size == 0;
}

class BufferList {
public:
    BufferList() noexcept {}

    // Both check an argument and return what is touched: `bytes` from its address, or nothing where it is not checked.
    // The address must be a multiple of `alignment`, a power of two.
    Access read(const Argument& argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                Presence presence = Presence::IfTouched) noexcept;
    Access write(const Argument& argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                 Presence presence = Presence::IfTouched) noexcept;
    // The same for arguments that are alike in all operations.
    Access countBuffer(BufferRange given) noexcept;
    Access indirect(const IndirectCount& given) noexcept;
    Access scratch(BufferRange given, VkDeviceSize bytes) noexcept;

    // Any other rule, which is checked after those on arguments listed before.
    void require(bool holds, Status otherwise) noexcept;

    // The output, which is listed after the input, may begin where the input does.
    void allowInPlace(const Argument& input, const Argument& output) noexcept;

    // The first rule broken by an argument on its own, or Success.
    [[nodiscard]] Status fault() const noexcept { return m_fault; }

    // That; or the overlap, with what is written, of the first argument listed that has one to report; or Success.
    [[nodiscard]] Status check() const noexcept;

private:
    struct Entry {
        const Argument* argument;
        Access access;
    };

    Access add(const Argument& argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
               Presence presence, bool write) noexcept;
    [[nodiscard]] bool collide(const Entry& earlier, const Entry& later) const noexcept;

    const Argument* m_input = nullptr; // in place
    const Argument* m_output = nullptr;
    uint32_t m_count = 0;
    Status m_fault = Status::Success;
    union {
        Entry m_entries[AccessList::kCapacity];
    };
};

} // namespace vkscan

#endif
