#version 460
#extension GL_GOOGLE_include_directive : require
// A pass of the DecoupledFallback strategy: sorts by one digit in one dispatch, which needs no promise of the device. A
// tile counts its keys by digit, publishes the counts, and sums those of all tiles before it.
//
// Windows have kSortWindow tiles on the first level, and kSortWindow windows of the level below on the others. Each
// tile has one slot, with the sums of the longest window that ends with it. So the tiles before a tile have at most
// kSortWindow - 1 slots on each level, and no sum waits for one of its level or above: the tree of Fenwick, "A New Data
// Structure for Cumulative Frequency Tables", 1994. The first tile's counts include the keys with lower digits.
//
// A workgroup takes one tile. Where others publish too late, it drops the tile, publishes what is missing, and begins
// again. It counts the keys of others anew, which no workgroup overwrites in the pass. Sums of integers are the same in
// any order, so all who publish a slot store the same words. Smith, Levien & Owens, "Decoupled Fallback: A Portable
// Single-Pass GPU Scan", 2025.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortFallback
#include "tile/radix_counts.glsl"
#include "tile/radix_tile.glsl"
#include "core/fallback.glsl"

// The level of the longest window that ends with a tile; 0: the tile alone.
uint levelOf(uint tile) { return findLSB(tile + 1) / kSortWindowBits; }

// How many slots of a level are before a tile, and which tiles have them.
uint placeOf(uint tile, uint level) { return tile >> level * kSortWindowBits & kSortWindow - 1; }
uint slotBefore(uint tile, uint level, uint index)
{
    const uint entry = (tile >> level * kSortWindowBits) - placeOf(tile, level) + index;
    return (entry + 1 << level * kSortWindowBits) - 1;
}

// The tag of all words of a slot.
uint64_t slotTag(uint slot) { return wordAddress(slot, 0) + 4; }

// Looks at this invocation's part of the slots before a tile on the levels [begin, end). Returns the first that is not
// published; kNothing if all are.
uint missingBefore(uint tile, uint begin, uint end)
{
    uint missing = kNothing;
    [[unroll]] for (uint first = 0; first < kSortLevels * kSortWindow; first += kWorkgroupSize) {
        const uint level = begin + (first + invocationIndex()) / kSortWindow;
        const uint index = (first + invocationIndex()) % kSortWindow;
        if (level < end && index < placeOf(tile, level)) {
            const uint slot = slotBefore(tile, level, index);
            if (loadWord(slotTag(slot)) != runTag)
                missing = min(missing, slot);
        }
    }
    return missing;
}

// Waits for the slots before a tile on the levels [begin, end), and adds their counts of this invocation's digits.
// Returns false if one is missing: the same in all invocations.
bool addBefore(uint tile, uint begin, uint end, inout uint counts[kDigitsEach])
{
    bool ready = false;
    for (uint poll = 0; poll < kPolls && !ready; ++poll)
        ready = missingBefore(tile, begin, end) == kNothing;
    POLL_IN_ROUNDS(ready, if (!ready) ready = missingBefore(tile, begin, end) == kNothing)
    const bool known = roundsSpent < kRounds || workgroupAll(ready);
    orderWorkgroup();
    if (!known)
        return false;
    for (uint level = begin; level < end; ++level) {
        const uint place = placeOf(tile, level);
        [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
            const uint digit = min(firstDigit() + k, kDigits - 1);
            uint words[kSortWindow - 1];
            [[unroll]] for (uint i = 0; i < kSortWindow - 1; ++i) {
                words[i] = 0;
                if (i < place)
                    words[i] = loadWord(wordAddress(slotBefore(tile, level, i), digit));
            }
            [[unroll]] for (uint i = 0; i < kSortWindow - 1; ++i)
                counts[k] += words[i];
        }
    }
    return true;
}

// Counts the keys before those of the tile in the window whose sums its slot has. Returns false if something is
// missing: the same in all invocations.
bool findWindow(uint tile, out uint carries[kDigitsEach])
{
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
        carries[k] = 0;
    if (tile == 0)
        findStarts(carries);
    return levelOf(tile) == 0 || addBefore(tile, 0, levelOf(tile), carries);
}

void publishWindow(bool wanted, uint tile, uint counts[kDigitsEach], uint carries[kDigitsEach])
{
    if (wanted && hasDigits())
        [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
            storeWord(wordAddress(tile, firstDigit() + k), carries[k] + counts[k]);
    orderWorkgroup();
    if (wanted && gl_LocalInvocationIndex == 0)
        storeWord(slotTag(tile), runTag);
}

// Publishes all that the tile waits for and nobody has published, one slot at a time, from the lowest level on.
void publishMissing(uint tile, Digit digit)
{
    for (uint i = 0; i < kFallbacks; ++i) {
        uint slot = tile;
        uint levels = kSortLevels; // those it sums
        for (uint depth = 0; depth < kSortLevels && levels > 0; ++depth) {
            const uint missing = lowestSlot(missingBefore(slot, 0, levels));
            if (missing == kNothing)
                break;
            slot = missing;
            levels = levelOf(slot);
        }
        if (slot == tile)
            return;
        Key items[kItems];
        uint counts[kDigitsEach];
        uint carries[kDigitsEach];
        loadKeys(slot * kTileKeys, keysOf(slot), items);
        countKeys(digit, items, counts);
        findWindow(slot, carries);
        publishWindow(true, slot, counts, carries);
        countFallback();
    }
}

void main()
{
    const uint tiles = openKeys();
    if (workgroupIndex() >= tiles || !openPass())
        return;
    const Digit digit = digitOfPass(push.pass);
    const Turn turn = takeTurn(tiles);
    if (turn.index >= tiles)
        return;
    const uint tile = tileOfTurn(turn, tiles);
    bool known = false;
    for (uint attempt = 0; attempt < 2 && !known; ++attempt) {
        if (attempt > 0)
            publishMissing(tile, digit);
        Key items[kItems];
        uvec4 values[kItems];
        uint places[kItems];
        uint counts[kDigitsEach];
        uint starts[kDigitsEach];
        uint carries[kDigitsEach];
        loadKeys(tile * kTileKeys, keysOf(tile), items);
        shareTag(turn);
        countKeys(digit, items, counts);
        runTag = sharedTag;
        const bool knowsWindow = findWindow(tile, carries);
        publishWindow(knowsWindow && mayPublish(tile), tile, counts, carries);
        const bool isLast = attempt == 0 && leaveRun(tiles);
        loadValues(tile * kTileKeys, keysOf(tile), values);
        rankKeys(digit, items, counts, places, starts);
        stageKeys(places, items);
        known = addBefore(tile, levelOf(tile), kSortLevels, carries) && knowsWindow;
        if (isLast)
            openEpoch(runTag);
        if (known) {
            [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
                if (hasDigits())
                    sharedDigits[firstDigit() + k] = carries[k] - starts[k];
            storeTile(keyCount, digit, places, values);
        }
    }
    if (!known)
        giveUp();
}
