#version 460
#extension GL_GOOGLE_include_directive : require
// The Spine strategy: one pass, bit-deterministic also for floats.
//
// Tiles form windows, and windows form groups of as many. A tile publishes its aggregate, waits for its window's carry
// and the aggregates before it in the window, and adds them up itself. The last tile of a window leads it: it
// publishes the window's aggregate, adds up its group's carry and the windows before its own likewise, and publishes
// the carry of the next window. So the spine, the scan over the tiles' aggregates, advances by a group a hop, every
// wait is for earlier tickets alone, and what is added to what depends on indices, never on arrival. Where one window
// holds all tiles, this is a flat sum.
//
// Slots: a record for each window, {carry, its tiles' aggregates but the last}; then one for each group,
// {carry, its windows' aggregates but the last}.
#include "common.glsl"
#include "monoid.glsl"
#include "subgroup.glsl"
#include "workgroup.glsl"
#include "tile.glsl"
#include "single_pass.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 32; // at most the workgroup's invocations

// Waits for the first slots of a record, the carry and what precedes `member`, and adds them up. The carry of record
// 0 is the initial value. Returns false when the wait was given up.
bool sumRecord(uint firstRecord, uint record, uint member, bool withCarry, out Element sum)
{
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const bool initial = withCarry && record == 0 && invocation == 0;
    const bool wanted = invocation <= member && (invocation > 0 || (withCarry && record > 0));
    const uint slot = (firstRecord + record) * kWindow + invocation;
    return sumSlots(wanted, slot, initial ? initialValue() : identity(), sum);
}

void publishOnce(uint tile, uint firstRecord, uint record, uint slot, Element value)
{
    if (gl_LocalInvocationIndex == 0 && mayPublish(tile))
        publish((firstRecord + record) * kWindow + slot, value);
}

// What precedes the tile. Returns false when a wait was given up.
bool carryOf(uint tile, uint tiles, Element aggregate, out Element carry)
{
    const uint window = tile / kWindow;
    const uint member = tile % kWindow;
    const bool leads = member == kWindow - 1 && tile < tiles - 1;
    if (!leads) {
        if (tile < tiles - 1)
            publishOnce(tile, 0, window, member + 1, aggregate);
        return sumRecord(0, window, member, true, carry);
    }

    const uint windows = divideRoundingUp(tiles, kWindow);
    const uint group = window / kWindow;
    const uint windowMember = window % kWindow;
    const bool lastOfGroup = windowMember == kWindow - 1;
    Element inWindow;
    Element windowCarry;
    if (!sumRecord(0, window, member, false, inWindow))
        return false;
    const Element windowAggregate = combine(inWindow, aggregate);
    if (!lastOfGroup)
        publishOnce(tile, windows, group, windowMember + 1, windowAggregate);
    if (!sumRecord(windows, group, windowMember, true, windowCarry))
        return false;
    const Element nextCarry = combine(windowCarry, windowAggregate);
    publishOnce(tile, 0, window + 1, 0, nextCarry);
    if (lastOfGroup)
        publishOnce(tile, windows, group + 1, 0, nextCarry);
    carry = combine(windowCarry, inWindow);
    return true;
}

void main()
{
    const uint tiles = openArray();
    const uint tickets = max(tiles, 1);
    if (workgroupIndex() >= tickets)
        return;
    const uint ticket = takeTicket(tickets);
    if (tiles == 0) {
        if (gl_LocalInvocationIndex == 0)
            storeTotal(initialValue());
        return;
    }

    const uint tile = tileOfTicket(ticket, tiles);
    loadTile(tile);
    const Element aggregate = scanTile();
    Element carry;
    if (!carryOf(tile, tiles, aggregate, carry))
        return;
    storeTile(tile, carry);
    if (tile == tiles - 1 && gl_LocalInvocationIndex == 0)
        storeTotal(combine(carry, aggregate));
}
