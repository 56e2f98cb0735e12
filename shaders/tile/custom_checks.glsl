// Checks of a user's monoid with CHECKS, by any three neighbouring elements, across rows, subgroups and tiles. Elements
// are loaded again from memory, so that all are checked in the same way.
#ifndef VKSCAN_TILE_CUSTOM_CHECKS
#define VKSCAN_TILE_CUSTOM_CHECKS
#include "tile/custom_memory.glsl"
#include "core/slots.glsl"

#if !defined(VKSCAN_CHECKED_BEFORE)
#define VKSCAN_CHECKED_BEFORE false
#endif

#if defined(CHECKS)
// Checks the element at an index together with the next two in scan order. These may belong to the next tile, which
// stores nothing before this one has published its aggregate, or before the dispatch ends.
void checkElement(uint64_t index)
{
    if (VKSCAN_CHECKED_BEFORE)
        return;
    const Element a = asOperand(load(index));
    bool isMonoid = isSame(combine(identity(), a), a) && isSame(combine(a, identity()), a);
    const uint64_t following = kBackward ? index : elementCount - 1 - index;
    if (following >= 2) {
        const Element b = asOperand(load(kBackward ? index - 1 : index + 1));
        const Element c = asOperand(load(kBackward ? index - 2 : index + 2));
        const bool isAssociative = isSame(combine(combine(a, b), c), combine(a, combine(b, c)));
        isMonoid = isMonoid && isAssociative;
    }
    if (!isMonoid)
        tell(kStatusNotAMonoid);
}

// Checks an element of each row if there is one.
#define CHECK_ROWS(isElement, index) \
    [[unroll]] for (uint row = 0; row < kRows; ++row) \
        if (isElement) \
            checkElement(index);
#else
#define CHECK_ROWS(isElement, index)
#endif
#endif
