#include "hazards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

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

bool mustBeOrdered(const Step& earlier, const Step& later)
{
    for (uint32_t i = 0; i < earlier.accesses.count; ++i) {
        for (uint32_t j = 0; j < later.accesses.count; ++j) {
            const Access& a = earlier.accesses.items[i];
            const Access& b = later.accesses.items[j];
            if ((a.write || b.write) && shareAByte(a.range, b.range))
                return true;
        }
    }
    return false;
}

std::optional<std::string> findHazard(const Plan& plan)
{
    for (uint32_t later = 1; later < plan.stepCount; ++later) {
        bool ordered = false;
        for (uint32_t earlier = later; earlier-- > 0;) {
            ordered |= plan.steps[earlier + 1].barrierBefore;
            if (!ordered && mustBeOrdered(plan.steps[earlier], plan.steps[later]))
                return "steps " + std::to_string(earlier) + " and " + std::to_string(later);
        }
    }
    return std::nullopt;
}

} // namespace

uint32_t checkBarriers(const Plan& plan)
{
    EXPECT_EQ(findHazard(plan), std::nullopt);
    EXPECT_FALSE(plan.steps[0].barrierBefore) << "what comes before is the caller's to order";
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

} // namespace testing_support
