#version 460
#extension GL_GOOGLE_include_directive : require
// Clears the number of entries and the counts of digits, a word for each invocation.
#include "tile/top_k_state.glsl"

void main()
{
    const uint i = workgroupIndex() * kWorkgroupSize + gl_LocalInvocationIndex;
    if (i < digitPasses() * kTopKBins)
        UintAt(countsAddress(0) + i * 4).word = 0;
    if (i == 0)
        UintAt(entriesBegin + kTopKEntryCountOffset).word = 0;
}
