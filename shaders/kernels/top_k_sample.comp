#version 460
#extension GL_GOOGLE_include_directive : require
// Samples the input by parts, one for each workgroup, and clears the counters of later kernels.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKSample
#include "tile/top_k_few.glsl"

void main()
{
    openInput(inputCount());
    if (workgroupIndex() == 0 && gl_LocalInvocationIndex <= kTopKShareCounts / 4)
        UintAt(scratchBegin + gl_LocalInvocationIndex * 4).word = 0;
    samplePart(workgroupIndex());
}
