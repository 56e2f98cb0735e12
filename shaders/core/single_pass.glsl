// The parts of single-pass strategies: tickets, published slots, bounded waits (docs/memory_model.md).
//
// Every word is valid on its own if it has the tag of this run. So relaxed atomics suffice, without fences, and nothing
// is cleared between runs. A tile waits for earlier tickets only; the workgroup of a spine (scan_spine.comp) also for
// later ones.
#ifndef VKSCAN_CORE_SINGLE_PASS
#define VKSCAN_CORE_SINGLE_PASS
#include "core/slots.glsl"
#include "core/workgroup.glsl"

#extension GL_EXT_shader_atomic_int64 : require

layout(constant_id = kIdPolls) const uint kPolls = 1;
layout(constant_id = kIdRounds) const uint kRounds = 1;
layout(constant_id = kIdFallbacks) const uint kFallbacks = 128;
layout(constant_id = kIdInOrder) const bool kInOrder = false;
layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer AtomicAt { uint64_t word; };

uint runTag;          // the tag of every word published in this run
uint roundsSpent = 0; // rounds of all waits of this workgroup

const uint kPollsOfGivenUp = 16; // polls between two looks at whether the run was given up

shared uint sharedTicket;
shared uint sharedTag;

// The turn of a workgroup in this run.
struct Turn {
    uint index; // the ticket; the index of the workgroup if workgroups start in the order of their indices
    uint epoch;  // valid in the invocation with local index 0
    uint ticket; // likewise; 0 if none is drawn
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

// Tells that a wait was given up: the output of the run is invalid. Tells the host; or dispatches that wait for this
// one, and then do its work without waits.
void giveUp()
{
    if (kFallsBack)
        atomicStore(StatusAt(push.scratchAddress + kScratchGivenUp).status, runTag, gl_ScopeDevice,
                    gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    else
        tell(kStatusGaveUp);
}

// Whether this run was given up, so that no wait is worth while.
bool isGivenUp() { return kFallsBack && givenUpTag() == runTag; }

// A ticket beyond those of the run means that scratch was not zeroed or that two runs share it. It must not become an
// index.
void checkTicket(uint ticket, uint tickets)
{
    if (ticket >= tickets)
        tell(kStatusGaveUp);
}

// Opens the next epoch if the turn has the last ticket: then all workgroups of the run know theirs. Called by the
// invocation with local index 0.
void settleTurn(Turn turn, uint tickets, uint tags)
{
    checkTicket(turn.ticket, tickets);
    if (turn.ticket == tickets - 1)
        openEpoch(turn.epoch + tags);
}

// A run that may be given up has no tile that waits for all others, so tickets tell which workgroup is the last to know
// the epoch, also where workgroups take the tiles of their own indices.
const bool kOnlyCountsTurns = kInOrder && kFallsBack;

// Takes a turn in a run of `tickets` tickets and `tags` tags. Workgroups that start in order and take one turn each
// need no tickets; then the epoch is loaded together with what the caller loads next. If turns are only counted, the
// caller settles the turn (settleCountedTurn) when its loads are in flight. An index of `tickets` or more is no turn,
// which the caller checks.
Turn takeTurn(uint tickets, uint tags, bool takesOne)
{
    Turn turn = Turn(workgroupIndex(), 0, 0);
    if (kInOrder && takesOne && !kFallsBack) {
        if (gl_LocalInvocationIndex == 0)
            turn.epoch = loadEpoch();
        return turn;
    }
    if (gl_LocalInvocationIndex == 0) {
        const uvec2 taken = takeTicket();
        turn.ticket = taken.x;
        turn.epoch = taken.y;
    }
    if (kOnlyCountsTurns && takesOne)
        return turn;
    if (gl_LocalInvocationIndex == 0) {
        sharedTicket = turn.ticket;
        settleTurn(turn, tickets, tags);
    }
    barrier();
    turn.index = sharedTicket;
    return turn;
}

// Settles a turn that is only counted.
void settleCountedTurn(Turn turn, uint tickets, uint tags)
{
    if (kOnlyCountsTurns && gl_LocalInvocationIndex == 0)
        settleTurn(turn, tickets, tags);
}

Turn takeTurn(uint tickets) { return takeTurn(tickets, 1, true); }

// Shares the tag of the run, or its first, in sharedTag, which is valid after the next barrier.
void shareTag(Turn turn)
{
    if (gl_LocalInvocationIndex == 0)
        sharedTag = turn.epoch + 1;
}

// Ends the run, whose last tag is runTag. Called by the tile that has waited, directly or not, for words of all others:
// they know their epoch.
void endRun()
{
    if (kInOrder && !kFallsBack && gl_LocalInvocationIndex == 0)
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

// Lets other workgroups run: a device that runs a subgroup until it blocks goes on with others at a barrier.
void yieldToOthers()
{
    [[unroll]] for (uint i = 0; i < 8; ++i)
        barrier();
}

// Polls in rounds of the whole workgroup, until `ready` holds in every invocation or the bound on rounds is reached.
// Other workgroups run in between. Each invocation first polls kPolls times on its own, and gives up if it is not ready
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
#endif
