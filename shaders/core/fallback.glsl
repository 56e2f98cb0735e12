// The parts of single-pass strategies that need no promise: no progress of workgroups, no order of their starts and no
// 64-bit atomics. Waits end early, and the workgroup then does what is missing itself (docs/memory_model.md).
//
// A slot is published by its tag, which a release and an acquire order behind its state: they are passed by whole
// workgroups, since lavapipe loses the subgroups that pass none.
#ifndef VKSCAN_CORE_FALLBACK
#define VKSCAN_CORE_FALLBACK
#include "core/waits.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer AtomicAt { uint word; };

const uint kNothing = 0xffffffff;

shared uint sharedMissing;

uint loadWord(uint64_t address)
{
    return atomicLoad(AtomicAt(address).word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void storeWord(uint64_t address, uint word)
{
    atomicStore(AtomicAt(address).word, word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

uint addToWord(uint64_t address, uint amount)
{
    return atomicAdd(AtomicAt(address).word, amount, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// What the invocation stored before is visible to whom sees what it stores next.
void releaseStores() { memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); }
void acquireLoads() { memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); }

// A barrier that orders what invocations of the workgroup store and load in buffers, for all workgroups: with it, the
// tag that one of them stores later publishes what all have stored, and all may load what is behind the tags that some
// have loaded.
void orderWorkgroup()
{
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}

uint64_t ticketAddress() { return push.scratchAddress + kScratchTicket; }
uint64_t epochAddress() { return push.scratchAddress + kScratchTicket + 4; }
uint64_t leftAddress() { return push.scratchAddress + kScratchLeft; }

// Takes a turn in a run of `tickets` tickets. An index of `tickets` or more is no turn, which the caller checks.
Turn takeTurn(uint tickets)
{
    Turn turn = Turn(0, 0);
    if (gl_LocalInvocationIndex == 0) {
        turn.epoch = loadWord(epochAddress());
        sharedTicket = addToWord(ticketAddress(), 1);
        checkTicket(sharedTicket, tickets);
    }
    barrier();
    turn.index = sharedTicket;
    return turn;
}

// Says, after a release, that the workgroup knows ticket and epoch. Returns whether it is the last, in the invocation
// with local index 0: then, after an acquire, it may open the next epoch.
bool leaveRun(uint tickets) { return gl_LocalInvocationIndex == 0 && addToWord(leftAddress(), 1) == tickets - 1; }

void openEpoch(uint epoch)
{
    storeWord(leftAddress(), 0);
    storeWord(ticketAddress(), 0);
    storeWord(epochAddress(), epoch);
}

uint64_t tagAddress(uint slot) { return slotAddress(slot) + 4; }

// Publishes a state that the invocation with local index 0 has, if any is `wanted`.
void publish(bool wanted, uint slot, State state)
{
    const bool stores = wanted && gl_LocalInvocationIndex == 0;
    if (stores)
        [[unroll]] for (uint i = 0; i < kStateWords; ++i)
            storeWord(slotAddress(slot) + i * kScratchWordBytes, stateWord(state, i));
    releaseStores();
    if (stores)
        storeWord(tagAddress(slot), runTag);
}

bool isPublished(uint slot) { return loadWord(tagAddress(slot)) == runTag; }

// The state of a slot that was published before an acquire.
State stateOf(uint slot)
{
    uint words[kStateWords];
    [[unroll]] for (uint i = 0; i < kStateWords; ++i)
        words[i] = loadWord(slotAddress(slot) + i * kScratchWordBytes);
    return stateOf(words);
}

// Waits until the slot is published, in each invocation that wants it. Returns whether all are, in all invocations.
bool waitForSlot(bool wanted, uint slot, inout State value)
{
    bool ready = !wanted;
    for (uint poll = 0; poll < kPolls && !ready; ++poll)
        ready = isPublished(slot);
    bool all = workgroupAll(ready);
    for (; !all && roundsSpent < kRounds; ++roundsSpent) {
        yieldToOthers();
        if (!ready)
            ready = isPublished(slot);
        all = workgroupAll(ready);
    }
    acquireLoads();
    if (wanted && ready)
        value = stateOf(slot);
    return all;
}

// The lowest of the slots that invocations name; kNothing if none names any. The same in all invocations.
uint lowestSlot(uint slot)
{
    if (gl_LocalInvocationIndex == 0)
        atomicStore(sharedMissing, kNothing, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    if (slot != kNothing)
        atomicMin(sharedMissing, slot, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    const uint lowest = atomicLoad(sharedMissing, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier(); // sharedMissing may be written again
    return lowest;
}

// The first slot of `count` that is not published; kNothing if all are. The same in all invocations.
uint firstMissing(uint first, uint count)
{
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const bool isMissing = invocation < count && !isPublished(first + invocation);
    const uint missing = lowestSlot(isMissing ? first + invocation : kNothing);
    acquireLoads();
    return missing;
}

// Counts, for the host, what the workgroup does for another.
void countFallback()
{
    if (gl_LocalInvocationIndex == 0)
        addToWord(push.scratchAddress + kScratchFallbacks, 1);
}
#endif
