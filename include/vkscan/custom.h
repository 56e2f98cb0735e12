// Kernels of your own: how elements combine and, optionally, how they are loaded and stored. You write them in a GLSL
// file that includes vkscan/kernel.glsl, and compile it together with vkscan's shaders. docs/kernels.md shows how.
#ifndef VKSCAN_CUSTOM_H
#define VKSCAN_CUSTOM_H

#include <cstddef>
#include <cstdint>

namespace vkscan {

constexpr uint32_t kMaxStateBytes = 64;         // limit of STATE
constexpr uint32_t kMaxParameterBytes = 48;     // limit of PARAMETERS
constexpr uint32_t kMaxSortParameterBytes = 32; // limit of PARAMETERS with SORTS and EXPANDS

// A SPIR-V module: one of the entry points in shaders/kernels/, compiled with your file.
struct CustomKernel {
    const char* name = nullptr; // the entry point's file without its ending: "scan_spine" for scan_spine.comp
    const uint32_t* code = nullptr;
    std::size_t codeBytes = 0;
};

// The modules of one file. `create` copies them, so they need not outlive that call. Further modules are ignored.
//
//     macro      operations                modules
//     (none)     Scan                      scan_spans, reduce_spans, scan_spine
//     (none)     Reduce                    reduce_spans, reduce_slots
//     SEGMENTS   SegmentedScan             scan_spans, reduce_spans, scan_spine
//     SEGMENTS   SegmentedReduce           reduce_segment_spans, reduce_segment_ends, reduce_segments
//     SELECTS    Compact                   scan_spans, reduce_spans, scan_spine
//     SORTS      RadixSort                 radix_sort_single, radix_sort_count, radix_sort_pass, radix_sort_scatter,
//                                          radix_sort_segments, radix_sort_short
//     SORTS      TopK                      top_k_sample, top_k_collect, top_k_merge, top_k_rows; with a large maxK
//                                          also top_k_count and top_k_filter
//     EXPANDS    Expand                    with LOAD scan_spans, reduce_spans, scan_spine; with STORE expand. With LOAD
//                                          and offsets, expand alone
//
// With all of its modules, an operation can be created on any device. docs/kernels.md lists the modules that each
// strategy needs.
//
// Input and output of calls: without LOAD or STORE they are arrays of states, packed fields of 4 bytes. Arrays, and the
// total, which is one state, are aligned to the largest power of two, up to 16, that divides a state's bytes.
//
// With LOAD, `load` defines what is read, and the input may be absent. With STORE, `store` defines what is written, and
// the outputs may be absent; a selection then drops nothing. A range that the call supplies nevertheless may begin
// anywhere. It is only checked for overlaps with other arguments, and listed among the accesses of plans.
struct CustomKernels {
    const CustomKernel* items = nullptr;
    uint32_t count = 0; // 0: no kernels of your own
};

// Values of the kernels' PARAMETERS in one call, in the layout of a C struct. Copied when the call is recorded.
// Parameters beyond `bytes` are 0.
struct Parameters {
    const void* data = nullptr;
    uint32_t bytes = 0; // a multiple of 4, at most kMaxParameterBytes or kMaxSortParameterBytes
};

} // namespace vkscan

#endif
