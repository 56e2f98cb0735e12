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

// Adds the stages of a scan, with the tuning adapted to its tiles. The default: those of addStages.
struct ScanStages {
    virtual ~ScanStages() = default;
    virtual void add(const Tuning& tuning, StageList* stages) const noexcept { addStages(tuning, stages); }
};

// The model of a scan in tiles of plain elements, orders and tuples; or of another form, unless it is null.
[[nodiscard]] ScanModel scanModel(const ScanDesc& desc, const ScheduleDesc& schedule, const TileForm* form,
                                  const ScanStages& source, const Tuning& tuning,
                                  const Capabilities& capabilities) noexcept;

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ScanModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
