// Segments by offsets: those that begin in a tile, as bits in shared memory. All subgroups search for the first; then
// each invocation marks some at once. All leave every loop together, since lavapipe loses subgroups that do not.
const uint kOffsetsAtOnce = 4; // of an invocation

const bool kHasOffsets = kSegments == kSegmentsOffsets;
shared uint sharedHeads[kHasOffsets ? kTileElements / 32 + 1 : 1]; // in memory's order; one place more than elements
shared uint sharedSegments[kHasOffsets && kReduces ? kTileElements + 1 : 1]; // the first that begins at a marked place

uint segmentCount() { return push.rowPitch; }

// Segments end with the array.
uint offsetAt(uint k)
{
    return min(FlagAt(push.segmentsAddress + uint64_t(k) * 4).flag, uint(min(elementCount, 0xfffffffful)));
}

// How many offsets lie before an index: a search with a probe a lane.
uint offsetsBefore(int64_t index)
{
    uint first = 0;
    uint step = 0;
    for (uint left = segmentCount() + 1; left > 0; left = step - 1) {
        step = divideRoundingUp(left, gl_SubgroupSize);
        const uint probe = first + step * (gl_SubgroupInvocationID + 1) - 1;
        bool before = false;
        if (probe <= segmentCount())
            before = int64_t(offsetAt(probe)) < index;
        first += subgroupBallotBitCount(subgroupBallot(before)) * step;
    }
    return first;
}

// Where in a tile, whose places begin at that index, a segment begins: at kTileElements + 1 if behind it.
uint placeOf(uint k, int64_t firstInTile)
{
    // An offset in any case: drivers may load before they branch.
    const int64_t place = int64_t(offsetAt(min(k, segmentCount()))) - firstInTile;
    return k > segmentCount() ? kTileElements + 1 : uint(min(place, int64_t(kTileElements + 1)));
}

void markPlace(uint place, uint k, int64_t firstInTile)
{
    atomicOr(sharedHeads[place / 32], 1u << place % 32, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
             gl_SemanticsRelaxed);
    if (kReduces) {
        const bool first = k == 0 || placeOf(k - 1, firstInTile) != place;
        if (first)
            sharedSegments[place] = k;
    }
}

// Marks the places of offsets from the first on. Where the last of those marked at once is where the last before was,
// as with many empty segments, it doubles its stride, and halves it where that was too far.
void markPlaces(uint first, int64_t firstInTile)
{
    const uint endPlace = kTileElements + (kReduces ? 1 : 0);
    const uint unit = kOffsetsAtOnce * kWorkgroupSize;
    uint at = first - 1; // the last that is done with
    uint marked = ~0u;   // where it is
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
                if (places[i] < endPlace)
                    markPlace(places[i], begin + i * kWorkgroupSize + gl_LocalInvocationIndex, firstInTile);
            at += stride;
            marked = last;
            stride *= last < endPlace ? 2 : 1;
        }
    }
}

// That of the first element of this invocation's vector.
uint placeInTile(uint row)
{
    return (kBackward ? kTileVectors - 1 - vectorInTile(row) : vectorInTile(row)) * kVector;
}

void headsByOffsets(uint tile, out uint heads[kRows])
{
    if (kReduces)
        barrier(); // the results of the tile before are stored
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
