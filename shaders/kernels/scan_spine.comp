#version 460
#extension GL_GOOGLE_include_directive : require
// The Spine, FlatSum and Chained strategies: one pass, bit-deterministic also for floats. A tile publishes its
// aggregate, waits for its carry, and stores.
//
// The spine is the scan over the tiles' aggregates, which gives each tile its carry. It has two forms, chosen by the
// device: windows of tiles, and a workgroup of its own. In both, what is added to what depends on indices alone, never on
// arrival.
//
// Slots: every tile's aggregate, then every tile's carry.
#define VKSCAN_ENTRY_POINT kEntryScanSpine
#include "tile/interface.glsl"
#include "core/single_pass.glsl"
#include "core/subgroup_order.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 256; // tiles, at most the workgroup's invocations
layout(constant_id = kIdSpineSubgroups) const uint kSpineSubgroups = 0; // 0: window leaders keep the spine

uint aggregateSlot(uint tile) { return tile; }
uint carrySlot(uint tile, uint tiles) { return tiles + tile; }

// Windows: a tile sums its window's carry and the aggregates before it in the window itself, and the last tile of a
// window, its leader, publishes the next window's carry. Every wait is for earlier tickets. Where one window holds all
// tiles this is a flat sum, the fastest form; where windows are of one tile it is a chained scan (Yan, Long & Zhang,
// "StreamScan: Fast Scan Algorithms for GPUs without Global Barrier Synchronization", 2013).
State carryInWindow(uint tile, uint tiles)
{
    const uint first = tile - tile % kWindow;
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const uint slot = invocation == 0 ? carrySlot(first, tiles) : aggregateSlot(first + invocation - 1);
    const bool initial = first + invocation == 0;
    State value = emptyState();
    if (initial)
        value = initialState();
    waitForSlot(!initial && invocation <= tile - first, slot, value);
    return workgroupReduce(value);
}

bool leadsWindow(uint tile) { return tile % kWindow == kWindow - 1; }

// A workgroup of its own: some of its subgroups take turns at windows of as many tiles as they have lanes, poll the
// aggregates, and publish every tile's carry. A tile then polls one word from one lane, which is what keeps memory
// free for the data on a GPU that is full. It waits for later tickets, and its subgroups for each other.
const bool kHasSpineWorkgroup = kSpineSubgroups > 0;

shared uint sharedTurn; // the window whose turn it is
shared State sharedRunning;

// Whether it is a window's turn, the same in all lanes. What was stored before is visible to each.
bool isTurnOf(uint window)
{
    const uint turn = atomicLoad(sharedTurn, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquire);
    return subgroupAll(turn == window);
}

#if defined(TILE_BLOCKS)
// The spine of large states: lanes share them, a word each, so that a subgroup reads and writes whole lines, and a window's
// scan is an addition a state where it took shuffles of every word. A window is cut into groups of kWordLanes tiles; each
// run of as many lanes takes a group, tile by tile. What is added to what still depends on indices alone.
//
// Smaller states had better be a lane's own: on an H100, those of 10 words lose, those of 12 gain.
const uint kWordLanes = kStateWords > 16 ? 32 : 16; // of which the first kStateWords have a word
const bool kSharesStates = kStateWords >= kLeastSharedWords && kWordLanes <= kSubgroupSize && kRounds == 0;

shared Element sharedParts[kParts]; // the running total of windows

// The part whose word, the low or the high one, this lane has.
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

// The least of all lanes' values.
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
    const uint group = lane - lane % kWordLanes; // its first tile in the window
    Element total = initialValue();              // of this lane's part, where one subgroup takes all turns
    for (uint window = gl_SubgroupID; window * gl_SubgroupSize < tiles; window += kSpineSubgroups) {
        const uint first = window * gl_SubgroupSize + group;
        uint words[kWordLanes];
        Element before[kWordLanes]; // what precedes the tile in its window
        Element windowTotal;        // valid with `scanned`
        Element running = total;
        uint missing = 0;   // tiles of the group, a bit each
        uint published = 0; // the window's tiles before this one have their carries
        bool scanned = false;
        bool turn = kSpineSubgroups == 1;
        uint poll = 0;
        for (; poll < kPolls; ++poll) {
            if (!scanned) {
                missing = 0;
                [[unroll]] for (uint i = 0; i < kWordLanes; ++i) {
                    const uint tile = min(first + i, tiles - 1);
                    const bool ready = tryLoadWord(wordAddress(aggregateSlot(tile), word), words[i]);
                    missing |= !ready && first + i + 1 < tiles ? 1u << i : 0; // nobody needs the last aggregate
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
                orderSubgroup(); // before the next is stored
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
            // The contiguous run that is ready goes out at once, and the carry of the first tile that is not.
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

// Publishes a state that all invocations have, if they want to; lanes have a word each.
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
#else
const bool kSharesStates = false;
void runWordSpine(uint tiles) {}
void publishByWords(bool wanted, uint slot, State state) {}
State carryByWords(uint tile, uint tiles) { return emptyState(); }
#endif

void runSpine(uint tiles)
{
    if (kSharesStates) {
        runWordSpine(tiles);
        return;
    }
    if (gl_LocalInvocationIndex == 0) {
        sharedTurn = 0;
        sharedRunning = initialState();
    }
    barrier();
    runTag = sharedTag;
    if (gl_SubgroupID >= kSpineSubgroups)
        return;
    const uint lane = gl_SubgroupInvocationID;
    State total = initialState(); // where one subgroup takes all turns
    for (uint window = gl_SubgroupID; window * gl_SubgroupSize < tiles; window += kSpineSubgroups) {
        const uint tile = window * gl_SubgroupSize + lane;
        State aggregate = emptyState();
        State before;      // what precedes the tile in its window
        State windowTotal; // valid with `scanned`
        State running = total;
        bool ready = tile + 1 >= tiles; // nobody needs the last aggregate
        bool published = tile >= tiles;
        bool scanned = false;
        bool turn = kSpineSubgroups == 1;
        uint poll = 0;
        for (; poll < kPolls; ++poll) {
            if (!ready)
                ready = tryLoad(aggregateSlot(tile), aggregate);
            const bool complete = subgroupAll(ready);
            // A window that is complete is scanned ahead of its turn.
            if (!scanned && (complete || turn)) {
                const State inclusive = subgroupScanInclusive(aggregate);
                before = subgroupShiftUp(inclusive);
                windowTotal = subgroupLast(inclusive);
                scanned = complete;
            }
            if (!turn) {
                turn = isTurnOf(window);
                if (!turn)
                    continue;
                running = sharedRunning;
                orderSubgroup(); // before the next is stored
                if (!scanned)
                    continue;
            }
            if (scanned) {
                total = combine(running, windowTotal);
                if (kSpineSubgroups > 1 && lane == 0) {
                    sharedRunning = total;
                    atomicStore(sharedTurn, window + 1, gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                                gl_SemanticsRelease);
                }
            }
            // The contiguous run that is ready goes out at once: a device may hold no more tiles than that.
            const uint missing = subgroupBallotFindLSB(subgroupBallot(!ready));
            if (!published && (scanned || lane <= missing)) {
                publish(carrySlot(tile, tiles), combine(running, before));
                published = true;
            }
            if (scanned)
                break;
        }
        if (poll == kPolls) {
            giveUp();
            return;
        }
    }
}

// Called with the aggregate in all invocations.
void publishToSpine(bool wanted, uint tile, State aggregate)
{
    if (kSharesStates)
        publishByWords(wanted, aggregateSlot(tile), aggregate);
    else if (wanted && gl_LocalInvocationIndex == 0)
        publish(aggregateSlot(tile), aggregate);
}

State carryFromSpine(uint tile, uint tiles)
{
    if (kSharesStates)
        return carryByWords(tile, tiles);
    State value = emptyState();
    waitForSlot(gl_LocalInvocationIndex == 0, carrySlot(tile, tiles), value);
    return workgroupBroadcast(value);
}

void main()
{
    const uint tiles = openArray();
    const uint tickets = tiles + (kHasSpineWorkgroup ? 1 : 0);
    if (tiles == 0 || workgroupIndex() >= tickets) {
        if (tiles == 0 && gl_GlobalInvocationID == uvec3(0))
            storeTotal(initialState());
        return;
    }

    Turn turn = takeTurn(tickets);
    if (turn.index >= tickets)
        return;
    if (kHasSpineWorkgroup) {
        if (turn.index == 0) {
            shareTag(turn);
            runSpine(tiles);
            return;
        }
        --turn.index;
    }
    const uint index = tileOfTurn(turn, tiles);
    Tile tile;
    loadTile(index, tile);
    shareTag(turn);
    const State aggregate = scanTile(tile);
    runTag = sharedTag;
    const bool publishes = index < tiles - 1 && mayPublish(index);
    State carry;
    if (kHasSpineWorkgroup) {
        publishToSpine(publishes, index, aggregate);
        carry = carryFromSpine(index, tiles);
    } else {
        const bool leads = leadsWindow(index);
        if (publishes && !leads && gl_LocalInvocationIndex == 0)
            publish(aggregateSlot(index), aggregate);
        carry = carryInWindow(index, tiles);
        if (publishes && leads && gl_LocalInvocationIndex == 0)
            publish(carrySlot(index + 1, tiles), combine(carry, aggregate));
    }
    storeTile(index, tile, carry);
    if (index == tiles - 1) {
        endRun();
        if (gl_LocalInvocationIndex == 0)
            storeTotal(combine(carry, aggregate));
    }
}
