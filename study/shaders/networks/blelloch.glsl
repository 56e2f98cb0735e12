// The least work: a tree is summed from the leaves to the root, and the root is cleared. Then each node hands the sum
// before it down: the earlier child takes it, and the later child takes its sum with the earlier child. The wiring is
// that of Brent and Kung; the result is exclusive.
//
//     0   1   2   3   4   5   6   7
//     o-->*   o-->*   o-->*   o-->*
//     |   o------>*   |   o------>*
//     |   |   |   o-------------->*
//     |   |   |   |   |   |   |   e     the total is kept elsewhere, the identity takes its place
//     |   |   |   x<------------->*     x: takes the other's value, *: combines both
//     |   x<----->*   |   x<----->*
//     x<->*   x<->*   x<->*   x<->*
//
// Steps 2 L, operators 2 N - 2, barriers 2 L; 4 N - 3 values read, 3 N - 1 written.
// Radix 4: nodes of four. With L even: steps L, of three operators one after the other, operators 2 N - 2, barriers L;
// 8 (N - 1) / 3 + 1 values read, 5 (N - 1) / 3 + 2 written. With L odd, the root has two.
//
// Blelloch, "Prefix Sums and Their Applications", 1990; Brent & Kung, "A Regular Layout for Parallel Adders", 1982. On
// GPUs: Harris, Sengupta & Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007.
#ifndef VKSCAN_NETWORKS_BLELLOCH
#define VKSCAN_NETWORKS_BLELLOCH
#include "networks/shared.glsl"

Element scanBlelloch(uint self, Element value, out Element total)
{
    const uint last = kInputs - 1;
    shareValue(self, value);
    uint width = 1; // values of a child
    [[unroll]] for (; width < kInputs; width *= kRadix) {
        const uint children = min(kRadix, kInputs / width);
        const uint begin = self * width * children;
        if (begin < kInputs) {
            Element sum = valueAt(begin + width - 1);
            [[unroll]] for (uint i = 1; i < kRadix; ++i)
                if (i < children)
                    sum = combine(sum, valueAt(begin + (i + 1) * width - 1));
            setValueAt(begin + children * width - 1, sum);
        }
        barrier();
    }
    if (self == 0) { // the invocation that has the root on both ways
        setValueAt(kInputs, valueAt(last));
        setValueAt(last, identity());
    }
    [[unroll]] for (width /= kRadix; width > 0; width /= kRadix) {
        const uint children = min(kRadix, kInputs / width);
        const uint begin = self * width * children;
        if (begin < kInputs) {
            Element before = valueAt(begin + children * width - 1);
            [[unroll]] for (uint i = 1; i < kRadix; ++i) {
                if (i < children) {
                    const Element sum = valueAt(begin + i * width - 1);
                    setValueAt(begin + i * width - 1, before);
                    before = combine(before, sum);
                }
            }
            setValueAt(begin + children * width - 1, before);
        }
        barrier();
    }
    total = valueAt(kInputs);
    return valueAt(self);
}
#endif
