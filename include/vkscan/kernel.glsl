// Scans by a monoid of your own, from and to any layout of memory: what the GLSL file begins with that your kernels are
// compiled from. docs/kernels.md shows how they are compiled and given to operations.
//
//     // x -> multiplier x + offset, modulo 2^32
//     #define STATE(FIELD) FIELD(uint, multiplier) FIELD(uint, offset)
//     #include "vkscan/kernel.glsl"
//
//     State identity() { return State(1, 0); }
//     State combine(State earlier, State later)
//     {
//         return State(earlier.multiplier * later.multiplier, later.multiplier * earlier.offset + later.offset);
//     }
//
// Before the include:
//     STATE       the fields of struct State, each uint, int or float: 1 to 16 of them
//     PARAMETERS  optional, in the same way: numbers of yours that a call passes, in `parameters`; at most 56 bytes, each
//                 uint, int, float or uint64_t, say a device address, in the layout of a C struct
//     LOAD        optional: you define State load(uint64_t index)
//     STORE       optional: you define void store(uint64_t index, State before, State through)
//
// Behind it:
//     identity()               combined with any state, on either side, it gives that state
//     combine(earlier, later)  associative; need not commute: operands come in the order of elements
//     load(index)              the element of that index. Otherwise elements are states in the input, one behind the other
//     store(index, before, through)
//                              stores what the elements before that index add up to, and these with its own. Otherwise
//                              the latter, or of exclusive scans the former, becomes an element of the output
//
// combine sees states of elements, results of combine and the identity, nothing else. load is called once for each index
// below the count, twice by strategies of two passes; store once, after the same index was loaded for the last time. So a
// store may overwrite what load reads for its own index, and nothing that it reads for others. None of these functions may
// pass a barrier, or use shared memory or subgroup operations. A backward scan goes from the last element to the first;
// `before` is what came before in that order.
#ifndef VKSCAN_KERNEL_GLSL
#define VKSCAN_KERNEL_GLSL
#include "core/common.glsl"

#define VKSCAN_DECLARE_FIELD(type, name) type name;
#define VKSCAN_COUNT_FIELD(type, name) +1
struct State { STATE(VKSCAN_DECLARE_FIELD) };
const uint kStateWords = 0 STATE(VKSCAN_COUNT_FIELD); // of 32 bits
#endif
