// The segments of a sort: their boundaries, and which are short.
#ifndef VKSCAN_TILE_RADIX_SEGMENTS
#define VKSCAN_TILE_RADIX_SEGMENTS
#include "tile/radix_keys.glsl"

layout(constant_id = kIdShortKeys) const uint kShort = 128; // maximum keys of a short segment

// The boundaries of segments: 0, the offsets, and the number of keys. Some segments are empty.
uint offsetCount() { return push.segmentCount + 1; }

uint boundaryAt(uint i)
{
    uint at = i > 0 ? keyCount : 0;
    if (i > 0 && i <= offsetCount())
        at = min(at, UintAt(push.segmentsAddress + uint64_t(i - 1) * 4).word);
    return at;
}

// The first key of a segment, and the end of its keys.
uvec2 segmentAt(uint i) { return uvec2(boundaryAt(i), boundaryAt(i + 1)); }
bool isLong(uvec2 segment) { return segment.x < segment.y && segment.y - segment.x > kShort; }

// The word that is not 0 if any segment is long. Scratch with room for spans has it; otherwise a readable word.
bool hasSomeLong() { return push.slots > 0; }
uint64_t someLongAddress()
{
    return hasSomeLong() ? push.scratchAddress + kScratchHeaderBytes + kScratchWordBytes : push.segmentsAddress;
}
#endif
