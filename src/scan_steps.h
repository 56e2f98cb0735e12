// What plans of scans are made of.
#ifndef VKSCAN_SCAN_STEPS_H
#define VKSCAN_SCAN_STEPS_H

#include "plan.h"
#include "scan_strategy.h"

namespace vkscan {

// The ranges a scan really touches; those it does not are empty.
struct ScanRanges {
    BufferRange input;
    BufferRange output;
    BufferRange countBuffer;
    BufferRange total;
    BufferRange scratch;
};

// Appends a dispatch of so many workgroups, in a grid that is folded where it must be. Its count's address is pushed as
// kernels take it: with kPresent, or else of any word that they can read.
void appendStep(Plan* plan, const ScanModel& model, Stage stage, uint64_t groups, const PushConstants& push,
                const AccessList& accesses) noexcept;

// Appends the dispatches of one pass over memory: as many orders as the kernels take at once.
void appendPass(Plan* plan, const ScanModel& model, Stage stage, uint64_t positions, abi::ScanPush push,
                const ScanRanges& ranges) noexcept;

} // namespace vkscan

#endif
