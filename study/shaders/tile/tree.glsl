// Plain tiles that workgroups reduce in shared memory, instead of by shuffles, as courses teach it; for operators that
// commute. Wirings for N = 8 invocations, where o combines its value with that of the + to its right:
//
//              Interleaved                  Sequential, Unrolled
//     0  1  2  3  4  5  6  7            0  1  2  3  4  5  6  7
//     o--+  o--+  o--+  o--+            o-----------+
//     o-----+     o-----+                  o-----------+
//     o-----------+                           o-----------+
//                                                o-----------+
//                                       o-----+
//                                          o-----+
//                                       o--+
//
// Cost for N invocations in subgroups of W, in elements:
//
//                    Interleaved    Sequential     Unrolled
//     steps          log2 N         log2 N         log2 N, the last log2 W of them by shuffles
//     applications   N - 1          N - 1          N - W, and W log2 W - W + 1 in each subgroup
//     barriers       1 + log2 N     1 + log2 N     2 + log2(N / W)
//     written        2 N - 1        2 N - 1        2 N - W
//     read           N - 1          N - 1          2 N - W
//
// Interleaved keeps all subgroups busy until W lanes apart, with ever fewer of their lanes; Sequential lets whole
// subgroups pass instead. Unrolled passes no barrier once one subgroup is left. The original relied on lanes in
// lockstep, which Vulkan does not know. Shuffles take its place, in every subgroup, since that takes no branch.
//
// Harris, "Optimizing Parallel Reduction in CUDA", 2007: the first, third and sixth kernel.
#ifndef VKSCAN_TILE_TREE
#define VKSCAN_TILE_TREE
#include "abi/study_abi.h"
#define workgroupReduce reduceByShuffles // names of what the functions below replace
#define aggregateTile aggregateByShuffles
#include "tile/plain.glsl"
#undef workgroupReduce
#undef aggregateTile

layout(constant_id = kIdMethod) const uint kMethod = kMethodInterleaved;
shared Element sharedValues[kWorkgroupSize];

// Combines the value with that of the invocation `distance` further on.
void combineAhead(inout Element value, uint distance)
{
    value = combine(value, sharedValues[gl_LocalInvocationIndex + distance]);
    sharedValues[gl_LocalInvocationIndex] = value;
}

// Combines the values of all invocations. The result is valid in the one with local index 0.
Element workgroupReduce(Element value)
{
    sharedValues[gl_LocalInvocationIndex] = value;
    barrier();
    if (kMethod == kMethodInterleaved) {
        for (uint distance = 1; distance < kWorkgroupSize; distance *= 2) {
            if (gl_LocalInvocationIndex % (2 * distance) == 0)
                combineAhead(value, distance);
            barrier();
        }
    } else if (kMethod == kMethodSequential) {
        for (uint distance = kWorkgroupSize / 2; distance > 0; distance /= 2) {
            if (gl_LocalInvocationIndex < distance)
                combineAhead(value, distance);
            barrier();
        }
    } else {
        [[unroll]] for (uint distance = kWorkgroupSize / 2; distance >= gl_SubgroupSize; distance /= 2) {
            if (gl_LocalInvocationIndex < distance)
                combineAhead(value, distance);
            barrier();
        }
        value = subgroupReduce(sharedValues[gl_SubgroupInvocationID]);
        barrier(); // sharedValues may be written again
    }
    return value;
}

Element aggregateTile(uint tile)
{
    Element sum = identity();
    takeTile(tile, sum);
    return workgroupReduce(sum);
}
#endif
