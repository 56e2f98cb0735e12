// Segments that are rows of equal length, with padding behind each where the pitch is more than that. Padding is
// scanned as if it were of the row before, which comes to nothing: a backward scan begins anew at the row's last
// element.

// Where an element is.
struct RowPlace {
    uint64_t row;
    uint element; // in the row, or behind it in its padding
};

// The place of this invocation's first vector, or `ahead` elements behind it.
RowPlace rowPlace(uint tile, uint ahead)
{
    const uint64_t leads = push.head / push.rowPitch + 1; // rows, so that there is nothing below 0
    const uint64_t index = firstIndex(tile, 0) + leads * push.rowPitch + ahead;
    const uvec2 words = unpackUint2x32(index);
    const uint64_t row = words.y == 0 ? uint64_t(words.x / push.rowPitch) : index / push.rowPitch;
    return RowPlace(row - leads, uint(index - row * push.rowPitch));
}

// The place of the next of the vectors, which lie `step` elements behind each other in scan order: no division but the
// first.
uint nextInRow(uint element, uint step)
{
    const uint forward = kBackward ? push.rowPitch - step : step;
    return element >= push.rowPitch - forward ? element - (push.rowPitch - forward) : element + forward;
}

void headsByRows(uint tile, out uint heads[kRows])
{
    uint first = rowPlace(tile, kBackward ? push.rowPitch - push.rowLength : 0).element;
    const uint step = gl_SubgroupSize * kVector % push.rowPitch;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        uint element = first;
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            mask |= element == 0 ? 1u << i : 0;
            element = element + 1 == push.rowPitch ? 0 : element + 1;
        }
        heads[row] = inScanOrder(mask);
        first = nextInRow(first, step);
    }
}

// Stores all but padding.
void storeInRows(uint tile, Element items[kRows][kVector])
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = vectorAccess(push.outputAddress, bounds);
    uint first = rowPlace(tile, kBackward ? push.rowPitch - 1 : 0).element;
    const uint step = gl_SubgroupSize * kVector % push.rowPitch;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        uint element = first;
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            mask |= element < push.rowLength ? 1u << i : 0;
            element = element + 1 == push.rowPitch ? 0 : element + 1;
        }
        mask = inScanOrder(mask);
        if (mask == (1u << kVector) - 1) {
            storeRow(tile, row, bounds, asVector, items[row]);
        } else {
            const uint position = vectorInTile(row) * kVector;
            const uint64_t address = rowAddress(push.outputAddress, tile, row);
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                if ((mask & 1u << i) != 0 && position + i - bounds.begin < bounds.end - bounds.begin)
                    ElementAt(address + elementInVector(i) * kElementBytes).words = toWords(items[row][i]);
        }
        first = nextInRow(first, step);
    }
}
