#version 460
#extension GL_GOOGLE_include_directive : require
// Clears rows of counts, from the one of the passes whose digits differ on, one word for each invocation.
#include "tile/radix_keys.glsl"

void main()
{
    const uint i = workgroupIndex() * kWorkgroupSize + gl_LocalInvocationIndex;
    if (i < push.slots * kDigits)
        PairAt(push.scratchAddress + kScratchHeaderBytes + i * kScratchWordBytes).words = uvec2(0);
}
