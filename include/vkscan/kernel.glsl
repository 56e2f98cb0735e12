// What a kernel of your own includes: a scan by any associative function, from and to any layout of memory; a selection
// by any predicate; or a sort by keys that you make. docs/kernels.md shows how kernels are compiled and given to operations.
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
//     PARAMETERS  optional: in the same way, the fields of `parameters`, which have the values that a call passes. At most
//                 48 bytes, or 32 with SORTS. Each is uint, int, float or uint64_t, such as a device address, in the layout
//                 of a C struct.
//     LOAD        optional: you define load; by default, the input is an array of states
//     STORE       optional: you define store; by default, the output is an array of states
//     OPERATOR    optional: kOpAdd, kOpMultiply, kOpMin, kOpMax or, without floats, kOpAnd, kOpOr or kOpXor: each field on
//                 its own is combined by it, and you define neither identity nor combine
//     SEGMENTS    for segmented operations
//     IS_HEAD     with SEGMENTS, optional: you define isHead; by default, arguments of the call tell where segments begin
//     SELECTS     for Compact: you define isSelected, and neither identity nor combine
//     SORTS       for RadixSort, with LOAD, STORE or both, and without STATE, identity and combine: by default, the input is
//                 an array of keys, and the outputs are those of keys and values
//     KEYS_64     with SORTS, optional: keys are uint64_t instead of uint
//     CHECKS      to find mistakes, slowly: you define isSame. Where combine is not associative, or the identity not
//                 neutral, for elements that lie side by side, scratch says ScratchStatus::NotAMonoid.
//
// Define behind it:
//     State identity()      neutral: combined with any state, on either side, it gives that state
//     State combine(State earlier, State later)
//                           associative; need not commute. The earlier operand comes first in scan order: of backward
//                           scans, which go from the last element to the first, it has the higher indices.
//     State load(uint64_t index)
//                           with LOAD: the element of that index
//     void store(uint64_t index, State before, State through)
//                           with STORE: stores a result. `before` is what all elements before this one combine to, in scan
//                           order, of its segment with SEGMENTS; `through` is the same with this one. Without STORE,
//                           inclusive scans store `through` and exclusive ones `before`. Of SegmentedReduce, the index
//                           is a segment's, and `through` what all its elements combine to.
//     void store(uint64_t index, uint64_t place, State element)
//                           with STORE and SELECTS: stores a selected element; `place` of them were selected before it
//     uint load(uint64_t index)
//                           with LOAD and SORTS: the key of that index; uint64_t with KEYS_64. RadixSortDesc::type says
//                           how its bits are ordered: of F32, they are those of floatBitsToUint.
//     void store(uint64_t place, uint key, uint value)
//                           with STORE and SORTS: stores what comes at a place in the sorted order: a key, uint64_t with
//                           KEYS_64, and its value, which is its index with RadixSortDesc::withIndex, or 0 if it has none
//     bool isHead(uint64_t index)
//                           with IS_HEAD: whether a segment begins with that element
//     bool isSelected(uint64_t index, State element)
//                           with SELECTS
//     bool isSame(State a, State b)
//                           with CHECKS: whether both are the same, but for rounding
//
// Guaranteed:
//     combine sees states of elements, results of combine and the identity, nothing else.
//     load is called once for each index below the count; by ReduceThenScan twice.
//     store is called once for each, after the last load of the same index; or once for each that is selected. It may
//     overwrite what load reads for its own index, but nothing that load reads for others. Of SegmentedReduce, it is
//     called once for each segment, or perhaps more often if that is empty, and overwrites nothing that load reads.
//     isHead is called for indices below the count alone; isSelected as often as load.
//     With SORTS, load is called several times for an index, and returns the same each time; store is called once for each
//     place, and overwrites nothing that load reads.
//
// Required: these functions pass no barrier, and use no shared memory and no subgroup operations, since invocations may
// diverge. Their file shares its scope with vkscan's shaders: a name that is taken is reported as a redefinition.
#ifndef VKSCAN_KERNEL_GLSL
#define VKSCAN_KERNEL_GLSL
#include "core/common.glsl"

#if defined(SORTS)
#if defined(KEYS_64)
#define ELEMENT_B64
#define VKSCAN_STATE_WORDS 2
#else
#define ELEMENT_B32
#define VKSCAN_STATE_WORDS 1
#endif
#include "core/stamp.glsl"
#else

#define VKSCAN_COUNT_FIELD(type, name) +1
#define VKSCAN_STATE_WORDS (0 STATE(VKSCAN_COUNT_FIELD))

// What the tiles of vkscan are, and what they carry on.
#if defined(SELECTS)
#define TILE_CUSTOM_SELECT
#define ELEMENTS_ALONE
#define ELEMENT_B32 // how many are selected
#define OwnState Selected
#else
#if defined(SEGMENTS)
#define TILE_SEGMENTS
#endif
#if defined(LOAD) || defined(STORE) || defined(CHECKS) || VKSCAN_STATE_WORDS > 2
#define TILE_CUSTOM
#define ELEMENTS_ALONE
#endif
#define OwnState Element
#endif
#define State OwnState // until the end of the kernel

#define VKSCAN_DECLARE_FIELD(type, name) type name;
struct State { STATE(VKSCAN_DECLARE_FIELD) };
#include "core/fields.glsl"
#endif
#endif
