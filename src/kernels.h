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

// Of orders and tuples: those that scan blocks.
[[nodiscard]] KernelCode kernelCode(Stage stage, Type type, bool blocks) noexcept;

} // namespace vkscan

#endif
