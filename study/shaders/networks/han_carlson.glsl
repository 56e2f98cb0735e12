// The network of Kogge and Stone over every other value, by half of the invocations: pairs are summed first. At the
// end, the values that were left out take the one before them.
//
//     0   1   2   3   4   5   6   7
//     o-->*   o-->*   o-->*   o-->*
//     |   o------>*------>*------>*     *: combines what was in its column and in the line's before the step
//     |   o-------------->*   |   |
//     |   |   |   o-------------->*
//     |   o-->*   o-->*   o-->*   |
//
// Steps L + 1, operators N L / 2, barriers 2 L; N (L + 1) / 2 values read, N L / 2 written. Radix 4, in all steps but
// the first and the last. With L odd: steps (L + 3) / 2, operators 3 N (L - 1) / 4 + 1, barriers L + 1.
//
// Han & Carlson, "Fast Area-Efficient VLSI Adders", 1987.
#ifndef VKSCAN_NETWORKS_HAN_CARLSON
#define VKSCAN_NETWORKS_HAN_CARLSON
#include "networks/kogge_stone.glsl"

Element scanHanCarlson(uint self, Element value, out Element total)
{
    shareValue(self, value);
    const bool takesPart = self < kInputs / 2;
    const uint position = 2 * self + 1;
    if (takesPart) {
        value = combine(valueAt(position - 1), valueAt(position));
        setValueAt(position, value);
    }
    barrier();
    koggeStone(2, takesPart, position, value);
    if (position + 1 < kInputs)
        setValueAt(position + 1, combine(value, valueAt(position + 1)));
    barrier();
    return precedingValue(0, self, total);
}
#endif
