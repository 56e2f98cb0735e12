// Arguments of check.comp, for the host and the shader.
#ifndef VKSCAN_BENCH_CHECK_PUSH_H
#define VKSCAN_BENCH_CHECK_PUSH_H

#include "../support/numbers.h"

#ifdef __cplusplus
namespace bench {
using namespace support;
#endif

const uint32_t kBlock = 4096; // numbers that an invocation walks through
const uint32_t kMaxBuckets = 16;

// Operators: those of vkscan::Op, and these of custom kernels.
const uint32_t kBoundsOp = 7;
const uint32_t kAffineOp = 8;
const uint32_t kMatrixOp = 9;
// Sum of hashes: of the results if there are any, else of the numbers.
const uint32_t kHashOp = 10;

// Predicates of selections.
const uint32_t kByOddness = 0; // the first bucket's are odd
const uint32_t kByOneBit = 1;
const uint32_t kByFourBits = 2;

const uint32_t kIsFloat = 1;
const uint32_t kIsExclusive = 2;
const uint32_t kIsBackward = 4;
const uint32_t kIsFilled = 8; // else checked
const uint32_t kIsSquared = 16;
const uint32_t kIsBordered = 32; // tables with a row and a column of zeros
const uint32_t kIsDouble = 64;   // entries of 64 bits

// Addresses are 0 where there is no array.
struct CheckPush {
    uint64_t results VKSCAN_NUMBERS_ZERO;
    uint64_t others VKSCAN_NUMBERS_ZERO; // another array; each check says which
    uint64_t report VKSCAN_NUMBERS_ZERO; // two words: the lowest index that is wrong, and how many are
    uint64_t count VKSCAN_NUMBERS_ZERO;  // invocations; where each walks through a block, numbers
    Numbers numbers VKSCAN_NUMBERS_ZERO;
    uint64_t initial VKSCAN_NUMBERS_ZERO;   // bits; or the address of a bias, or of offsets
    uint32_t operation VKSCAN_NUMBERS_ZERO; // an operator, or what buckets are told apart by
    uint32_t flags VKSCAN_NUMBERS_ZERO;
    uint32_t order VKSCAN_NUMBERS_ZERO;     // or a mask of buckets, a number of bins or sources, or a table's columns
    uint32_t tupleSize VKSCAN_NUMBERS_ZERO; // or words of an element, or channels of a texel
    uint32_t segment VKSCAN_NUMBERS_ZERO;   // elements, 0: one for all; or a table's rows
    uint32_t block VKSCAN_NUMBERS_ZERO;     // numbers; or channels of an entry
};

#ifdef __cplusplus
} // namespace bench
#endif

#endif
