// The reduction of a tile to a minimum or maximum and its index. Each invocation goes through its own elements first,
// in registers, so that a tile takes one reduction by shuffles.
layout(buffer_reference, std430, buffer_reference_align = 4) buffer IndexAt { uint index; };

State aggregateTile(uint tile)
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = vectorAccess(push.inputAddress, bounds);
    State best = emptyState();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        Element values[kVector];
        loadRow(tile, row, bounds, asVector, values);
        const uint first = tile * kTileElements + vectorInTile(row) * kVector - push.head;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            best = combine(best, State(values[i], first + i));
    }
    // What is missing at either end has an index beyond all elements' and loses against them, but not against nothing.
    if (best.index >= elementCount)
        best = emptyState();
    return workgroupReduce(best);
}

State initialState() { return State(initialValue(), kNoIndex); }

void storeTotal(State total)
{
    ElementAt(push.totalAddress).words = toWords(total.value);
    IndexAt(push.outputAddress).index = total.index;
}
