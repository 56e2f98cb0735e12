// The fallback of scan_spine.comp: how a workgroup finds its carry without a promise that others publish anything.
//
// A workgroup polls for a bounded time. Then it adds up the aggregates of the tiles before its own, from the last window
// before which the sum is published. If an aggregate is missing, the workgroup drops its own tile, loads and reduces the
// missing one instead, and publishes the aggregate for all. Additions are grouped as by the spine, so the bits are the
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
    for (uint poll = 0; poll < polls && !ready; ++poll) {
        ready = tryLoad(carrySlot(tile, tiles), carry);
        if (!ready && poll % kPollsOfEnd == 0 && hasSpineEnded())
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
    for (uint end = last + 1; window == 0 && end > 1; end -= min(end, gl_SubgroupSize)) {
        State published = emptyState();
        const bool ready = lane + 1 < end && tryLoad(carrySlot((end - 1 - lane) * gl_SubgroupSize, tiles), published);
        const uvec4 found = subgroupBallot(ready);
        if (found != uvec4(0)) {
            window = end - 1 - subgroupBallotFindLSB(found);
            carry = subgroupAt(published, subgroupBallotFindLSB(found));
        }
    }
    uint missing = kNothing;
    for (; window <= last && missing == kNothing; ++window) {
        const uint other = window * gl_SubgroupSize + lane;
        State aggregate = emptyState();
        bool ready = other >= tile;
        for (uint poll = 0; poll < kPolls && !subgroupAll(ready); ++poll)
            if (!ready)
                ready = tryLoad(aggregateSlot(other), aggregate);
        const uvec4 late = subgroupBallot(!ready);
        const State inclusive = subgroupScanInclusive(aggregate);
        if (late != uvec4(0)) {
            missing = window * gl_SubgroupSize + subgroupBallotFindLSB(late);
        } else if (window == last) {
            carry = combine(carry, subgroupAt(subgroupShiftUp(inclusive), tile % gl_SubgroupSize));
            if (lane == 0)
                publish(carrySlot(tile, tiles), carry);
        } else {
            carry = combine(carry, subgroupLast(inclusive));
            if (lane == 0)
                publish(carrySlot((window + 1) * gl_SubgroupSize, tiles), carry);
        }
    }
    return missing;
}

// Finds the carry of the workgroup's tile, when `target`, that tile or a missing one, is published. Returns the tile to
// load next, or the same one if it stays loaded; the carry is valid if that is the workgroup's own.
uint findCarry(uint tile, uint tiles, uint target, out State carry)
{
    const bool leads = gl_LocalInvocationIndex == 0;
    bool known = false;
    if (target == tile) {
        for (bool waits = true; waits;) {
            State value = emptyState();
            if (leads)
                sharedMissing = pollForCarry(tile, tiles, kPolls, value) ? kNothing : tile;
            carry = workgroupBroadcast(value);
            known = sharedMissing == kNothing;
            waits = !known && roundsSpent < kRounds;
            if (waits) {
                ++roundsSpent;
                yieldToOthers();
            }
        }
    } else if (leads) {
        countFallback();
    }
    if (!known) {
        barrier(); // sharedMissing may be written again
        State sum = emptyState();
        if (!subgroupAll(!leads)) {
            const uint missing = sumAggregates(tile, tiles, sum);
            if (leads)
                sharedMissing = missing;
        }
        carry = workgroupBroadcast(sum);
        known = sharedMissing == kNothing;
    }
    return known ? tile : sharedMissing;
}
#endif
