// Where segments begin, as a mask for each vector of a tile, the elements in scan order.
//
// In scan order a segment of a backward scan begins with the last of its elements: the one that comes after a head.
layout(constant_id = kIdSegments) const uint kSegments = kSegmentsHeadFlags;

const bool kHasKeys = kSegments == kSegmentsKeys32 || kSegments == kSegmentsKeys64;
const uint kKeyWords = kSegments == kSegmentsKeys64 ? 2 : 1;
const uint kKeyBytes = 4 * kKeyWords;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer FlagAt { uint flag; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer KeyAt { uvec2 key; };

// A key, or a flag.
uvec2 loadKey(uint64_t address)
{
    if (kKeyWords == 2)
        return KeyAt(address).key;
    return uvec2(FlagAt(address).flag, 0);
}

// Those of a whole vector.
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

uint headsByKeys(uint tile, uint row, Bounds bounds)
{
    const uint64_t array = push.segmentsAddress - push.head * kKeyBytes;
    const uint position = vectorInTile(row) * kVector;
    const uint64_t first = uint64_t(tile) * kTileVectors + vectorInTile(row);
    const uint64_t address = array + (kBackward ? vectorCount - 1 - first : first) * (kVector * kKeyBytes);
    uvec2 keys[kVector];
    if (vectorAccess(array, bounds)) {
        loadKeys(address, keys);
    } else {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            keys[i] = uvec2(0);
            if (position + i - bounds.begin < bounds.end - bounds.begin)
                keys[i] = loadKey(address + elementInVector(i) * kKeyBytes);
        }
    }
    uvec2 before = uvec2(0);
    if ((kHasKeys || kBackward) && (tile > 0 || position > bounds.begin) && position < bounds.end)
        before = loadKey(kBackward ? address + kVector * kKeyBytes : address - kKeyBytes);
    uint heads = 0;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        const bool head = kHasKeys ? keys[i] != before : (kBackward ? before : keys[i]).x != 0;
        heads |= head ? 1u << i : 0;
        before = keys[i];
    }
    return heads;
}

// The first element of a vector, in memory's order, as an index into the array; or of what comes after it in a backward
// scan. Before the array's first element it wraps around.
uint64_t firstIndex(uint tile, uint row)
{
    const uint64_t first = uint64_t(tile) * kTileVectors + vectorInTile(row);
    return (kBackward ? vectorCount - 1 - first : first) * kVector + (kBackward ? 1 : 0) - push.head;
}

// A mask in memory's order turned into scan order.
uint inScanOrder(uint heads) { return kBackward ? bitfieldReverse(heads) >> (32 - kVector) : heads; }

// The bits of a vector whose first is the array's bit `first`, of those that the array has.
uint headBits(int64_t first)
{
    const int64_t begin = max(first, 0l);
    const int64_t end = min(first + int64_t(kVector), int64_t(elementCount));
    if (begin >= end)
        return 0;
    const uint64_t address = push.segmentsAddress + uint64_t(begin >> 5) * 4;
    const uint offset = uint(begin) & 31;
    const uint count = uint(end - begin);
    uint bits = FlagAt(address).flag >> offset;
    if (offset + count > 32)
        bits |= FlagAt(address + 4).flag << (32 - offset);
    return (bits & (1u << count) - 1) << uint(begin - first);
}

void headsByBits(uint tile, Bounds bounds, out uint heads[kRows])
{
    // What comes after the array's last element has no bit.
    const bool hasAll = holdsPart(bounds) && !(kBackward && tile == 0);
    const uint64_t first = firstIndex(tile, 0);
    const uint64_t address = push.segmentsAddress + (first >> 5) * 4;
    const int step = int(gl_SubgroupSize * kVector) * (kBackward ? -1 : 1);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const int bit = int(uint(first) & 31) + int(row) * step;
        if (hasAll) {
            const uint64_t word = address + int64_t(bit >> 5) * 4l;
            const uint offset = bit & 31;
            heads[row] = FlagAt(word).flag >> offset;
            if (offset > 32 - kVector)
                heads[row] |= FlagAt(word + 4).flag << (32 - offset);
            heads[row] &= (1u << kVector) - 1;
        } else {
            heads[row] = headBits(int64_t(first) + int(row) * step);
        }
        heads[row] = inScanOrder(heads[row]);
    }
}

#include "rows.glsl"
#include "offsets.glsl"

void loadHeads(uint tile, out uint heads[kRows])
{
    const Bounds bounds = boundsOf(tile);
    if (kSegments == kSegmentsRows) {
        headsByRows(tile, heads);
    } else if (kSegments == kSegmentsOffsets) {
        headsByOffsets(tile, heads);
    } else if (kSegments == kSegmentsHeadBits) {
        headsByBits(tile, bounds, heads);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            heads[row] = headsByKeys(tile, row, bounds);
    }
}
