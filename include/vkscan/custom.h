// Kernels of your own: a monoid, and how elements are loaded and stored, which you write in GLSL (vkscan/kernel.glsl)
// and compile with vkscan's shaders. docs/kernels.md shows how.
#ifndef VKSCAN_CUSTOM_H
#define VKSCAN_CUSTOM_H

#include <cstddef>
#include <cstdint>

namespace vkscan {

constexpr uint32_t kMaxStateBytes = 64;
constexpr uint32_t kMaxParameterBytes = 56;

// One of shaders/kernels/ with your file in it.
struct CustomKernel {
    const char* name = nullptr; // "scan_spine" of scan_spine.comp
    const uint32_t* code = nullptr;
    std::size_t codeBytes = 0;
};

// What one file of yours was compiled to. Read by create alone, which copies it. Scans take, and where
// it is said reductions,
//     scan_spans      for few elements, with SingleWorkgroup, and with ReduceThenScan
//     reduce_spans    with ReduceThenScan, so on devices without 64-bit atomics or forward progress; and reductions
//     reduce_slots    reductions alone
//     scan_spine      with FlatSum, Spine and Chained, so on others
// An operation needs those of its strategy; of Auto, of the strategies that it takes on the device.
struct CustomKernels {
    const CustomKernel* items = nullptr;
    uint32_t count = 0;
};

// What the kernels' PARAMETERS are in a call: copied when it is recorded. A multiple of 4 bytes, at most
// kMaxParameterBytes.
//
// The memory that kernels load and store by themselves is theirs alone. Where a call names it as its input and output,
// it is checked for overlaps and in the plan's accesses; its size is what is touched. Arrays of states, which kernels
// without load and store take, are aligned to the largest power of two, up to 16, that divides a state's bytes.
struct Parameters {
    const void* data = nullptr;
    uint32_t bytes = 0;
};

} // namespace vkscan

#endif
