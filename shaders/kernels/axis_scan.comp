#version 460
#extension GL_GOOGLE_include_directive : require
// Scans along the middle axis of an array of shape (outer, extent, inner). A workgroup takes a strip of columns and a
// chunk of rows, tile after tile. Lanes side by side have vectors of a row; groups of them have consecutive rows, which
// each invocation scans in registers. Groups are combined by shuffles and through shared memory.
//
// If lines are few, they are cut into chunks. Two passes: one dispatch stores the totals of chunks in slots; in the
// next, a workgroup begins with the sum of those before its own. Single pass (kSinglePass): chunks are tiles, whose
// totals are published and waited for. The last slot of each kWindow chunks has the sum of all chunks up to it, so
// that later ones need none before. The order of additions only depends on indices, never on arrival.
#include "abi/axis_scan_abi.h"
#define PUSH_CONSTANTS AxisScanPush
#include "core/division.glsl"
#include "core/single_pass.glsl"
#include "tile/vectors.glsl"

layout(constant_id = kIdSinglePass) const bool kSinglePass = false;
layout(constant_id = kIdAxisVectors) const bool kVectors = false; // rows and arrays begin at multiples of 16 bytes
layout(constant_id = kIdWindow) const uint kWindow = 64; // chunks whose totals a later one adds itself

layout(buffer_reference, std430, buffer_reference_align = 4) buffer CountAt { uint count; };

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
            totals[i] = combine(totals[i], sharedSums[sumsBegin + i * kWorkgroupSize + (other << push.laneBits) + lane]);
        }
    }
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        const Element earlier = fromWords(shuffleUp(toWords(sums[i]), min(lanes, kSubgroupSize - 1)));
        sums[i] = inUnit < lanes ? before[i] : combine(before[i], earlier);
    }
}

// Columns of slots are those of all invocations with the same i, side by side.
uint slotOf(uint chunk, uint column)
{
    return (((slice * push.chunks + chunk) * push.strips + strip) * kVector << push.laneBits) + column;
}

void leaveTotals(Element totals[kVector])
{
    const bool leaves = invocation < 1u << push.laneBits && (!kSinglePass || mayPublish(chunk));
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        const uint slot = slotOf(chunk, (i << push.laneBits) + lane);
        if (leaves && kSinglePass)
            publish(slot, totals[i]);
        else if (leaves)
            storeSlot(slot, totals[i]);
    }
}

bool endsWindow() { return kSinglePass && chunk % kWindow == kWindow - 1; }

// Sums of all chunks before this one; with windows, of those in its window. Invocations take turns at their slots.
void addChunks(out Element sums[kVector])
{
    const uint kAtOnce = 4;
    const uint columns = kVector << push.laneBits;
    const uint column = invocation & columns - 1;
    const uint each = kWorkgroupSize / columns;
    Element sum = identity();
    for (uint begin = kSinglePass ? chunk - chunk % kWindow : 0; begin < chunk; begin += kAtOnce * each) {
        Element values[kAtOnce];
        bool missing[kAtOnce];
        const uint next = begin + invocation / columns;
        [[unroll]] for (uint i = 0; i < kAtOnce; ++i) {
            const uint other = next + i * each;
            values[i] = identity();
            missing[i] = false;
            if (other < chunk) {
                if (kSinglePass)
                    missing[i] = !tryLoad(slotOf(other, column), values[i]);
                else
                    values[i] = loadSlot(slotOf(other, column));
            }
        }
        [[unroll]] for (uint i = 0; i < kAtOnce; ++i) {
            if (kSinglePass)
                waitForSlot(missing[i], slotOf(next + i * each, column), values[i]);
            sum = combine(sum, values[i]);
        }
    }
    sumsBegin = kVector * kWorkgroupSize - sumsBegin;
    sharedSums[sumsBegin + invocation] = sum;
    barrier();
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        sums[i] = identity();
    for (uint begin = 0; begin < kWorkgroupSize; begin += columns) {
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            sums[i] = combine(sums[i], sharedSums[sumsBegin + begin + (i << push.laneBits) + lane]);
    }
}

// Waits for the sum of all chunks before the window. The last chunk of a window publishes its own at once, since the
// next windows wait for it. `inWindow` is the sum of the window up to the end of this chunk.
void takeCarry(Element inWindow[kVector], out Element carry[kVector])
{
    const bool isFirst = invocation < 1u << push.laneBits;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        carry[i] = identity();
        waitForSlot(isFirst && chunk >= kWindow, slotOf(chunk - chunk % kWindow - 1, (i << push.laneBits) + lane), carry[i]);
        inWindow[i] = combine(carry[i], inWindow[i]);
    }
    if (endsWindow())
        leaveTotals(inWindow);
    sumsBegin = kVector * kWorkgroupSize - sumsBegin;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (isFirst)
            sharedSums[sumsBegin + (i << push.laneBits) + lane] = carry[i];
    barrier();
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        carry[i] = sharedSums[sumsBegin + (i << push.laneBits) + lane];
}

// Adds the sums before the rows to these.
void finishRows(Element sums[kVector], inout Element rows[kRows][kVector])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        Element before = sums[i];
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const Element result = combine(sums[i], rows[row][i]);
            rows[row][i] = kExclusive ? before : result;
            before = result;
        }
    }
}

// Scans a tile and stores it. `carry` is the sum of the rows before, and then of those up to its end.
void scanTile(uint position, inout Element carry[kVector])
{
    Element rows[kRows][kVector];
    loadTile(position, rows);
    Element sums[kVector] = rows[0];
    [[unroll]] for (uint row = 1; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            rows[row][i] = sums[i] = combine(sums[i], rows[row][i]);
    Element totals[kVector];
    scanGroups(sums, totals);
    if (kSinglePass) {
        if (!endsWindow())
            leaveTotals(totals);
        Element before[kVector];
        addChunks(before);
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            sums[i] = combine(before[i], sums[i]);
            totals[i] = combine(before[i], totals[i]);
        }
        takeCarry(totals, carry);
    }
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        sums[i] = combine(carry[i], sums[i]);
        carry[i] = combine(carry[i], totals[i]);
    }
    if (push.outputAddress != 0ul) {
        finishRows(sums, rows);
        storeTile(position, rows);
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

void main()
{
    uint index = workgroupIndex();
    if (index >= push.spans)
        return;
    if (kSinglePass) {
        const Turn turn = takeTurn(push.spans, 1, false);
        shareTag(turn);
        barrier();
        runTag = sharedTag;
        index = turn.index;
        if (index >= push.spans)
            return;
    }
    const bool combines = has(kAxisCombines);
    invocation = gl_SubgroupID * kSubgroupSize + gl_SubgroupInvocationID;
    lane = invocation & (1u << push.laneBits) - 1;
    openStrip(index);

    Element carry[kVector];
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        carry[i] = identity();
    if (!kSinglePass && push.chunks > 1 && !has(kAxisReduces))
        addChunks(carry);
    if (!combines) {
        const uint groupRows = (invocation & (1u << push.lineBits) - 1) >> push.laneBits;
        const uint tileRows = kRows << push.lineBits - push.laneBits;
        const uint begin = chunk * push.chunkTiles;
        const uint end = min(begin + push.chunkTiles, (push.extent + tileRows - 1) / tileRows);
        for (uint tile = begin; tile < end; ++tile)
            scanTile(tile * tileRows + groupRows * kRows, carry);
    }
    if (has(kAxisReduces))
        leaveTotals(carry);
    else if (push.totalAddress != 0ul && (combines || chunk == push.chunks - 1))
        storeTotals(carry);
}
