#include "custom_kernels.h"

#include "affine.h"
#include "bounds.h"
#include "bounds_of_segments.h"
#include "keys.h"
#include "matrix.h"
#include "records.h"
#include "squares.h"
#include "sum.h"
#include "sum_of_segments.h"

namespace bench::custom {

const vkscan::CustomKernels sum = ::sum;
const vkscan::CustomKernels squares = ::squares;
const vkscan::CustomKernels affine = ::affine;
const vkscan::CustomKernels bounds = ::bounds;
const vkscan::CustomKernels matrix = ::matrix;
const vkscan::CustomKernels records = ::records;
const vkscan::CustomKernels sum_of_segments = ::sum_of_segments;
const vkscan::CustomKernels bounds_of_segments = ::bounds_of_segments;
const vkscan::CustomKernels keys = ::keys;

} // namespace bench::custom
