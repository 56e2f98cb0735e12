#version 460
#extension GL_GOOGLE_include_directive : require
// The Spine, FlatSum and Chained strategies: one pass, bit-deterministic also for floats. A tile publishes its
// aggregate, waits for its carry, and stores.
#include "common.glsl"
#include "monoid.glsl"
#include "subgroup.glsl"
#include "workgroup.glsl"
#include "tile.glsl"
#include "tile_form.glsl"
#include "single_pass.glsl"
#include "spine.glsl"

void main()
{
    const uint tiles = openArray();
    const uint tickets = tiles + (kHasSpineWorkgroup ? 1 : 0);
    if (tiles == 0 || workgroupIndex() >= tickets) {
        if (tiles == 0 && gl_GlobalInvocationID == uvec3(0))
            storeTotal(initialState());
        return;
    }

    Turn turn = takeTurn(tickets);
    if (kHasSpineWorkgroup) {
        if (turn.index == 0) {
            shareTag(turn);
            runSpine(tiles);
            return;
        }
        --turn.index;
    }
    const uint index = tileOfTurn(turn, tiles);
    Tile tile;
    loadTile(index, tile);
    shareTag(turn);
    const State aggregate = scanTile(tile);
    runTag = sharedTag;
    const bool publishes = index < tiles - 1 && mayPublish(index);
    State carry;
    if (kHasSpineWorkgroup) {
        publishToSpine(publishes, index, aggregate);
        carry = carryFromSpine(index, tiles);
    } else {
        const bool leads = leadsWindow(index);
        if (publishes && !leads && gl_LocalInvocationIndex == 0)
            publish(aggregateSlot(index), aggregate);
        carry = carryInWindow(index, tiles);
        if (publishes && leads && gl_LocalInvocationIndex == 0)
            publish(carrySlot(index + 1, tiles), combine(carry, aggregate));
    }
    storeTile(index, tile, carry);
    if (index == tiles - 1) {
        endRun();
        if (gl_LocalInvocationIndex == 0)
            storeTotal(combine(carry, aggregate));
    }
}
