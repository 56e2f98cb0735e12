// The scan of a tile by a user's kernel (vkscan/kernel.glsl). An invocation scans blocks of consecutive elements, so few
// that they just fill vectors of 16 bytes; a row has a block of each lane and takes one subgroup scan. Memory is accessed
// in one of two ways, by lanes side by side:
//   - in vectors, where elements are states in an array and all vectors of the subgroup's part are whole and aligned;
//   - or else by load and store, once for each element.
// Neither gives a lane its block, unless blocks are single vectors, or single elements: so lanes exchange what they have
// through shared memory, inside one subgroup.
#ifndef VKSCAN_TILE_CUSTOM
#define VKSCAN_TILE_CUSTOM
#include "core/workgroup.glsl" // before others, since the user's kernel is to come first
#include "core/subgroup_order.glsl"

// What tells the library that the module fits. Every entry point uses it, by openArray or
// storeTotal, lest an optimiser drops it.
#if defined(LOAD)
const uint kLoads = kStampLoads;
#else
const uint kLoads = 0;
#endif
#if defined(STORE)
const uint kStores = kStampStores;
#else
const uint kStores = 0;
#endif
layout(constant_id = kIdStamp) const uint kStamp = (kStampVersion << kStampVersionShift) + kLoads + kStores + kStateWords;

layout(constant_id = kIdBlockElements) const uint kBlockElements = 1;
const uint kBlocks = kRows / kBlockElements; // of an invocation, a row each
const uint kBlockVectors = (kBlockElements * kStateWords + 3) / 4;
const bool kFillsVectors = kBlockElements * kStateWords % 4 == 0; // or blocks are single elements
const uint kStateBytes = kStateWords * 4;
const uint kTileElements = kWorkgroupSize * kRows;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };

uint64_t elementCount; // of the whole array

// Reads the count. Returns the number of tiles.
uint openArray()
{
    elementCount = kStamp == 0 ? 0ul : push.maxCount;
    if (isPresent(push.countAddress))
        elementCount = min(elementCount, uint64_t(WordAt(readable(push.countAddress)).word));
    return uint((elementCount + kTileElements - 1) / kTileElements);
}

// States in memory, in as large words as they are made of.
const uint kWordsAtOnce = kStateWords % 4 == 0 ? 4 : kStateWords % 2 == 0 ? 2 : 1;

#if !defined(LOAD)
State load(uint64_t index)
{
    const uint64_t address = push.inputAddress + index * kStateBytes;
    uint words[kStateWords];
    [[unroll]] for (uint first = 0; first < kStateWords; first += kWordsAtOnce) {
        uvec4 loaded = uvec4(0);
        if (kWordsAtOnce == 4)
            loaded = VectorAt(address + first * 4).words;
        else if (kWordsAtOnce == 2)
            loaded.xy = PairAt(address + first * 4).words;
        else
            loaded.x = WordAt(address + first * 4).word;
        [[unroll]] for (uint i = 0; i < kWordsAtOnce; ++i)
            words[first + i] = loaded[i];
    }
    return stateOf(words);
}
#endif

#if !defined(STORE)
void store(uint64_t index, State before, State through)
{
    const uint64_t address = push.outputAddress + index * kStateBytes;
    uint words[kStateWords];
    if (kExclusive)
        toWords(before, words);
    else
        toWords(through, words);
    [[unroll]] for (uint first = 0; first < kStateWords; first += kWordsAtOnce) {
        uvec4 stored = uvec4(0);
        [[unroll]] for (uint i = 0; i < kWordsAtOnce; ++i)
            stored[i] = words[first + i];
        if (kWordsAtOnce == 4)
            VectorAt(address + first * 4).words = stored;
        else if (kWordsAtOnce == 2)
            PairAt(address + first * 4).words = stored.xy;
        else
            WordAt(address + first * 4).word = stored.x;
    }
}
#endif

struct Tile {
    State items[kBlocks][kBlockElements]; // the elements; after scanTile, their inclusive scan from subgroupPrefix on
    State subgroupPrefix;                 // what precedes, in the tile, the part of it this subgroup holds
};

uint rowElements() { return gl_SubgroupSize * kBlockElements; }

// The first position of a row of the subgroup's.
uint rowInTile(uint row) { return (gl_SubgroupID * kBlocks + row) * rowElements(); }

// The element of a row that this lane loads and stores in its turn `i`.
uint placeInRow(uint i) { return i * gl_SubgroupSize + gl_SubgroupInvocationID; }

uint64_t indexOf(uint tile, uint place)
{
    const uint64_t position = uint64_t(tile) * kTileElements + place;
    return kBackward ? elementCount - 1 - position : position;
}

// Elements of the tile.
uint existingIn(uint tile)
{
    return uint(min(elementCount - uint64_t(tile) * kTileElements, uint64_t(kTileElements)));
}

// Where in memory the subgroup's part of a tile begins, if all of it exists.
uint64_t partAddress(uint64_t array, uint tile)
{
    const uint64_t first = indexOf(tile, rowInTile(0));
    return array + (kBackward ? first + 1 - kBlocks * rowElements() : first) * kStateBytes;
}

// Whether the part is blocks of whole vectors.
bool isWhole(uint64_t part, uint existing)
{
    return kFillsVectors && rowInTile(kBlocks) <= existing && (part & 15ul) == 0ul;
}

// Of this lane's block, and of its vector among as many side by side: in memory, a backward scan's row is mirrored.
uint laneInMemory()
{
    return kBackward ? gl_SubgroupSize - 1 - gl_SubgroupInvocationID : gl_SubgroupInvocationID;
}

// All rows share the 64-bit arithmetic, and lie at constant distances from one base.
uint64_t vectorAddress(uint64_t part, uint row, uint i)
{
    const uint first = ((kBackward ? kBlocks - 1 - row : row) * kBlockVectors + i) * gl_SubgroupSize;
    return part + laneInMemory() * kVectorBytes + first * kVectorBytes;
}

void blockOf(uvec4 vectors[kBlockVectors], out State items[kBlockElements])
{
    [[unroll]] for (uint i = 0; i < kBlockElements; ++i) {
        const uint first = (kBackward ? kBlockElements - 1 - i : i) * kStateWords;
        uint words[kStateWords];
        [[unroll]] for (uint word = 0; word < kStateWords; ++word)
            words[word] = vectors[(first + word) / 4][(first + word) % 4];
        items[i] = stateOf(words);
    }
}

void vectorsOf(State items[kBlockElements], out uvec4 vectors[kBlockVectors])
{
    [[unroll]] for (uint i = 0; i < kBlockElements; ++i) {
        const uint first = (kBackward ? kBlockElements - 1 - i : i) * kStateWords;
        uint words[kStateWords];
        toWords(items[i], words);
        [[unroll]] for (uint word = 0; word < kStateWords; ++word)
            vectors[(first + word) / 4][(first + word) % 4] = words[word];
    }
}

// The exchange: a row of the subgroup's, in the order of memory. Blocks lie an odd number of vectors apart so that lanes
// do not meet in the same banks, neither at their blocks nor at vectors side by side.
const uint kBlockStride = kBlockVectors | 1;
shared uvec4 sharedVectors[kFillsVectors ? kWorkgroupSize * kBlockStride : 1];

uint sharedAt(uint block, uint vector)
{
    return (gl_SubgroupID * gl_SubgroupSize + block) * kBlockStride + vector;
}

void writeBlock(uvec4 vectors[kBlockVectors])
{
    [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
        sharedVectors[sharedAt(laneInMemory(), i)] = vectors[i];
}

void readBlock(out uvec4 vectors[kBlockVectors])
{
    [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
        vectors[i] = sharedVectors[sharedAt(laneInMemory(), i)];
}

// Of vectors side by side, this lane's in its turn `i`.
uint sharedInRow(uint i)
{
    const uint vector = i * gl_SubgroupSize + laneInMemory();
    return sharedAt(0, vector + vector / kBlockVectors * (kBlockStride - kBlockVectors));
}

// Of the element at a place of the row, the vector that holds a word, and where in the vector.
uvec2 sharedWordOf(uint place, uint word)
{
    const uint element = kBackward ? rowElements() - 1 - place : place;
    const uint inBlock = element % kBlockElements * kStateWords + word;
    return uvec2(sharedAt(element / kBlockElements, inBlock / 4), inBlock % 4);
}

void writeElement(uint place, State state)
{
    uint words[kStateWords];
    toWords(state, words);
    if (kWordsAtOnce == 4) {
        [[unroll]] for (uint i = 0; i < kStateWords; i += 4)
            sharedVectors[sharedWordOf(place, i).x] = uvec4(words[i], words[i + 1], words[i + 2], words[i + 3]);
    } else {
        [[unroll]] for (uint i = 0; i < kStateWords; ++i) {
            const uvec2 at = sharedWordOf(place, i);
            sharedVectors[at.x][at.y] = words[i];
        }
    }
}

State readElement(uint place)
{
    uint words[kStateWords];
    [[unroll]] for (uint i = 0; i < kStateWords; ++i) {
        const uvec2 at = sharedWordOf(place, i);
        words[i] = kWordsAtOnce == 4 ? sharedVectors[at.x][i % 4] : sharedVectors[at.x][at.y];
    }
    return stateOf(words);
}

void loadVectors(uint64_t part, out Tile tile)
{
    uvec4 vectors[kBlocks][kBlockVectors];
    [[unroll]] for (uint row = 0; row < kBlocks; ++row)
        [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
            vectors[row][i] = VectorAt(vectorAddress(part, row, i)).words;
    [[unroll]] for (uint row = 0; row < kBlocks; ++row) {
        if (kBlockVectors > 1) {
            [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
                sharedVectors[sharedInRow(i)] = vectors[row][i];
            orderSubgroup();
            readBlock(vectors[row]);
            orderSubgroup();
        }
        blockOf(vectors[row], tile.items[row]);
    }
}

void loadElements(uint index, uint existing, out Tile tile)
{
    if (existing == kTileElements) {
        [[unroll]] for (uint row = 0; row < kBlocks; ++row)
            [[unroll]] for (uint i = 0; i < kBlockElements; ++i)
                tile.items[row][i] = load(indexOf(index, rowInTile(row) + placeInRow(i)));
    } else {
        [[unroll]] for (uint row = 0; row < kBlocks; ++row)
            [[unroll]] for (uint i = 0; i < kBlockElements; ++i) {
                tile.items[row][i] = identity();
                if (rowInTile(row) + placeInRow(i) < existing)
                    tile.items[row][i] = load(indexOf(index, rowInTile(row) + placeInRow(i)));
            }
    }
    [[unroll]] for (uint row = 0; row < kBlocks; ++row)
        if (kBlockElements > 1) {
            [[unroll]] for (uint i = 0; i < kBlockElements; ++i)
                writeElement(placeInRow(i), tile.items[row][i]);
            orderSubgroup();
            uvec4 vectors[kBlockVectors];
            readBlock(vectors);
            orderSubgroup();
            blockOf(vectors, tile.items[row]);
        }
}

void loadTile(uint index, out Tile tile)
{
    const uint existing = existingIn(index);
    const uint64_t part = partAddress(push.inputAddress, index);
    if (kLoads == 0 && isWhole(part, existing))
        loadVectors(part, tile);
    else
        loadElements(index, existing, tile);
}

State scanTile(inout Tile tile)
{
    const uint last = kBlockElements - 1;
    State running = identity();
    [[unroll]] for (uint row = 0; row < kBlocks; ++row) {
        [[unroll]] for (uint i = 1; i < kBlockElements; ++i)
            tile.items[row][i] = combine(tile.items[row][i - 1], tile.items[row][i]);
        const State inclusive = subgroupScanInclusive(tile.items[row][last]);
        const State before = combine(running, subgroupShiftUp(inclusive));
        [[unroll]] for (uint i = 0; i < last; ++i)
            tile.items[row][i] = combine(before, tile.items[row][i]);
        tile.items[row][last] = combine(running, inclusive);
        running = combine(running, subgroupLast(inclusive));
    }
    return workgroupScan(running, tile.subgroupPrefix);
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

// `before` is what precedes the block.
void storeVectors(uint64_t part, uint row, State before, State through[kBlockElements])
{
    State results[kBlockElements];
    [[unroll]] for (uint i = 0; i < kBlockElements; ++i) {
        results[i] = kExclusive ? before : through[i];
        before = through[i];
    }
    uvec4 vectors[kBlockVectors];
    vectorsOf(results, vectors);
    if (kBlockVectors > 1) {
        writeBlock(vectors);
        orderSubgroup();
        [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
            vectors[i] = sharedVectors[sharedInRow(i)];
        orderSubgroup();
    }
    [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
        VectorAt(vectorAddress(part, row, i)).words = vectors[i];
}

// `before` is what precedes the block, `rowBefore` what precedes the row. What is not used of these, and of what is read
// before an element, costs nothing: compilers drop shuffles and loads.
void storeElements(uint index, uint existing, uint row, State rowBefore, State before, State through[kBlockElements])
{
    if (kBlockElements > 1) {
        uvec4 vectors[kBlockVectors];
        vectorsOf(through, vectors);
        writeBlock(vectors);
        orderSubgroup();
    }
    State befores[kBlockElements];
    [[unroll]] for (uint i = 0; i < kBlockElements; ++i) {
        befores[i] = before;
        if (kBlockElements > 1) {
            const uint place = placeInRow(i);
            befores[i] = readElement(max(place, 1) - 1);
            if (place == 0)
                befores[i] = rowBefore;
            through[i] = readElement(place);
        }
    }
    if (kBlockElements > 1)
        orderSubgroup();
    [[unroll]] for (uint i = 0; i < kBlockElements; ++i)
        if (rowInTile(row) + placeInRow(i) < existing)
            store(indexOf(index, rowInTile(row) + placeInRow(i)), befores[i], through[i]);
}

void storeTile(uint index, Tile tile, State carry)
{
    const uint existing = existingIn(index);
    const uint64_t part = partAddress(push.outputAddress, index);
    const bool asVectors = kStores == 0 && isWhole(part, existing);
    const State earlier = combine(carry, tile.subgroupPrefix);
    State rowBefore = earlier;
    [[unroll]] for (uint row = 0; row < kBlocks; ++row) {
        [[unroll]] for (uint i = 0; i < kBlockElements; ++i)
            tile.items[row][i] = combine(earlier, tile.items[row][i]);
        const State last = tile.items[row][kBlockElements - 1];
        State before = stateOfLaneBefore(last, 1);
        if (gl_SubgroupInvocationID == 0)
            before = rowBefore;
        if (asVectors)
            storeVectors(part, row, before, tile.items[row]);
        else
            storeElements(index, existing, row, rowBefore, before, tile.items[row]);
        rowBefore = subgroupLast(last);
    }
}

State initialState() { return identity(); }

void storeTotal(State total)
{
    if (push.totalAddress != 0ul && kStamp != 0)
        [[unroll]] for (uint i = 0; i < kStateWords; ++i)
            WordAt(push.totalAddress + i * 4).word = stateWord(total, i);
}
#endif
