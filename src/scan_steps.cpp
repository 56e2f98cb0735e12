#include "scan_steps.h"

namespace vkscan {

void appendStep(Plan* plan, const ScanModel& model, Stage stage, uint64_t groups, const abi::ScanPush& push,
                const AccessList& accesses) noexcept
{
    Step& step = plan->append();
    step.stage = stage;
    step.push.scan = push;
    step.accesses = accesses;
    setGrid(groups, gridWidth(model), &step);
}

} // namespace vkscan
