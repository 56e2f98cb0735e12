#version 460
#extension GL_GOOGLE_include_directive : require
// Clears the counts of a histogram, one for each invocation.
#include "abi/histogram_abi.h"
#define PUSH_CONSTANTS HistogramPush
#include "core/common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer CountAt { uint count; };

void main()
{
    const uint bin = workgroupIndex() * kWorkgroupSize + gl_LocalInvocationIndex;
    if (bin < push.binCount)
        CountAt(push.outputAddress + uint64_t(bin) * 4).count = 0;
}
