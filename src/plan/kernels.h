// The embedded SPIR-V: the modules that shaders/variants.txt lists, compressed, in families that programs link if they
// use them.
#ifndef VKSCAN_PLAN_KERNELS_H
#define VKSCAN_PLAN_KERNELS_H

#include "device/context_impl.h"
#include "plan/stages.h"

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

// Each is in an object file of its own, which cmake/vkscan_shaders.cmake generates.
namespace families {
extern const KernelFamily scan, span, block, segment, segment_sum, request, select, run, reduce, index, difference,
    histogram, sort, split, table;
extern const KernelFamily comparison, network, tree; // of vkscan::study
} // namespace families

// Those that an operation may take. Referred to by that operation alone, so that others do not link them.
using KernelFamilies = std::span<const KernelFamily* const>;

// What a kernel's tiles are scanned and carried as.
enum class KernelForm {
    Elements,
    Blocks,      // of orders and tuples
    Segments,    // of SegmentedScan's stages alone
    SegmentSums, // of SegmentedReduce's
    Indices,     // of Reduce's, and so
    Trees,       // which combine values in shared memory
    Network,     // of the literature, which Scan's stages take
    Requests,    // counts of u32, of SegmentedScan's stages
    Select,      // counts of u32, of the same stages and Reduce's
    Runs,        // of words of 32 or 64 bits, of SegmentedScan's stages
    Keys16,      // of RadixSort's stages, two in a word of memory
};

// Null bytes if there is none.
[[nodiscard]] PackedCode findKernel(KernelFamilies families, const char* name) noexcept;

// Of the form, or of plain elements where a kernel is the same in both.
[[nodiscard]] PackedCode kernelCode(KernelFamilies families, Stage stage, ElementType type, KernelForm form) noexcept;

// Unpacks a module for the first operation of the context that needs it. The words are the context's: they have one
// address for all its operations, and live as long as it and these do.
[[nodiscard]] Status unpack(const Context::Impl& context, const PackedCode& packed, KernelCode* code) noexcept;

} // namespace vkscan

#endif
