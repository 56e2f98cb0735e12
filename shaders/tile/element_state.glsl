// The first and the last state of a scan whose state is an element.
#ifndef VKSCAN_TILE_ELEMENT_STATE
#define VKSCAN_TILE_ELEMENT_STATE
#include "tile/memory.glsl"

Element initialState() { return initialValue(); }

void storeTotal(Element total)
{
    if (push.totalAddress != 0ul)
        ElementAt(push.totalAddress).words = toWords(total);
}
#endif
