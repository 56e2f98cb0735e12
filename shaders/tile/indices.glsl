// The reduction of tiles to a minimum or maximum and its index.
#ifndef VKSCAN_TILE_INDICES
#define VKSCAN_TILE_INDICES
#define VKSCAN_FORM_STATE(WORD, ELEMENT) ELEMENT(value) WORD(index)
#include "core/state.glsl"
#include "core/workgroup.glsl"
#include "tile/memory.glsl"

// The state: a minimum or maximum and its index in the array, or kNoIndex if there is no element. Of two equal elements
// it keeps the one with the lower index, in any order of operands. So invocations may take elements in any order.
State emptyState() { return State(identity(), kNoIndex); }

State combine(State earlier, State later)
{
    const bool better = kOperator == kOpMax ? isLess(earlier.value, later.value) : isLess(later.value, earlier.value);
    const bool equal = isEqual(later.value, earlier.value);
    const bool before = later.index < earlier.index;
    const bool takesLater = better || (equal && before);
    return State(takesLater ? later.value : earlier.value, takesLater ? later.index : earlier.index);
}

layout(buffer_reference, std430, buffer_reference_align = 4) buffer IndexAt { uint index; };

void takeTile(uint tile, inout State best)
{
    Element rows[kRows][kVector];
    loadRows(push.inputAddress, tile, rows);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint first = tile * kTileElements + vectorInTile(row) * kVector - push.head;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            best = combine(best, State(rows[row][i], first + i));
    }
    // Missing elements at either end have an index beyond all elements: they lose against these, but not against no
    // element.
    if (best.index >= elementCount)
        best = emptyState();
}

State aggregateTile(uint tile)
{
    State best = emptyState();
    takeTile(tile, best);
    return workgroupReduce(best);
}

State initialState() { return State(initialValue(), kNoIndex); }

void storeTotal(State total)
{
    ElementAt(push.totalAddress).words = toWords(total.value);
    IndexAt(push.outputAddress).index = total.index;
}
#endif
