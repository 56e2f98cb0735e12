// The include of kernels of your own: a scan by any associative function, from and to any layout of memory; a selection
// by any predicate; a sort or a top-k selection by keys that you compute; or an expansion of sources whose sizes you
// compute. docs/kernels.md shows how to compile kernels and pass them to operations.
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
//     STATE       fields of struct State: 1 to 16, each uint, int or float
//     PARAMETERS  optional: fields of `parameters`, in the same way, whose values each call passes. At most 48 bytes,
//                 or 32 with SORTS or EXPANDS. Each is uint, int, float or uint64_t (a device address, for example), in
//                 the layout of a C struct.
//     LOAD        optional: you define load. Default: the input is an array of states
//     STORE       optional: you define store. Default: the output is an array of states
//     OPERATOR    optional: kOpAdd, kOpMultiply, kOpMin, kOpMax or, without floats, kOpAnd, kOpOr, kOpXor. It combines
//                 each field on its own, and you define neither identity nor combine
//     SEGMENTS    for segmented operations
//     IS_HEAD     optional, with SEGMENTS: you define isHead. Default: arguments of the call specify the segments
//     SELECTS     for Compact: you define isSelected, and neither identity nor combine
//     SORTS       for RadixSort, with LOAD, STORE or both, and for TopK, with LOAD alone; without STATE, identity and
//                 combine. Default: the input is an array of keys, and keys and values are written to the outputs
//     KEYS_64     optional, with SORTS: keys are uint64_t instead of uint
//     EXPANDS     for Expand, with LOAD, STORE or both, and without STATE, identity and combine. Default: counts or
//                 offsets are an array, and sources and ranks are written to the outputs
//     CHECKS      optional, slow: finds mistakes. You define isSame. If combine is not associative or identity not
//                 neutral for neighbouring elements, the status in scratch is ScratchStatus::NotAMonoid
//
// Define after the include:
//     State identity()
//         The neutral state: combined with any state, on either side, it gives that state.
//     State combine(State earlier, State later)
//         Associative; need not commute. The earlier operand comes first in scan order. Backward scans go from the last
//         element to the first, so there the earlier operand has the higher indices.
//     State load(uint64_t index)
//         With LOAD: returns the element of that index.
//     void store(uint64_t index, State before, State through)
//         With STORE: stores a result. `before` combines all elements before this one in scan order (with SEGMENTS, of
//         its segment), `through` also this one. Without STORE, inclusive scans store `through`, exclusive ones
//         `before`. For SegmentedReduce, the index is that of a segment, and `through` combines all its elements.
//     void store(uint64_t index, uint64_t place, State element)
//         With STORE and SELECTS: stores a selected element. `place` is the number of elements selected before it.
//     uint load(uint64_t index)
//         With LOAD and SORTS: returns the key of that index; uint64_t with KEYS_64. The description's type specifies
//         how its bits are ordered: for F32 they are those of floatBitsToUint.
//     void store(uint64_t place, uint key, uint value)
//         With STORE and SORTS: stores the key and value at a place of the sorted order. The key is uint64_t with
//         KEYS_64. The value is the key's index with RadixSortDesc::withIndex, and 0 if there are no values.
//     uint load(uint64_t index)
//         With LOAD and EXPANDS: returns the number of elements of a source; with ExpandDesc::fromOffsets, its offset,
//         and for the index after the last source the total.
//     void store(uint64_t index, uint source, uint rank)
//         With STORE and EXPANDS: stores an element, given its source and its index in it.
//     bool isHead(uint64_t index)
//         With IS_HEAD: returns whether a segment begins with that element.
//     bool isSelected(uint64_t index, State element)
//         With SELECTS: returns whether the element is selected.
//     bool isSame(State a, State b)
//         With CHECKS: returns whether both are equal up to rounding.
//
// Guaranteed:
//     combine receives states of elements, results of combine and the identity, nothing else. In every result that is
//     kept, the earlier operand ends where the later one begins. Results that are discarded may combine others, such as
//     elements of two segments, or tiles that are not neighbours.
//     load is called once for each index below the count; twice with ReduceThenScan; more often with CHECKS.
//     store is called once for each index, or for each selected one, after the last load of the same index. It may
//     overwrite what load reads for its own index, but nothing that load reads for others. For SegmentedReduce, it is
//     called at least once for each segment, more than once perhaps if that is empty, and overwrites nothing that load
//     reads.
//     isHead is called for indices below the count only; isSelected as often as load.
//     With SORTS, load is called several times for an index and must return the same each time; store is called once
//     for each place, and overwrites nothing that load reads.
//     With EXPANDS, load is called several times for an index and must return the same each time; store is called once
//     for each element of the sources that fit. Neither it nor the offsets that are received overwrite what load reads.
//
// Required: these functions contain no barrier, no shared memory and no subgroup operations, since invocations may
// diverge. The file may declare any names except those above, GLSL's own, and those that begin with vkscan_ or VKSCAN_.
// Macros that it leaves defined are replaced in vkscan's shaders too: give them a prefix of your own.
//
// Compilers report what is missing or beyond a limit in a line that begins with "vkscan:" or names what to write:
// vkscan_needs_State_load_uint64_t_index.
#ifndef VKSCAN_KERNEL_GLSL
#define VKSCAN_KERNEL_GLSL
#undef State
#undef parameters
#include "custom/rules.glsl"

#define VKSCAN_ABI_PREFIX
#include "abi/abi.h"
#include "abi/custom_abi.h"
#include "abi/expand_abi.h"
#include "abi/radix_sort_abi.h"
#include "abi/stored_abi.h"
#include "abi/suballocate_abi.h"
#if defined(VKSCAN_TOP_K)
#include "abi/top_k_abi.h"
#endif
#include "custom/stamp.glsl"
#undef ABI_ASSERT // the user's names from here on
#undef ABI_BEGIN
#undef ABI_CONSTANT
#undef ABI_END
#undef ABI_NAME
#undef ABI_UINT32
#undef ABI_UINT64

// Functions that the file defines. Compilers print these names if one is missing.
#define isSame vkscan_needs_bool_isSame_State_State
#define isHead vkscan_needs_bool_isHead_uint64_t_index
#define isSelected vkscan_needs_bool_isSelected_uint64_t_index_State
#if defined(EXPANDS)
#define store vkscan_needs_void_store_uint64_t_index_uint_source_uint_rank
#define load vkscan_needs_uint_load_uint64_t_index
#elif defined(SORTS)
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
#if defined(SORTS) && defined(VKSCAN_TOP_K) // kernels/top_k_*.comp
    vkscan_CustomTopKPush vkscan_push;
#define VKSCAN_PARAMETERS_OFFSET vkscan_kTopKParametersOffset
#elif defined(SORTS)
    vkscan_RadixSortPush vkscan_push;
#define VKSCAN_PARAMETERS_OFFSET vkscan_kSortParametersOffset
#elif defined(EXPANDS)
#if defined(VKSCAN_EXPANDS_SOURCES) // kernels/expand.comp; all others sum counts
    vkscan_ExpandPush vkscan_push;
#else
    vkscan_SuballocatePush vkscan_push;
#endif
#define VKSCAN_PARAMETERS_OFFSET vkscan_kExpandParametersOffset
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

#if defined(STATE)
struct State { STATE(VKSCAN_DECLARE_FIELD) };
#include "custom/fields.glsl"
#endif
#endif
