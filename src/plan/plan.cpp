#include "plan/plan.h"

#include "abi.h"

#include <algorithm>

namespace vkscan {

static_assert(offsetof(CommonPush, countAddress) == offsetof(abi::ScanPush, countAddress) &&
              offsetof(CommonPush, gridWidth) == offsetof(abi::ScanPush, gridWidth) &&
              offsetof(CommonPush, spans) == offsetof(abi::ScanPush, spans));

VkDeviceAddress readableAddress(const AccessList& accesses) noexcept
{
    if (accesses.count == 0)
        return 0;
    const Access* const end = accesses.items + accesses.count;
    const Access* found = std::find_if(accesses.items, end, [](const Access& access) { return access.write; });
    if (found == end)
        found = accesses.items;
    // A range that is only read may begin within a word, but the whole word is readable.
    return found->range.address / sizeof(uint32_t) * sizeof(uint32_t);
}

Step& Plan::append(uint32_t stage, uint64_t groups, uint32_t width, const PushConstants& push,
                   const AccessList& accesses) noexcept
{
    Step& step = append();
    const uint64_t columns = std::min<uint64_t>(groups, width);
    step.stage = stage;
    step.groupCount[0] = static_cast<uint32_t>(columns);
    step.groupCount[1] = static_cast<uint32_t>((groups + columns - 1) / columns);
    step.accesses = accesses;
    step.push = push;
    step.push.change<CommonPush>([&](CommonPush& common) {
        common.gridWidth = step.groupCount[0];
        common.countAddress =
            common.countAddress != 0 ? common.countAddress + abi::kPresent : readableAddress(accesses);
    });
    return step;
}

bool conflicts(const AccessList& a, const AccessList& b) noexcept
{
    for (uint32_t i = 0; i < a.count; ++i)
        for (uint32_t j = 0; j < b.count; ++j)
            if ((a.items[i].write || b.items[j].write) && overlaps(a.items[i].range, b.items[j].range))
                return true;
    return false;
}

void placeBarriers(Plan* plan) noexcept
{
    uint32_t firstUnordered = 0;
    for (uint32_t i = 1; i < plan->stepCount; ++i) {
        Step& later = plan->steps[i];
        for (uint32_t j = firstUnordered; j < i; ++j) {
            const Step& earlier = plan->steps[j];
            later.barrierBefore |= conflicts(earlier.accesses, later.accesses) ||
                                   (earlier.set == later.set && conflicts(earlier.images, later.images));
        }
        if (later.barrierBefore)
            firstUnordered = i;
    }
}

} // namespace vkscan
