// Every value takes the one 1, 2, 4, ... before it, also the first ones: N / 2 identities (e) precede them and are
// shifted in, so that no step has a condition.
//
//     e   e   e   e   0   1   2   3   4   5   6   7
//     |   |   |   o-->*-->*-->*-->*-->*-->*-->*-->*     *: combines what was in its column and in the line's before the
//     |   |   o------>*------>*------>*------>*   |        step
//     |   |   |   o------>*------>*------>*------>*
//     o-------------->*-------------->*   |   |   |
//     |   o-------------->*-------------->*   |   |
//     |   |   o-------------->*-------------->*   |
//     |   |   |   o-------------->*-------------->*
//
// Steps L, operators N L, barriers 2 L; as many values read and written as operators, and N / 2 identities written.
//
// Hockney & Jesshope, "Parallel Computers", 1981: the cascade sum with all partial sums.
#ifndef VKSCAN_NETWORKS_HOCKNEY_JESSHOPE
#define VKSCAN_NETWORKS_HOCKNEY_JESSHOPE
#include "networks/shared.glsl"

Element scanHockneyJesshope(uint self, Element value, out Element total)
{
    const uint begin = kInputs / 2;
    if (self < begin)
        setValueAt(self, identity());
    shareValue(begin + self, value);
    [[unroll]] for (uint distance = 1; distance < kInputs; distance *= 2) {
        value = combine(valueAt(begin + self - distance), value);
        barrier();
        shareValue(begin + self, value);
    }
    return precedingValue(begin, self, total);
}
#endif
