#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the first k keys of short rows. The workgroup is one subgroup, whose registers hold a row.
//
// The range of the codes is cut into bins, whose keys are counted. The bin with the k-th key is cut again, until it ends
// with that key; if only equal codes are left, the range of the indices is cut. Alabi, Blanchard, Gordon & Steinbach,
// "Fast k-Selection Algorithms for Graphics Processing Units", 2012: bucketSelect. The first k are then sorted.
#include "tile/top_k_keys.glsl"
#include "core/subgroup_order.glsl"

const uint kBins = 256;
const uint kLaneBins = kBins / kSubgroupSize;
const uint kMostPasses = 4 * kWords + 4; // by 8 bits of a code, then of an index
const uint kLaneEntries = kTopKLaneResults;

shared uint sharedBins[kBins];
shared Element sharedCodes[kLaneEntries * kSubgroupSize];
shared uint sharedIndices[kLaneEntries * kSubgroupSize];

// The place and the index of this lane's i-th key.
uint placeOfItem(uint i) { return placeOf(0, i / kVector) + i % kVector; }
uint indexOfItem(uint i) { return placeOfItem(i) - sourceHead; }

// Loads the row. Lanes beyond its end load its last keys: without branches, loads overlap.
void loadRow(out Element codes[kRows][kVector])
{
    if (sourceHead == 0 && sourceCount % kVector == 0) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadVector(min(placeOf(0, row), sourceCount - kVector), true, codes[row]);
    } else {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            codes[i / kVector][i % kVector] =
                codeAt(clamp(placeOfItem(i), sourceHead, sourceHead + sourceCount - 1));
    }
}

// The smallest of all lanes' codes.
Element firstOfLanes(Element code)
{
    Element first = code;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step)
        if (1u << step < kSubgroupSize)
            first = min(first, fromWords(subgroupShuffleXor(toWords(first), 1u << step)));
    return first;
}

// Counts a key in its bin.
void countKey(bool isWanted, Element key, Element low, Element high, uint shift)
{
    if (isWanted && key - low <= high - low)
        atomicAdd(sharedBins[uint(key - low >> shift)], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed);
}

// The bin with the k-th key.
struct Bin {
    uint index;
    uint before; // keys before it
    uint within; // keys up to its end
};

// Finds the bin, given the keys before all bins.
Bin findBin(uint before)
{
    const uint firstBin = gl_SubgroupInvocationID * kLaneBins;
    uint counts[kLaneBins];
    uint sum = 0;
    [[unroll]] for (uint i = 0; i < kLaneBins; ++i) {
        counts[i] = sharedBins[firstBin + i];
        sum += counts[i];
    }
    uint reached = before + uint(subgroupScanInclusive(Element(sum))) - sum;
    const bool hasBin = reached < push.k && reached + sum >= push.k;
    Bin bin = Bin(firstBin, reached, reached + sum);
    [[unroll]] for (uint i = 0; i < kLaneBins; ++i) {
        if (reached < push.k && reached + counts[i] >= push.k)
            bin = Bin(firstBin + i, reached, reached + counts[i]);
        reached += counts[i];
    }
    const uint lane = subgroupBallotFindLSB(subgroupBallot(hasBin));
    return Bin(subgroupShuffle(bin.index, lane), subgroupShuffle(bin.before, lane), subgroupShuffle(bin.within, lane));
}

// The first k of the wanted keys, which are more, a bit for each.
uint findFirsts(Element codes[kRows][kVector], uint wanted)
{
    Element first = codes[0][0];
    Element last = ~first;
    [[unroll]] for (uint i = 1; i < kItems; ++i) { // keys of other lanes, where there are no more
        first = min(first, codes[i / kVector][i % kVector]);
        last = min(last, ~codes[i / kVector][i % kVector]);
    }
    Element low = firstOfLanes(first);
    Element high = ~firstOfLanes(last);
    Element code = kLastCode; // of equal keys, if their indices are compared
    bool isEqual = false;
    Bin bin = Bin(0, 0, sourceCount);
    [[dont_unroll]] for (uint pass = 0; pass < kMostPasses; ++pass) {
        if (bin.within <= push.k)
            break;
        if (low == high) {
            isEqual = true;
            code = low;
            low = 0;
            high = sourceCount - 1;
        }
        const uint shift = max(bitsOf(high - low), 8) - 8;
        [[unroll]] for (uint i = 0; i < kLaneBins; ++i)
            sharedBins[i * kSubgroupSize + gl_SubgroupInvocationID] = 0;
        orderSubgroup();
        if (isEqual) {
            [[unroll]] for (uint i = 0; i < kItems; ++i)
                countKey((wanted & 1u << i) != 0 && codes[i / kVector][i % kVector] == code, Element(indexOfItem(i)), low,
                         high, shift);
        } else {
            [[unroll]] for (uint i = 0; i < kItems; ++i)
                countKey((wanted & 1u << i) != 0, codes[i / kVector][i % kVector], low, high, shift);
        }
        orderSubgroup();
        bin = findBin(bin.before);
        orderSubgroup(); // bins are in use
        low += Element(bin.index) << shift;
        high = low + ((Element(1) << shift) - 1); // may wrap around while later keys are left; so does high - low
    }
    uint firsts = 0;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const Element key = codes[i / kVector][i % kVector];
        const bool comes = isEqual ? key < code || key == code && Element(indexOfItem(i)) <= high : key <= high;
        firsts |= comes ? 1u << i : 0;
    }
    return firsts & wanted;
}

// Keeps the first or the second of this lane's entry and another's.
Entry exchange(Entry entry, uint distance, bool keepsFirst)
{
    const Entry other = Entry(fromWords(subgroupShuffleXor(toWords(entry.code), distance)),
                              subgroupShuffleXor(entry.index, distance));
    const bool takesOther = isBefore(other, entry) == keepsFirst;
    return Entry(takesOther ? other.code : entry.code, takesOther ? other.index : entry.index);
}

// Sorts a number of entries: Batcher, "Sorting Networks and Their Applications", 1968. The entry at a place is in lane
// place % kSubgroupSize.
void sortEntries(uint number, inout Entry entries[kLaneEntries])
{
    const uint size = 2u << findMSB(max(number, 2) - 1); // the power of two that holds all
    for (uint run = 2; run <= size; run *= 2) {
        for (uint distance = run / 2; distance > 0; distance /= 2) {
            if (distance == kSubgroupSize) { // the last run
                const Entry first = entries[0];
                const bool isSorted = isBefore(first, entries[1]);
                entries[0] = Entry(isSorted ? first.code : entries[1].code, isSorted ? first.index : entries[1].index);
                entries[1] = Entry(isSorted ? entries[1].code : first.code, isSorted ? entries[1].index : first.index);
            } else {
                [[unroll]] for (uint i = 0; i < kLaneEntries; ++i) {
                    if (i * kSubgroupSize >= size)
                        break;
                    const uint place = i * kSubgroupSize + gl_SubgroupInvocationID;
                    entries[i] = exchange(entries[i], distance, ((place & run) == 0) == ((place & distance) == 0));
                }
            }
        }
    }
}

// Lists the first k keys of the row, in any order, and loads entries of the list.
void selectEntries(uint results, out Entry entries[kLaneEntries])
{
    Element codes[kRows][kVector];
    loadRow(codes);
    uint wanted = kItems == 32 ? ~0u : (1u << kItems) - 1; // keys that exist, and then those that are results
    if (!isWholeTile(0)) {
        wanted = 0;
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            wanted |= isKey(placeOfItem(i)) ? 1u << i : 0;
    }
    if (results < sourceCount)
        wanted = findFirsts(codes, wanted);
    uint slot = uint(subgroupScanInclusive(Element(bitCount(wanted)))) - bitCount(wanted);
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        if ((wanted & 1u << i) != 0) {
            sharedCodes[slot] = codes[i / kVector][i % kVector];
            sharedIndices[slot] = indexOfItem(i);
        }
        slot += wanted >> i & 1;
    }
    orderSubgroup();
    [[unroll]] for (uint i = 0; i < kLaneEntries; ++i) {
        const uint place = i * kSubgroupSize + gl_SubgroupInvocationID;
        const bool isEntry = place < results;
        entries[i] = Entry(isEntry ? sharedCodes[place] : kLastCode, isEntry ? sharedIndices[place] : ~0u);
    }
}

void main()
{
    const uint count = inputCount();
    const uint64_t first = uint64_t(workgroupIndex()) * push.rowPitch;
    if (first >= count)
        return;
    openRow(first, rowKeys(workgroupIndex(), first, count));
    if (sourceCount == 0)
        return;
    const uint results = min(push.k, sourceCount);
    Entry entries[kLaneEntries];
    selectEntries(results, entries);
    sortEntries(min(sourceCount, kLaneEntries * kSubgroupSize), entries);
    [[unroll]] for (uint i = 0; i < kLaneEntries; ++i) {
        const uint place = i * kSubgroupSize + gl_SubgroupInvocationID;
        if (place < results)
            storeResult(uint64_t(workgroupIndex()) * push.resultPitch + place, first, entries[i]);
    }
}
