#version 460
#extension GL_GOOGLE_include_directive : require
// Splits an array in one dispatch that reads it once. Every workgroup has a tile, publishes its number of keys for each
// bucket, and sums the counts of all tiles: of those before its own, and of all, which determine where buckets begin.
// So it also waits for later tiles, and is only fast if all run at once. It counts overdue tiles itself, so it needs no
// progress guarantee.
#include "tile/split_tile.glsl"
#include "core/single_pass.glsl"

const uint kBatch = 8; // words that an invocation reads in one step

// Reads unknown words, once. Adds those before the tile, and all, to `sums`; `slot` is the next one.
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

// Counts the first tile that any invocation still misses.
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

// The keys of this invocation's digit in the tiles before this one, and in all.
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
    const uint tiles = max(openKeys(), 1); // an empty array also stores the beginnings of buckets
    if (workgroupIndex() >= tiles)
        return;
    const uint tile = tileOfTurn(Turn(workgroupIndex(), 0), tiles);
    const Digit digit = Digit(push.shift);
    Key items[kItems];
    uint places[kItems];
    loadKeys(tile, items);
    // A workgroup may begin after all others have ended, since they may have counted its tile. The last to begin opens
    // the next run.
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
