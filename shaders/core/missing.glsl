// What workgroups miss of others, by the whole workgroup: where nothing is promised, a wait ends early, and the
// workgroup does what is missing itself.
#ifndef VKSCAN_CORE_MISSING
#define VKSCAN_CORE_MISSING
#include "core/waits.glsl"

const uint kNothing = 0xffffffff;

shared uint sharedMissing;

// Forgets what was missed; valid a barrier later. All have read it.
void forgetMissed()
{
    if (gl_LocalInvocationIndex == 0)
        atomicStore(sharedMissing, kNothing, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void miss(uint slot)
{
    atomicMin(sharedMissing, slot, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// The first slot that invocations missed, a barrier before; kNothing if there was none.
uint firstMissed()
{
    return atomicLoad(sharedMissing, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// The lowest of the slots that invocations name; kNothing if none names any. The same in all invocations.
uint lowestSlot(uint slot)
{
    forgetMissed();
    barrier();
    if (slot != kNothing)
        miss(slot);
    barrier();
    const uint lowest = firstMissed();
    barrier(); // sharedMissing may be written again
    return lowest;
}

// Counts, for the host, what the workgroup does for another.
void countFallback()
{
    if (gl_LocalInvocationIndex == 0)
        atomicAdd(StatusAt(push.scratchAddress + kScratchFallbacks).status, 1, gl_ScopeDevice, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed);
}
#endif
