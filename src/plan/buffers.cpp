#include "plan/buffers.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr VkDeviceSize kWordBytes = sizeof(uint32_t);
constexpr VkDeviceSize kScratchAlignment = 16;

Status faultOf(const Argument& argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment) noexcept
{
    if (given.address == 0)
        return argument.isNull;
    if ((given.address & (alignment - 1)) != 0)
        return argument.misaligned;
    if (given.size < bytes || given.address + bytes < given.address)
        return argument.tooSmall;
    return Status::Success;
}

bool claims(const Argument& argument, const Argument& other) noexcept
{
    return argument.claimed[0] == &other || argument.claimed[1] == &other;
}

} // namespace

Access BufferList::add(const Argument& argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                       Presence presence, bool write) noexcept
{
    if ((presence == Presence::IfTouched && bytes == 0) || (presence == Presence::Optional && isAbsent(given)))
        return {};
    if (m_fault == Status::Success)
        m_fault = faultOf(argument, given, bytes, alignment);
    const Access access = {{given.address, bytes}, write};
    new (&m_entries[m_count++]) Entry{&argument, access};
    return access;
}

Access BufferList::read(const Argument& argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                        Presence presence) noexcept
{
    return add(argument, given, bytes, alignment, presence, false);
}

Access BufferList::write(const Argument& argument, BufferRange given, VkDeviceSize bytes, VkDeviceSize alignment,
                         Presence presence) noexcept
{
    return add(argument, given, bytes, alignment, presence, true);
}

Access BufferList::countBuffer(BufferRange given) noexcept
{
    return read(kCountBuffer, given, kWordBytes, kWordBytes, Presence::Optional);
}

Access BufferList::indirect(const IndirectCount& given) noexcept
{
    const Access field = write(kIndirect, given.field, kWordBytes, kWordBytes, Presence::Optional);
    require(given.divisor != 0, Status::DivisorZero);
    require(given.rounding == Rounding::Down || given.rounding == Rounding::Up, Status::RoundingInvalid);
    return field;
}

Access BufferList::scratch(BufferRange given, VkDeviceSize bytes) noexcept
{
    return write(kScratch, given, bytes, kScratchAlignment);
}

void BufferList::require(bool holds, Status otherwise) noexcept
{
    if (!holds && m_fault == Status::Success)
        m_fault = otherwise;
}

void BufferList::allowInPlace(const Argument& input, const Argument& output) noexcept
{
    m_input = &input;
    m_output = &output;
}

bool BufferList::collide(const Entry& earlier, const Entry& later) const noexcept
{
    if ((!earlier.access.write && !later.access.write) || !overlaps(earlier.access.range, later.access.range))
        return false;
    return earlier.argument != m_input || later.argument != m_output ||
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
            const bool isEarlier = claims(*earlier.argument, *later.argument) ||
                                   (!later.access.write && !claims(*later.argument, *earlier.argument));
            reported = std::min(reported, isEarlier ? j : i);
        }
    }
    return reported < m_count ? m_entries[reported].argument->overlaps : Status::Success;
}

} // namespace vkscan
