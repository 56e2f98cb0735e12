// Scans: what their descriptions are refused, how they are scheduled and planned. Operations that scan what they are
// given take this, too. Pure functions.
#ifndef VKSCAN_OPERATIONS_SCAN_H
#define VKSCAN_OPERATIONS_SCAN_H

#include "schedule/scan_steps.h"

#include <vkscan/scan.h>

namespace vkscan {

class BufferList;

[[nodiscard]] Status checkScanDesc(const ScanDesc& desc, const Capabilities& capabilities) noexcept;

// The schedule of each of a scan's passes over memory.
[[nodiscard]] ScheduleDesc scheduleDescOf(const ScanDesc& desc) noexcept;

// The same of an operation that scans what it is given, by a strategy that is not for study; checks the description.
[[nodiscard]] Status describeSchedule(const ScanDesc& desc, const Capabilities& capabilities,
                                      ScheduleDesc* schedule) noexcept;

// The description of a scan by the strategy, and of the counts, of such an operation's.
template <class Desc>
[[nodiscard]] ScanDesc scanDescOf(const Desc& desc) noexcept
{
    ScanDesc scan;
    scan.strategy = desc.strategy;
    scan.assumeForwardProgress = desc.assumeForwardProgress;
    scan.maxCount = desc.maxCount;
    return scan;
}

struct ScanModel : Schedule {
    uint32_t order = 1; // of all passes
    uint32_t passes = 1;
    bool makesProgress = false; // running workgroups do beside waiting ones
};

// Of a checked description of built-in elements, whether or not there is a study.
[[nodiscard]] ScanModel scanModel(const ScanDesc& desc, const Tuning& tuning,
                                  const Capabilities& capabilities) noexcept;

// The same of any description, which it checks.
[[nodiscard]] Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ScanModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept;

// What the plan of a scan follows from, beside its arguments.
struct ScanCall : Placement {
    ScanBuffers buffers;
};

// Lists the buffers of a scan, or of an operation like it; input and output by the names they have there.
[[nodiscard]] ScanCall listScan(const Schedule& schedule, const ScanArgs& args, Argument input, Argument output,
                                BufferList* list) noexcept;

// Fills the plan of checked arguments, with steps even if there are no elements.
void fillScan(const Schedule& schedule, uint32_t passes, const ScanArgs& args, const ScanCall& call,
              Plan* plan) noexcept;

// Scan::create with a tuning of one's own, and an operator code beyond the public ones: for tests and the
// benchmark's search.
[[nodiscard]] Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Scan* created) noexcept;

} // namespace vkscan

#endif
