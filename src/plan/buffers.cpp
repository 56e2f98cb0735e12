#include "plan/buffers.h"

#include <algorithm>
#include <iterator>

namespace vkscan {

namespace {

constexpr VkDeviceSize kScratchAlignment = 16;

Rule faultOf(BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment, Rule tooSmall) noexcept
{
    if (given.address == 0)
        return Rule::Null;
    if ((given.address & (alignment - 1)) != 0)
        return Rule::Misaligned;
    if (given.size < bytes || given.address + bytes < given.address)
        return tooSmall;
    return Rule::None;
}

} // namespace

Access BufferList::add(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                       Presence presence, bool write, Rule tooSmall) noexcept
{
    if (presence == Presence::Optional ? isAbsent(given) : bytes == 0) {
        require(given.address != 0 || given.size == 0, {argument, Rule::Null});
        return {};
    }
    const Rule fault = faultOf(given, bytes, alignment, tooSmall);
    require(fault == Rule::None, {argument, fault});
    const Access access = {{given.address, bytes}, write};
    new (&m_entries[m_count++]) Entry{argument, access};
    return access;
}

Access BufferList::read(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                        Presence presence) noexcept
{
    return add(argument, given, bytes, alignment, presence, false, Rule::TooSmall);
}

Access BufferList::write(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                         Presence presence) noexcept
{
    return add(argument, given, bytes, alignment, presence, true, Rule::TooSmall);
}

Access BufferList::writeSized(Argument argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                              Presence presence) noexcept
{
    return add(argument, given, bytes, alignment, presence, true, Rule::TooLarge);
}

Access BufferList::countBuffer(BufferRange given) noexcept
{
    return read(Argument::CountBuffer, given, kWordBytes, kWordBytes, Presence::Optional);
}

Access BufferList::indirect(const IndirectCount& given) noexcept
{
    const VkDeviceSize bytes = given.dispatch ? 2 * kWordBytes : kWordBytes;
    const Access field = write(Argument::IndirectField, given.field, bytes, kWordBytes, Presence::Optional);
    require(given.divisor != 0, {Argument::IndirectDivisor, Rule::Zero});
    require(given.rounding == Rounding::Down || given.rounding == Rounding::Up,
            {Argument::IndirectRounding, Rule::Invalid});
    return field;
}

Access BufferList::scratch(BufferRange given, VkDeviceSize bytes) noexcept
{
    return write(Argument::Scratch, given, bytes, kScratchAlignment);
}

void BufferList::require(bool holds, Status otherwise) noexcept
{
    if (!holds && m_fault == Status::Success)
        m_fault = otherwise;
}

bool BufferList::claims(const Entry& entry, const Entry& other) const noexcept
{
    return std::any_of(std::begin(m_rules.claims), std::end(m_rules.claims), [&](const OverlapRules::Claim& claim) {
        return claim.reader == entry.argument &&
               (claim.written[0] == other.argument || claim.written[1] == other.argument);
    });
}

bool BufferList::collide(const Entry& earlier, const Entry& later) const noexcept
{
    if ((!earlier.access.write && !later.access.write) || !overlaps(earlier.access.range, later.access.range))
        return false;
    return earlier.argument != m_rules.input || later.argument != m_rules.output ||
           earlier.access.range.address != later.access.range.address;
}

Status BufferList::check() const noexcept
{
    if (m_fault != Status::Success)
        return m_fault;
    uint32_t reported = m_count;
    for (uint32_t i = 1; i < m_count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const Entry& earlier = m_entries[j];
            const Entry& later = m_entries[i];
            if (!collide(earlier, later))
                continue;
            const bool isEarlier = claims(earlier, later) || (!later.access.write && !claims(later, earlier));
            reported = std::min(reported, isEarlier ? j : i);
        }
    }
    return reported < m_count ? Status(m_entries[reported].argument, Rule::Overlaps) : Status::Success;
}

} // namespace vkscan
