// The plan of one scan: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_SCAN_H
#define VKSCAN_OPERATIONS_SCAN_H

#include "schedule/scan_steps.h"

#include <vkscan/scan.h>

namespace vkscan {

class BufferList;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planScan(const Schedule& schedule, const ScanArgs& args, Plan* plan) noexcept;

// What the plan of a scan follows from, beside its arguments.
struct ScanCall {
    ScanBuffers buffers;
    uint64_t head;
    uint64_t positions;
    Stage stage;
};

// Lists the buffers of a scan, or of an operation like it; input and output by the names they have there.
[[nodiscard]] ScanCall listScan(const Schedule& schedule, const ScanArgs& args, Argument input, Argument output,
                                BufferList* list) noexcept;

// Fills the plan of checked arguments.
void fillScan(const Schedule& schedule, const ScanArgs& args, const ScanCall& call, Plan* plan) noexcept;

// Scan::create with a tuning of one's own, and an operator code beyond the public ones: for tests and the
// benchmark's search.
[[nodiscard]] Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Scan* created) noexcept;

} // namespace vkscan

#endif
