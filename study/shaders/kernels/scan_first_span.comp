#version 460
#extension GL_GOOGLE_include_directive : require
// The upsweep of TruncatedCascade: the first workgroup scans its span, from the initial value on. All others but the
// last, whose aggregate is not used, store the aggregate of their span.
//
// Ha & Han, "A Scalable Work-Efficient and Depth-Optimal Parallel Scan for the GPGPU Environment", 2013.
#include "tile/interface.glsl"
#include "core/spans.glsl"

void main()
{
    if (gl_WorkGroupID.x == push.gridWidth - 1)
        return;
    const Span span = ownSpan(openArray());
    State aggregate = emptyState();
    for (uint index = span.firstTile; index < span.endTile; ++index) {
        if (gl_WorkGroupID.x > 0) {
            aggregate = combine(aggregate, aggregateTile(index));
            continue;
        }
        Tile tile;
        loadTile(index, tile);
        const State ofTile = scanTile(tile);
        storeTile(index, tile, combine(initialState(), aggregate));
        aggregate = combine(aggregate, ofTile);
    }
    if (gl_LocalInvocationIndex == 0)
        storeSlot(gl_WorkGroupID.x, aggregate);
}
