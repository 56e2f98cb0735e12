// The buffers of one call. An operation lists each argument once, with the bytes it needs. The list finds errors in
// arguments, and provides the accesses of steps.
#ifndef VKSCAN_PLAN_BUFFERS_H
#define VKSCAN_PLAN_BUFFERS_H

#include "indirect_abi.h"
#include "plan/plan.h"

#include <vkscan/operation.h>
#include <vkscan/status.h>

namespace vkscan {

inline constexpr VkDeviceSize kWordBytes = sizeof(uint32_t);

// When an argument is checked. An argument with a size but no address is always refused.
enum class Presence {
    IfTouched, // if it needs any bytes
    Optional,  // if it is present
    Refused,   // never: it must be absent (Rule::Incompatible)
};

// Whether the range is absent. A size without an address is not: a failed allocation leaves such a range behind.
[[nodiscard]] inline bool isAbsent(BufferRange range) noexcept
{
    return range.address == 0 && range.size == 0;
}

// The bits of an indirect count's rounding and addend, for push constants.
[[nodiscard]] inline uint32_t roundingOf(const IndirectCount& given) noexcept
{
    return (given.rounding == Rounding::Up ? abi::kIndirectUp : 0) | (given.dispatch ? abi::kIndirectFolds : 0) |
           given.addend << abi::kIndirectAddendShift;
}

// A listed argument: a field of the call's arguments, and the bytes that the call needs.
struct ListedArgument {
    Argument argument;
    const BufferRange* given; // the field
    VkDeviceSize bytes;
    VkDeviceSize alignment; // alignment of the address in bytes, a power of two
    Presence presence;
    bool write;
    const BufferRange* inPlace; // another field that may begin at the same address; null: none
    Access touched = {};        // empty if the argument is not checked
};

// Overlaps with a written argument are reported for that argument; if both are written, for the one listed later.
class BufferList {
public:
    static constexpr uint32_t kCapacity = 12;

    BufferList() noexcept {}

    // Check an argument and return the access: `bytes` from its address, or none if it is not checked. `given` must be
    // the field of the arguments itself.
    Access read(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                Presence presence = Presence::IfTouched) noexcept;
    Access write(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                 Presence presence = Presence::IfTouched, const BufferRange* inPlace = nullptr) noexcept;
    // `bytes` follows from the range's size, so it can only exceed the address space: Rule::TooLarge.
    Access writeSized(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                      Presence presence) noexcept;
    // Refuses an argument that the description has no use for.
    Access refuse(Argument argument, const BufferRange& given) noexcept;
    // Arguments that all operations share.
    Access countBuffer(const BufferRange& given) noexcept;
    Access indirect(const IndirectCount& given) noexcept;
    Access scratch(const BufferRange& given, VkDeviceSize bytes) noexcept;
    // The command is no listed range: only the host knows its address.
    void groups(const IndirectDispatch& given) noexcept;

    // Adds another rule, checked after the rules of arguments listed before.
    void require(bool holds, Status otherwise) noexcept;

    // The arguments in the order listed.
    [[nodiscard]] const ListedArgument* begin() const noexcept { return &m_items[0]; }
    [[nodiscard]] const ListedArgument* end() const noexcept { return &m_items[m_count]; }

    // The first rule that an argument itself breaks, or Success.
    [[nodiscard]] Status fault() const noexcept { return m_fault; }

    // The first error in list order: fault(), or an overlap with a written range; or Success.
    [[nodiscard]] Status check() const noexcept;

private:
    Access add(const ListedArgument& listed, Rule tooSmall) noexcept;

    uint32_t m_count = 0;
    Status m_fault = Status::Success;
    union {
        ListedArgument m_items[kCapacity];
    };
};

} // namespace vkscan

#endif
