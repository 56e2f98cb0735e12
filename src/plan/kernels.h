// The embedded SPIR-V: the modules that shaders/variants.txt lists, compressed, in families that programs link if they
// use them.
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

// A module as it is embedded: a file that unpackXz (plan/xz.h) takes. Static storage.
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
// generates of shaders/variants.txt. Who takes one declares it.

// The families that an operation takes. It alone refers to them, so that programs without it do not link them.
using KernelFamilies = std::span<const KernelFamily* const>;

// A module by its name; null bytes if there is none.
[[nodiscard]] PackedCode findKernel(KernelFamilies families, const char* name) noexcept;

// The parts of a module's name: <kernel>_<type><form><stored><variant>.
struct KernelName {
    const char* kernel;      // its source in shaders/kernels/
    const char* form = "";   // of its tiles, such as "_blocks"; plain elements where a kernel is the same in both
    const char* stored = ""; // "_small" for arrays of smaller elements; a kernel that accesses none is the same without
    const char* variant = ""; // such as "_carried"; a module of another form never stands in for it
};

[[nodiscard]] PackedCode kernelCode(KernelFamilies families, const KernelName& name, ElementType type) noexcept;

// Unpacks a module for the first operation of the context that needs it. The context owns the words: they have one
// address for all its operations, and live as long as it and these do.
[[nodiscard]] Status unpack(const Context::Impl& context, const PackedCode& packed, KernelCode* code) noexcept;

} // namespace vkscan

#endif
