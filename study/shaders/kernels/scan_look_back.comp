#version 460
#extension GL_GOOGLE_include_directive : require
// Decoupled look-back with decoupled fallback: one pass that needs no progress guarantee, out of place.
//
// A tile publishes its aggregate, looks back over its predecessors for one that has published its inclusive prefix,
// sums the aggregates in between, and publishes its own inclusive prefix. If a predecessor does not publish in time,
// the workgroup computes the aggregate of that tile itself and publishes it. In place the input may be overwritten
// already; then it can only wait.
//
// Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016; the fallback: Smith,
// Levien & Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", 2025.
//
// Slots: the aggregate of every tile, then the inclusive prefix of every tile.
#include "abi/study_abi.h"
#include "tile/interface.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdFallbacks) const uint kFallbacks = 128;

// The state of a look-back; that of the first subgroup is the workgroup's.
uint frontTile;    // everything from this tile on is summed
bool foundPrefix;  // everything before is summed, too
State lookBackSum;

shared uint sharedFront;
shared bool sharedFound;
shared State sharedSum;

// Looks once at the tiles right before the front, the nearest in the last lane. Takes the run of available ones next to
// the front, as far as the nearest inclusive prefix. Returns whether it took any.
bool lookOnce(uint tiles)
{
    const bool exists = frontTile + gl_SubgroupInvocationID >= gl_SubgroupSize;
    const uint tile = frontTile + gl_SubgroupInvocationID - gl_SubgroupSize;
    State value = emptyState();
    const bool prefix = exists && tryLoad(tiles + tile, value);
    const bool available = prefix || (exists && tryLoad(tile, value));

    const uvec4 missing = subgroupBallot(!available);
    const uvec4 prefixes = subgroupBallot(prefix);
    uint first = subgroupBallotBitCount(missing) > 0 ? subgroupBallotFindMSB(missing) + 1 : 0;
    if (subgroupBallotBitCount(prefixes) > 0) {
        const uint nearest = subgroupBallotFindMSB(prefixes);
        foundPrefix = nearest >= first;
        first = max(first, nearest);
    }
    if (gl_SubgroupInvocationID < first)
        value = emptyState();
    lookBackSum = combine(subgroupReduce(value), lookBackSum);
    frontTile -= gl_SubgroupSize - first;
    return first < gl_SubgroupSize;
}

void shareLookBack()
{
    if (gl_LocalInvocationIndex == 0) {
        sharedFront = frontTile;
        sharedFound = foundPrefix;
        sharedSum = lookBackSum;
    }
    barrier();
    frontTile = sharedFront;
    foundPrefix = sharedFound;
    lookBackSum = sharedSum;
    barrier(); // the shared copies may be written again
}

// The sum of all tiles before the tile, and the initial value.
State lookBack(uint tile, uint tiles)
{
    frontTile = tile;
    foundPrefix = false;
    lookBackSum = emptyState();
    const bool mayRecompute = push.inputAddress != push.outputAddress;
    for (uint round = 0; frontTile > 0 && !foundPrefix; ++round) {
        if (round > (mayRecompute ? kFallbacks : kRounds)) {
            giveUp();
            break;
        }
        if (gl_SubgroupID == 0) {
            for (uint poll = 0; poll < kPolls && frontTile > 0 && !foundPrefix; ++poll)
                if (lookOnce(tiles))
                    poll = ~0u; // polls are counted anew
        }
        shareLookBack();
        if (frontTile == 0 || foundPrefix)
            break;
        if (mayRecompute) {
            --frontTile;
            const State aggregate = aggregateTile(frontTile);
            lookBackSum = combine(aggregate, lookBackSum);
            if (gl_LocalInvocationIndex == 0)
                publish(frontTile, aggregate);
        } else {
            yieldToOthers();
        }
    }
    return foundPrefix ? lookBackSum : combine(initialState(), lookBackSum);
}

void main()
{
    const uint tiles = openArray();
    if (workgroupIndex() >= tiles) {
        if (tiles == 0 && gl_GlobalInvocationID == uvec3(0))
            storeTotal(initialState());
        return;
    }

    const Turn turn = takeTurn(tiles);
    if (turn.index >= tiles)
        return;
    const uint index = tileOfTurn(turn, tiles);
    Tile tile;
    loadTile(index, tile);
    shareTag(turn);
    const State aggregate = scanTile(tile);
    runTag = sharedTag;
    if (gl_LocalInvocationIndex == 0 && mayPublish(index))
        publish(index, aggregate);
    const State carry = lookBack(index, tiles);
    const State inclusive = combine(carry, aggregate);
    if (gl_LocalInvocationIndex == 0 && mayPublish(index))
        publish(tiles + index, inclusive);
    storeTile(index, tile, carry);
    if (index == tiles - 1 && gl_LocalInvocationIndex == 0)
        storeTotal(inclusive);
}
