#include "plan/buffers.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr VkDeviceSize kScratchAlignment = 16;
constexpr uint32_t kMostAddend = 65535;

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

Access BufferList::add(const ListedArgument& listed, Rule tooSmall) noexcept
{
    const BufferRange given = *listed.given;
    const bool isChecked = listed.presence == Presence::Optional ? !isAbsent(given) : listed.bytes > 0;
    const Rule fault = isChecked                              ? faultOf(given, listed.bytes, listed.alignment, tooSmall)
                       : given.address == 0 && given.size > 0 ? Rule::Null
                                                              : Rule::None;
    require(fault == Rule::None, {listed.argument, fault});
    ListedArgument& item = *new (&m_items[m_count++]) ListedArgument(listed);
    if (isChecked)
        item.touched = {{given.address, listed.bytes}, listed.write};
    return item.touched;
}

Access BufferList::read(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                        Presence presence) noexcept
{
    return add({argument, &given, bytes, alignment, presence, false, nullptr}, Rule::TooSmall);
}

Access BufferList::write(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                         Presence presence, const BufferRange* inPlace) noexcept
{
    return add({argument, &given, bytes, alignment, presence, true, inPlace}, Rule::TooSmall);
}

Access BufferList::writeSized(Argument argument, const BufferRange& given, VkDeviceSize bytes, VkDeviceSize alignment,
                              Presence presence) noexcept
{
    return add({argument, &given, bytes, alignment, presence, true, nullptr}, Rule::TooLarge);
}

Access BufferList::refuse(Argument argument, const BufferRange& given) noexcept
{
    require(isAbsent(given), {argument, Rule::Incompatible});
    return add({argument, &given, 0, 1, Presence::Refused, false, nullptr}, Rule::TooSmall);
}

Access BufferList::countBuffer(const BufferRange& given) noexcept
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
    require(given.addend <= kMostAddend, {Argument::IndirectAddend, Rule::TooLarge});
    return field;
}

Access BufferList::scratch(const BufferRange& given, VkDeviceSize bytes) noexcept
{
    return write(Argument::Scratch, given, bytes, kScratchAlignment);
}

void BufferList::groups(const IndirectDispatch& given) noexcept
{
    require(given.offset % kWordBytes == 0, {Argument::GroupsOffset, Rule::Invalid});
}

void BufferList::require(bool holds, Status otherwise) noexcept
{
    if (!holds && m_fault == Status::Success)
        m_fault = otherwise;
}

Status BufferList::check() const noexcept
{
    if (m_fault != Status::Success)
        return m_fault;
    uint32_t reported = m_count;
    for (uint32_t i = 1; i < m_count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const Access& earlier = m_items[j].touched;
            const Access& later = m_items[i].touched;
            if ((!earlier.write && !later.write) || !overlaps(earlier.range, later.range))
                continue;
            const bool isInPlace = m_items[i].inPlace == m_items[j].given || m_items[j].inPlace == m_items[i].given;
            if (!isInPlace || earlier.range.address != later.range.address)
                reported = std::min(reported, later.write ? i : j);
        }
    }
    return reported < m_count ? Status(m_items[reported].argument, Rule::Overlaps) : Status::Success;
}

} // namespace vkscan
