// Strips of an array of shape (outer, extent, inner), which scans along the middle axis walk down. A workgroup has a
// strip of columns and a chunk of rows: tiles of consecutive rows. Lanes side by side have vectors of a row; groups of
// them have kRows consecutive rows each, which an invocation scans in registers. Groups are combined by shuffles and
// through shared memory.
//
// If lines are few, they are cut into chunks, whose totals are in slots. The order of additions only depends on
// indices, never on arrival.
#ifndef VKSCAN_TILE_AXIS
#define VKSCAN_TILE_AXIS
#include "abi/axis_scan_abi.h"
#define PUSH_CONSTANTS AxisScanPush
#include "core/division.glsl"
#include "core/slots.glsl"
#include "tile/vectors.glsl"

layout(constant_id = kIdAxisVectors) const bool kVectors = false; // rows and arrays begin at multiples of 16 bytes

shared Element sharedSums[2 * kVector * kWorkgroupSize];
uint sumsBegin = 0; // beginning of the half that is written next; late subgroups may still read the other

uint invocation; // in its workgroup
uint lane;       // vector of a strip's row
uint slice;
uint strip;
uint chunk;
uint firstColumn;
uint64_t firstIndex; // of the slice, plus firstColumn
uint fullRows;       // rows of the slice that exist
uint restColumns;    // columns of a row behind these

bool has(uint flag) { return (push.flags & flag) != 0; }

// Columns of this invocation: those of a vector or, without vectors, one beside each of its neighbours'.
uint columnAfterFirst(uint i) { return kVectors ? i : i << push.laneBits; }
uint rowsOf(uint i)
{
    const uint column = firstColumn + columnAfterFirst(i);
    return column < push.inner ? fullRows + (column < restColumns ? 1 : 0) : 0;
}

// Takes the strip and the chunk of a workgroup.
void openStrip(uint index)
{
    invocation = gl_SubgroupID * kSubgroupSize + gl_SubgroupInvocationID;
    lane = invocation & (1u << push.laneBits) - 1;
    uint64_t count = push.maxCount;
    if (isPresent(push.countAddress))
        count = min(count, uint64_t(CountAt(readable(push.countAddress)).count));
    strip = index % push.strips;
    slice = index / push.strips;
    chunk = push.chunks;
    if (!has(kAxisCombines)) {
        chunk = slice % push.chunks;
        slice /= push.chunks;
    }
    slice = slice * (kWorkgroupSize >> push.lineBits) + (invocation >> push.lineBits);
    const uint64_t begin = slice * push.sliceElements;
    const uint64_t elements = begin < count ? min(count - begin, push.sliceElements) : 0ul;
    const Division rows = divide(elements, push.inner);
    fullRows = uint(rows.quotient);
    restColumns = rows.rest;
    firstColumn = strip * (kVector << push.laneBits) + lane * (kVectors ? kVector : 1);
    firstIndex = begin + firstColumn;
}

bool isFirstGroup() { return invocation < 1u << push.laneBits; }

// The tiles of a chunk, and this invocation's first position in a tile.
uint tileRows() { return kRows << push.lineBits - push.laneBits; }
uint firstPosition(uint tile)
{
    return tile * tileRows() + ((invocation & (1u << push.lineBits) - 1) >> push.laneBits) * kRows;
}

// Rows in memory of the positions in scan order. Positions that are beyond the array have rows beyond it.
uint rowAt(uint position) { return kBackward ? push.extent - 1 - position : position; }

// Whether all rows from a position on exist in each column of this invocation.
bool holdsRows(uint position) { return max(rowAt(position), rowAt(position + kRows - 1)) < rowsOf(kVector - 1); }

uint64_t rowAddress(uint64_t array, uint position, uint row)
{
    const uint64_t bytes = uint64_t(push.inner) * kElementBytes;
    const uint64_t address = array + firstIndex * kElementBytes + rowAt(position) * bytes;
    return kBackward ? address - row * bytes : address + row * bytes;
}

void loadTile(uint position, out Element rows[kRows][kVector])
{
    const bool whole = holdsRows(position);
    if (whole && kVectors) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uvec4 words = VectorAt(rowAddress(push.inputAddress, position, row)).words;
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                rows[row][i] = asOperand(fromWords(wordsOf(words, i)));
        }
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uint64_t address = rowAddress(push.inputAddress, position, row);
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                rows[row][i] = identity();
                if (whole || rowAt(position + row) < rowsOf(i))
                    rows[row][i] = asOperand(fromWords(ElementAt(address + columnAfterFirst(i) * kElementBytes).words));
            }
        }
    }
}

void storeTile(uint position, Element rows[kRows][kVector])
{
    const bool whole = holdsRows(position);
    if (whole && kVectors) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            uvec4 words;
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                setWords(words, i, toWords(rows[row][i]));
            VectorAt(rowAddress(push.outputAddress, position, row)).words = words;
        }
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uint64_t address = rowAddress(push.outputAddress, position, row);
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                if (whole || rowAt(position + row) < rowsOf(i))
                    ElementAt(address + columnAfterFirst(i) * kElementBytes).words = toWords(rows[row][i]);
        }
    }
}

// Scans the sums of groups: `sums` become those of the groups before this one in its line. The other results are the
// sums of all groups, the same in each.
void scanGroups(inout Element sums[kVector], out Element totals[kVector])
{
    const uint unitBits = max(push.laneBits, min(findMSB(kSubgroupSize), push.lineBits));
    const uint lanes = 1u << push.laneBits;
    const uint inUnit = invocation & (1u << unitBits) - 1;
    [[dont_unroll]] for (uint step = push.laneBits; step < unitBits; ++step) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const Element earlier = fromWords(shuffleUp(toWords(sums[i]), 1u << step));
            if (inUnit >= 1u << step)
                sums[i] = combine(earlier, sums[i]);
        }
    }
    sumsBegin = kVector * kWorkgroupSize - sumsBegin;
    const uint unit = invocation >> unitBits;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        if (inUnit + lanes >= 1u << unitBits)
            sharedSums[sumsBegin + i * kWorkgroupSize + (unit << push.laneBits) + lane] = sums[i];
        totals[i] = identity();
    }
    barrier();
    Element before[kVector] = totals;
    const uint units = 1u << push.lineBits - unitBits;
    const uint firstUnit = unit & ~(units - 1);
    for (uint other = firstUnit; other < firstUnit + units; ++other) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            if (other == unit)
                before[i] = totals[i];
            const uint place = sumsBegin + i * kWorkgroupSize + (other << push.laneBits) + lane;
            totals[i] = combine(totals[i], sharedSums[place]);
        }
    }
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        const Element earlier = fromWords(shuffleUp(toWords(sums[i]), min(lanes, kSubgroupSize - 1)));
        sums[i] = inUnit < lanes ? before[i] : combine(before[i], earlier);
    }
}

// Loads the rows from a position on and scans them. `sums` are those of the groups before this one, `totals` of all.
void scanRows(uint position, out Element rows[kRows][kVector], out Element sums[kVector], out Element totals[kVector])
{
    loadTile(position, rows);
    sums = rows[0];
    [[unroll]] for (uint row = 1; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            rows[row][i] = sums[i] = combine(sums[i], rows[row][i]);
    scanGroups(sums, totals);
}

// Adds the sums before the rows to these, and stores them.
void finishRows(uint position, Element sums[kVector], Element rows[kRows][kVector])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        Element before = sums[i];
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const Element result = combine(sums[i], rows[row][i]);
            rows[row][i] = kExclusive ? before : result;
            before = result;
        }
    }
    storeTile(position, rows);
}

// Columns of slots are those of all invocations with the same i, side by side.
uint slotOf(uint chunk, uint column)
{
    return (((slice * push.chunks + chunk) * push.strips + strip) * kVector << push.laneBits) + column;
}

// Invocations take turns at the slots of chunks: this one's column, its first chunk, and the distance of its chunks.
uint slotColumn() { return invocation & (kVector << push.laneBits) - 1; }
uint slotTurn() { return invocation / (kVector << push.laneBits); }
uint slotTurns() { return kWorkgroupSize / (kVector << push.laneBits); }

// Adds the invocations' sums for each column.
void addTurns(Element sum, out Element sums[kVector])
{
    sumsBegin = kVector * kWorkgroupSize - sumsBegin;
    sharedSums[sumsBegin + invocation] = sum;
    barrier();
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        sums[i] = identity();
    for (uint begin = 0; begin < kWorkgroupSize; begin += kVector << push.laneBits) {
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            sums[i] = combine(sums[i], sharedSums[sumsBegin + begin + (i << push.laneBits) + lane]);
    }
}

void storeTotals(Element totals[kVector])
{
    const uint inLine = invocation & (1u << push.lineBits) - 1;
    if (slice * push.sliceElements >= push.maxCount || inLine >= 1u << push.laneBits)
        return;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        const uint column = firstColumn + columnAfterFirst(i);
        if (column < push.inner)
            ElementAt(push.totalAddress + (uint64_t(slice) * push.inner + column) * kElementBytes).words =
                toWords(totals[i]);
    }
}
#endif
