// The sums of neighbouring tiles' edges, the entries of a tile, and stores of them. A macro, SINK_*, specifies where
// tables are.
#ifndef VKSCAN_TABLES_EDGES
#define VKSCAN_TABLES_EDGES
#include "tables/tile.glsl"

#if defined(SINK_UINT_IMAGE) || defined(SINK_FLOAT_IMAGE)
#include "tables/sink_image.glsl"

void storeEntry(uint table, uvec2 at, Element values[kChannels])
{
    Entry entry = Entry(0);
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        entry[channel] = entryOf(values[channel]);
    if (all(lessThan(at, tableExtent()))) {
        if (table == 0)
            imageStore(sumTable, IN_LAYER(ivec, at, OUTPUT_ADDRESS), entry);
        else
            imageStore(squaresTable, IN_LAYER(ivec, at, OUTPUT_ADDRESS), entry);
    }
}

void storeVector(uint table, uvec2 at, Element values[kVector][kChannels])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        storeEntry(table, uvec2(at.x + i, at.y), values[i]);
}
#else
#include "tables/stored.glsl"

void storeVector(uint table, uvec2 at, Element values[kVector][kChannels])
{
    const uint kEntryWords = kChannels * kStoredWords;
    const uint64_t base = table == 0 ? OUTPUT_ADDRESS : SQUARES_ADDRESS;
    const uint64_t pitch = table == 0 ? push.outputPitch : push.squaresPitch;
    const uint64_t address = base + at.y * pitch + at.x * (kEntryWords * 4);
    uint words[kVector * kEntryWords];
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
            [[unroll]] for (uint word = 0; word < kStoredWords; ++word)
                words[i * kEntryWords + channel * kStoredWords + word] = storedWord(values[i][channel], word);

    const uvec2 extent = tableExtent();
    const bool asVectors = (push.vectorAccess & (table == 0 ? kVectorOutput : kVectorSquares)) != 0;
    if (asVectors && at.y < extent.y && at.x + kVector <= extent.x) {
        [[unroll]] for (uint i = 0; i < kVector * kEntryWords / 4; ++i)
            VectorAt(address + 16 * i).words = uvec4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
    } else if (at.y < extent.y) {
        [[unroll]] for (uint i = 0; i < kVector * kEntryWords; ++i)
            if (at.x + i / kEntryWords < extent.x)
                WordAt(address + 4 * i).word = words[i];
    }
}
#endif

// Defined by the including file: the sum of `count` slots from `first` on, `stride` apart. `count` is at most `most` in
// any invocation.
Element sumSlots(uint first, uint stride, uint count, uint most);

shared Element sharedTop[kBottomWords]; // sums above the tile
shared Element sharedParts[kWorkgroupSize];

// The sum of one word of `count` edges, which begin at slot `first`, `stride` slots apart, for the invocations with a
// local index below `words`. If edges have few words, all invocations share the reads. All subgroups run each loop in
// the same way.
Element sumEdges(uint words, uint run, uint first, uint stride, uint count)
{
#if defined(TABLE_FIXED) // in sequence
    return sumSlots(first + wordOf(run), stride, wordOf(run) < words ? count : 0, count);
#else
    const uint shares = max(1, kWorkgroupSize / words);
    const uint word = shares > 1 ? gl_LocalInvocationIndex % words : wordOf(run);
    const uint share = shares > 1 ? gl_LocalInvocationIndex / words : 0;
    const uint own = share < min(shares, count) && word < words ? divideRoundingUp(count - share, shares) : 0;
    Element sum = sumSlots(first + share * stride + word, shares * stride, own, divideRoundingUp(count, shares));
    if (shares > 1 && count > 1) {
        sharedParts[gl_LocalInvocationIndex] = sum;
        barrier();
        for (uint i = 1; i < min(shares, count); ++i) {
            const Element part = sharedParts[i * words + word];
            if (share == 0)
                sum = combine(sum, part);
        }
        barrier(); // sharedParts may be written again
    }
    return sum;
#endif
}

// Stores the sums left of a tile in sharedRight.
void sumLeft(uint first, uint stride, uint count)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run) {
        const Element sum = sumEdges(kRightWords, run, first, stride, count);
        if (wordOf(run) < kRightWords)
            sharedRight[wordOf(run)] = sum;
    }
    barrier();
}

// Stores the sums above a tile in sharedTop.
void sumAbove(uint first, uint stride, uint count)
{
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        const Element sum = sumEdges(kBottomWords, run, first, stride, count);
        if (wordOf(run) < kBottomWords)
            sharedTop[wordOf(run)] = sum;
    }
    barrier();
}

// A word of the bottom edge of the tile, including the sums left of the tile.
Element bottomWithLeft(Edges edges, uint run)
{
    const uint lastRow = (kTileHeight - 1) * kValues;
    return combine(sharedRight[lastRow + valueOfBottomWord(wordOf(run))], edges.bottom[run]);
}

// An entry: the sum of the texels left of and above the tile, and in the tile itself.
Element entry(Element item, uint row, uint column, uint i, uint value)
{
#if defined(TABLE_FIXED) // +0 for -0: whether a device keeps the sign of -0 + 0 is not specified
    const Element sum = combine(combine(sharedRight[rightWord(row, value)], sharedTop[bottomWord(column, i, value)]), item);
    return sum == 0x80000000u ? identity() : sum;
#else
    return combine(combine(sharedRight[rightWord(row, value)], sharedTop[bottomWord(column, i, value)]), item);
#endif
}

#if defined(SINK_IMAGE)
// Exchanges one bit of the lane's index with one bit of its values' indices, by a shuffle of half of the values.
void exchange(inout Element values[4], uint laneBit, uint valueBit)
{
    const bool isUpper = (gl_SubgroupInvocationID & laneBit) != 0;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        if ((i & valueBit) == 0) {
            const Element sent = isUpper ? values[i] : values[i | valueBit];
            const Element received = fromWords(subgroupShuffleXor(toWords(sent), laneBit));
            if (isUpper)
                values[i] = received;
            else
                values[i | valueBit] = received;
        }
    }
}

// Stores blocks of 2 x 2 entries. Eight neighbouring lanes store 4 x 2 entries at once: a whole sector of an image's
// memory.
void storeBlocks(uvec2 origin, Tile tile)
{
    const uint lane = gl_SubgroupInvocationID;
    const uvec2 inSector = uvec2((lane & 1) * 2 + (lane >> 1 & 1), lane >> 2 & 1);
    [[unroll]] for (uint value = 0; value < kValues; ++value) {
        [[unroll]] for (uint row = 0; row < kRows; row += kBlockRows) {
            [[unroll]] for (uint column = 0; column < kColumns; ++column) {
                Element entries[4];
                [[unroll]] for (uint i = 0; i < 4; ++i)
                    entries[i] = entry(tile.items[row + i / 2][column][i % 2][value], row + i / 2, column, i % 2, value);
                exchange(entries, 2, 1);
                exchange(entries, 4, 2);
                const uvec2 at = origin + uvec2((column * kLaneColumns + (laneColumn() & ~7u)) * kVector, rowOf(row));
                [[unroll]] for (uint sector = 0; sector < 4; ++sector) {
                    Element stored[kChannels];
                    stored[0] = entries[sector];
                    storeEntry(value, at + inSector + uvec2(4 * sector, 0), stored);
                }
            }
        }
    }
}
#endif

void storeTile(uvec2 origin, Tile tile)
{
#if defined(SINK_IMAGE)
    if (kChannels == 1 && kVector == 2 && kBlockRows == 2 && kLaneColumns % 8 == 0) {
        storeBlocks(origin, tile);
        return;
    }
#endif
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint column = 0; column < kColumns; ++column) {
            const uvec2 at = origin + uvec2(columnOf(column), rowOf(row));
            Element entries[kVector][kChannels];
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
                    entries[i][channel] = entry(tile.items[row][column][i][channel], row, column, i, channel);
            storeVector(0, at, entries);
            if (kSquares) {
                [[unroll]] for (uint i = 0; i < kVector; ++i)
                    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
                        entries[i][channel] = entry(tile.items[row][column][i][kValues - kChannels + channel], row, column,
                                                    i, kValues - kChannels + channel);
                storeVector(1, at, entries);
            }
        }
    }
}
#endif
