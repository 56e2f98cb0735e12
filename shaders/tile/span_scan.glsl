// The scan of a span, tile by tile.
#ifndef VKSCAN_TILE_SPAN_SCAN
#define VKSCAN_TILE_SPAN_SCAN
#include "tile/interface.glsl"
#include "core/spans.glsl"

// Scans the workgroup's span. `sum` is the carry of its first tile. The workgroup that ends the array stores the total.
// A macro, since a function copies the sum: on an H200, a single workgroup takes 5% longer for 2^12 elements, and 20% for
// 2^16.
#define SCAN_SPAN(span, sum) \
    for (uint index = span.firstTile; index < span.endTile; ++index) { \
        Tile tile; \
        loadTile(index, tile); \
        const State aggregate = scanTile(tile); \
        storeTile(index, tile, carryOf(span, sum, index)); \
        addTileOf(span, sum, index, aggregate); \
    } \
    if (endsArray(span) && gl_LocalInvocationIndex == 0) \
        storeTotal(arrayTotal(sum));
#endif
