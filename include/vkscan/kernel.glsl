// Include this in kernels of your own: a scan by any associative function, from and to any layout of memory; a selection
// by any predicate; or a sort by keys that you compute. docs/kernels.md shows how to compile kernels and pass them to
// operations.
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
// Define before the include:
//     STATE       the fields of struct State: 1 to 16, each uint, int or float
//     PARAMETERS  optional, written in the same way: the fields of `parameters`, whose values a call passes. At most
//                 48 bytes, or 32 with SORTS. Each is uint, int, float or uint64_t, such as a device address, in the
//                 layout of a C struct.
//     LOAD        optional: you define load; by default, the input is an array of states
//     STORE       optional: you define store; by default, the output is an array of states
//     OPERATOR    optional: kOpAdd, kOpMultiply, kOpMin, kOpMax or, without floats, kOpAnd, kOpOr or kOpXor. It combines
//                 each field, and you define neither identity nor combine.
//     SEGMENTS    for segmented operations
//     IS_HEAD     with SEGMENTS, optional: you define isHead; by default, arguments of the call specify segments
//     SELECTS     for Compact: you define isSelected, and neither identity nor combine
//     SORTS       for RadixSort, with LOAD, STORE or both, and without STATE, identity and combine. Without LOAD the input
//                 is an array of keys; without STORE the outputs are arrays of keys and values.
//     KEYS_64     with SORTS, optional: keys are uint64_t instead of uint
//     CHECKS      to find mistakes, slowly: you define isSame. If combine is not associative, or the identity not
//                 neutral, for neighbouring elements, scratch reports ScratchStatus::NotAMonoid.
//
// Define after the include:
//     State identity()      neutral: combined with any state, on either side, it gives that state
//     State combine(State earlier, State later)
//                           associative; need not commute. The earlier operand comes first in scan order. Backward
//                           scans go from the last element to the first, so there it has the higher indices.
//     State load(uint64_t index)
//                           with LOAD: returns the element of that index
//     void store(uint64_t index, State before, State through)
//                           with STORE: stores a result. `before` combines all elements before this one in scan order,
//                           those of its segment with SEGMENTS; `through` includes this one. Without STORE, inclusive
//                           scans store `through` and exclusive ones `before`. With SegmentedReduce, `index` is that of
//                           a segment, and `through` combines all its elements.
//     void store(uint64_t index, uint64_t place, State element)
//                           with STORE and SELECTS: stores a selected element; `place` is the number of elements
//                           selected before it
//     uint load(uint64_t index)
//                           with LOAD and SORTS: returns the key of that index; uint64_t with KEYS_64.
//                           RadixSortDesc::type says how its bits are ordered; those of F32 come from floatBitsToUint.
//     void store(uint64_t place, uint key, uint value)
//                           with STORE and SORTS: stores a key, uint64_t with KEYS_64, and its value at a place in the
//                           sorted order. The value is the index of the key with RadixSortDesc::withIndex, and 0 if the
//                           sort has no values.
//     bool isHead(uint64_t index)
//                           with IS_HEAD: returns whether a segment begins with that element
//     bool isSelected(uint64_t index, State element)
//                           with SELECTS: returns whether the element is selected
//     bool isSame(State a, State b)
//                           with CHECKS: returns whether both are the same, except for rounding
//
// Guaranteed:
//     combine receives only states of elements, results of combine and the identity. In every result that is kept, the
//     earlier operand ends where the later one begins. Results that are dropped may combine others, such as elements of
//     two segments, or tiles that are no neighbours.
//     load is called once for each index below the count; twice with ReduceThenScan; more often with CHECKS.
//     store is called once for each index, after the last load of that index; with SELECTS, once for each selected element.
//     With SegmentedReduce, it is called once for each segment, and at least once if the segment is empty.
//     isHead is called for indices below the count only; isSelected as often as load.
//     With SORTS, load is called several times for an index, and store once for each place.
//
// Required:
//     store may overwrite what load reads for the same index, but nothing that load reads for others. With SegmentedReduce
//     and SORTS it overwrites nothing that load reads.
//     With SORTS, load returns the same key each time.
//     The functions pass no barrier, and use no shared memory and no subgroup operations, since invocations may diverge.
//     The file may declare any names but those above, GLSL's own, and those that begin with vkscan_ or VKSCAN_.
//     Macros that the file leaves defined have a prefix of their own, since vkscan's shaders are read with them, too.
//
// Compilers report a violation by a line that begins with "vkscan:", or by a name that says what is missing:
// vkscan_needs_State_load_uint64_t_index.
#ifndef VKSCAN_KERNEL_GLSL
#define VKSCAN_KERNEL_GLSL
#undef State
#undef parameters
#include "custom/rules.glsl"

#define VKSCAN_ABI_PREFIX
#include "abi/abi.h"
#include "abi/custom_abi.h"
#include "abi/radix_sort_abi.h"
#include "custom/stamp.glsl"
#undef ABI_BEGIN // the user's names from here on
#undef ABI_CONSTANT
#undef ABI_END
#undef ABI_NAME
#undef ABI_UINT32
#undef ABI_UINT64

// Functions that the file defines. Compilers print these names if one is missing.
#define isSame vkscan_needs_bool_isSame_State_State
#define isHead vkscan_needs_bool_isHead_uint64_t_index
#define isSelected vkscan_needs_bool_isSelected_uint64_t_index_State
#if defined(SORTS)
#define store vkscan_needs_void_store_uint64_t_place_key_uint_value
#if defined(KEYS_64)
#define load vkscan_needs_uint64_t_load_uint64_t_index
#else
#define load vkscan_needs_uint_load_uint64_t_index
#endif
#else
#define State vkscan_OwnState // until the end of the file
#define load vkscan_needs_State_load_uint64_t_index
#if defined(SELECTS)
#define store vkscan_needs_void_store_uint64_t_index_uint64_t_place_State
#else
#define store vkscan_needs_void_store_uint64_t_index_State_before_State_through
#define identity vkscan_needs_State_identity
#define combine vkscan_needs_State_combine_State_earlier_State_later
#endif
#endif

#define VKSCAN_DECLARE_FIELD(type, name) type name;
#if defined(PARAMETERS)
struct vkscan_Parameters { PARAMETERS(VKSCAN_DECLARE_FIELD) };
#endif
layout(push_constant) uniform vkscan_Push
{
#if defined(SORTS)
    vkscan_RadixSortPush vkscan_push;
#define VKSCAN_PARAMETERS_OFFSET vkscan_kSortParametersOffset
#elif defined(SELECTS)
    vkscan_CustomSelectPush vkscan_push;
#define VKSCAN_PARAMETERS_OFFSET vkscan_kParametersOffset
#else
    vkscan_CustomPush vkscan_push;
#define VKSCAN_PARAMETERS_OFFSET vkscan_kParametersOffset
#endif
#if defined(PARAMETERS)
    layout(offset = VKSCAN_PARAMETERS_OFFSET) vkscan_Parameters parameters;
#endif
};

#if !defined(SORTS)
struct State { STATE(VKSCAN_DECLARE_FIELD) };
#include "custom/fields.glsl"
#endif
#endif
