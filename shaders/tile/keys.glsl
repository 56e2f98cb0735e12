// Keys or flags, of one or two words, that go with the elements of a tile.
#ifndef VKSCAN_TILE_KEYS
#define VKSCAN_TILE_KEYS
#include "tile/memory.glsl"

layout(constant_id = kIdSegments) const uint kSegments = kSegmentsHeadFlags;

const uint kKeyWords = kSegments == kSegmentsKeys64 ? 2 : 1;
const uint kKeyBytes = 4 * kKeyWords;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer FlagAt { uint flag; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer KeyAt { uvec2 key; };

// Loads a key or a flag.
uvec2 loadKey(uint64_t address)
{
    if (kKeyWords == 2)
        return KeyAt(address).key;
    return uvec2(FlagAt(address).flag, 0);
}

// Loads the keys of a whole vector.
void loadKeys(uint64_t address, out uvec2 keys[kVector])
{
    uint words[kVector * 2];
    if (kVector * kKeyBytes < kVectorBytes) {
        const uvec2 pair = KeyAt(address).key;
        words[0] = pair.x;
        words[1] = pair.y;
    }
    [[unroll]] for (uint i = 0; i < kVector * kKeyWords / 4; ++i) {
        const uvec4 vector = VectorAt(address + i * kVectorBytes).words;
        [[unroll]] for (uint j = 0; j < 4; ++j)
            words[i * 4 + j] = vector[j];
    }
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        const uint k = elementInVector(i) * kKeyWords;
        keys[i] = uvec2(words[k], kKeyWords == 2 ? words[k + 1] : 0);
    }
}
#endif
