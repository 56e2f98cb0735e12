// Properties of a device that plans and kernels depend on, without Vulkan handles.
#ifndef VKSCAN_DEVICE_CAPABILITIES_H
#define VKSCAN_DEVICE_CAPABILITIES_H

#include <cstdint>

namespace vkscan {

struct Capabilities {
    uint32_t subgroupSize = 32;
    // Pipelines may run narrower or wider subgroups unless they require a size.
    bool subgroupSizeVaries = false;
    bool fullSubgroups = false; // pipelines may require full subgroups
    bool startsInOrder = false; // workgroups were seen to start in the order of their indices
    bool waitsEnd = false;      // waits for running workgroups were seen to end, though nothing promises it
    bool fewRegisters = false;  // an invocation has 128 words of registers, and compilers spill early
    uint32_t maxWorkgroupInvocations = 256;
    uint32_t maxSharedBytes = 16384;
    uint32_t maxGroupCount[2] = {65535, 65535};
    uint32_t multiprocessors = 0; // known for NVIDIA; otherwise 0
    bool float64 = false;
    bool bufferInt64Atomics = false;
    bool smallStorage = false; // kernels access bytes and halves of words in memory
    bool storageImageWrite = false;
    bool storageImageExtendedFormats = false;
    bool pushDescriptor = false;
    bool descriptorHeaps = false;          // images are found by the offsets of their descriptors in the resource heap
    uint32_t imageDescriptorAlignment = 0; // bytes, in heaps; 0: no descriptor heaps
    uint32_t maxImageDimension2D = 4096;
    uint32_t maxImageDimension3D = 256;
    uint32_t maxImageArrayLayers = 256;
    // Listed: running workgroups make progress beside waiting ones.
    bool forwardProgress = false;
    // Mesa's lavapipe ends an invocation's loops after 65,535 iterations in total.
    bool boundedLoops = false;
};

} // namespace vkscan

#endif
