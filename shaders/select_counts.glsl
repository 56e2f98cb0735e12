// How many elements each bucket has.

// How many of a vector's elements are in the first bucket and, in the high half, in the second one.
uint countPair(uint buckets)
{
    return bitCount(matches(0, buckets)) | (kBuckets > 1 ? bitCount(matches(1, buckets)) << 16 : 0);
}

// How many of a lane's elements are in each bucket, two of them a word. Those of more buckets are counted in bytes first.
void countPairs(uint buckets[kRows], out uint pairs[kBucketPairs])
{
    [[unroll]] for (uint pair = 0; pair < kBucketPairs; ++pair)
        pairs[pair] = 0;
    if (kBuckets <= 2) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            pairs[0] += countPair(buckets[row]);
        return;
    }
    [[unroll]] for (uint quad = 0; quad < kBuckets / 4; ++quad) {
        uint counts = 0;
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const uint digit = buckets[row] >> 8 * i & 0xff;
                counts += digit / 4 == quad ? 1 << digit % 4 * 8 : 0;
            }
        }
        pairs[2 * quad] = counts & 0xff | (counts & 0xff00) << 8;
        pairs[2 * quad + 1] = counts >> 16 & 0xff | counts >> 24 << 16;
    }
}

void addPair(uint pair, uint count, inout State counts)
{
    counts.parts[2 * pair] += count & 0xffff;
    if (2 * pair + 1 < kBuckets)
        counts.parts[2 * pair + 1] += count >> 16;
}
