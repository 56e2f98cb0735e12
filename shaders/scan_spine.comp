#version 460
#extension GL_GOOGLE_include_directive : require
// The Spine strategy: one pass, bit-deterministic also for floats.
//
// Tiles form windows. A tile publishes its aggregate, and sums its window's carry and the aggregates before it in the
// window itself; the last tile of a window publishes what is then the next window's carry instead. So the spine, the
// scan over the tiles' aggregates, advances by a window a hop; every wait is for earlier tickets alone; and what is
// added to what depends on indices, never on arrival. Where one window holds all tiles, this is a flat sum.
//
// Slot t + 1 is tile t's. A window's tiles read from its first slot on, which is its carry.
#include "common.glsl"
#include "monoid.glsl"
#include "subgroup.glsl"
#include "workgroup.glsl"
#include "tile.glsl"
#include "single_pass.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 32; // tiles, at most the workgroup's invocations

// What precedes a tile.
Element carryOf(uint tile)
{
    const uint first = tile - tile % kWindow;
    const uint slot = first + gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    Element value = slot == 0 ? initialValue() : identity();
    waitForSlot(slot > 0 && slot <= tile, slot, value);
    return workgroupReduce(value);
}

void main()
{
    const uint tiles = openArray();
    if (workgroupIndex() >= tiles) {
        if (tiles == 0 && gl_GlobalInvocationID == uvec3(0))
            storeTotal(initialValue());
        return;
    }

    Tile tile;
    const uint index = loadNextTile(tiles, tile);
    const bool publishes = gl_LocalInvocationIndex == 0 && index < tiles - 1 && mayPublish(index);
    const bool leads = index % kWindow == kWindow - 1;
    const Element aggregate = scanTile(tile);
    if (publishes && !leads)
        publish(index + 1, aggregate);
    const Element carry = carryOf(index);
    if (publishes && leads)
        publish(index + 1, combine(carry, aggregate));
    storeTile(index, tile, carry);
    if (index == tiles - 1 && gl_LocalInvocationIndex == 0)
        storeTotal(combine(carry, aggregate));
}
