// The sort of staged rows by a digit of several bits: a bit at a time, in as many rounds through shared memory. What is
// sorted are keys, a digit above the place that its element had. Missing elements have all bits and are last, so they stay
// behind.
//
// The split of Blelloch, "Prefix Sums and Their Applications", 1990.
const bool kSortsDigits = kBuckets > 2;
const uint kDigitShift = 16;

const uint kPlaces = kWorkgroupSize / kSubgroupSize * kBuckets;
shared uint sharedItems[kSortsDigits && kPayloadWords == 1 ? kWorkgroupSize * kStagedElements : 1];
shared uint sharedPlaces[kSortsDigits ? kPlaces : 1]; // in the output, of each bucket's next element

uint placeOfDigit(uint digit) { return gl_SubgroupID * kBuckets + digit; }

void openPlaces(State places)
{
    if (gl_SubgroupInvocationID == 0) {
        [[unroll]] for (uint bucket = 0; bucket < kBuckets; ++bucket)
            sharedPlaces[placeOfDigit(bucket)] = places.parts[bucket];
    }
}

// Of the sorted staged elements; before and beyond them, no digit.
uint digitAt(uint staged)
{
    return staged < gl_SubgroupSize * kStagedElements ? sharedStaged[stagedBegin() + staged] >> kDigitShift : ~0;
}

void sortStaged()
{
    for (uint bit = 1 << kDigitShift; bit < kBuckets << kDigitShift; bit *= 2) {
        uint keys[kStagedElements];
        uint zeros = 0;
        [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
            keys[k] = sharedStaged[stagedBegin() + k * gl_SubgroupSize + gl_SubgroupInvocationID];
            zeros += subgroupBallotBitCount(subgroupBallot((keys[k] & bit) == 0));
        }
        orderSubgroup();
        uint zero = 0;
        uint one = zeros;
        [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
            const bool isOne = (keys[k] & bit) != 0;
            const uvec4 ones = subgroupBallot(isOne);
            const uint onesBefore = subgroupBallotExclusiveBitCount(ones);
            const uint at = isOne ? one + onesBefore : zero + gl_SubgroupInvocationID - onesBefore;
            sharedStaged[stagedBegin() + at] = keys[k];
            const uint onesHere = subgroupBallotBitCount(ones);
            one += onesHere;
            zero += gl_SubgroupSize - onesHere;
        }
        orderSubgroup();
    }
}

// The first of a digit's run changes what `sharedPlaces` holds to what its elements' places in the run are added to, the
// last changes it back, when they have been stored.
void openRuns()
{
    [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
        const uint staged = k * gl_SubgroupSize + gl_SubgroupInvocationID;
        const uint digit = digitAt(staged);
        if (digit != kMissingDigit && digitAt(staged - 1) != digit)
            sharedPlaces[placeOfDigit(digit)] -= staged;
    }
    orderSubgroup();
}

void closeRuns()
{
    [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
        const uint staged = k * gl_SubgroupSize + gl_SubgroupInvocationID;
        const uint digit = digitAt(staged);
        if (digit != kMissingDigit && digitAt(staged + 1) != digit)
            sharedPlaces[placeOfDigit(digit)] += staged + 1;
    }
    orderSubgroup();
}

void stageDigits(Tile tile, uint firstRow)
{
    [[unroll]] for (uint row = 0; row < kStagedRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint own = firstRow + row;
            const uint at = (row * gl_SubgroupSize + gl_SubgroupInvocationID) * kVector + i;
            sharedStaged[stagedBegin() + at] = (tile.buckets[own] >> 8 * i & 0xff) << kDigitShift | at;
            if (kPayloadWords == 1)
                sharedItems[stagedBegin() + at] = tile.items[own][i];
        }
    }
    orderSubgroup();
    sortStaged();
    openRuns();
}

// What is moved, and where it goes. Returns whether there is such an element.
bool digitElement(Tile tile, uint firstRow, uint staged, out uint item, out uint place)
{
    const uint key = sharedStaged[stagedBegin() + staged];
    const uint at = key & (1 << kDigitShift) - 1;
    const uint digit = key >> kDigitShift;
    if (digit == kMissingDigit)
        return false;
    item = kPayloadWords == 1 ? sharedItems[stagedBegin() + at]
                              : tile.first + (PART * kRows + firstRow) * PART_WIDTH * kVector + at;
    place = sharedPlaces[placeOfDigit(digit)] + staged;
    return true;
}
