// Scans: checks, models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_SCAN_H
#define VKSCAN_OPERATIONS_SCAN_H

#include "schedule/carry_strategy.h"

#include <vkscan/scan.h>

namespace vkscan {

struct ScanModel : Schedule {
    uint32_t order = 1; // total over all passes
    uint32_t passes = 1;
    bool refusesInPlace = false; // forward progress of workgroups is needed, but not assumed
};

// Checks a description and makes the schedule of one pass over memory.
[[nodiscard]] Status describeScan(const ScanDesc& desc, const Capabilities& capabilities,
                                  ScheduleDesc* schedule) noexcept;

// The model of a scan in tiles of plain elements, orders and tuples, or of another form, by the given strategy. Null:
// by a strategy of the library.
[[nodiscard]] ScanModel scanModel(const ScanDesc& desc, const ScheduleDesc& schedule, const TileForm* form,
                                  const CarryStrategy* strategy, const Tuning& tuning,
                                  const Capabilities& capabilities) noexcept;

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ScanModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
