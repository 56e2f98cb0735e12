// A tile: what one workgroup scans at a time, kRows vectors of 16 bytes an invocation, in registers.
//
// Positions are counted in scan order. A backward scan mirrors whole vectors and the elements in each, so that
// vectors stay aligned; the array's partial last vector then comes first, its missing elements read as the identity.
const uint kVector = 4 / kWords; // elements in 16 bytes
const uint kElementBytes = 4 * kWords;
const uint kTileVectors = kWorkgroupSize * kRows;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer CountAt { uint count; };
#if ELEMENT_WORDS == 2
layout(buffer_reference, std430, buffer_reference_align = 8) buffer ElementAt { Words words; };
Words wordsOf(uvec4 vector, uint i) { return i == 0 ? vector.xy : vector.zw; }
void setWords(inout uvec4 vector, uint i, Words words)
{
    if (i == 0)
        vector.xy = words;
    else
        vector.zw = words;
}
#else
layout(buffer_reference, std430, buffer_reference_align = 4) buffer ElementAt { Words words; };
Words wordsOf(uvec4 vector, uint i) { return vector[i]; }
void setWords(inout uvec4 vector, uint i, Words words) { vector[i] = words; }
#endif

uint64_t elementCount; // of the whole array
uint64_t vectorCount;  // the last may be partial

Element items[kRows][kVector]; // this invocation's elements; after scanTile, their scan from subgroupPrefix on
Element subgroupPrefix;        // what precedes, in the tile, the part of it this subgroup holds

// Reads the count. Returns the number of tiles.
uint openArray()
{
    elementCount = push.maxCount;
    if (push.countAddress != 0ul)
        elementCount = min(elementCount, uint64_t(CountAt(push.countAddress).count));
    vectorCount = (elementCount + kVector - 1) / kVector;
    return uint((vectorCount + kTileVectors - 1) / kTileVectors);
}

// Where this invocation's vector of a row lies in the array, in vectors; beyond vectorCount for none.
// A subgroup's rows lie one behind the other, and its lanes side by side in a row.
uint64_t vectorPosition(uint tile, uint row)
{
    const uint inTile = (gl_SubgroupID * kRows + row) * gl_SubgroupSize + gl_SubgroupInvocationID;
    const uint64_t position = uint64_t(tile) * kTileVectors + inTile;
    return kBackward ? vectorCount - 1 - position : position;
}

uint elementInVector(uint i) { return kBackward ? kVector - 1 - i : i; }

// Whether the tile consists of whole vectors at addresses that allow vector access.
bool vectorAccess(uint64_t address, uint tile)
{
    const uint64_t first = uint64_t(tile) * kTileVectors;
    const uint64_t wholeVectors = elementCount / kVector;
    const bool whole = kBackward ? first >= vectorCount - wholeVectors && first + kTileVectors <= vectorCount
                                 : first + kTileVectors <= wholeVectors;
    return whole && (address & 15ul) == 0ul;
}

void loadRow(uint tile, uint row, bool asVector, out Element values[kVector])
{
    const uint64_t position = vectorPosition(tile, row);
    if (asVector) {
        const uvec4 vector = VectorAt(push.inputAddress + position * 16).words;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            values[i] = fromWords(wordsOf(vector, elementInVector(i)));
    } else {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint64_t index = position * kVector + elementInVector(i);
            values[i] = identity();
            if (position < vectorCount && index < elementCount)
                values[i] = fromWords(ElementAt(push.inputAddress + index * kElementBytes).words);
        }
    }
}

void loadTile(uint tile)
{
    if (vectorAccess(push.inputAddress, tile)) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadRow(tile, row, true, items[row]);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadRow(tile, row, false, items[row]);
    }
}

// Scans the loaded tile. Returns its aggregate.
Element scanTile()
{
    Element running = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            items[row][i] = combine(items[row][i - 1], items[row][i]);
        const Element inclusive = subgroupScanInclusive(items[row][kVector - 1]);
        const Element before = combine(running, subgroupShiftUp(inclusive));
        running = combine(running, subgroupLast(inclusive));
        if (kExclusive) {
            [[unroll]] for (uint i = kVector - 1; i > 0; --i)
                items[row][i] = combine(before, items[row][i - 1]);
            items[row][0] = before;
        } else {
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                items[row][i] = combine(before, items[row][i]);
        }
    }
    return workgroupScan(running, subgroupPrefix);
}

// The aggregate of a tile that is not loaded, grouped as scanTile does it: the same bits, also for floats.
Element aggregateTile(uint tile)
{
    const bool asVector = vectorAccess(push.inputAddress, tile);
    Element running = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        Element values[kVector];
        loadRow(tile, row, asVector, values);
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            values[i] = combine(values[i - 1], values[i]);
        running = combine(running, subgroupReduce(values[kVector - 1]));
    }
    Element prefix;
    return workgroupScan(running, prefix);
}

// Stores the scanned tile behind its carry.
void storeTile(uint tile, Element carry)
{
    const Element earlier = combine(carry, subgroupPrefix);
    const bool asVector = vectorAccess(push.outputAddress, tile);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint64_t position = vectorPosition(tile, row);
        uvec4 vector;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            setWords(vector, elementInVector(i), toWords(combine(earlier, items[row][i])));
        if (asVector) {
            VectorAt(push.outputAddress + position * 16).words = vector;
        } else {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const uint64_t index = position * kVector + i;
                if (position < vectorCount && index < elementCount)
                    ElementAt(push.outputAddress + index * kElementBytes).words = wordsOf(vector, i);
            }
        }
    }
}

// Called by the one invocation that knows the scan's total.
void storeTotal(Element total)
{
    if (push.totalAddress != 0ul)
        ElementAt(push.totalAddress).words = toWords(total);
}
