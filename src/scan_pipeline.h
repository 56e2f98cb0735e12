// The pipelines of scans and reductions.
#ifndef VKSCAN_SCAN_PIPELINE_H
#define VKSCAN_SCAN_PIPELINE_H

#include "pipeline.h"
#include "scan_strategy.h"

namespace vkscan {

[[nodiscard]] Status createScanPipeline(const Context::Impl& context, const ScanModel& model, Stage stage,
                                        uint32_t operatorCode, VkPipeline* pipeline) noexcept;

} // namespace vkscan

#endif
