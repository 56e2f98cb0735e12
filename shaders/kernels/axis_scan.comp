#version 460
#extension GL_GOOGLE_include_directive : require
// Scans along an axis without waits. A workgroup walks down its strip, tile after tile: the sums so far are the next
// tile's carry. Of lines in chunks, one dispatch stores the totals; in the next, a workgroup begins with the sum of the
// chunks before its own, or only adds up all of them.
#include "tile/axis.glsl"

const uint kAtOnce = 4;

// The sums of all chunks before this one.
void addChunks(out Element sums[kVector])
{
    Element sum = identity();
    for (uint begin = slotTurn(); begin < chunk; begin += kAtOnce * slotTurns()) {
        Element values[kAtOnce];
        [[unroll]] for (uint i = 0; i < kAtOnce; ++i) {
            values[i] = identity();
            if (begin + i * slotTurns() < chunk)
                values[i] = loadSlot(slotOf(begin + i * slotTurns(), slotColumn()));
        }
        [[unroll]] for (uint i = 0; i < kAtOnce; ++i)
            sum = combine(sum, values[i]);
    }
    addTurns(sum, sums);
}

void scanTile(uint position, inout Element carry[kVector])
{
    Element rows[kRows][kVector];
    Element sums[kVector];
    Element totals[kVector];
    scanRows(position, rows, sums, totals);
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        sums[i] = combine(carry[i], sums[i]);
        carry[i] = combine(carry[i], totals[i]);
    }
    if (push.outputAddress != 0ul)
        finishRows(position, sums, rows);
}

void main()
{
    if (workgroupIndex() >= push.spans)
        return;
    openStrip(workgroupIndex());
    Element carry[kVector];
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        carry[i] = identity();
    if (push.chunks > 1 && !has(kAxisReduces))
        addChunks(carry);
    const bool combines = has(kAxisCombines);
    if (!combines) {
        const uint begin = chunk * push.chunkTiles;
        const uint end = min(begin + push.chunkTiles, divideRoundingUp(push.extent, tileRows()));
        for (uint tile = begin; tile < end; ++tile)
            scanTile(firstPosition(tile), carry);
    }
    if (has(kAxisReduces)) {
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (isFirstGroup())
                storeSlot(slotOf(chunk, (i << push.laneBits) + lane), carry[i]);
    } else if (push.totalAddress != 0ul && (combines || chunk == push.chunks - 1)) {
        storeTotals(carry);
    }
}
