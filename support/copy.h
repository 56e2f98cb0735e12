// The yardstick of bandwidth: a kernel that copies bytes. vkCmdCopyBuffer is far slower on some devices.
#ifndef VKSCAN_SUPPORT_COPY_H
#define VKSCAN_SUPPORT_COPY_H

#include "kernel.h"

namespace gpu {

class Copy {
public:
    explicit Copy(Device& device);

    // Copies `bytes`, rounded up to 16, of the source; both aligned to 16.
    void record(VkCommandBuffer commandBuffer, VkDeviceAddress source, VkDeviceAddress destination,
                VkDeviceSize bytes) const;

private:
    Kernel m_kernel;
};

} // namespace gpu

#endif
