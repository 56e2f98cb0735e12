// Scans along an axis: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_AXIS_SCAN_H
#define VKSCAN_OPERATIONS_AXIS_SCAN_H

#include "schedule/schedule.h"

#include <vkscan/axis_scan.h>

namespace vkscan {

struct AxisScanModel : Schedule {
    uint64_t groups = 0;                // workgroups that fill the device
    uint64_t chunkTiles = ~uint64_t{0}; // maximum of a chunk
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const AxisScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               AxisScanModel* model) noexcept;

[[nodiscard]] VkDeviceSize scratchSize(const AxisScanModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planAxisScan(const AxisScanModel& model, const AxisScanArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
