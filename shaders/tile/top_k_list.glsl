// A list of entries in shared memory: those up to a bound, while there is room. Call all functions from uniform control
// flow. Loops take the same number of rounds in every invocation: lavapipe 22.3 loses subgroups after others
// (docs/portability.md, trap 5).
#ifndef VKSCAN_TILE_TOP_K_LIST
#define VKSCAN_TILE_TOP_K_LIST
#include "tile/top_k_firsts.glsl"
#include "core/subgroup_order.glsl"

shared Element sharedCodes[kListEntries];
shared uint sharedIndices[kListEntries];
shared uint sharedEntries; // entries of the list, and those without room

const uint kEntriesEach = (kListEntries + kWorkgroupSize - 1) / kWorkgroupSize;

// Later entries are not wanted.
Entry bound;

Entry listEntry(uint i) { return Entry(sharedCodes[i], sharedIndices[i]); }

void setListEntry(uint i, Entry entry)
{
    sharedCodes[i] = entry.code;
    sharedIndices[i] = entry.index;
}

void setEntries(uint entries)
{
    barrier(); // the number is in use
    if (gl_LocalInvocationIndex == 0)
        sharedEntries = entries;
    barrier();
}

// Returns the number of entries, to which entries may only be added after the second barrier.
uint readEntries()
{
    barrier();
    const uint entries = sharedEntries;
    barrier();
    return entries;
}

void exchangePair(uint low, uint high, bool ascends)
{
    const Entry a = listEntry(low);
    const Entry b = listEntry(high);
    if (isBefore(b, a) == ascends) {
        setListEntry(low, b);
        setListEntry(high, a);
    }
}

// Sorts the list: Batcher, "Sorting Networks and Their Applications", 1968. Subgroups keep to their parts of the list
// while pairs are near.
void sortList(uint entries)
{
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const uint size = 2u << findMSB(max(entries, 2) - 1); // the power of two that holds all
    for (uint first = 0; first < size; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (i >= entries && i < size)
            setListEntry(i, kNoBound);
    }
    barrier();
    for (uint run = 2; run <= size; run *= 2) {
        for (uint distance = run / 2; distance > 0; distance /= 2) {
            for (uint first = 0; first < size / 2; first += kWorkgroupSize) {
                const uint pair = first + invocation;
                const uint low = 2 * pair - (pair & distance - 1);
                if (pair < size / 2)
                    exchangePair(low, low + distance, (low & run) == 0);
            }
            const uint next = distance > 1 ? distance / 2 : run;
            if (max(distance, next) > kSubgroupSize)
                barrier();
            else
                orderSubgroup();
        }
    }
    barrier();
}

// Adds keys of a tile while there is room. Returns the remaining ones.
uint addKeys(uint tile, Element codes[kRows][kVector], uint wanted)
{
    uint left = wanted;
    uint slot = 0;
    if (wanted != 0)
        slot = atomicAdd(sharedEntries, bitCount(wanted), gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                         gl_SemanticsRelaxed);
    if (wanted != 0) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const uint bit = 1u << row * kVector + i;
                if ((wanted & bit) != 0) {
                    if (slot < kListEntries) {
                        setListEntry(slot, Entry(codes[row][i], indexAt(placeOf(tile, row) + i)));
                        left ^= bit;
                    }
                    ++slot;
                }
            }
        }
    }
    return left;
}

// The wanted entries of a tile without those that the bound's index excludes. Loads stay out of tiles of other sources.
uint withoutLater(uint tile, Element codes[kRows][kVector], uint wanted)
{
    uint within = wanted;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint bit = 1u << row * kVector + i;
            if ((wanted & bit) != 0 && codes[row][i] == bound.code && indexAt(placeOf(tile, row) + i) > bound.index)
                within ^= bit;
        }
    }
    return within;
}

// Adds the remaining wanted keys of a tile while there is room. Returns those that then remain. Codes are loaded again
// after a list was full, so that they take no registers meanwhile.
uint addTile(uint tile, uint left)
{
    Element codes[kRows][kVector];
    loadTile(tile, codes);
    uint wanted = left & wantedOf(tile, codes, bound);
    if (hasEntries && bound.index != 0xffffffff)
        wanted = withoutLater(tile, codes, wanted);
    return addKeys(tile, codes, wanted);
}
#endif
