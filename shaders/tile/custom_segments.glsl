// Segments of a user's states: where they begin, and which elements are padding.
#ifndef VKSCAN_TILE_CUSTOM_SEGMENTS
#define VKSCAN_TILE_CUSTOM_SEGMENTS
#include "tile/heads.glsl"

State stateOfElement(Element element, bool head) { return State(element, head ? 1 : 0); }
Element elementIn(State state) { return state.value; }

// A bit for each row of the tile whose element begins a segment.
uint headsIn(uint tile)
{
    uint rows = 0;
    uint heads[kRows];
    loadHeads(tile, heads);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        rows |= heads[row] << row;
    return rows;
}

// A bit for each row of the tile whose element is padding after a segment.
uint paddingIn(uint tile)
{
    uint padding = 0;
    if (kSegments == kSegmentsRows && push.rowPitch > push.rowLength) {
        uint element = elementInRow(tile, kBackward ? push.rowPitch - 1 : 0);
        const uint step = gl_SubgroupSize % push.rowPitch;
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            padding |= element >= push.rowLength ? 1u << row : 0;
            element = nextInRow(element, step);
        }
    }
    return padding;
}

// A segmented scan has no total.
void storeTotal(State total) {}
#endif
