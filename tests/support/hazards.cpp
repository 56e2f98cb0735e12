#include "hazards.h"

#include "abi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

using namespace vkscan;

namespace testing_support {

// The checker shares no code with the planner: it compares first and last bytes, and looks at every pair of steps.
bool shareAByte(BufferRange a, BufferRange b)
{
    if (a.size == 0 || b.size == 0)
        return false;
    const VkDeviceAddress lastOfA = a.address + (a.size - 1);
    const VkDeviceAddress lastOfB = b.address + (b.size - 1);
    return std::max(a.address, b.address) <= std::min(lastOfA, lastOfB);
}

namespace {

std::span<const Access> accessesOf(const Step& step)
{
    return {step.accesses.items, step.accesses.count};
}

std::span<const Access> accessesOf(const Dispatch& dispatch)
{
    return {dispatch.accesses, dispatch.accessCount};
}

bool mustBeOrdered(std::span<const Access> earlier, std::span<const Access> later)
{
    for (const Access& a : earlier)
        for (const Access& b : later)
            if ((a.write || b.write) && shareAByte(a.range, b.range))
                return true;
    return false;
}

bool mustBeOrdered(const Dispatch& earlier, const Dispatch& later)
{
    return mustBeOrdered(accessesOf(earlier), accessesOf(later));
}

// Images are compared binding by binding.
bool mustBeOrdered(const Step& earlier, const Step& later)
{
    const auto has = [](uint32_t bits, uint32_t binding) { return (bits >> binding & 1) != 0; };
    for (uint32_t binding = 0; binding < 32 && earlier.set == later.set; ++binding) {
        const bool isWritten = has(earlier.images.writes, binding) || has(later.images.writes, binding);
        const bool inBoth = has(earlier.images.reads | earlier.images.writes, binding) &&
                            has(later.images.reads | later.images.writes, binding);
        if (isWritten && inBoth)
            return true;
    }
    return mustBeOrdered(accessesOf(earlier), accessesOf(later));
}

// Two steps, or dispatches, that must be ordered but are not.
template <class Item>
std::optional<std::string> findHazard(std::span<const Item> items)
{
    for (std::size_t later = 1; later < items.size(); ++later) {
        bool ordered = false;
        for (std::size_t earlier = later; earlier-- > 0;) {
            ordered |= items[earlier + 1].barrierBefore;
            if (!ordered && mustBeOrdered(items[earlier], items[later]))
                return std::to_string(earlier) + " and " + std::to_string(later);
        }
    }
    return std::nullopt;
}

std::optional<std::string> findHazard(const Plan& plan)
{
    return findHazard(std::span(plan.steps, plan.stepCount));
}

} // namespace

std::optional<std::string> findHazard(const DispatchList& list)
{
    return findHazard(std::span(list.items, list.count));
}

bool hasSuperfluousBarrier(const DispatchList& list)
{
    const std::span dispatches(list.items, list.count);
    std::size_t firstUnordered = 0;
    for (std::size_t i = 0; i < dispatches.size(); ++i) {
        if (!dispatches[i].barrierBefore)
            continue;
        bool needed = false;
        for (const Dispatch& earlier : dispatches.subspan(firstUnordered, i - firstUnordered))
            needed |= mustBeOrdered(accessesOf(earlier), accessesOf(dispatches[i]));
        if (!needed)
            return true;
        firstUnordered = i;
    }
    return false;
}

uint32_t checkBarriers(const Plan& plan)
{
    EXPECT_EQ(findHazard(plan), std::nullopt);
    EXPECT_FALSE(plan.stepCount > 0 && plan.steps[0].barrierBefore) << "what comes before is the caller's to order";
    uint32_t barriers = 0;
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        if (!plan.steps[i].barrierBefore)
            continue;
        ++barriers;
        Plan without = plan;
        without.steps[i].barrierBefore = false;
        EXPECT_NE(findHazard(without), std::nullopt) << "superfluous before step " << i;
    }
    return barriers;
}

bool isReadable(const Step& step, VkDeviceAddress address, VkDeviceSize bytes)
{
    const VkDeviceAddress first = address - address % 2; // without kPresent
    const Access* const end = step.accesses.items + step.accesses.count;
    return std::any_of(step.accesses.items, end, [&](const Access& access) {
        return first >= access.range.address && first + bytes <= access.range.address + access.range.size;
    });
}

bool pushesCount(const Step& step, BufferRange countBuffer)
{
    const VkDeviceAddress pushed = step.push.get<vkscan::abi::ScanPush>().countAddress;
    if (countBuffer.address != 0)
        return pushed == countBuffer.address + vkscan::abi::kPresent;
    return pushed % sizeof(uint32_t) == 0 && isReadable(step, pushed, sizeof(uint32_t));
}

} // namespace testing_support
