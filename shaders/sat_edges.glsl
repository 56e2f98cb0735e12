// The sums of the edges that a tile's neighbours left, and what is done with them. The including file defines
// sumSlots(first, stride, count, most): the sum of `count` slots, at most `most` in any invocation.

shared Element sharedTop[kBottomWords]; // the sums above the tile
shared Element sharedParts[kWorkgroupSize];

// The sum of one word of `count` edges, which begin at slot `first` and every `stride` slots, for the invocations with
// a local index below `words`. Edges of few words are shared out so that all invocations read. All subgroups run each
// loop alike.
Element sumEdges(uint words, uint run, uint first, uint stride, uint count)
{
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
}

// Into sharedRight: the sums left of a tile.
void sumLeft(uint first, uint stride, uint count)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run) {
        const Element sum = sumEdges(kRightWords, run, first, stride, count);
        if (wordOf(run) < kRightWords)
            sharedRight[wordOf(run)] = sum;
    }
    barrier();
}

// Into sharedTop: the sums above a tile.
void sumAbove(uint first, uint stride, uint count)
{
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        const Element sum = sumEdges(kBottomWords, run, first, stride, count);
        if (wordOf(run) < kBottomWords)
            sharedTop[wordOf(run)] = sum;
    }
    barrier();
}

// A word of the tile's bottom edge, with what is left of it.
Element bottomWithLeft(Edges edges, uint run)
{
    const uint lastRow = (kTileHeight - 1) * kValues;
    return combine(sharedRight[lastRow + valueOfBottomWord(wordOf(run))], edges.bottom[run]);
}

// An entry: what lies left of and above the tile, and in the tile itself.
Element entry(Element item, uint row, uint column, uint i, uint value)
{
    return combine(combine(sharedRight[rightWord(row, value)], sharedTop[bottomWord(column, i, value)]), item);
}

void storeTile(uvec2 origin, Tile tile)
{
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
