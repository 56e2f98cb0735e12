// The fallback of scan_spine.comp: how a workgroup finds its carry without a promise that others publish anything.
//
// A workgroup polls for a bounded time. Then it adds up the aggregates of the tiles before its own, from the last window
// before which the sum is published. If an aggregate is missing, the workgroup drops its own tile, loads and scans the
// missing one instead, publishes the aggregate for all, and at last loads its own tile again. Additions are grouped as by the spine, so the bits are the
// same, whoever publishes.
//
// Smith, Levien & Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", 2025, whose look-back is by a whole
// workgroup.
#ifndef VKSCAN_CORE_FALLBACK
#define VKSCAN_CORE_FALLBACK
const uint kNothing = 0xffffffff;
const uint kPollsOfEnd = 16; // polls for a carry between two looks at whether there is still a spine

shared uint sharedMissing;

// Tells all workgroups of the run that the spine publishes no more carries.
void endSpine()
{
    atomicStore(StatusAt(push.scratchAddress + kScratchSpineEnd).status, runTag, gl_ScopeDevice,
                gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

bool hasSpineEnded()
{
    return atomicLoad(StatusAt(push.scratchAddress + kScratchSpineEnd).status, gl_ScopeDevice, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed) == runTag;
}

// Counts, for the host, a tile that the workgroup reduced for another.
void countFallback()
{
    atomicAdd(StatusAt(push.scratchAddress + kScratchFallbacks).status, 1, gl_ScopeDevice, gl_StorageSemanticsNone,
              gl_SemanticsRelaxed);
}

// Polls for a carry in one invocation, as long as there is a spine that may publish it.
bool pollForCarry(uint tile, uint tiles, uint polls, inout State carry)
{
    bool ready = false;
    [[dont_unroll]] for (uint poll = 0; poll < polls && !ready; ++poll) {
        ready = tryLoad(carrySlot(tile, tiles), carry);
        if (!ready && poll % kPollsOfEnd == kPollsOfEnd - 1 && hasSpineEnded())
            break;
    }
    return ready;
}

// Adds up the aggregates before a tile, by one subgroup, and publishes the carries of windows. Returns the first tile
// whose aggregate is missing, or kNothing: then the carry is valid.
uint sumAggregates(uint tile, uint tiles, out State carry)
{
    const uint lane = gl_SubgroupInvocationID;
    const uint last = tile / gl_SubgroupSize;
    uint window = 0; // before which the sum is published
    carry = initialState();
    [[dont_unroll]] for (uint end = last + 1; window == 0 && end > 1; end -= min(end, gl_SubgroupSize)) {
        State published = emptyState();
        const bool ready = lane + 1 < end && tryLoad(carrySlot((end - 1 - lane) * gl_SubgroupSize, tiles), published);
        const uvec4 found = subgroupBallot(ready);
        if (found != uvec4(0)) {
            window = end - 1 - subgroupBallotFindLSB(found);
            carry = subgroupAt(published, subgroupBallotFindLSB(found));
        }
    }
    uint missing = kNothing;
    [[dont_unroll]] for (; window <= last && missing == kNothing; ++window) {
        const uint other = window * gl_SubgroupSize + lane;
        State aggregate = emptyState();
        bool ready = other >= tile;
        [[dont_unroll]] for (uint poll = 0; poll < kPolls && !subgroupAll(ready); ++poll)
            if (!ready)
                ready = tryLoad(aggregateSlot(other), aggregate);
        const uvec4 late = subgroupBallot(!ready);
        const State inclusive = subgroupScanInclusive(aggregate);
        if (late != uvec4(0)) {
            missing = window * gl_SubgroupSize + subgroupBallotFindLSB(late);
        } else if (window == last) {
            carry = combine(carry, subgroupAt(subgroupShiftUp(inclusive), tile % gl_SubgroupSize));
        } else {
            carry = combine(carry, subgroupLast(inclusive));
            if (lane == 0)
                publish(carrySlot((window + 1) * gl_SubgroupSize, tiles), carry);
        }
    }
    return missing;
}

// Waits for the carry of a tile. Returns whether it was published in time, in all invocations.
bool waitForCarry(uint tile, uint tiles, out State carry)
{
    bool known;
    [[dont_unroll]] for (bool waits = true; waits;) {
        State value = emptyState();
        if (gl_LocalInvocationIndex == 0)
            sharedMissing = pollForCarry(tile, tiles, kPolls, value) ? kNothing : tile;
        carry = workgroupBroadcast(value);
        known = sharedMissing == kNothing;
        waits = !known && roundsSpent < kRounds;
        if (waits) {
            ++roundsSpent;
            yieldToOthers();
        }
    }
    return known;
}

// Finds the carry of a tile, unless an aggregate is missing. Returns the tile whose aggregate that is; else the tile
// itself. The same in all invocations.
uint findCarry(uint tile, uint tiles, out State carry)
{
    barrier(); // sharedMissing may be written again
    State sum = emptyState();
    if (!subgroupAll(gl_LocalInvocationIndex != 0)) {
        const uint missing = sumAggregates(tile, tiles, sum);
        if (gl_LocalInvocationIndex == 0)
            sharedMissing = missing;
    }
    carry = workgroupBroadcast(sum);
    return min(sharedMissing, tile);
}
#endif
