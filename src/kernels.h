// The embedded SPIR-V, one module a kernel and element type.
#ifndef VKSCAN_KERNELS_H
#define VKSCAN_KERNELS_H

#include "plan.h"

#include <vkscan/types.h>

#include <cstddef>

namespace vkscan {

struct KernelCode {
    const uint32_t* words = nullptr;
    std::size_t bytes = 0;
};

// What a kernel's tiles are scanned and carried as.
enum class KernelForm {
    Elements,
    Blocks,   // of orders and tuples
    Segments, // of SegmentedScan's stages alone
    Indices,  // of Reduce's, and so
    Trees,    // which combine values in shared memory
    Network,  // of the literature, which Scan's stages take
    Requests, // counts of u32, of SegmentedScan's stages
    Select,   // counts of u32, of the same stages and Reduce's
};

[[nodiscard]] KernelCode kernelCode(Stage stage, Type type, KernelForm form) noexcept;

} // namespace vkscan

#endif
