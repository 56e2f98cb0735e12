// What plans of scans are made of.
#ifndef VKSCAN_SCHEDULE_SCAN_STEPS_H
#define VKSCAN_SCHEDULE_SCAN_STEPS_H

#include "plan/plan.h"
#include "schedule/schedule.h"

namespace vkscan {

// What a scan touches; empty where it touches nothing.
struct ScanBuffers {
    Access input;
    Access output;
    Access countBuffer;
    Access total;
    Access scratch;
};

// Appends a dispatch of so many workgroups, in a grid that is folded where it must be. Its count's address is pushed as
// kernels take it: with kPresent, or else of any word that they can read.
void appendStep(Plan* plan, const Schedule& schedule, Stage stage, uint64_t groups, const PushConstants& push,
                const AccessList& accesses) noexcept;

// Appends the dispatches of one pass over memory: as many orders as the kernels take at once.
void appendPass(Plan* plan, const Schedule& schedule, Stage stage, uint64_t positions, abi::ScanPush push,
                const ScanBuffers& buffers) noexcept;

} // namespace vkscan

#endif
