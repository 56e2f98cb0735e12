// The embedded SPIR-V: the modules of shaders/variants.txt, compressed, in families. Programs link only the families
// that they use.
#ifndef VKSCAN_PLAN_KERNELS_H
#define VKSCAN_PLAN_KERNELS_H

#include "device/context_impl.h"

#include <vkscan/types.h>

#include <cstddef>
#include <span>

namespace vkscan {

struct KernelCode {
    const uint32_t* words = nullptr;
    std::size_t bytes = 0;
};

// An embedded module: a file for unpackXz (plan/xz.h). Static storage.
struct PackedCode {
    const uint8_t* bytes = nullptr;
    std::size_t count = 0;
    std::size_t unpackedCount = 0; // bytes
};

struct KernelModule {
    const char* name;
    PackedCode code;
};

struct KernelFamily {
    const KernelModule* modules;
    std::size_t count;
};

// Families are constants vkscan::families::<name>, each in an object file of its own, which cmake/vkscan_shaders.cmake
// generates from shaders/variants.txt. Users declare them.

// An operation's families. No other code refers to them, so that programs without the operation do not link them.
using KernelFamilies = std::span<const KernelFamily* const>;

// A module by its name; null bytes if there is none.
[[nodiscard]] PackedCode findKernel(KernelFamilies families, const char* name) noexcept;

// The parts of a module's name: <kernel>_<type><form>.
struct KernelName {
    const char* kernel;    // source in shaders/kernels/
    const char* form = ""; // form of tiles, such as "_blocks"; omitted if the kernel has the same code for all
};

[[nodiscard]] PackedCode kernelCode(KernelFamilies families, const KernelName& name, ElementType type) noexcept;

// Unpacks a module for the first operation of the context that needs it. The context owns the words. All its operations
// share their address, and they live as long as the context and these operations.
[[nodiscard]] Status unpack(const Context::Impl& context, const PackedCode& packed, KernelCode* code) noexcept;

} // namespace vkscan

#endif
