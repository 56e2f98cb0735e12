// The last workgroup of a dispatch to arrive: it sees what the others have left in memory.
#ifndef VKSCAN_CORE_ARRIVAL
#define VKSCAN_CORE_ARRIVAL
#include "core/common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer ArrivalsAt { uint arrivals; };
shared uint sharedEarlier;

// Returns whether all workgroups but this one had arrived. The word begins as 0. Call it from uniform control flow.
// Plain accesses to what workgroups leave have to be nonprivate.
bool arriveLast(uint64_t arrivals, uint workgroups)
{
    // Stores become available before the workgroup is counted, and visible after that.
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex == 0)
        sharedEarlier = atomicAdd(ArrivalsAt(arrivals).arrivals, 1, gl_ScopeDevice, gl_StorageSemanticsNone,
                                  gl_SemanticsRelaxed);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    return sharedEarlier == workgroups - 1;
}
#endif
