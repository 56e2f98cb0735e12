// Windows of tiles whose edges a single pass sums at once, and how it polls them.
#ifndef VKSCAN_TABLES_WINDOWS
#define VKSCAN_TABLES_WINDOWS
#include "tables/source.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdRowWindow) const uint kRowWindow = 32; // tiles
layout(constant_id = kIdColumnWindow) const uint kColumnWindow = 32;
layout(constant_id = kIdDiagonals) const bool kDiagonals = false;
const uint kBatch = kValues * kWords == 1 ? 2 : 4; // loads in flight

// Sums the slots that are published, from the next on, and returns the first that is not. With ATOMIC_WORDS it only looks
// for them: sumAcquired sums them behind the wait.
uint sumReady(uint first, uint stride, uint count, uint next, inout Element sum)
{
    Element values[kBatch];
    bool ready[kBatch];
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        ready[i] = false;
        if (next + i < count)
            ready[i] = TRY_LOAD(first + (next + i) * stride, values[i]);
    }
    bool all = true;
    uint summed = next;
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        all = all && ready[i];
        if (all) {
#if !defined(ATOMIC_WORDS)
            sum = combine(sum, values[i]);
#endif
            ++summed;
        }
    }
    return summed;
}

#if defined(ATOMIC_WORDS)
Element sumAcquired(uint first, uint stride, uint count, uint most)
{
    acquire();
    Element sum = identity();
    for (uint i = 0; i < most; ++i)
        if (i < count)
            sum = combine(sum, loadPayload(first + i * stride));
    return sum;
}
#endif
#endif
