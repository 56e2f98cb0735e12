// What the strategies share that pass over the data once: tickets, published slots, bounded waits.
//
// Every word is valid on its own by the tag of this run, so relaxed atomics suffice: no fence, and nothing to clear
// between runs. A workgroup waits only for workgroups that took an earlier ticket.
#extension GL_EXT_shader_atomic_int64 : require
#include "slots.glsl"

layout(constant_id = kIdPollsPerRound) const uint kPollsPerRound = 1;
layout(constant_id = kIdWaitRounds) const uint kWaitRounds = 16384;
layout(constant_id = kIdFallbacks) const uint kFallbacks = 128;
layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer AtomicAt { uint64_t word; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer StatusAt { uint status; };

uint runTag;           // of every word published in this run
uint pollRounds = 0;   // of this workgroup, in all its waits together
uint failedRounds = 0; // those after which some invocation was not ready

shared uint sharedTicket;
shared uint sharedTag;
shared uint sharedUnready[3];

// Takes the next ticket of this run. The workgroup that takes the last one opens the next run's epoch: `tickets`
// is how many workgroups take one.
uint takeTicket(uint tickets)
{
    if (gl_LocalInvocationIndex == 0) {
        AtomicAt header = AtomicAt(push.scratchAddress + kScratchTicket);
        const uint64_t taken =
            atomicAdd(header.word, 1ul, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        const uvec2 parts = unpackUint2x32(taken); // ticket, epoch
        if (parts.x == tickets - 1)
            atomicStore(header.word, packUint2x32(uvec2(0u, parts.y + 1)), gl_ScopeDevice, gl_StorageSemanticsNone,
                        gl_SemanticsRelaxed);
        sharedTicket = parts.x;
        sharedTag = parts.y + 1;
        sharedUnready[0] = 0;
    }
    barrier();
    runTag = sharedTag;
    return sharedTicket;
}

uint tileOfTicket(uint ticket, uint tiles)
{
    return (kTestHooks & kHookReverseTiles) != 0 ? tiles - 1 - ticket : ticket;
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

#if ELEMENT_WORDS == 2
void publish(uint slot, Element value)
{
    const Words words = toWords(value);
    publishWord(slotAddress(slot), words.x);
    publishWord(slotAddress(slot) + kScratchWordBytes, words.y);
}

bool tryLoad(uint slot, inout Element value)
{
    Words words;
    const bool low = tryLoadWord(slotAddress(slot), words.x);
    const bool high = tryLoadWord(slotAddress(slot) + kScratchWordBytes, words.y);
    if (low && high)
        value = fromWords(words);
    return low && high;
}
#else
void publish(uint slot, Element value) { publishWord(slotAddress(slot), toWords(value)); }

bool tryLoad(uint slot, inout Element value)
{
    Words words;
    const bool valid = tryLoadWord(slotAddress(slot), words);
    if (valid)
        value = fromWords(words);
    return valid;
}
#endif

// Tells the host that a wait was given up: the run's output is incomplete.
void giveUp()
{
    if (gl_LocalInvocationIndex == 0)
        atomicOr(StatusAt(push.scratchAddress + kScratchStatus).status, 1u, gl_ScopeDevice, gl_StorageSemanticsNone,
                 gl_SemanticsRelaxed);
}

// Between two rounds: time for those waited for. A device that runs a subgroup until it blocks goes on with the
// others at a barrier.
void yieldRound()
{
    [[unroll]] for (uint i = 0; i < 8; ++i)
        barrier();
}

// Ends a round of polling: combines the invocations' values in their order. Returns whether all were ready. Of the
// three flags one is raised, the next lowered and the last perhaps still read; so the scan's barrier does.
bool endRound(bool ready, Element value, out Element sum)
{
    const uint raised = pollRounds % 3;
    if (!ready)
        atomicOr(sharedUnready[raised], 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    ++pollRounds;
    if (gl_LocalInvocationIndex == 0)
        atomicStore(sharedUnready[pollRounds % 3], 0u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    sum = workgroupReduce(value);
    if (atomicLoad(sharedUnready[raised], gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed) == 0)
        return true;
    ++failedRounds;
    yieldRound();
    return false;
}

// Each invocation that wants to waits until its slot is published, and the workgroup until all have; then their
// values, in the order of invocations, are combined. Returns false when the wait was given up.
bool sumSlots(bool wanted, uint slot, Element value, out Element sum)
{
    bool ready = !wanted;
    while (failedRounds < kWaitRounds) {
        for (uint poll = 0; poll < kPollsPerRound && !ready; ++poll)
            ready = tryLoad(slot, value);
        if (endRound(ready, value, sum))
            return true;
    }
    giveUp();
    return false;
}
