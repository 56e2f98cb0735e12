// The tile of a selection: elements go to buckets, and are scanned by how many of each bucket precede them. Selected ones
// are in bucket 0 and the others in bucket 1; or a digit of a key says it. A bucket that is not counted is dropped.
//
// The workgroup sorts its tile by bucket into shared memory while the carry is on its way, and from there writes a run of
// consecutive elements for each bucket. What is moved is a word an element, its index or itself; a longer element is
// fetched where it is written.
#include "select_buckets.glsl"

shared uint sharedStaged[kTileElements];

struct Tile {
    uint first;                 // element
    uint items[kRows][kVector]; // what is moved, if it is a word
    uint buckets[kRows];        // of a vector's elements, see bucketsOf
    State prefix;               // after scanTile, how many of each bucket precede this subgroup's part
    State counts;               // and how many the tile has
};

void loadTile(uint index, out Tile tile)
{
    tile.first = index * kTileElements;
    loadBuckets(index, kPayloadWords == 1, tile.buckets, tile.items);
}

// Writes a bucket's elements to shared memory, from `begin` on, and the next one's; in their order.
void stagePair(Tile tile, uint bucket, uint begin, uint nextBegin)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint count = countPair(bucket, tile.buckets[row]);
        const uint inclusive = subgroupScanInclusive(count);
        uint at = begin + (inclusive - count & 0xffff);
        uint nextAt = nextBegin + (inclusive - count >> 16);
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint item = kPayloadWords == 1 ? tile.items[row][i] : tile.first + vectorInTile(row) * kVector + i;
            if ((matches(bucket, tile.buckets[row]) >> i & 1) != 0)
                sharedStaged[at++] = item;
            if (bucket + 1 < kBuckets && (matches(bucket + 1, tile.buckets[row]) >> i & 1) != 0)
                sharedStaged[nextAt++] = item;
        }
        const uint total = subgroupLast(inclusive);
        begin += total & 0xffff;
        nextBegin += total >> 16;
    }
}

// Counts the loaded tile's elements, two buckets at a time in halves of a word. Returns how many each bucket has.
State scanTile(inout Tile tile)
{
    State counts = emptyState();
    [[unroll]] for (uint bucket = 0; bucket < kBuckets; bucket += 2) {
        uint pair = 0;
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            pair += countPair(bucket, tile.buckets[row]);
        pair = subgroupReduce(pair);
        counts.parts[bucket] = pair & 0xffff;
        if (bucket + 1 < kBuckets)
            counts.parts[bucket + 1] = pair >> 16;
    }
    tile.counts = workgroupScan(counts, tile.prefix);
    return tile.counts;
}

// Sorts the tile's elements into shared memory.
void stageTile(Tile tile)
{
    uint begin = 0;
    [[unroll]] for (uint bucket = 0; bucket < kBuckets; bucket += 2) {
        const uint nextBegin = begin + tile.counts.parts[bucket];
        if (bucket + 1 < kBuckets) {
            stagePair(tile, bucket, begin + tile.prefix.parts[bucket], nextBegin + tile.prefix.parts[bucket + 1]);
            begin = nextBegin + tile.counts.parts[bucket + 1];
        } else {
            stagePair(tile, bucket, begin + tile.prefix.parts[bucket], 0);
        }
    }
}

#include "select_memory.glsl"
