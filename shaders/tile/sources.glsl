// The sources of an expansion, given as ascending offsets: a search for the source of an element, and a cursor that
// reads on from there, in chunks of a vector for each lane, one chunk ahead. All functions except offsetOf operate on a
// subgroup.
//
// Vectors are accessed component by component: indexed by a loop, they would be in an H200's local memory, and the
// kernel would take four times as long.
#ifndef VKSCAN_TILE_SOURCES
#define VKSCAN_TILE_SOURCES
#if defined(ELEMENT_CUSTOM)
#define VKSCAN_EXPANDS_SOURCES // vkscan/kernel.glsl declares the push constants
#else
#include "abi/expand_abi.h"
#define PUSH_CONSTANTS ExpandPush
#endif
#include "core/common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };

const uint kVector = 4;
const uint kNone = 0xffffffff; // the offset of a source that does not exist

uint sourceCount;

uint chunkLength() { return gl_SubgroupSize * kVector; } // offsets

// The position of a subgroup among the sources.
struct Cursor {
    uint chunk;    // the chunk's first source, a multiple of kVector
    uvec4 offsets; // this lane's part of the chunk
    uvec4 ahead;   // this lane's part of the next chunk
    uint source;   // the source of the element before the step
    uint begin;    // the first element of that source
};

uint64_t offsetAddress(uint source) { return push.inputAddress + uint64_t(source) * 4; }

// Offsets are an array, or what a user's kernel loads.
#if defined(LOAD)
layout(constant_id = vkscan_kIdLoadsOffsets) const bool kLoadsOffsets = false;
#define LOAD_OFFSET(source) kLoadsOffsets ? load(source) : WordAt(offsetAddress(source)).word
#define IN_VECTORS !kLoadsOffsets &&
#else
#define LOAD_OFFSET(source) WordAt(offsetAddress(source)).word
#define IN_VECTORS
#endif

uint offsetOf(uint source)
{
    uint offset = kNone;
    if (source < sourceCount)
        offset = LOAD_OFFSET(source);
    return offset;
}

uvec4 offsetsOf(uvec4 sources)
{
    return uvec4(offsetOf(sources.x), offsetOf(sources.y), offsetOf(sources.z), offsetOf(sources.w));
}

// Loads this lane's part of a chunk.
uvec4 loadChunk(uint chunk)
{
    const uint source = chunk + gl_SubgroupInvocationID * kVector;
    uvec4 offsets = uvec4(kNone);
    if (IN_VECTORS (push.inputAddress & 15ul) == 0ul && source + kVector <= sourceCount)
        offsets = VectorAt(offsetAddress(source)).words;
    else if (source < sourceCount)
        offsets = offsetsOf(source + uvec4(0, 1, 2, 3));
    return offsets;
}

void openChunk(inout Cursor cursor, uint source)
{
    cursor.chunk = source - source % kVector;
    cursor.offsets = loadChunk(cursor.chunk);
    cursor.ahead = loadChunk(cursor.chunk + chunkLength());
}

void openNextChunk(inout Cursor cursor)
{
    cursor.chunk += chunkLength();
    cursor.offsets = cursor.ahead;
    cursor.ahead = loadChunk(cursor.chunk + chunkLength());
}

// The number of lanes for which the condition holds.
uint countLanes(bool condition) { return subgroupBallotBitCount(subgroupBallot(condition)); }

// Sources from `low` to the one before `high`.
struct Range {
    uint low;
    uint high;
};

// Whether two chunks hold the range, wherever in a vector it begins.
bool isNarrow(Range range) { return range.high - range.low + kVector <= 2 * chunkLength(); }

// The source that a lane looks at around a guess: distances double from the guess to both sides.
uint placeAround(uint guess, uint lane)
{
    const bool isBefore = lane < gl_SubgroupSize / 2;
    const uint distance = sourceCount >> min(isBefore ? lane + 1 : gl_SubgroupSize - lane, 31);
    return isBefore ? guess - min(guess, distance) : guess + min(sourceCount - guess, distance);
}

// Narrows down the possible sources of the element, which is guessed at that fraction of all sources.
Range guessRange(uint element, float part)
{
    const uint guess = min(uint(float(sourceCount) * min(part, 1.0)), sourceCount);
    const uint count = countLanes(offsetOf(placeAround(guess, gl_SubgroupInvocationID)) <= element);
    return Range(count > 0 ? placeAround(guess, count - 1) : 0,
                 count < gl_SubgroupSize ? placeAround(guess, count) : sourceCount);
}

// The cursor at an element that is probably at that fraction of all sources.
Cursor seek(uint element, float part)
{
    Range range = Range(0, sourceCount);
    if (!isNarrow(range))
        range = guessRange(element, part);
    for (uint i = 0; i < 16 && !isNarrow(range); ++i) { // 16 rounds of 4 lanes narrow down 2^32 sources
        const uint stride = divideRoundingUp(range.high - range.low, gl_SubgroupSize);
        const uint place = range.low + stride * (gl_SubgroupInvocationID + 1);
        const uint count = countLanes(place < range.high && offsetOf(place) <= element);
        range.low += stride * count;
        range.high = min(range.high, range.low + stride);
    }
    Cursor cursor;
    openChunk(cursor, range.low);
    if (subgroupBroadcastFirst(cursor.ahead.x) <= element)
        openNextChunk(cursor);
    // Offsets ascend, so the last one not beyond the element belongs to the last lane that has one.
    const bvec4 within = lessThanEqual(cursor.offsets, uvec4(element));
    const uint first = within.z ? (within.w ? cursor.offsets.w : cursor.offsets.z)
                                : (within.y ? cursor.offsets.y : cursor.offsets.x);
    const uint last = max(countLanes(within.x), 1) - 1;
    const uint behind = uint(within.y) + uint(within.z) + uint(within.w); // the lane's first source
    cursor.source = cursor.chunk + last * kVector + subgroupShuffle(behind, last);
    cursor.begin = subgroupShuffle(first, last);
    return cursor;
}
#endif
