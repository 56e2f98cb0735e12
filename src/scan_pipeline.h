// The pipelines of scans and reductions.
#ifndef VKSCAN_SCAN_PIPELINE_H
#define VKSCAN_SCAN_PIPELINE_H

#include "pipeline.h"
#include "scan_strategy.h"

namespace vkscan {

// Compiles the kernels, found in the families, of the stages that `uses` names.
[[nodiscard]] Status createScanPipelines(const Context::Impl& context, const Schedule& schedule, uint32_t operatorCode,
                                         KernelFamilies families, bool (*uses)(const Schedule&, Stage),
                                         Pipelines* pipelines) noexcept;

} // namespace vkscan

#endif
