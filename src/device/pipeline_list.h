// The pipelines of a context's operations, among which each operation finds those that others have compiled.
#ifndef VKSCAN_DEVICE_PIPELINE_LIST_H
#define VKSCAN_DEVICE_PIPELINE_LIST_H

#include "device/spin_lock.h"

namespace vkscan {

struct Pipelines;

// Locked for look-ups alone, never while a pipeline is compiled.
struct PipelineList : SpinLock {
    Pipelines* first = nullptr; // chained by Pipelines::next
};

} // namespace vkscan

#endif
