// The buffers of one call. An operation lists each argument once, with the bytes it needs; the list finds what is wrong
// with them, and its accesses are those of the steps.
#ifndef VKSCAN_PLAN_BUFFERS_H
#define VKSCAN_PLAN_BUFFERS_H

#include "indirect_abi.h"
#include "plan/plan.h"

#include <vkscan/operation.h>
#include <vkscan/status.h>

namespace vkscan {

inline constexpr VkDeviceSize kWordBytes = sizeof(uint32_t);

// When an argument is checked. One that has a size but no address is always refused.
enum class Presence {
    IfTouched, // if it needs any bytes
    Optional,  // if it is not absent
    Refused,   // never: it must be absent, Rule::Incompatible
};

// A size without an address is not absence but what a failed allocation leaves behind.
[[nodiscard]] inline bool isAbsent(BufferRange range) noexcept
{
    return range.address == 0 && range.size == 0;
}

// The bits of an indirect count's rounding, for push constants.
[[nodiscard]] inline uint32_t roundingOf(const IndirectCount& given) noexcept
{
    return (given.rounding == Rounding::Up ? abi::kIndirectUp : 0) | (given.dispatch ? abi::kIndirectFolds : 0);
}

// An argument as it is listed: a field of the call's arguments, and what the call needs of it.
struct ListedArgument {
    Argument argument;
    const BufferRange* given; // the field
    VkDeviceSize bytes;
    VkDeviceSize alignment; // of the address, in bytes: a power of two
    Presence presence;
    bool write;
    const BufferRange* inPlace; // another field that may begin at the same address; null: none
    Access touched = {};        // none where the argument is not checked
};

// Overlaps with a written argument are reported for that argument; if both are written, for the one listed later.
class BufferList {
public:
    static constexpr uint32_t kCapacity = 12;

    BufferList() noexcept {}

    // All check an argument and return what is touched: `bytes` from its address, or nothing where it is not checked.
    // `given` is the field of the arguments itself.
    Access read(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                Presence presence = Presence::IfTouched) noexcept;
    Access write(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                 Presence presence = Presence::IfTouched, const BufferRange* inPlace = nullptr) noexcept;
    // Where the bytes follow from the range's size, they can only be too many for the addresses: Rule::TooLarge.
    Access writeSized(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                      Presence presence) noexcept;
    // An argument that the description leaves no use for.
    Access refuse(Argument argument, const BufferRange& given) noexcept;
    // Arguments that are alike in all operations.
    Access countBuffer(const BufferRange& given) noexcept;
    Access indirect(const IndirectCount& given) noexcept;
    Access scratch(const BufferRange& given, VkDeviceSize bytes) noexcept;

    // Any other rule, which is checked after those on arguments listed before.
    void require(bool holds, Status otherwise) noexcept;

    // The arguments in the order listed.
    [[nodiscard]] const ListedArgument* begin() const noexcept { return &m_items[0]; }
    [[nodiscard]] const ListedArgument* end() const noexcept { return &m_items[m_count]; }

    // The first rule broken by an argument on its own, or Success.
    [[nodiscard]] Status fault() const noexcept { return m_fault; }

    // The first error: that of fault(), or an overlap with a written range, in the order of the list; or Success.
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
