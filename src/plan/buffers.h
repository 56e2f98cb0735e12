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
};

// A size without an address is not absence but what a failed allocation leaves behind.
[[nodiscard]] inline bool isAbsent(BufferRange range) noexcept
{
    return range.address == 0 && range.size == 0;
}

// Overlaps of an operation's arguments: which is allowed, and for which argument others are reported. That is the
// written one; if both are, the one listed later.
struct OverlapRules {
    struct Claim {
        Argument reader;
        Argument written[2];
    };

    // The output, which is listed after the input, may begin where the input does.
    Argument input = Argument::None;
    Argument output = Argument::None;
    // Exceptions: an overlap of a claim's reader, which is only read, with these is reported for the reader.
    Claim claims[2] = {};
};

// The bits of an indirect count's rounding, for push constants.
[[nodiscard]] inline uint32_t roundingOf(const IndirectCount& given) noexcept
{
    return (given.rounding == Rounding::Up ? abi::kIndirectUp : 0) | (given.dispatch ? abi::kIndirectFolds : 0);
}

class BufferList {
public:
    explicit BufferList(const OverlapRules& rules = {}) noexcept : m_rules(rules) {}

    // All check an argument and return what is touched: `bytes` from its address, or nothing where it is not checked.
    // The address must be a multiple of `alignment`, a power of two.
    Access read(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                Presence presence = Presence::IfTouched) noexcept;
    Access write(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                 Presence presence = Presence::IfTouched) noexcept;
    // Where the bytes follow from the range's size, they can only be too many for the addresses: Rule::TooLarge.
    Access writeSized(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                      Presence presence) noexcept;
    // Arguments that are alike in all operations.
    Access countBuffer(BufferRange given) noexcept;
    Access indirect(const IndirectCount& given) noexcept;
    Access scratch(BufferRange given, VkDeviceSize bytes) noexcept;

    // Any other rule, which is checked after those on arguments listed before.
    void require(bool holds, Status otherwise) noexcept;

    // The first rule broken by an argument on its own, or Success.
    [[nodiscard]] Status fault() const noexcept { return m_fault; }

    // The first error: that of fault(), or an overlap with a written range, in the order of the list; or Success.
    [[nodiscard]] Status check() const noexcept;

private:
    struct Entry {
        Argument argument;
        Access access;
    };

    Access add(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment, Presence presence,
               bool write, Rule tooSmall) noexcept;
    [[nodiscard]] bool collide(const Entry& earlier, const Entry& later) const noexcept;
    [[nodiscard]] bool claims(const Entry& entry, const Entry& other) const noexcept;

    OverlapRules m_rules;
    uint32_t m_count = 0;
    Status m_fault = Status::Success;
    union {
        Entry m_entries[AccessList::kCapacity];
    };
};

} // namespace vkscan

#endif
