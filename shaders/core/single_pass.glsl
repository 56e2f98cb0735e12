// The parts of single-pass strategies: tickets, published slots, bounded waits (docs/memory_model.md).
//
// Every word is valid on its own if it has the tag of this run. So relaxed atomics suffice, without fences, and nothing
// is cleared between runs. A tile waits for earlier tickets only; the workgroup of a spine (scan_spine.comp) also for
// later ones.
#ifndef VKSCAN_CORE_SINGLE_PASS
#define VKSCAN_CORE_SINGLE_PASS
#include "core/waits.glsl"

#extension GL_EXT_shader_atomic_int64 : require

layout(constant_id = kIdInOrder) const bool kInOrder = false;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer AtomicAt { uint64_t word; };

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

// Takes a turn in a run of `tickets` tickets and `tags` tags. Workgroups that start in order and take one turn each
// need no tickets; then the epoch is loaded together with what the caller loads next. An index of `tickets` or more is
// no turn, which the caller checks.
Turn takeTurn(uint tickets, uint tags, bool takesOne)
{
    Turn turn = Turn(workgroupIndex(), 0);
    if (kInOrder && takesOne) {
        if (gl_LocalInvocationIndex == 0)
            turn.epoch = loadEpoch();
        return turn;
    }
    if (gl_LocalInvocationIndex == 0) {
        const uvec2 taken = takeTicket();
        sharedTicket = taken.x;
        turn.epoch = taken.y;
        checkTicket(taken.x, tickets);
        if (taken.x == tickets - 1)
            openEpoch(taken.y + tags);
    }
    barrier();
    turn.index = sharedTicket;
    return turn;
}

Turn takeTurn(uint tickets) { return takeTurn(tickets, 1, true); }

// Ends the run, whose last tag is runTag. Called by the tile that has waited, directly or not, for words of all others:
// they know their epoch.
void endRun()
{
    if (kInOrder && gl_LocalInvocationIndex == 0)
        openEpoch(runTag);
}

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

// Waits until the slot is published, in each invocation that wants it. Returns false if the wait was given up.
bool waitForSlot(bool wanted, uint slot, inout State value)
{
    bool ready = !wanted;
    for (uint poll = 0; poll < kPolls && !ready; ++poll)
        ready = tryLoad(slot, value);
    POLL_IN_ROUNDS(ready, if (!ready) ready = tryLoad(slot, value))
    if (!ready)
        giveUp();
    return ready;
}
#endif
