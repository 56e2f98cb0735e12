#version 460
#extension GL_GOOGLE_include_directive : require
// Splits an array in one dispatch that reads it once. Every workgroup has a tile, publishes how many keys of each bucket that
// has, and sums the counts of all: those before its own, and those that say where buckets begin. So it waits for later
// tiles, too, and all had better run at once. It counts those that keep it waiting by itself, and needs no progress of them.
#include "tile/split_tile.glsl"
#include "core/single_pass.glsl"

const uint kBatch = 8; // words that an invocation looks at in one step

// Reads words that are not known yet, once. Sums those before the tile, and all; `slot` is the next.
void lookOnce(uint tile, uint tiles, inout uint slot, inout uvec2 sums)
{
    const uint64_t address = wordAddress(slot, sharedDigit());
    const uint first = slot;
    uvec2 words[kBatch];
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        words[i] = uvec2(0);
        if (first + i * kSharers < tiles)
            words[i] = unpackUint2x32(atomicLoad(AtomicAt(address + i * (kSharers * kSlotBytes)).word, gl_ScopeDevice,
                                                 gl_StorageSemanticsNone, gl_SemanticsRelaxed));
    }
    bool ready = true;
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        ready = ready && words[i].y == runTag;
        if (ready) {
            sums += uvec2(slot < tile ? words[i].x : 0, words[i].x);
            slot += kSharers;
        }
    }
}

// Counts the first of the tiles that invocations miss.
shared uint sharedMissing;

void countMissing(uint tile, Digit digit, inout uint slot, inout uvec2 sums)
{
    if (gl_LocalInvocationIndex == 0)
        sharedMissing = ~0;
    openCounts();
    atomicMin(sharedMissing, slot, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    const uint missing = sharedMissing;
    countTile(missing, digit);
    closeCounts();
    if (slot == missing) {
        const uint count = sharedCounts[sharedDigit()];
        sums += uvec2(slot < tile ? count : 0, count);
        slot += kSharers;
    }
}

// How many keys of this invocation's digit the tiles before this one have, and all.
uvec2 sumTiles(uint tile, uint tiles, Digit digit)
{
    uint slot = firstSlot();
    uvec2 sums = uvec2(0);
    for (uint counted = 0; counted <= tiles; ++counted) {
        for (uint poll = 0; poll < kPolls && slot < tiles; ++poll)
            lookOnce(tile, tiles, slot, sums);
        if (workgroupAll(slot >= tiles))
            break;
        countMissing(tile, digit, slot, sums);
    }
    return addParts(sums);
}

void main()
{
    const uint tiles = max(openKeys(), 1); // buckets of nothing begin somewhere, too
    if (workgroupIndex() >= tiles)
        return;
    const uint tile = tileOfTurn(Turn(workgroupIndex(), 0), tiles);
    const Digit digit = Digit(push.shift);
    Key items[kItems];
    uint places[kItems];
    loadKeys(tile, items);
    // A workgroup that nobody has waited for may begin when others have ended: the last that begins opens the next run.
    if (gl_LocalInvocationIndex == 0) {
        const uvec2 taken = takeTicket();
        sharedTag = taken.y + 1;
        checkTicket(taken.x, tiles);
        if (taken.x == tiles - 1)
            openEpoch(taken.y + 1);
    }
    placeKeys(digit, items, places);
    runTag = sharedTag;
    if (hasDigits() && mayPublish(tile))
        publishWord(wordAddress(tile, firstDigit()), countInTile());
    stageItems(digit, places, items);
    const uvec2 sums = sumTiles(tile, tiles, digit);
    const uint start = findStart(sums.y, tile == 0);
    if (hasDigits())
        sharedDigits[firstDigit()] = start + sums.x - startInTile();
    storeTile(tile, digit);
}
