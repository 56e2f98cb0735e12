// The pipelines of scans and reductions.
#ifndef VKSCAN_SCHEDULE_SCAN_PIPELINES_H
#define VKSCAN_SCHEDULE_SCAN_PIPELINES_H

#include "plan/pipelines.h"
#include "schedule/schedule.h"

namespace vkscan {

// Compiles the kernels, found in the families, of the stages that `uses` names.
[[nodiscard]] Status createScanPipelines(const Context::Impl& context, const Schedule& schedule, uint32_t operatorCode,
                                         KernelFamilies families, bool (*uses)(const Schedule&, Stage),
                                         Pipelines* pipelines) noexcept;

} // namespace vkscan

#endif
