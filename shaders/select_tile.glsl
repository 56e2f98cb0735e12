// The tile of a selection: elements go to buckets, and are scanned by how many of each bucket precede them. Selected ones
// are in bucket 0 and the others in bucket 1; or a digit of a key says it. A bucket that is not counted is dropped.
//
// Once the carry is known, each subgroup sorts a few rows of its part by bucket in shared memory at a time, and writes a run
// of consecutive elements for each bucket. A whole tile there would leave room for too few workgroups. What is moved is a
// word an element, its index or itself; a longer element is fetched where it is written.
#include "select_buckets.glsl"
#include "subgroup_order.glsl"

const uint kStagedRows = kRows % 2 == 0 ? 2 : 1;
const uint kStagedElements = kStagedRows * kVector; // of a lane
shared uint sharedStaged[kWorkgroupSize * kStagedElements];

struct Tile {
    uint first;                 // element
    uint items[kRows][kVector]; // what is moved, if it is a word
    uint buckets[kRows];        // of a vector's elements, see bucketsOf
    State prefix;               // after scanTile, how many of each bucket precede this subgroup's part
};

void loadTile(uint index, out Tile tile)
{
    tile.first = index * kTileElements;
    loadBuckets(index, kPayloadWords == 1, tile.buckets, tile.items);
}

// Returns how many of the loaded tile's elements each bucket has.
State scanTile(inout Tile tile)
{
    uint pairs[kBucketPairs];
    countPairs(tile.buckets, pairs);
    State counts = emptyState();
    [[unroll]] for (uint pair = 0; pair < kBucketPairs; ++pair)
        addPair(pair, subgroupReduce(pairs[pair]), counts);
    return workgroupScan(counts, tile.prefix);
}

uint stagedBegin() { return gl_SubgroupID * gl_SubgroupSize * kStagedElements; }

// Sorts some rows of the subgroup's part by up to two buckets into shared memory. Returns how many each has.
State stageRows(Tile tile, uint firstRow)
{
    uint before[kStagedRows];
    uint pair = 0;
    [[unroll]] for (uint i = 0; i < kStagedRows; ++i) {
        const uint count = countPair(tile.buckets[firstRow + i]);
        const uint inclusive = subgroupScanInclusive(count);
        before[i] = pair + inclusive - count;
        pair += subgroupLast(inclusive);
    }
    [[unroll]] for (uint row = 0; row < kStagedRows; ++row) {
        uint at = stagedBegin() + (before[row] & 0xffff);
        uint nextAt = stagedBegin() + (pair & 0xffff) + (before[row] >> 16);
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint own = firstRow + row;
            const uint item = kPayloadWords == 1 ? tile.items[own][i] : tile.first + vectorInTile(own) * kVector + i;
            if ((matches(0, tile.buckets[own]) >> i & 1) != 0)
                sharedStaged[at++] = item;
            if (kBuckets > 1 && (matches(1, tile.buckets[own]) >> i & 1) != 0)
                sharedStaged[nextAt++] = item;
        }
    }
    State counts = emptyState();
    addPair(0, pair, counts);
    orderSubgroup();
    return counts;
}

#include "select_digits.glsl"
#include "select_memory.glsl"
