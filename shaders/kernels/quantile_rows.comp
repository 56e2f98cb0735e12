#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the keys at given ranks of a row.
#include "tile/quantile_bins.glsl"

void main()
{
    const uint count = inputCount();
    const uint64_t first = uint64_t(workgroupIndex()) * push.rowPitch;
    openRow(first, uint(min(uint64_t(push.rowLength), max(uint64_t(count), first) - first)));
    if (sourceCount == 0)
        return;
    if (gl_LocalInvocationIndex < push.k) {
        const uint rank = askedRank(gl_LocalInvocationIndex);
        sharedIntervals[gl_LocalInvocationIndex] = wholeInterval(rank, rank);
    }
    barrier();
    for (uint step = 0; step < push.resultPitch && !areAllFound(); ++step) {
        clearBins();
        for (uint tile = 0; tile < sourceTiles(); ++tile) {
            Element codes[kRows][kVector];
            loadTile(tile, codes);
            countTile(codes, presentIn(tile), false);
        }
        barrier();
        narrowIntervals(false);
    }
    storeKeys(uint64_t(workgroupIndex()) * push.k);
}
