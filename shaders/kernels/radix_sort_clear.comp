#version 460
#extension GL_GOOGLE_include_directive : require
// Clears rows of counts, beginning with the row of the passes whose digits differ, one word for each invocation.
#include "tile/radix_keys.glsl"

void main()
{
    const uint i = workgroupIndex() * kWorkgroupSize + gl_LocalInvocationIndex;
    if (i < push.slots * kDigits)
        PairAt(push.scratchAddress + kScratchHeaderBytes + i * kScratchWordBytes).words = uvec2(0);
}
