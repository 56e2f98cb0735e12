// The least depth: each half of 2, 4, 8, ... values is scanned, and all of the later half take the last of the earlier.
//
//     0   1   2   3   4   5   6   7
//     o-->*   o-->*   o-->*   o-->*
//     |   o-->*-->*   |   o-->*-->*     one value for all along a line
//     |   |   |   o-->*-->*-->*-->*
//
// Steps L, operators N L / 2, barriers L; as many values read and written as operators.
// Radix 4: four quarters of 4, 16, ... values, each of which takes the last of all earlier ones. With L even: steps L /
// 2, operators 3 N L / 4, barriers L; as many values read as operators, 3 N L / 8 written.
//
// Ladner & Fischer, "Parallel Prefix Computation", 1980, has it among its networks of least depth; the wiring is that
// of Sklansky, "Conditional-Sum Addition Logic", 1960.
#ifndef VKSCAN_NETWORKS_LADNER_FISCHER
#define VKSCAN_NETWORKS_LADNER_FISCHER
#include "networks/shared.glsl"

Element scanLadnerFischer(uint self, Element value, out Element total)
{
    shareValue(self, value);
    [[unroll]] for (uint width = 1; width < kInputs; width *= kRadix) {
        const uint part = self / width % kRadix;
        const uint begin = (self / width - part) * width;
        [[unroll]] for (uint k = 1; k < kRadix; ++k) {
            const uint i = kRadix - k;
            if (i <= part)
                value = combine(valueAt(begin + i * width - 1), value);
        }
        if (kRadix > 2)
            barrier(); // parts take values that others write
        if (part > 0)
            setValueAt(self, value);
        barrier();
    }
    return precedingValue(0, self, total);
}

// This wiring by shuffles, inside a subgroup.
Element ladnerFischerInSubgroup(Element value)
{
    [[unroll]] for (uint width = 1; width < gl_SubgroupSize; width *= 2) {
        const uint lane = gl_SubgroupInvocationID;
        const Element earlier = subgroupAt(value, (lane & ~(2 * width - 1)) + width - 1);
        if ((lane & width) != 0)
            value = combine(earlier, value);
    }
    return value;
}
#endif
