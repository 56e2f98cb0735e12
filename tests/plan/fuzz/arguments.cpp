#include "arguments.h"

#include "hazards.h"

#include <algorithm>
#include <bit>

using namespace vkscan;

namespace testing_support {

namespace {

VkDeviceAddress alignUp(VkDeviceAddress address, VkDeviceSize alignment)
{
    return (address + alignment - 1) / alignment * alignment;
}

bool isWhole(BufferRange range)
{
    return range.size == 0 || range.address + (range.size - 1) >= range.address;
}

bool isInside(BufferRange inner, BufferRange outer)
{
    return isWhole(inner) && inner.address >= outer.address && inner.size <= outer.size &&
           inner.address - outer.address <= outer.size - inner.size;
}

bool isSame(BufferRange a, BufferRange b)
{
    return a.address == b.address && a.size == b.size;
}

} // namespace

BufferRange MemoryArgument::touched() const
{
    return given->address != 0 && use != Use::Scratch ? BufferRange{given->address, bytes} : BufferRange{};
}

ArgumentList argumentsOf(const BufferList& listed, VkDeviceSize scratchBytes)
{
    ArgumentList list;
    for (const ListedArgument& item : listed) {
        const bool isScratch = item.argument == Argument::Scratch;
        const Use use = isScratch                              ? Use::Scratch
                        : item.argument == Argument::Temporary ? Use::Room
                        : item.write                           ? Use::Write
                                                               : Use::Read;
        list.add({toString(item.argument), const_cast<BufferRange*>(item.given), isScratch ? scratchBytes : item.bytes,
                  item.alignment, use, item.presence != Presence::IfTouched, item.inPlace});
    }
    return list;
}

void placeArguments(Random& random, const ArgumentList& arguments)
{
    VkDeviceAddress next = 0x10000 + (random.bits() >> (24 + random.below(24)));
    const std::span items = arguments.items();
    const std::size_t first = random.below(static_cast<uint32_t>(items.size()));
    for (std::size_t i = 0; i < items.size(); ++i) {
        const MemoryArgument& argument = items[(first + i) % items.size()];
        if (argument.optional && argument.given->address == 0)
            continue;
        BufferRange& given = *argument.given;
        given.size = std::max(given.size, argument.bytes);
        if (random.oneIn(4))
            given.size += random.number() >> 24;
        given.address = alignUp(next, argument.alignment) + random.below(4) * argument.alignment;
        next = given.address + given.size;
    }
    for (const MemoryArgument& argument : items)
        if (argument.inPlace != nullptr && argument.given->address != 0 && random.oneIn(4))
            argument.given->address = argument.inPlace->address;
}

void mutateRange(Random& random, const ArgumentList& arguments)
{
    const std::span items = arguments.items();
    const auto count = static_cast<uint32_t>(items.size());
    const MemoryArgument& argument = items[random.below(count)];
    const MemoryArgument& neighbour = items[random.below(count)];
    BufferRange& range = *argument.given;
    const BufferRange other = {neighbour.given->address, neighbour.bytes};
    const VkDeviceAddress otherLast = other.address + other.size - 1;
    switch (random.below(20)) {
    case 0: range = {}; break;
    case 1: range.address = 0; break;
    case 2: range.address += random.oneOf({1, 2, 4, 8}); break;
    case 3: range.size = argument.bytes - 1; break;
    case 4: range.size = 0; break;
    case 5: range.size = ~VkDeviceSize{0}; break;
    case 6: range.size = argument.bytes - std::min<VkDeviceSize>(argument.bytes, random.number()); break;
    case 7: range.address = otherLast; break;
    case 8: range.address = otherLast / argument.alignment * argument.alignment; break;
    case 9: range.address = otherLast + 1; break;
    case 10: range.address = other.address - argument.bytes; break;
    case 11: range.address = other.address - argument.bytes + 1; break;
    case 12: range.address = other.address - argument.bytes + argument.alignment; break;
    case 13: range.address = other.address; break;
    case 14: range.address = other.address + random.number() % std::max<VkDeviceSize>(other.size, 1); break;
    case 15: range.address = 0 - argument.bytes; break; // ends at 2^64
    case 16: range.address = 0 - argument.bytes + argument.alignment; break;
    case 17: range.address = 0 - alignUp(argument.bytes + 1, argument.alignment); break;
    case 18: range.address = 0 - argument.alignment * (1 + random.below(4)); break;
    default: range = {random.number(), random.number()}; break;
    }
}

bool placeApart(const ArgumentList& arguments)
{
    constexpr VkDeviceSize kApart = VkDeviceSize{1} << 56;
    VkDeviceAddress next = kApart;
    for (const MemoryArgument& argument : arguments.items()) {
        if (argument.given->address != 0)
            argument.given->address = next;
        if (argument.given->size > kApart) // an image whose rows are far apart
            return false;
        next += kApart;
    }
    return true;
}

std::vector<Spoiling> spoilings(const ArgumentList& arguments, VkDeviceSize usedScratch)
{
    std::vector<Spoiling> spoilt;
    const std::span items = arguments.items();
    const auto bytesOf = [&](const MemoryArgument& argument) {
        return argument.use == Use::Scratch ? usedScratch : argument.given->address != 0 ? argument.bytes : 0;
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
        const MemoryArgument& argument = items[i];
        const BufferRange given = *argument.given;
        const VkDeviceSize bytes = bytesOf(argument);
        spoilt.push_back({i, {0, std::max<VkDeviceSize>(given.size, 1)}, Rule::Null, i});
        if (bytes == 0)
            continue;
        if (argument.alignment > 1)
            spoilt.push_back({i, {given.address + argument.alignment / 2, given.size}, Rule::Misaligned, i});
        spoilt.push_back({i, {given.address, bytes - 1}, Rule::TooSmall, i});
        if (bytes > argument.alignment)
            spoilt.push_back({i, {0 - argument.alignment, given.size}, Rule::TooLarge, i});
        for (std::size_t j = 0; j < items.size(); ++j) {
            const MemoryArgument& other = items[j];
            // How much scratch is used may depend on where the argument begins.
            const VkDeviceSize otherBytes = std::min(bytesOf(other), other.use == Use::Scratch ? 16 : ~VkDeviceSize{0});
            if (j == i || otherBytes == 0 || (argument.use == Use::Read && other.use == Use::Read))
                continue;
            const VkDeviceAddress last = other.given->address + otherBytes - 1;
            for (const VkDeviceAddress address : {last / argument.alignment * argument.alignment,
                                                  alignUp(other.given->address - (bytes - 1), argument.alignment)})
                if (shareAByte({address, bytes}, {other.given->address, otherBytes}))
                    spoilt.push_back({i, {address, given.size}, Rule::Overlaps, j});
        }
    }
    return spoilt;
}

VkDeviceSize usedScratch(const ArgumentList& arguments, const DispatchList& list)
{
    VkDeviceSize used = 0;
    for (const MemoryArgument& argument : arguments.items())
        if (argument.use == Use::Scratch)
            for (const Dispatch& dispatch : list)
                for (const Access& access : std::span(dispatch.accesses, dispatch.accessCount))
                    if (isInside(access.range, *argument.given))
                        used = std::max(used, access.range.address - argument.given->address + access.range.size);
    return used;
}

const char* findArgumentFault(const ArgumentList& arguments)
{
    for (const MemoryArgument& argument : arguments.items()) {
        const BufferRange given = *argument.given;
        if (given.address == 0 && given.size != 0)
            return "an argument has a size without an address";
        if (argument.bytes == 0 || argument.use == Use::Scratch)
            continue;
        if (given.address == 0) {
            if (!argument.optional)
                return "an argument is null that is needed";
            continue;
        }
        if (given.address % argument.alignment != 0)
            return "an argument is misaligned";
        if (given.size < argument.bytes)
            return "an argument is too small";
        if (!isWhole({given.address, argument.bytes}))
            return "an argument goes beyond 2^64";
        for (const MemoryArgument& other : arguments.items()) {
            const bool isWritten = argument.use == Use::Write || argument.use == Use::Room;
            if (!isWritten || &other == &argument || !shareAByte(argument.touched(), other.touched()))
                continue;
            const bool inPlace = (argument.inPlace == other.given || other.inPlace == argument.given) &&
                                 argument.given->address == other.given->address;
            if (!inPlace)
                return "what is written overlaps another argument";
        }
    }
    return nullptr;
}

const char* findAccessFault(const ArgumentList& arguments, const DispatchList& list)
{
    const std::span items = arguments.items();
    const MemoryArgument* scratch = nullptr;
    uint32_t expected = 0; // a bit for each argument: those that are touched
    uint32_t begun = 0;    // those whose beginning is read, or written, as their use says
    uint32_t ended = 0;    // and whose end is
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].use == Use::Scratch)
            scratch = &items[i];
        else if (items[i].use != Use::Room && items[i].touched().size > 0)
            expected |= 1u << i;
    }
    BufferRange reached = scratch != nullptr ? BufferRange{scratch->given->address, 0} : BufferRange{};
    const BufferRange offered =
        scratch != nullptr ? BufferRange{scratch->given->address, std::min(scratch->given->size, scratch->bytes)}
                           : BufferRange{};
    // A plan that uses no scratch may have arguments there.
    bool usesScratch = false;
    for (const Dispatch& dispatch : list)
        for (const Access& access : std::span(dispatch.accesses, dispatch.accessCount))
            usesScratch = usesScratch || (isInside(access.range, offered) &&
                                          std::ranges::none_of(items, [&](const MemoryArgument& item) {
                                              return item.use != Use::Scratch && isInside(access.range, item.touched());
                                          }));
    for (const Dispatch& dispatch : list) {
        if (dispatch.accessCount > kMaxDispatchAccesses)
            return "too many accesses";
        for (const Access& access : std::span(dispatch.accesses, dispatch.accessCount)) {
            if (access.range.address == 0 || access.range.size == 0)
                return "an access to nothing";
            bool isArgument = false;
            const bool mayBePart = !usesScratch || !isInside(access.range, offered);
            for (std::size_t i = 0; i < items.size(); ++i) {
                const BufferRange touched = items[i].touched();
                const bool isAll = isSame(access.range, touched);
                if (!(isAll || (mayBePart && isInside(access.range, touched))) ||
                    (access.write && items[i].use != Use::Write && items[i].use != Use::Room))
                    continue;
                isArgument = true;
                if (access.write != (items[i].use == Use::Write))
                    continue;
                begun |= access.range.address == touched.address ? 1u << i : 0;
                ended |= access.range.address - touched.address + access.range.size == touched.size ? 1u << i : 0;
            }
            if (isArgument)
                continue;
            if (mayBePart)
                return "an access outside of what was given for it";
            const VkDeviceSize end = access.range.address - reached.address + access.range.size;
            reached.size = std::max(reached.size, end);
        }
    }
    if (list.count > 0 && (expected & ~(begun & ended)) != 0)
        return "an argument is missing among the accesses";
    if (reached.size == 0)
        return nullptr;
    if (reached.address % scratch->alignment != 0)
        return "scratch is misaligned";
    for (const MemoryArgument& argument : items)
        if (shareAByte(reached, argument.touched()))
            return "scratch overlaps another argument";
    return nullptr;
}

} // namespace testing_support
