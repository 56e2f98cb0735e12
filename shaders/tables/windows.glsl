// Windows of tiles whose edges a single pass sums at once, and polls of them.
#ifndef VKSCAN_TABLES_WINDOWS
#define VKSCAN_TABLES_WINDOWS
#include "tables/source.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdRowWindow) const uint kRowWindow = 32; // tiles
layout(constant_id = kIdColumnWindow) const uint kColumnWindow = 32;
layout(constant_id = kIdDiagonals) const bool kDiagonals = false;
const uint kBatch = kValues * kWords == 1 ? 2 : 4; // loads in flight

// Sums published slots from the next on. Returns the first that is not published.
uint sumReady(uint first, uint stride, uint count, uint next, inout Element sum)
{
    Element values[kBatch];
    bool ready[kBatch];
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        ready[i] = false;
        if (next + i < count)
            ready[i] = tryLoad(first + (next + i) * stride, values[i]);
    }
    bool all = true;
    uint summed = next;
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        all = all && ready[i];
        if (all) {
            sum = combine(sum, values[i]);
            ++summed;
        }
    }
    return summed;
}
#endif
