// The contract between the C++ plan and the kernels, one text for both compilers: push constants, specialisation constant
// ids, operator codes and the layout of scratch. What is between ABI_BEGIN and ABI_END is in namespace vkscan::abi of the
// host. Some kernels' constants are in headers of their own: those that a kernel does not use are in its module all the
// same.
#ifndef VKSCAN_ABI_H
#define VKSCAN_ABI_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
#define ABI_BEGIN namespace vkscan::abi {
#define ABI_END } // namespace vkscan::abi
#define ABI_CONSTANT inline constexpr std::uint32_t
#define ABI_UINT32 std::uint32_t
#define ABI_UINT64 std::uint64_t
#else
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#define ABI_BEGIN
#define ABI_END
#define ABI_CONSTANT const uint
#define ABI_UINT32 uint
#define ABI_UINT64 uint64_t
#endif

ABI_BEGIN

// Added to the address of words that a call may or may not have, where it has them. Where not, the address is of other
// words that can be read: drivers may load before they branch, as lavapipe does since Mesa 25.2.
ABI_CONSTANT kPresent = 1;

// Push constants of every scan kernel. Addresses are buffer device addresses; 0 means absent, but for those with kPresent.
struct ScanPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;  // a reduction's: of the index, one uint; a segmented reduction's: of the results
    ABI_UINT64 scratchAddress; // for scan_tiles and scan_propagate, of the level's aggregates
    ABI_UINT64 maxCount;     // elements: the count itself, unless countAddress holds a smaller one
    ABI_UINT64 countAddress; // of one uint; with kPresent
    ABI_UINT64 totalAddress; // of one element
    ABI_UINT64 initialBits;  // low word first; the initial value if hasInitial is 1, else the identity is
    ABI_UINT32 hasInitial;
    // Elements that the addresses lie before the arrays, so that the output's is aligned to 16 bytes; the input's, of
    // reductions, of single arrays or of segments, and of differences.
    ABI_UINT32 head;
    ABI_UINT32 gridWidth; // workgroups along x
    ABI_UINT32 spans;     // whose slots reduce_slots sums, or cascades scan
    ABI_UINT64 segmentsAddress; // of what a segmented scan tells heads by
    ABI_UINT32 rowLength;       // elements
    ABI_UINT32 rowPitch;        // elements
    ABI_UINT32 segmentCount;    // where there are offsets
    ABI_UINT32 unused;
};

// Push constants of every summed-area table kernel.
struct SatPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 squaresAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 biasAddress; // of four floats
    ABI_UINT64 inputPitch;  // bytes
    ABI_UINT64 outputPitch;
    ABI_UINT64 squaresPitch;
    ABI_UINT32 regionX; // texels
    ABI_UINT32 regionY;
    ABI_UINT32 regionWidth;
    ABI_UINT32 regionHeight;
    ABI_UINT32 spanTiles; // tile rows of a workgroup, with two dispatches
    ABI_UINT32 vectorAccess; // of which buffers; a bit set
    ABI_UINT32 gridWidth; // workgroups along x
    ABI_UINT32 unused;
};
ABI_CONSTANT kVectorInput = 1;
ABI_CONSTANT kVectorOutput = 2;
ABI_CONSTANT kVectorSquares = 4;

ABI_CONSTANT kVectorBytes = 16; // of the loads and stores that memory likes best

// Specialisation constant ids.
ABI_CONSTANT kIdWorkgroupSize = 0;
ABI_CONSTANT kIdRows = 1;
ABI_CONSTANT kIdOperator = 2;
ABI_CONSTANT kIdExclusive = 3;
ABI_CONSTANT kIdBackward = 4;
ABI_CONSTANT kIdWindow = 5;
ABI_CONSTANT kIdPolls = 6;
ABI_CONSTANT kIdRounds = 7;
ABI_CONSTANT kIdFallbacks = 8;
ABI_CONSTANT kIdInOrder = 9;
ABI_CONSTANT kIdSpineSubgroups = 10;
ABI_CONSTANT kIdTestHooks = 11;
ABI_CONSTANT kIdSubgroupSize = 12;
ABI_CONSTANT kIdColumns = 13;
ABI_CONSTANT kIdVector = 14;
ABI_CONSTANT kIdChannels = 15;
ABI_CONSTANT kIdSquares = 16;
ABI_CONSTANT kIdBias = 17;
ABI_CONSTANT kIdBorder = 18;
ABI_CONSTANT kIdSource = 19;
ABI_CONSTANT kIdWideEntries = 20;
ABI_CONSTANT kIdRowWindow = 21;
ABI_CONSTANT kIdColumnWindow = 22;
ABI_CONSTANT kIdLaneColumns = 23;
ABI_CONSTANT kIdOrder = 24;
ABI_CONSTANT kIdTupleSize = 25;
ABI_CONSTANT kIdBlockVectors = 26;
ABI_CONSTANT kIdSegments = 27;
ABI_CONSTANT kIdLeaveAlone = 28;
ABI_CONSTANT kIdDiagonals = 29;
ABI_CONSTANT kIdType = 30;
ABI_CONSTANT kIdMethod = 31;
ABI_CONSTANT kSpecConstantCount = kIdMethod + 11; // those of other headers follow

ABI_CONSTANT kMaxSegmentItems = 32; // elements of an invocation of a segmented reduction: a bit each in a word
ABI_CONSTANT kMaxParts = 16; // the tuple size times the order of one pass
ABI_CONSTANT kLeastSharedWords = 11; // of states that a spine's lanes share, a word each

// How heads of segments are specified, in the order of vkscan::Segments.
ABI_CONSTANT kSegmentsHeadBits = 0;
ABI_CONSTANT kSegmentsHeadFlags = 1;
ABI_CONSTANT kSegmentsKeys32 = 2;
ABI_CONSTANT kSegmentsKeys64 = 3;
ABI_CONSTANT kSegmentsRows = 4;
ABI_CONSTANT kSegmentsOffsets = 5;
ABI_CONSTANT kSegmentsKernels = 6;

// How a reduction's workgroup combines its invocations' values, where not by shuffles; in the order of
// vkscan::ReduceMethod.
ABI_CONSTANT kMethodInterleaved = 1;
ABI_CONSTANT kMethodSequential = 2;
ABI_CONSTANT kMethodUnrolled = 3;

// Kinds of components of a summed-area table's input: a float, an integer, or the code of a UNORM.
ABI_CONSTANT kSourceFloat = 0;
ABI_CONSTANT kSourceUint = 1;
ABI_CONSTANT kSourceUint8 = 2; // of a buffer
ABI_CONSTANT kSourceUnorm8 = 3;
ABI_CONSTANT kSourceUnorm16 = 4;

// Texels whose mean is the bias: at most this many in a row and in a column.
ABI_CONSTANT kMeanGrid = 64;

// Types of elements, in the order of vkscan::ElementType.
ABI_CONSTANT kTypeU32 = 0;
ABI_CONSTANT kTypeI32 = 1;
ABI_CONSTANT kTypeF32 = 2;
ABI_CONSTANT kTypeU64 = 3;
ABI_CONSTANT kTypeI64 = 4;
ABI_CONSTANT kTypeF64 = 5;

// Operator codes, in the order of vkscan::Op.
ABI_CONSTANT kOpAdd = 0;
ABI_CONSTANT kOpMultiply = 1;
ABI_CONSTANT kOpMin = 2;
ABI_CONSTANT kOpMax = 3;
ABI_CONSTANT kOpAnd = 4;
ABI_CONSTANT kOpOr = 5;
ABI_CONSTANT kOpXor = 6;
// For tests, u32 only: composes maps x -> m x + b modulo 2^16, b in the high half. Order matters to it.
ABI_CONSTANT kOpTestAffine = 7;

// Of what is no element of the array.
ABI_CONSTANT kNoIndex = 0xffffffff;

// Test hooks, a bit set: hostile schedules that no real device should need to be asked for.
ABI_CONSTANT kHookReverseTiles = 1; // ticket order is the reverse of tile order
ABI_CONSTANT kHookWithhold = 2;     // every fourth tile never publishes

// Scratch: a header, then slots. A slot carries one element as words of 64 bits, each {tag, 32 bits of
// payload} with the tag in the high half, valid when the tag is the run's. No run has the tag 0, which marks
// words that are ordered by a barrier instead.
ABI_CONSTANT kScratchTicket = 0; // 64 bits: {epoch, next ticket}
ABI_CONSTANT kScratchStatus = 8; // 32 bits: ScratchStatus, a bit set
ABI_CONSTANT kStatusGaveUp = 1;
ABI_CONSTANT kStatusNotAMonoid = 2;
ABI_CONSTANT kScratchSum = 16;   // 64 bits: {sum, workgroups that have added to it}; zero between runs
ABI_CONSTANT kScratchHeaderBytes = 64;
ABI_CONSTANT kScratchWordBytes = 8;
ABI_CONSTANT kSamSlots = 3; // of each of scan_sam's workgroups

#ifdef __cplusplus
static_assert(sizeof(ScanPush) == 96 && offsetof(ScanPush, hasInitial) == 56,
              "GLSL's scalar layout of the same struct");
static_assert(sizeof(SatPush) == 96 && offsetof(SatPush, regionX) == 64, "GLSL's scalar layout of the same struct");
static_assert(sizeof(ScanPush) <= 128 && sizeof(SatPush) <= 128, "the push constants every device has");
#endif
ABI_END

#endif
