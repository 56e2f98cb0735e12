// The kernels that Waiting::Auto takes, of every operation and every class of its descriptions.
#ifndef VKSCAN_BENCH_KERNEL_LIST_H
#define VKSCAN_BENCH_KERNEL_LIST_H

#include "kernel_statistics.h"

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>

#include <memory>
#include <string>
#include <vector>

namespace bench {

struct ListedKernel {
    std::string name;      // of the first description that takes it, and its stage
    vkscan::Kernel kernel; // its SPIR-V is the context's, or the operation's
    KernelResources resources;
    std::shared_ptr<const vkscan::Operation> operation;
};

enum class Coverage {
    Classes,    // every class of descriptions, but not every operator, direction and option in each
    Everything, // all with all
};

// Each kernel once, those of Coverage::Classes first. Kernels that differ only in specialisation constants that their
// SPIR-V does not use are the same. Leaves out what is offered for comparison: networks, methods of reductions, and
// strategies that Auto does not take; and what the context's device does not offer. The context may be for plans only.
[[nodiscard]] std::vector<ListedKernel> listKernels(const vkscan::Context& context, Coverage coverage);

// Describes a device that answers the library's questions as an NVIDIA H100 does, for a context for plans only. Auto
// chooses as on any driver that is listed for forward progress.
[[nodiscard]] vkscan::ContextDesc listedDeviceDesc();

} // namespace bench

#endif
