// Each value takes the one 1, 2, 4, ... before it. Values go from one half of shared memory to the other and back, so
// that none overwrites what others still read.
//
//     0   1   2   3   4   5   6   7
//     o-->*-->*-->*-->*-->*-->*-->*     *: combines what was in its column and in the line's before the step
//     o------>*------>*------>*   |
//     |   o------>*------>*------>*
//     o-------------->*   |   |   |
//     |   o-------------->*   |   |
//     |   |   o-------------->*   |
//     |   |   |   o-------------->*
//
// Steps L, operators N L - N + 1, barriers L; as many values read as operators, N L written.
//
// Hillis & Steele, "Data Parallel Algorithms", 1986.
#ifndef VKSCAN_NETWORKS_HILLIS_STEELE
#define VKSCAN_NETWORKS_HILLIS_STEELE
#include "networks/shared.glsl"

Element scanHillisSteele(uint self, Element value, out Element total)
{
    uint begin = 0;
    shareValue(self, value);
    [[unroll]] for (uint distance = 1; distance < kInputs; distance *= 2) {
        if (self >= distance)
            value = combine(valueAt(begin + self - distance), value);
        begin = kInputs - begin;
        shareValue(begin + self, value);
    }
    return precedingValue(begin, self, total);
}
#endif
