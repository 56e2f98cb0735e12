// The yardstick of clocks: a kernel that waits for no memory.
#ifndef VKSCAN_SUPPORT_SPIN_H
#define VKSCAN_SUPPORT_SPIN_H

#include "kernel.h"

namespace gpu {

// A GPU lowers its clocks while it is idle, takes seconds of work to raise them, and does not report it. The time of
// this kernel shows it.
class Spin {
public:
    explicit Spin(Device& device);

    // Dispatches one workgroup. Each invocation runs 50,000 rounds of dependent instructions: about half a millisecond.
    void record(VkCommandBuffer commandBuffer) const;

private:
    Kernel m_kernel;
};

} // namespace gpu

#endif
