// Custom kernels that are measured.
#ifndef VKSCAN_BENCH_CUSTOM_KERNELS_H
#define VKSCAN_BENCH_CUSTOM_KERNELS_H

#include <vkscan/custom.h>

namespace bench::custom {

extern const vkscan::CustomKernels sum, squares, affine, bounds, matrix, records, sum_of_segments, bounds_of_segments,
    keys;

} // namespace bench::custom

#endif
