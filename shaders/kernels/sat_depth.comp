#version 460
#extension GL_GOOGLE_include_directive : require
// The last dispatch of tables of volumes: sums the tables of the slices along z, in place.
//
// A workgroup has the columns of some elements of the slices, 16 bytes or one entry of an image for each lane, and
// passes through the slices in blocks. It is divided into parts, each of which loads the next kRows slices of a block.
// So all loads of a block are in flight at once, even with few columns. The parts' totals meet in shared memory.
#include "tables/source.glsl"
#if defined(SINK_UINT_IMAGE) || defined(SINK_FLOAT_IMAGE)
#include "tables/sink_image.glsl"

const uint kItems = kChannels; // elements of a lane in a slice
#else
#include "tables/stored.glsl"

const uint kItems = 4 / kStoredWords; // elements of a lane in a slice
#endif
const uint kDepthParts = kWorkgroupSize / kLaneColumns; // parts of a block of slices
const uint kBlockSlices = kDepthParts * kRows;

shared Element sharedTotals[kItems * kWorkgroupSize];
uint totalIndex(uint part, uint item, uint lane) { return (part * kItems + item) * kLaneColumns + lane; }

#if defined(SINK_IMAGE)
// The entry of a lane in each slice. Images are laid out in blocks, so lanes form a grid whose rows fill whole sectors.
struct Columns {
    ivec2 at;
    bool isElement;
};
const uint kGridWidth = 8;
const uint kGridHeight = kLaneColumns / kGridWidth;

void findColumns(uint lane, out Columns columns)
{
    const uvec2 extent = tableExtent();
    const uint grids = divideRoundingUp(extent.x, kGridWidth); // side by side
    const uvec2 grid = uvec2(workgroupIndex() % grids, workgroupIndex() / grids);
    const uvec2 at = grid * uvec2(kGridWidth, kGridHeight) + uvec2(lane % kGridWidth, lane / kGridWidth);
    columns.at = ivec2(at);
    columns.isElement = all(lessThan(at, extent));
}

#define PLACE_OF_SLICE(slice) (slice)

// Whether the dispatch sums the squares: a push constant, since both tables are bound.
bool sumsSquares() { return (push.vectorAccess & kVectorSquares) != 0; }

void loadSlice(Columns columns, uint slice, out Element items[kItems])
{
    Entry entry = Entry(0);
    if (columns.isElement) {
        const ivec3 at = ivec3(columns.at, slice);
        if (sumsSquares())
            entry = imageLoad(squaresTable, at);
        else
            entry = imageLoad(sumTable, at);
    }
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        items[i] = elementOfBits(bitsOf(entry[i]));
}

void storeSlice(Columns columns, uint slice, Element items[kItems])
{
    Entry entry = Entry(0);
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        entry[i] = entryOf(items[i]);
    if (columns.isElement) {
        const ivec3 at = ivec3(columns.at, slice);
        if (sumsSquares())
            imageStore(squaresTable, at, entry);
        else
            imageStore(sumTable, at, entry);
    }
}
#else
// The elements of a lane, in the first slice. Those of other slices are a multiple of the slice pitch away.
struct Columns {
    uint64_t addresses[kItems];
    bool isElement[kItems];
    bool isVector; // the elements are one vector
};

// With vectors, a lane's elements are neighbours; otherwise elements of neighbouring lanes are.
void findColumns(uint lane, out Columns columns)
{
    const uvec2 extent = tableExtent();
    const uint rowElements = extent.x * kChannels;
    const bool asVectors = (push.vectorAccess & kVectorOutput) != 0;
    const uint rowUnits = asVectors ? divideRoundingUp(rowElements, kItems) : rowElements;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint unit = asVectors ? workgroupIndex() * kLaneColumns + lane
                                    : (workgroupIndex() * kItems + i) * kLaneColumns + lane;
        const uint row = unit / rowUnits;
        const uint element = asVectors ? unit % rowUnits * kItems + i : unit % rowUnits;
        columns.isElement[i] = row < extent.y && element < rowElements;
        columns.addresses[i] = push.outputAddress + row * push.outputPitch + element * (4 * kStoredWords);
    }
    columns.isVector = asVectors && columns.isElement[kItems - 1];
}

#define PLACE_OF_SLICE(slice) ((slice) * push.outputSlicePitch)

Element elementOfWords(uint first, uint second)
{
#if defined(ELEMENT_F64)
    if (kWideEntries)
        return fromWords(uvec2(first, second));
#endif
    return elementOfBits(first);
}

void loadSlice(Columns columns, uint64_t offset, out Element items[kItems])
{
    uint words[4] = uint[4](0u, 0u, 0u, 0u);
    if (columns.isVector) {
        const uvec4 vector = VectorAt(columns.addresses[0] + offset).words;
        [[unroll]] for (uint i = 0; i < 4; ++i)
            words[i] = vector[i];
    } else {
        [[unroll]] for (uint i = 0; i < 4; ++i)
            if (columns.isElement[i / kStoredWords])
                words[i] = WordAt(columns.addresses[i / kStoredWords] + offset + i % kStoredWords * 4).word;
    }
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        items[i] = elementOfWords(words[i * kStoredWords], words[i * kStoredWords + kStoredWords - 1]);
}

void storeSlice(Columns columns, uint64_t offset, Element items[kItems])
{
    uint words[4];
    [[unroll]] for (uint i = 0; i < 4; ++i)
        words[i] = storedWord(items[i / kStoredWords], i % kStoredWords);
    if (columns.isVector) {
        VectorAt(columns.addresses[0] + offset).words = uvec4(words[0], words[1], words[2], words[3]);
    } else {
        [[unroll]] for (uint i = 0; i < 4; ++i)
            if (columns.isElement[i / kStoredWords])
                WordAt(columns.addresses[i / kStoredWords] + offset + i % kStoredWords * 4).word = words[i];
    }
}
#endif

void main()
{
    const uint lane = gl_LocalInvocationIndex % kLaneColumns;
    const uint part = gl_LocalInvocationIndex / kLaneColumns;
    Columns columns;
    findColumns(lane, columns);
    Element carry[kItems]; // sums of the preceding blocks
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        carry[i] = identity();
    for (uint block = 0; block < push.layers; block += kBlockSlices) {
        const uint first = block + part * kRows;
        Element items[kRows][kItems];
        // Slices without sums, the border and those beyond the last, are replaced by others and their values dropped,
        // since a branch would keep loads from overlapping. Nothing is stored before the barrier.
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadSlice(columns, PLACE_OF_SLICE(clamp(first + row, kBorder, push.layers - 1)), items[row]);
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const bool isSlice = first + row >= kBorder && first + row < push.layers;
            [[unroll]] for (uint i = 0; i < kItems; ++i) {
                items[row][i] = isSlice ? items[row][i] : identity();
                if (row > 0)
                    items[row][i] = combine(items[row - 1][i], items[row][i]);
            }
        }
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            sharedTotals[totalIndex(part, i, lane)] = items[kRows - 1][i];
        barrier();
        Element before[kItems];
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            before[i] = carry[i];
        [[unroll]] for (uint other = 0; other < kDepthParts; ++other) {
            [[unroll]] for (uint i = 0; i < kItems; ++i) {
                const Element total = sharedTotals[totalIndex(other, i, lane)];
                if (other < part)
                    before[i] = combine(before[i], total);
                carry[i] = combine(carry[i], total);
            }
        }
        barrier(); // sharedTotals may be written again
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            if (first + row < push.layers) {
                [[unroll]] for (uint i = 0; i < kItems; ++i)
                    items[row][i] = combine(before[i], items[row][i]);
                storeSlice(columns, PLACE_OF_SLICE(first + row), items[row]);
            }
        }
    }
}
