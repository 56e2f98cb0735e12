// Turns and waits of workgroups that work on one array at once (docs/memory_model.md): what single_pass.glsl and
// fallback.glsl share.
#ifndef VKSCAN_CORE_WAITS
#define VKSCAN_CORE_WAITS
#include "core/slots.glsl"
#include "core/workgroup.glsl"

layout(constant_id = kIdPolls) const uint kPolls = 1;
layout(constant_id = kIdRounds) const uint kRounds = 1;
layout(constant_id = kIdFallbacks) const uint kFallbacks = 128;
layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;

uint runTag;          // the tag of every word published in this run
uint roundsSpent = 0; // rounds of all waits of this workgroup

shared uint sharedTicket;
shared uint sharedTag;

// The turn of a workgroup in this run.
struct Turn {
    uint index; // the ticket; the index of the workgroup if workgroups start in the order of their indices
    uint epoch; // valid in the invocation with local index 0
};

// Tells the host that a wait was given up: the output of the run is invalid.
void giveUp() { tell(kStatusGaveUp); }

// A ticket beyond those of the run means that scratch was not zeroed or that two runs share it. It must not become an
// index.
void checkTicket(uint ticket, uint tickets)
{
    if (ticket >= tickets)
        giveUp();
}

// Shares the tag of the run, or its first, in sharedTag, which is valid after the next barrier.
void shareTag(Turn turn)
{
    if (gl_LocalInvocationIndex == 0)
        sharedTag = turn.epoch + 1;
}

uint tileOfTurn(Turn turn, uint tiles)
{
    return (kTestHooks & kHookReverseTiles) != 0 ? tiles - 1 - turn.index : turn.index;
}

bool mayPublish(uint tile)
{
    return (kTestHooks & kHookWithholdAll) == 0 && ((kTestHooks & kHookWithhold) == 0 || tile % 4 != 2);
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
#endif
