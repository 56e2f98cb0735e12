// The order of a spine whose windows are summed lane by lane. tile/fixed_order_spine.glsl defines the same names. Only
// included by scan_spine.comp.
#ifndef VKSCAN_TILE_SPINE
#define VKSCAN_TILE_SPINE
// Windows: a tile sums the carry of its window and the preceding aggregates in the window itself. The last tile of a
// window, its leader, publishes the carry of the next window. Every wait is for earlier tickets. One window that holds
// all tiles is a flat sum, the fastest form. Windows of one tile are a chained scan (Yan, Long & Zhang, "StreamScan:
// Fast Scan Algorithms for GPUs without Global Barrier Synchronization", 2013).
//
// In the recovery pass, `start` is the window's carry; otherwise the initial value.
State carryInWindow(uint tile, uint tiles, State start)
{
    const uint first = tile - tile % kWindow;
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const uint slot = invocation == 0 ? carrySlot(first, tiles) : aggregateSlot(first + invocation - 1);
    const bool initial = first + invocation == 0;
    const bool given = initial || (kAgain && invocation == 0);
    State value = emptyState();
    if (given)
        value = start;
    takeSlot(!given && invocation <= tile - first, slot, value);
    return workgroupReduce(value);
}

// The workgroup of a spine.
#define Running State     // sum before a window
#define WindowSums State  // sums of a window before each of its tiles
#define SPINE_WINDOW gl_SubgroupSize
#define tileOfLane(window, lane, tiles) (window * gl_SubgroupSize + lane)
#define runningFrom(start) start
#define carryBehind(running, window, before) combine(running, before)
#define behindWindow(running, window, total) combine(running, total)
#define CARRY_IN_WINDOW(tile, tiles, aggregate, start) carryInWindow(tile, tiles, start)
#define NEXT_WINDOW(carry, aggregate) combine(carry, aggregate)
#define SCAN_WINDOW(aggregate, before, total) \
    const State inclusive = subgroupScanInclusive(aggregate); \
    before = subgroupShiftUp(inclusive); \
    total = subgroupLast(inclusive);
#endif
