#include "scan_steps.h"

#include <algorithm>

namespace vkscan {

void appendStep(Plan* plan, const ScanModel& model, Stage stage, uint64_t groups, const abi::ScanPush& push,
                const AccessList& accesses) noexcept
{
    const uint64_t width = std::min<uint64_t>(groups, gridWidth(model));
    Step& step = plan->steps[plan->stepCount++];
    step.stage = stage;
    step.groupCount[0] = static_cast<uint32_t>(width);
    step.groupCount[1] = static_cast<uint32_t>((groups + width - 1) / width);
    step.push.scan = push;
    step.push.scan.gridWidth = step.groupCount[0];
    step.accesses = accesses;
}

} // namespace vkscan
