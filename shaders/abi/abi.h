// The contract between the C++ plans and the kernels, one text for both compilers: push constants, specialisation
// constant ids, operator codes and the layout of scratch. The host sees the text between ABI_BEGIN and ABI_END in
// namespace vkscan::abi. Constants of few kernels are in headers of their own, since a module contains all constants of
// its headers.
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
#define ABI_ASSERT(condition) static_assert(condition, "GLSL's scalar layout of the same struct")
#else
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#define ABI_BEGIN
#define ABI_END
#define ABI_CONSTANT const uint
#define ABI_UINT32 uint
#define ABI_UINT64 uint64_t
#define ABI_ASSERT(condition)
#endif

// If vkscan/kernel.glsl includes this file, before a user's kernel, names that could clash with the kernel's have a
// prefix.
#if defined(VKSCAN_ABI_PREFIX)
#define ABI_NAME(name) vkscan_##name
#else
#define ABI_NAME(name) name
#endif

ABI_BEGIN

// A bit added to the address of optional words if the call has them. Otherwise the address is that of other readable
// words: drivers may load before they branch, as lavapipe does since Mesa 25.2.
ABI_CONSTANT ABI_NAME(kPresent) = 1;

// Push constants of every scan kernel. Addresses are buffer device addresses. 0 means absent, unless the address has
// kPresent.
struct ABI_NAME(ScanPush) {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;  // reductions: the index, one uint; segmented reductions: the results
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;       // elements; the count, unless countAddress holds a smaller one
    ABI_UINT64 countAddress;   // one uint; with kPresent
    ABI_UINT64 totalAddress;   // one element
    ABI_UINT64 initialBits;    // the initial value, low word first, if hasInitial is 1; otherwise the identity
    ABI_UINT32 hasInitial;
    // Elements by which the addresses precede the arrays, so that one address is aligned to 16 bytes: the output's in
    // scans; the input's in reductions, segmented or not.
    ABI_UINT32 head;
    ABI_UINT32 gridWidth;       // workgroups along x
    ABI_UINT32 spans;           // spans whose slots are summed or scanned
    ABI_UINT64 segmentsAddress; // flags, keys or offsets that specify segments
    ABI_UINT32 rowLength;       // elements
    ABI_UINT32 rowPitch;        // elements
    ABI_UINT32 segmentCount;    // segments; with offsets only
    ABI_UINT32 reserved;
};

ABI_CONSTANT ABI_NAME(kVectorBytes) = 16; // size of the widest loads and stores

// Specialisation constant ids.
ABI_CONSTANT ABI_NAME(kIdWorkgroupSize) = 0;
ABI_CONSTANT ABI_NAME(kIdRows) = 1;
ABI_CONSTANT ABI_NAME(kIdOperator) = 2;
ABI_CONSTANT ABI_NAME(kIdExclusive) = 3;
ABI_CONSTANT ABI_NAME(kIdBackward) = 4;
ABI_CONSTANT ABI_NAME(kIdWindow) = 5;
ABI_CONSTANT ABI_NAME(kIdPolls) = 6;
ABI_CONSTANT ABI_NAME(kIdRounds) = 7;
ABI_CONSTANT ABI_NAME(kIdInOrder) = 9;
ABI_CONSTANT ABI_NAME(kIdSpineSubgroups) = 10;
ABI_CONSTANT ABI_NAME(kIdTestHooks) = 11;
ABI_CONSTANT ABI_NAME(kIdSubgroupSize) = 12;
ABI_CONSTANT ABI_NAME(kIdOrder) = 13;
ABI_CONSTANT ABI_NAME(kIdTupleSize) = 14;
ABI_CONSTANT ABI_NAME(kIdBlockVectors) = 15;
ABI_CONSTANT ABI_NAME(kIdSegments) = 16;
ABI_CONSTANT ABI_NAME(kIdLeaveAlone) = 17;
ABI_CONSTANT ABI_NAME(kIdType) = 18;
ABI_CONSTANT ABI_NAME(kIdFallback) = 19;
ABI_CONSTANT ABI_NAME(kFirstFurtherId) = 20; // ids from here on are in other headers, several of which share some
ABI_CONSTANT ABI_NAME(kSpecConstantCount) = ABI_NAME(kFirstFurtherId) + 14;

ABI_CONSTANT ABI_NAME(kMaxSegmentItems) = 32;  // elements per invocation of a segmented reduction: a bit each in a word
ABI_CONSTANT ABI_NAME(kMaxParts) = 16;         // tuple size times the order of one pass
ABI_CONSTANT ABI_NAME(kLeastSharedWords) = 11; // words of the smallest states that the lanes of a spine share

// How segments are specified, in the order of vkscan::Segments.
ABI_CONSTANT ABI_NAME(kSegmentsHeadBits) = 0;
ABI_CONSTANT ABI_NAME(kSegmentsHeadFlags) = 1;
ABI_CONSTANT ABI_NAME(kSegmentsKeys32) = 2;
ABI_CONSTANT ABI_NAME(kSegmentsKeys64) = 3;
ABI_CONSTANT ABI_NAME(kSegmentsRows) = 4;
ABI_CONSTANT ABI_NAME(kSegmentsOffsets) = 5;
ABI_CONSTANT ABI_NAME(kSegmentsKernels) = 6;

// Element types, in the order of vkscan::ElementType.
ABI_CONSTANT ABI_NAME(kTypeU32) = 0;
ABI_CONSTANT ABI_NAME(kTypeI32) = 1;
ABI_CONSTANT ABI_NAME(kTypeF32) = 2;
ABI_CONSTANT ABI_NAME(kTypeU64) = 3;
ABI_CONSTANT ABI_NAME(kTypeI64) = 4;
ABI_CONSTANT ABI_NAME(kTypeF64) = 5;

// Operator codes, in the order of vkscan::Op.
ABI_CONSTANT kOpAdd = 0;
ABI_CONSTANT kOpMultiply = 1;
ABI_CONSTANT kOpMin = 2;
ABI_CONSTANT kOpMax = 3;
ABI_CONSTANT kOpAnd = 4;
ABI_CONSTANT kOpOr = 5;
ABI_CONSTANT kOpXor = 6;
// An operator for tests, u32 only: composes maps x -> m x + b modulo 2^16, with b in the high half. It does not
// commute.
ABI_CONSTANT ABI_NAME(kOpTestAffine) = 7;

// Dispatches of a run that may give up: the single pass, and the dispatches that recover.
ABI_CONSTANT ABI_NAME(kFallbackNone) = 0; // one dispatch, which only gives up if its results are lost
ABI_CONSTANT ABI_NAME(kFallbackPass) = 1;
ABI_CONSTANT ABI_NAME(kFallbackAgain) = 2;

// Index sentinel: no element.
ABI_CONSTANT ABI_NAME(kNoIndex) = 0xffffffff;

// Test hooks, a bit set: hostile schedules, for tests only.
ABI_CONSTANT ABI_NAME(kHookReverseTiles) = 1; // tiles are taken from the last to the first
// Every fourth tile never publishes. If the run can recover, it gives up, and publishes at the end.
ABI_CONSTANT ABI_NAME(kHookWithhold) = 2;
ABI_CONSTANT ABI_NAME(kHookLowBounds) = 4; // bounds by estimation exclude wanted keys

// Scratch: a header, then slots. 64-bit words are listed low half first. A slot holds one state as words {payload,
// tag}. A word is valid if its tag is that of the run. No run has the tag 0, which marks words that a barrier orders.
ABI_CONSTANT ABI_NAME(kScratchTicket) = 0; // 64 bits: {next ticket, epoch}
ABI_CONSTANT ABI_NAME(kScratchStatus) = 8; // 32 bits: ScratchStatus, a bit set
ABI_CONSTANT ABI_NAME(kStatusGaveUp) = 1;
ABI_CONSTANT ABI_NAME(kStatusNotAMonoid) = 2;
ABI_CONSTANT ABI_NAME(kScratchSum) = 16;       // 64 bits: {workgroups that have added, sum}; zero between runs
ABI_CONSTANT ABI_NAME(kScratchGivenUp) = 24;   // 32 bits: last tag of the last run that gave up, if other dispatches
                                               // recover
ABI_CONSTANT ABI_NAME(kScratchFallbacks) = 28; // 32 bits: number of such runs after the scratch was zeroed
ABI_CONSTANT ABI_NAME(kScratchLastTag) = 32;   // 32 bits: last tag of the last run that might give up
ABI_CONSTANT ABI_NAME(kScratchHeaderBytes) = 64;
ABI_CONSTANT ABI_NAME(kScratchWordBytes) = 8;

ABI_ASSERT(sizeof(ScanPush) == 96 && offsetof(ScanPush, hasInitial) == 56);
ABI_END

#endif
