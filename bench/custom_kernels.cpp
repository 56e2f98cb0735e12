#include "custom_kernels.h"

#include "affine.h"
#include "bounds.h"
#include "matrix.h"
#include "records.h"
#include "squares.h"
#include "sum.h"

namespace bench::custom {

const vkscan::CustomKernels sum = ::sum;
const vkscan::CustomKernels squares = ::squares;
const vkscan::CustomKernels affine = ::affine;
const vkscan::CustomKernels bounds = ::bounds;
const vkscan::CustomKernels matrix = ::matrix;
const vkscan::CustomKernels records = ::records;

} // namespace bench::custom
