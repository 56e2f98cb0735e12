// Sums of edges that an earlier dispatch has stored, for a table that is made again. They are grouped as the single pass
// groups them, so that floats have the same bits.
#ifndef VKSCAN_TABLES_STORED_EDGES
#define VKSCAN_TABLES_STORED_EDGES
#include "abi/table_again_abi.h"
#include "core/slots.glsl"
#include "tables/source.glsl"

layout(constant_id = kIdAgain) const bool kAgain = false;

// The sum that the leader of the window before publishes in the single pass. It replaces the first slot of a sum if
// followsLeader is set.
Element leaderSum;
bool followsLeader = false;

Element sumStored(uint first, uint stride, uint count, uint most)
{
    Element sum = identity();
    for (uint i = 0; i < most; ++i)
        if (i < count)
            sum = combine(sum, i == 0 && followsLeader ? leaderSum : loadSlot(first + i * stride));
    return sum;
}
#endif
