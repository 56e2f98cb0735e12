#version 460
#extension GL_GOOGLE_include_directive : require
// A pass of the single-pass form: sorts by one digit in one dispatch, which reads and writes each key once. A tile
// counts its keys by digit, publishes the counts, and looks back for the number of keys of each digit before its own.
//
// Adinets & Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022. The look-back differs:
// tiles are in windows of kSortWindow. A tile sums the counts of the tiles before it in its window, and looks back over
// windows. The last tile of a window, its leader, publishes the sum of the window and then the carry of the next one.
// So a tile reads few words, which are independent, even if all tiles begin at once.
//
// In SpineWithFallback, waits are short, and leaders also publish their counts. A tile whose wait was given up is not
// stored; the recovery pass (kAgain) finds its carries in the counts of all preceding tiles, and sorts it.
//
// Slots, of a word for each digit: the counts of every tile; then, for every window, its sum, later replaced by its
// carry, which has another tag; then, with SpineWithFallback, the tiles' marks. Sums of integers are the same in any
// order.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortPass
#include "tile/radix_tile.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdTakesTurns) const bool kTakesTurns = false;
const bool kLoadsEarly = kValueWords == 0 || kTakesTurns;
const uint kBatch = 2; // windows that a step looks at

// The word of a digit in a slot. In the next slot, it is kSortCountsBytes further.
uint64_t wordAddress(uint slot, uint digit)
{
    return countsAddress() + uint64_t(push.passCount * push.slots + slot) * kSortCountsBytes + digit * kScratchWordBytes;
}

uint countTag() { return runTag - 1; }
uint carryTag() { return runTag; }

void publishCount(uint64_t address, uint count, uint tag)
{
    atomicStore(AtomicAt(address).word, packUint2x32(uvec2(count, tag)), gl_ScopeDevice, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
}

uvec2 loadCount(uint64_t address)
{
    return unpackUint2x32(
        atomicLoad(AtomicAt(address).word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed));
}

// Whether the tile publishes the sum of its window.
bool leadsWindow(uint tile) { return tile % kSortWindow == kSortWindow - 1 && mayPublish(tile); }

// The state of the look-back for one digit.
struct LookBack {
    uint tile;    // next tile to count in the window
    uint inTiles; // keys of the counted tiles
    uint window;  // the window after the next one to look at
    uint inWindows;
    bool found;   // whether everything before the window is known
    bool led;     // whether the sum of the window is published
};

bool isLookedUp(uint tile, LookBack look) { return look.found && look.tile == tile; }

// Reads the words that are still unknown, once.
void lookOnce(uint tile, uint tiles, uint digit, uint count, inout LookBack look)
{
    if (look.tile < tile) {
        uvec2 words[kSortWindow - 1];
        const uint64_t first = wordAddress(look.tile, digit);
        const uint missing = tile - look.tile;
        [[unroll]] for (uint i = 0; i < kSortWindow - 1; ++i) {
            words[i] = uvec2(0);
            if (i < missing)
                words[i] = loadCount(first + i * kSortCountsBytes);
        }
        bool ready = true;
        [[unroll]] for (uint i = 0; i < kSortWindow - 1; ++i) {
            ready = ready && i < missing && words[i].y == countTag();
            look.inTiles += ready ? words[i].x : 0;
            look.tile += ready ? 1 : 0;
        }
    }
    if (leadsWindow(tile) && !look.led && look.tile == tile && !look.found) {
        publishCount(wordAddress(tiles + tile / kSortWindow, digit), look.inTiles + count, countTag());
        look.led = true;
    }
    if (!look.found) {
        uvec2 words[kBatch];
        const uint64_t last = wordAddress(tiles + look.window - 1, digit);
        const uint end = look.window;
        [[unroll]] for (uint i = 0; i < kBatch; ++i) {
            words[i] = uvec2(0);
            if (i < end)
                words[i] = loadCount(last - i * kSortCountsBytes);
        }
        bool ready = true;
        [[unroll]] for (uint i = 0; i < kBatch; ++i) {
            const bool carries = words[i].y == carryTag();
            ready = ready && !look.found && i < end && (carries || words[i].y == countTag());
            look.inWindows += ready ? words[i].x : 0;
            look.window -= ready ? 1 : 0;
            look.found = look.found || (ready && carries);
        }
    }
}

// The beginning of the keys of each digit of this invocation in the whole array.
void findStarts(out uint starts[kDigitsEach])
{
    uint sum = 0;
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        const uint digit = push.pass * kDigits + min(firstDigit() + k, kDigits - 1);
        const uint64_t counts = countsAddress() + digit * kScratchWordBytes;
        starts[k] = sum;
        for (uint slot = 0; slot < push.slots; ++slot)
            sum += hasDigits() ? PairAt(counts + slot * (push.passCount * kSortCountsBytes)).words.x : 0;
    }
    const uint before = exclusiveSum(sum);
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
        starts[k] += before;
}

// Counts the keys of a digit before the tile, in the whole array. Returns false if that was given up.
bool lookBack(uint tile, uint tiles, uint digit, uint count, uint start, out uint carry)
{
    const uint window = tile / kSortWindow;
    LookBack look = LookBack(window * kSortWindow, 0, window, start, window == 0, false);
    bool done = !hasDigits();
#define LOOK lookOnce(tile, tiles, digit, count, look); done = isLookedUp(tile, look)
    for (uint poll = 0; poll < kPolls && !done; ++poll) {
        LOOK;
        if (poll % kPollsOfGivenUp == kPollsOfGivenUp - 1 && isGivenUp())
            break;
    }
    POLL_IN_ROUNDS(done, if (!done) { LOOK; })
    carry = look.inWindows + look.inTiles;
    if (!done)
        giveUp();
    else if (hasDigits() && leadsWindow(tile))
        publishCount(wordAddress(tiles + window, digit), carry + count, carryTag());
    return done;
}

// Counts the keys before the tile for each digit of this invocation. Returns false if that was given up.
bool findCarries(uint tile, uint tiles, uint counts[kDigitsEach], out uint carries[kDigitsEach])
{
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
        carries[k] = 0;
    if (tile < kSortWindow)
        findStarts(carries);
    bool known = true;
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        const bool found = lookBack(tile, tiles, firstDigit() + k, counts[k], carries[k], carries[k]);
        known = known && found;
    }
    return known;
}

void publishCounts(uint tile, uint counts[kDigitsEach])
{
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
        if (hasDigits())
            publishCount(wordAddress(tile, firstDigit() + k), counts[k], countTag());
}

uint64_t markAddress(uint tile, uint tiles)
{
    return wordAddress(tiles + divideRoundingUp(tiles, kSortWindow), 0) + tile * kScratchWordBytes;
}

// Adds the counts that a tile has published in the run.
void addPublished(uint tile, inout uint sums[kDigitsEach])
{
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        if (hasDigits()) {
            const uvec2 word = loadCount(wordAddress(tile, firstDigit() + k));
            sums[k] += word.x;
            if (word.y != countTag())
                tell(kStatusGaveUp);
        }
    }
}

// Sorts the tiles that the run has left. Workgroups divide up the tiles.
void sortLeftTiles(uint tiles)
{
    const Digit digit = digitOfPass(push.pass);
    const uint each = divideRoundingUp(tiles, gl_NumWorkGroups.x * gl_NumWorkGroups.y);
    const uint first = min(workgroupIndex() * each, tiles);
    uint next[kDigitsEach];
    findStarts(next);
    for (uint tile = 0; tile < first; ++tile)
        addPublished(tile, next);
    for (uint tile = first; tile < min(first + each, tiles); ++tile) {
        uint carries[kDigitsEach];
        [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
            carries[k] = next[k];
        addPublished(tile, next);
        if (!isLeft(markAddress(tile, tiles), 0))
            continue;
        Key items[kItems];
        uvec4 values[kItems];
        uint places[kItems];
        uint counts[kDigitsEach];
        uint starts[kDigitsEach];
        loadKeys(tile * kTileKeys, keysOf(tile), items);
        loadValues(tile * kTileKeys, keysOf(tile), values);
        barrier(); // shared memory is in use
        countKeys(digit, items, counts);
        rankKeys(digit, items, counts, places, starts);
        [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
            if (hasDigits())
                sharedDigits[firstDigit() + k] = carries[k] - starts[k];
        storeTile(keyCount, digit, places, items, values);
    }
}

// Loads the tile of a turn, if there is one.
void loadTurn(Turn turn, uint tiles, inout Key items[kItems])
{
    const uint tile = tileOfTurn(turn, tiles);
    if (turn.index < tiles)
        loadKeys(tile * kTileKeys, keysOf(tile), items);
}

// A workgroup takes one tile. If there are more tiles than workgroups, it takes turns until none is left, and loads the
// next keys while it stores. With values, it only does so if tiles are so large that one workgroup fills a
// multiprocessor: otherwise other workgroups hide that latency.
void main()
{
    Before before;
    if (kAgain)
        before = loadBefore(); // in flight with the count and the passes
    const uint tiles = openKeys();
    if (workgroupIndex() >= tiles || !openPass())
        return;
    if (kAgain) {
        if (takesOver(before, true))
            sortLeftTiles(tiles);
        return;
    }
    const uint workgroups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    const bool takesOne = workgroups >= tiles;
    const uint tickets = takesOne ? tiles : tiles + workgroups;
    const Digit digit = digitOfPass(push.pass);
    Turn turn = takeTurn(tickets, 2, takesOne);
    shareTag(turn);
    Key items[kItems];
    loadTurn(turn, tiles, items);
    for (uint taken = 0; taken < tiles && turn.index < tiles; ++taken) {
        const uint tile = tileOfTurn(turn, tiles);
        const bool leads = tile % kSortWindow == kSortWindow - 1;
        uvec4 values[kItems];
        uint places[kItems];
        uint counts[kDigitsEach];
        uint starts[kDigitsEach];
        uint carries[kDigitsEach];
        countKeys(digit, items, counts);
        runTag = sharedTag + 1;
        if (mayPublish(tile) && (!leads || kFallsBack))
            publishCounts(tile, counts);

        // Leaders look back first, since all others wait for them. Other tiles first rank their keys.
        bool known = true;
        if (leads)
            known = findCarries(tile, tiles, counts, carries);
        loadValues(tile * kTileKeys, keysOf(tile), values);
        rankKeys(digit, items, counts, places, starts);
        // The next turn is taken now, not earlier: later tiles wait for a tile that is taken.
        turn.index = tiles;
        if (!takesOne)
            turn = takeTurn(tickets, 2, false);
        stageKeys(0, places, items);
        if (kLoadsEarly && kPieces == 1)
            loadTurn(turn, tiles, items);
        if (!leads)
            known = findCarries(tile, tiles, counts, carries);
        if (kFallsBack && !mayPublish(tile)) {
            giveUp();
            known = false;
            publishCounts(tile, counts); // as if the workgroup had been held back
        }
        const bool isKnown = workgroupAll(known);
        Sorted sorted;
        if (isKnown) {
            if (takesOne && tile == tiles - 1)
                endRun();
            [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
                if (hasDigits())
                    sharedDigits[firstDigit() + k] = carries[k] - starts[k];
            storeFirstPieces(keyCount, digit, places, items, sorted);
        }
        if (kLoadsEarly && kPieces > 1)
            loadTurn(turn, tiles, items);
        if (isKnown)
            storeLastPiece(keyCount, digit, places, values, sorted);
        else if (kFallsBack)
            leaveTile(markAddress(tile, tiles), 0);
        if (!kLoadsEarly)
            loadTurn(turn, tiles, items);
        barrier(); // shared memory is in use
    }
}
