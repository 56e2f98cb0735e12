// Kernels of your own: what an element is, how two combine and, if you want, how they are loaded and stored. You write
// that in a GLSL file that includes vkscan/kernel.glsl, and compile it together with vkscan's shaders. docs/kernels.md
// shows how.
#ifndef VKSCAN_CUSTOM_H
#define VKSCAN_CUSTOM_H

#include <cstddef>
#include <cstdint>

namespace vkscan {

constexpr uint32_t kMaxStateBytes = 64;         // of STATE
constexpr uint32_t kMaxParameterBytes = 48;     // of PARAMETERS
constexpr uint32_t kMaxSortParameterBytes = 32; // of those of sorts

// A SPIR-V module: one of the entry points in shaders/kernels/, compiled with your file.
struct CustomKernel {
    const char* name = nullptr; // of the entry point's file, without its ending: "scan_spine" of scan_spine.comp
    const uint32_t* code = nullptr;
    std::size_t codeBytes = 0;
};

// The modules of one file. `create` copies them, so they need not outlive that call. A file with SEGMENTS is for
// SegmentedScan and SegmentedReduce, one with SELECTS for Compact, one with SORTS for RadixSort, any other for Scan and
// Reduce.
//
//     scan_spans    Auto, SingleWorkgroup, ReduceThenScan
//     reduce_spans  ReduceThenScan; Auto on devices without 64-bit atomics or unlisted drivers; Reduce
//     reduce_slots  Reduce
//     scan_spine    FlatSum, Spine, study::kChained; Auto on listed drivers
//
// and of SegmentedReduce:
//
//     reduce_segment_spans  Auto, SingleWorkgroup, ReduceThenScan
//     reduce_segment_ends   ReduceThenScan; Auto on devices without 64-bit atomics or unlisted drivers
//     reduce_segments       FlatSum, Spine; Auto on listed drivers
//
// and of RadixSort:
//
//     radix_sort_single    Auto, SingleWorkgroup
//     radix_sort_count     Spine, ReduceThenScan; Auto
//     radix_sort_pass      Spine; Auto on listed drivers
//     radix_sort_scatter   ReduceThenScan; Auto on devices without 64-bit atomics or unlisted drivers; segments
//     radix_sort_segments  segments, with radix_sort_count and radix_sort_scatter
//
// Further modules are ignored: with all, an operation can be created on any device.
struct CustomKernels {
    const CustomKernel* items = nullptr;
    uint32_t count = 0; // 0: no kernels of your own
};

// Values of the kernels' PARAMETERS in one call, in the layout of a C struct. Copied when the call is recorded. What a
// call leaves out is 0.
struct Parameters {
    const void* data = nullptr;
    uint32_t bytes = 0; // a multiple of 4, at most kMaxParameterBytes, or kMaxSortParameterBytes
};

// Input and output of a call by such kernels:
//
// Without LOAD or STORE they are arrays of states: fields of 4 bytes, one behind the other. They are aligned to the
// largest power of two, up to 16, that divides a state's bytes; so is the total, which is one state.
//
// With LOAD, the kernels know by themselves what they read, and the input may be absent; with STORE, what they write,
// and the output may be absent: a selection then drops nothing. The same holds of a sort's outputs. A range that the
// call names all the same is checked for overlaps with other arguments, and listed among the accesses of plans. Its
// size says how far it goes; it may begin anywhere.

} // namespace vkscan

#endif
