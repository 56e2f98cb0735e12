#include "tuning.h"

namespace vkscan {

uint64_t Geometry::tileElements(Type type) const noexcept
{
    constexpr uint64_t kVectorBytes = 16;
    return uint64_t{workgroupSize} * rows * (kVectorBytes / sizeOf(type));
}

Tuning tuningFor(const Capabilities& capabilities) noexcept
{
    Tuning tuning; // the defaults suit any device
    if (capabilities.forwardProgress && capabilities.subgroupSize == 32 &&
        capabilities.maxWorkgroupInvocations >= 1024) {
        tuning.singleWorkgroup = {1024, 1};
        tuning.flatSum = {512, 4};
        tuning.spine = {128, 6};
        tuning.lookBack = {1024, 4};
        tuning.spineWindow = 32;
        // Some seconds in all; no barrier to wait for while polling.
        tuning.pollsPerRound = 1 << 20;
        tuning.waitRounds = 4;
    }
    if (capabilities.boundedLoops) {
        // A failed round takes up to three iterations, a recomputed tile some hundred.
        tuning.pollsPerRound = 1;
        tuning.waitRounds = 8192;
        tuning.fallbacks = 128;
    }
    return tuning;
}

} // namespace vkscan
