#version 460
#extension GL_GOOGLE_include_directive : require
// Scans along an axis in a single pass. Chunks are tiles. A workgroup publishes the total of its own, adds those of the
// tiles before it in its window, and waits for the sum of all tiles before the window, which the last tile there
// publishes. A workgroup only waits for earlier tickets.
#include "tile/axis.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 64; // tiles

const uint kAtOnce = 4;

bool endsWindow() { return chunk % kWindow == kWindow - 1; }

void publishSums(Element sums[kVector])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (isFirstGroup() && mayPublish(chunk))
            publish(slotOf(chunk, (i << push.laneBits) + lane), sums[i]);
}

// The sums of the tiles before this one in its window.
void addWindow(out Element sums[kVector])
{
    Element sum = identity();
    for (uint begin = chunk - chunk % kWindow; begin < chunk; begin += kAtOnce * slotTurns()) {
        Element values[kAtOnce];
        bool missing[kAtOnce];
        const uint next = begin + slotTurn();
        [[unroll]] for (uint i = 0; i < kAtOnce; ++i) {
            const uint other = next + i * slotTurns();
            values[i] = identity();
            missing[i] = other < chunk && !tryLoad(slotOf(other, slotColumn()), values[i]);
        }
        [[unroll]] for (uint i = 0; i < kAtOnce; ++i) {
            waitForSlot(missing[i], slotOf(next + i * slotTurns(), slotColumn()), values[i]);
            sum = combine(sum, values[i]);
        }
    }
    addTurns(sum, sums);
}

// Waits for the sums of all tiles before the window. The last tile of a window publishes its own at once, since later
// windows wait for them. `inWindow` are the sums of the window up to the end of this tile.
void takeCarry(Element inWindow[kVector], out Element carry[kVector])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        carry[i] = identity();
        waitForSlot(isFirstGroup() && chunk >= kWindow,
                    slotOf(chunk - chunk % kWindow - 1, (i << push.laneBits) + lane), carry[i]);
        inWindow[i] = combine(carry[i], inWindow[i]);
    }
    if (endsWindow())
        publishSums(inWindow);
    sumsBegin = kVector * kWorkgroupSize - sumsBegin;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (isFirstGroup())
            sharedSums[sumsBegin + (i << push.laneBits) + lane] = carry[i];
    barrier();
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        carry[i] = sharedSums[sumsBegin + (i << push.laneBits) + lane];
}

void main()
{
    if (workgroupIndex() >= push.spans)
        return;
    const Turn turn = takeTurn(push.spans, 1, false);
    if (turn.index >= push.spans)
        return;
    shareTag(turn);
    openStrip(turn.index);
    Element rows[kRows][kVector];
    Element sums[kVector];
    Element totals[kVector];
    scanRows(firstPosition(chunk), rows, sums, totals);
    runTag = sharedTag;
    if (!endsWindow())
        publishSums(totals);
    Element before[kVector];
    addWindow(before);
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        sums[i] = combine(before[i], sums[i]);
        totals[i] = combine(before[i], totals[i]);
    }
    takeCarry(totals, before);
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        sums[i] = combine(before[i], sums[i]);
        totals[i] = combine(before[i], totals[i]);
    }
    finishRows(firstPosition(chunk), sums, rows);
    if (push.totalAddress != 0ul && chunk == push.chunks - 1)
        storeTotals(totals);
}
