// The parts of single-pass strategies: tickets, published slots, bounded waits (docs/memory_model.md).
//
// Every word is valid by itself if it has the tag of this run. So relaxed atomics suffice, without fences, and nothing
// is cleared between runs. A tile only waits for earlier tickets; the workgroup of a spine (scan_spine.comp) also for
// later ones.
#ifndef VKSCAN_CORE_SINGLE_PASS
#define VKSCAN_CORE_SINGLE_PASS
#include "core/slots.glsl"
#include "core/workgroup.glsl"

#extension GL_EXT_shader_atomic_int64 : require

layout(constant_id = kIdPolls) const uint kPolls = 1;
layout(constant_id = kIdRounds) const uint kRounds = 1;
layout(constant_id = kIdInOrder) const bool kInOrder = false;
layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer AtomicAt { uint64_t word; };

uint runTag;          // the tag of every word published in this run
uint roundsSpent = 0; // rounds of all waits of this workgroup

const uint kPollsOfGivenUp = 16; // polls between two checks whether the run was given up

shared uint sharedTicket;
shared uint sharedTag;
shared uint sharedMissed; // not 0: an invocation has given up

// The turn of a workgroup in this run.
struct Turn {
    uint index; // the ticket; the index of the workgroup if workgroups start in the order of their indices
    uint epoch; // valid in the invocation with local index 0
};

// The address, not the word: spirv-opt loses decorations of references that inlined functions return.
uint64_t ticketAddress() { return push.scratchAddress + kScratchTicket; }

uint loadEpoch()
{
    return unpackUint2x32(atomicLoad(AtomicAt(ticketAddress()).word, gl_ScopeDevice, gl_StorageSemanticsNone,
                                     gl_SemanticsRelaxed)).y;
}

// Returns the next ticket, and the epoch.
uvec2 takeTicket()
{
    return unpackUint2x32(atomicAdd(AtomicAt(ticketAddress()).word, 1ul, gl_ScopeDevice, gl_StorageSemanticsNone,
                                    gl_SemanticsRelaxed));
}

void openEpoch(uint epoch)
{
    atomicStore(AtomicAt(ticketAddress()).word, packUint2x32(uvec2(0u, epoch)), gl_ScopeDevice, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
}

// Records that a wait was given up: for the next dispatches, if they recover. Otherwise the run's output is invalid,
// and the host is told.
void giveUp()
{
    if (kFallsBack) {
        atomicStore(StatusAt(push.scratchAddress + kScratchGivenUp).status, runTag, gl_ScopeDevice,
                    gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        atomicStore(sharedMissed, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    } else {
        tell(kStatusGaveUp);
    }
}

// Whether this run was given up, so that waits are pointless.
bool isGivenUp()
{
    return kFallsBack && atomicLoad(StatusAt(push.scratchAddress + kScratchGivenUp).status, gl_ScopeDevice,
                                    gl_StorageSemanticsNone, gl_SemanticsRelaxed) == runTag;
}

// Whether an invocation of this workgroup has given up. Known after a barrier.
bool hasMissed()
{
    return kFallsBack &&
           atomicLoad(sharedMissed, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed) != 0;
}

// Leaves the last tag of a run that may give up to the recovery pass. That opens the next epoch, so no workgroup of the
// run has to know that all others know theirs.
void tellLastTag(uint tag)
{
    if (kFallsBack && gl_GlobalInvocationID == uvec3(0))
        StatusAt(push.scratchAddress + kScratchLastTag).status = tag;
}

// The last tag of the previous run, and of the last run that gave up.
struct Before {
    uint lastTag;
    uint givenUp;
};

Before loadBefore()
{
    return Before(StatusAt(push.scratchAddress + kScratchLastTag).status,
                  StatusAt(push.scratchAddress + kScratchGivenUp).status);
}

// Begins a dispatch of the recovery pass, the first or a further one. Returns whether the run was given up: then there
// is something to do.
bool takesOver(Before before, bool isFirst)
{
    runTag = before.lastTag;
    const bool takes = before.givenUp == runTag;
    if (isFirst && gl_GlobalInvocationID == uvec3(0)) {
        openEpoch(runTag);
        if (takes)
            ++StatusAt(push.scratchAddress + kScratchFallbacks).status;
    }
    return takes;
}

// Marks a tile whose waits were given up, in a word of its own, for the recovery pass.
void leaveTile(uint64_t mark, uint missed)
{
    if (gl_LocalInvocationIndex == 0)
        SlotWord(mark).word = uvec2(missed, runTag);
}

bool isLeft(uint64_t mark, uint missed)
{
    const uvec2 word = SlotWord(mark).word;
    return word.x == missed && word.y == runTag;
}

// A ticket beyond those of the run means that scratch was not zeroed or that two runs share it. It must not become an
// index.
void checkTicket(uint ticket, uint tickets)
{
    if (ticket >= tickets)
        tell(kStatusGaveUp);
}

// Takes a turn in a run of `tickets` tickets and `tags` tags. Workgroups that start in order and take one turn each
// need no tickets; then the epoch is loaded together with the caller's next loads. An index of `tickets` or more is no
// turn, which the caller checks.
Turn takeTurn(uint tickets, uint tags, bool takesOne)
{
    Turn turn = Turn(workgroupIndex(), 0);
    if (kInOrder && takesOne) {
        if (gl_LocalInvocationIndex == 0)
            turn.epoch = loadEpoch();
        tellLastTag(turn.epoch + tags);
        return turn;
    }
    if (gl_LocalInvocationIndex == 0) {
        const uvec2 taken = takeTicket();
        sharedTicket = taken.x;
        turn.epoch = taken.y;
        checkTicket(taken.x, tickets);
        // The last ticket opens the next epoch: all workgroups of the run know theirs.
        if (taken.x == tickets - 1 && !kFallsBack)
            openEpoch(turn.epoch + tags);
        tellLastTag(turn.epoch + tags);
    }
    barrier();
    turn.index = sharedTicket;
    return turn;
}

Turn takeTurn(uint tickets) { return takeTurn(tickets, 1, true); }

// Shares the run's tag, or its first one, in sharedTag, which is valid after the next barrier.
void shareTag(Turn turn)
{
    if (gl_LocalInvocationIndex == 0) {
        sharedTag = turn.epoch + 1;
        if (kFallsBack)
            atomicStore(sharedMissed, 0u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}

// Ends the run, whose last tag is runTag. Called by the tile that has waited, directly or indirectly, for words of all
// others, so these know their epoch.
void endRun()
{
    if (kInOrder && kFallback == kFallbackNone && gl_LocalInvocationIndex == 0)
        openEpoch(runTag);
}

uint tileOfTurn(Turn turn, uint tiles)
{
    return (kTestHooks & kHookReverseTiles) != 0 ? tiles - 1 - turn.index : turn.index;
}

bool mayPublish(uint tile) { return (kTestHooks & kHookWithhold) == 0 || tile % 4 != 2; }

void publishWord(uint64_t address, uint word)
{
    atomicStore(AtomicAt(address).word, packUint2x32(uvec2(word, runTag)), gl_ScopeDevice, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
}

bool tryLoadWord(uint64_t address, out uint word)
{
    const uvec2 parts = unpackUint2x32(
        atomicLoad(AtomicAt(address).word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed));
    word = parts.x;
    return parts.y == runTag;
}

void publish(uint slot, State state)
{
    [[unroll]] for (uint i = 0; i < kStateWords; ++i)
        publishWord(slotAddress(slot) + i * kScratchWordBytes, stateWord(state, i));
}

bool tryLoad(uint slot, inout State state)
{
    uint words[kStateWords];
    bool valid = true;
    [[unroll]] for (uint i = 0; i < kStateWords; ++i) {
        const bool current = tryLoadWord(slotAddress(slot) + i * kScratchWordBytes, words[i]);
        valid = valid && current;
    }
    if (valid)
        state = stateOf(words);
    return valid;
}


// Lets other workgroups run: a device that runs a subgroup until it blocks switches at a barrier.
void yieldToOthers()
{
    [[unroll]] for (uint i = 0; i < 8; ++i)
        barrier();
}

// Polls in rounds of the whole workgroup, until `ready` holds in every invocation or the limit of rounds is reached.
// Other workgroups run in between. Each invocation first polls kPolls times by itself, and gives up if it is not ready
// afterwards.
#define POLL_IN_ROUNDS(ready, poll) \
    for (; roundsSpent < kRounds; ++roundsSpent) { \
        if (workgroupAll(ready)) \
            break; \
        yieldToOthers(); \
        poll; \
    }

// Waits until the slot is published, in each invocation that wants it. Returns false if the wait was given up.
bool waitForSlot(bool wanted, uint slot, inout State value)
{
    bool ready = !wanted;
    for (uint poll = 0; poll < kPolls && !ready; ++poll) {
        ready = tryLoad(slot, value);
        if (poll % kPollsOfGivenUp == kPollsOfGivenUp - 1 && isGivenUp())
            break;
    }
    POLL_IN_ROUNDS(ready, if (!ready) ready = tryLoad(slot, value))
    if (!ready)
        giveUp();
    return ready;
}

// Loads a state that the run has published; tells the host if there is none.
State loadPublished(uint slot)
{
    State state = emptyState();
    if (!tryLoad(slot, state))
        tell(kStatusGaveUp);
    return state;
}
#endif
