// Each value takes the one 1, 2, 4, ... before it, in place: a barrier separates the reads of each step from its
// writes.
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
// Steps L, operators N L - N + 1, barriers 2 L; as many values read and written as operators.
// Radix 4: each takes the three that are 1, 2 and 3, then 4, 8 and 12, ... before it. With L even: steps L / 2,
// operators 3 N L / 2 - 2 N + 2, barriers L; as many values read as operators, N L / 2 - (N - 1) / 3 written.
// core/monoid.glsl has the same network by shuffles.
//
// Kogge & Stone, "A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence Equations", 1973.
#ifndef VKSCAN_NETWORKS_KOGGE_STONE
#define VKSCAN_NETWORKS_KOGGE_STONE
#include "networks/shared.glsl"

// The steps from a first distance on, among the values that take part.
void koggeStone(uint first, bool takesPart, uint position, inout Element value)
{
    [[unroll]] for (uint distance = first; distance < kInputs; distance *= kRadix) {
        [[unroll]] for (uint i = 1; i < kRadix; ++i)
            if (takesPart && position >= i * distance)
                value = combine(valueAt(position - i * distance), value);
        barrier();
        if (takesPart && position >= distance)
            setValueAt(position, value);
        barrier();
    }
}

Element scanKoggeStone(uint self, Element value, out Element total)
{
    shareValue(self, value);
    koggeStone(1, true, self, value);
    return precedingValue(0, self, total);
}
#endif
