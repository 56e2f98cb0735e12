// Heads: the beginnings of segments, as a mask for each vector of a tile, with the elements in scan order.
//
// In scan order, a segment of a backward scan begins with its last element: the one before the next head.
#ifndef VKSCAN_TILE_HEADS
#define VKSCAN_TILE_HEADS
#include "tile/segment_state.glsl"
#include "core/workgroup.glsl"
#include "tile/keys.glsl"

const bool kHasKeys = kSegments == kSegmentsKeys32 || kSegments == kSegmentsKeys64;

uint headsByKeys(uint tile, uint row, Bounds bounds)
{
    const uint64_t array = push.segmentsAddress - push.head * kKeyBytes;
    const uint position = vectorInTile(row) * kVector;
    const uint64_t first = uint64_t(tile) * kTileVectors + vectorInTile(row);
    const uint64_t address = array + (kBackward ? vectorCount - 1 - first : first) * (kVector * kKeyBytes);
    uvec2 keys[kVector];
    if (kVector > 1 && vectorAccess(array, bounds)) {
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

// The index of the first element of a vector in the order of memory; in a backward scan, of the element after it.
// Before the first element of the array it wraps around.
uint64_t firstIndex(uint tile, uint row)
{
    const uint64_t first = uint64_t(tile) * kTileVectors + vectorInTile(row);
    return (kBackward ? vectorCount - 1 - first : first) * kVector + (kBackward ? 1 : 0) - push.head;
}

// Turns a mask from the order of memory into scan order.
uint inScanOrder(uint heads) { return kBackward ? bitfieldReverse(heads) >> (32 - kVector) : heads; }

// The head bits of a vector that begins at the bit `first` of the array; bits beyond the array are 0.
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
    // The place after the last element of the array has no bit.
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

#include "core/division.glsl"

// Segments as rows of equal length. If the pitch is larger than the length, padding follows each row. Padding is
// scanned as part of the row before it, without effect: a backward scan begins again at the last element of the row.

// The row of an element, and its place in the row.
struct RowPlace {
    uint64_t row;
    uint element; // place in the row, or in the padding after it
};

RowPlace rowPlaceOf(uint64_t index)
{
    const Division division = divide(index, push.rowPitch);
    return RowPlace(division.quotient, division.rest);
}

// The place in its row of the element `ahead` elements after the first of this invocation's first vector.
uint elementInRow(uint tile, uint ahead)
{
    const uint64_t leads = push.head / push.rowPitch + 1; // rows added to keep indices above 0
    return rowPlaceOf(firstIndex(tile, 0) + leads * push.rowPitch + ahead).element;
}

// The place in its row of the vector that follows `step` elements later in scan order. Only elementInRow divides.
uint nextInRow(uint element, uint step)
{
    const uint forward = kBackward ? push.rowPitch - step : step;
    return element >= push.rowPitch - forward ? element - (push.rowPitch - forward) : element + forward;
}

void headsByRows(uint tile, out uint heads[kRows])
{
    uint first = elementInRow(tile, kBackward ? push.rowPitch - push.rowLength : 0);
    const uint step = gl_SubgroupSize * kVector % push.rowPitch;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        uint element = first;
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            mask |= element == 0 ? 1u << i : 0;
            element = element + 1 == push.rowPitch ? 0 : element + 1;
        }
        heads[row] = inScanOrder(mask);
        first = nextInRow(first, step);
    }
}

// Segments by offsets: the heads of a tile as bits in shared memory. All subgroups search for the first offset in the
// tile; then each invocation marks several at once. All subgroups leave every loop together: lavapipe loses ones that
// stay longer.
const uint kOffsetsAtOnce = 4; // offsets that an invocation marks at once

const bool kHasOffsets = kSegments == kSegmentsOffsets;
shared uint sharedHeads[kHasOffsets ? kTileElements / 32 + 1 : 1]; // bits in the order of memory; one place more than
                                                                   // elements

uint segmentsGiven() { return push.segmentCount; }

// Loads an offset.
uint loadOffset(uint k) { return FlagAt(push.segmentsAddress + uint64_t(k) * 4).flag; }

// Clamps an offset to the array.
uint inArray(uint offset) { return min(offset, uint(min(elementCount, 0xfffffffful))); }

uint offsetAt(uint k) { return inArray(loadOffset(k)); }

// The number of offsets before an index: a search with one probe in each lane.
uint offsetsBefore(int64_t index)
{
    uint first = 0;
    uint step = 0;
    for (uint left = segmentsGiven() + 1; left > 0; left = step - 1) {
        step = divideRoundingUp(left, gl_SubgroupSize);
        const uint probe = first + step * (gl_SubgroupInvocationID + 1) - 1;
        bool before = false;
        if (probe <= segmentsGiven())
            before = int64_t(offsetAt(probe)) < index;
        first += subgroupBallotBitCount(subgroupBallot(before)) * step;
    }
    return first;
}

// The place of an offset in the tile that begins at the index `firstInTile`: 0 if it is before the tile, more than
// kTileElements if it is after.
uint placeOf(uint k, uint offset, int64_t firstInTile)
{
    const uint base = uint(clamp(firstInTile, 0l, 0xffffffffl));
    const uint lead = firstInTile < 0l ? uint(-firstInTile) : 0; // elements missing in the array's first vector
    const uint place = min(max(inArray(offset), base) - base, kTileElements + 1) + lead;
    return k > segmentsGiven() ? kTileElements + 1 : place;
}

uint placeOf(uint k, int64_t firstInTile)
{
    // A valid offset always: drivers may load before they branch.
    return placeOf(k, loadOffset(min(k, segmentsGiven())), firstInTile);
}

void markPlace(uint place)
{
    atomicOr(sharedHeads[place / 32], 1u << place % 32, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
             gl_SemanticsRelaxed);
}

// Marks the places of offsets from `first` on. If the last of those marked at once has the place of the one marked
// before, as with many empty segments, the stride doubles; it halves if that was too far.
void markPlaces(uint first, int64_t firstInTile)
{
    const uint unit = kOffsetsAtOnce * kWorkgroupSize;
    uint at = first - 1; // last offset that is marked
    uint marked = ~0u;   // place of that offset
    for (uint stride = unit; stride >= unit; stride /= 2) {
        const uint begin = at + stride - unit + 1;
        const uint last = placeOf(at + stride, firstInTile);
        uint places[kOffsetsAtOnce];
        [[unroll]] for (uint i = 0; i < kOffsetsAtOnce; ++i)
            places[i] = placeOf(begin + i * kWorkgroupSize + gl_LocalInvocationIndex, firstInTile);
        if (last == marked) {
            at += stride;
            stride *= 4;
        } else if (stride == unit) {
            [[unroll]] for (uint i = 0; i < kOffsetsAtOnce; ++i)
                if (places[i] < kTileElements)
                    markPlace(places[i]);
            at += stride;
            marked = last;
            stride *= last < kTileElements ? 2 : 1;
        }
    }
}

// The place of this invocation's vector in the tile.
uint placeInTile(uint row)
{
    return (kBackward ? kTileVectors - 1 - vectorInTile(row) : vectorInTile(row)) * kVector;
}

void headsByOffsets(uint tile, out uint heads[kRows])
{
    for (uint word = 0; word <= kTileElements / 32; word += kWorkgroupSize)
        if (word + gl_LocalInvocationIndex <= kTileElements / 32)
            sharedHeads[word + gl_LocalInvocationIndex] = 0;
    const int64_t firstInTile = int64_t(firstIndex(tile, 0)) - int64_t(placeInTile(0));
    const uint first = offsetsBefore(firstInTile);
    barrier();
    markPlaces(first, firstInTile);
    barrier();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint own = placeInTile(row);
        heads[row] = inScanOrder(bitfieldExtract(sharedHeads[own / 32], int(own % 32), int(kVector)));
    }
}

#if defined(IS_HEAD) // defined by a user's kernel
void loadHeads(uint tile, out uint heads[kRows])
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint64_t first = firstIndex(tile, row);
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (first + i < elementCount && isHead(first + i))
                mask |= 1u << i;
        heads[row] = inScanOrder(mask);
    }
}
#else
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
#endif
#endif
