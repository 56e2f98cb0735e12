// The spine of large states. Lanes share a state, a word each, so that a subgroup accesses whole lines, and combining
// takes one addition instead of shuffles of every word. A window is cut into groups of kWordLanes tiles, and each run
// of kWordLanes lanes takes a group, tile by tile. The order of additions still depends only on indices. Only included
// by scan_spine.comp, which has the spine of small states.
//
// On an H100, this pays for states of 12 words, not for 10 words.
#ifndef VKSCAN_TILE_BLOCKS_SPINE
#define VKSCAN_TILE_BLOCKS_SPINE
const uint kWordLanes = kStateWords > 16 ? 32 : 16; // lanes of a run; the first kStateWords have a word
const bool kSharesStates = kStateWords >= kLeastSharedWords && kWordLanes <= kSubgroupSize && kRounds == 0;

shared Element sharedParts[kParts]; // sum of all windows that have had their turn

// The part that contains this lane's word.
Element partOfWords(uint word)
{
#if ELEMENT_WORDS == 2
    const uint other = subgroupShuffleXor(word, 1);
    return fromWords(gl_SubgroupInvocationID % 2 == 0 ? uvec2(word, other) : uvec2(other, word));
#else
    return fromWords(word);
#endif
}

uint64_t wordAddress(uint slot, uint word) { return slotAddress(slot) + word * kScratchWordBytes; }

// The minimum of the lanes' values.
uint subgroupLeast(uint value)
{
    [[unroll]] for (uint distance = 1; distance < gl_SubgroupSize; distance *= 2)
        value = min(value, subgroupShuffleXor(value, distance));
    return value;
}

void runWordSpine(uint tiles)
{
    if (gl_LocalInvocationIndex == 0)
        sharedTurn = 0;
    if (gl_LocalInvocationIndex < kParts)
        sharedParts[gl_LocalInvocationIndex] = initialValue();
    barrier();
    runTag = sharedTag;
    if (gl_SubgroupID >= kSpineSubgroups)
        return;
    const uint lane = gl_SubgroupInvocationID;
    const bool hasWord = lane % kWordLanes < kStateWords;
    const uint word = min(lane % kWordLanes, kStateWords - 1);
    const uint group = lane - lane % kWordLanes; // first tile of the group, in the window
    Element total = initialValue();              // sum of this lane's part, if one subgroup takes all turns
    for (uint window = gl_SubgroupID; window * gl_SubgroupSize < tiles; window += kSpineSubgroups) {
        const uint first = window * gl_SubgroupSize + group;
        uint words[kWordLanes];
        Element before[kWordLanes]; // sum before the tile in its window
        Element windowTotal;        // valid if `scanned`
        Element running = total;
        uint missing = 0;   // a bit for each tile of the group
        uint published = 0; // tiles of the window before this one have their carries
        bool scanned = false;
        bool turn = kSpineSubgroups == 1;
        uint poll = 0;
        for (; poll < kPolls; ++poll) {
            if (!scanned) {
                missing = 0;
                [[unroll]] for (uint i = 0; i < kWordLanes; ++i) {
                    const uint tile = min(first + i, tiles - 1);
                    const bool ready = tryLoadWord(wordAddress(aggregateSlot(tile), word), words[i]);
                    missing |= !ready && first + i + 1 < tiles ? 1u << i : 0; // no tile needs the last aggregate
                }
            }
            const bool complete = subgroupAll(missing == 0);
            if (!scanned && (complete || turn)) {
                Element sum = identity();
                [[unroll]] for (uint i = 0; i < kWordLanes; ++i) {
                    before[i] = sum;
                    sum = combine(sum, partOfWords(words[i]));
                }
                [[unroll]] for (uint distance = kWordLanes; distance < gl_SubgroupSize; distance *= 2) {
                    const Element earlier = fromWords(subgroupShuffleUp(toWords(sum), distance));
                    if (lane >= distance)
                        sum = combine(earlier, sum);
                }
                Element groupsBefore = fromWords(subgroupShuffleUp(toWords(sum), kWordLanes));
                if (group == 0)
                    groupsBefore = identity();
                [[unroll]] for (uint i = 0; i < kWordLanes; ++i)
                    before[i] = combine(groupsBefore, before[i]);
                windowTotal = subgroupAt(sum, gl_SubgroupSize - kWordLanes + lane % kWordLanes);
                scanned = complete;
            }
            if (!turn) {
                turn = isTurnOf(window);
                if (!turn)
                    continue;
                running = sharedParts[word / kWords];
                orderSubgroup(); // loaded before the next store
                if (!scanned)
                    continue;
            }
            if (scanned) {
                total = combine(running, windowTotal);
                if (kSpineSubgroups > 1) {
                    if (lane < kStateWords && word % kWords == 0)
                        sharedParts[word / kWords] = total;
                    orderSubgroup();
                    if (lane == 0)
                        atomicStore(sharedTurn, window + 1, gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                                    gl_SemanticsRelease);
                }
            }
            // The contiguous part that is ready is published at once, with the carry of the first tile that is not.
            uint end = gl_SubgroupSize;
            if (!scanned)
                end = subgroupLeast(missing != 0 ? group + findLSB(missing) : gl_SubgroupSize) + 1;
            [[unroll]] for (uint i = 0; i < kWordLanes; ++i)
                if (hasWord && group + i >= published && group + i < end && first + i < tiles)
                    publishWord(wordAddress(carrySlot(first + i, tiles), word),
                                elementWord(combine(running, before[i]), word % kWords));
            published = end;
            if (scanned)
                break;
        }
        if (poll == kPolls) {
            giveUp();
            return;
        }
    }
}

// Publishes a state that all invocations have, if `wanted`. Each lane publishes a word.
void publishByWords(bool wanted, uint slot, State state)
{
    uint own = 0;
    [[unroll]] for (uint i = 0; i < kStateWords; ++i)
        if (gl_LocalInvocationIndex == i)
            own = stateWord(state, i);
    if (wanted && gl_LocalInvocationIndex < kStateWords)
        publishWord(wordAddress(slot, gl_LocalInvocationIndex), own);
}

State carryByWords(uint tile, uint tiles)
{
    uint word = 0;
    bool ready = gl_LocalInvocationIndex >= kStateWords;
    for (uint poll = 0; poll < kPolls && !ready; ++poll)
        ready = tryLoadWord(wordAddress(carrySlot(tile, tiles), gl_LocalInvocationIndex), word);
    if (!ready)
        giveUp();
    const Element part = partOfWords(word);
    totalsBegin = kMostSubgroups - totalsBegin;
    if (gl_LocalInvocationIndex < kStateWords && gl_LocalInvocationIndex % kWords == 0)
        sharedTotals[totalsBegin * kParts + gl_LocalInvocationIndex / kWords] = part;
    barrier();
    return sharedTotal(0);
}
#endif
