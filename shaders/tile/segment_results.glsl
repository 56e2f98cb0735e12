// Results of segmented reductions.
#ifndef VKSCAN_TILE_SEGMENT_RESULTS
#define VKSCAN_TILE_SEGMENT_RESULTS
#if defined(ELEMENTS_ALONE)
#include "tile/custom_memory.glsl"
#endif
#include "tile/heads.glsl"

#if defined(STORE)
void storeResult(uint64_t segment, Element value) { store(segment, identity(), value); }
#else
void storeResult(uint64_t segment, Element value) { storeElement(push.outputAddress, segment, value); }
#endif

// Stores the results of a call without elements, by one workgroup. Its offsets may be absent.
void storeIdentities()
{
    for (uint first = 0; first < segmentsGiven(); first += kWorkgroupSize)
        if (first + gl_LocalInvocationIndex < segmentsGiven())
            storeResult(first + gl_LocalInvocationIndex, identity());
}
#endif
