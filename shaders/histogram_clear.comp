#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Clears a histogram's counts, one an invocation.
#include "histogram_abi.h"
#define PUSH_CONSTANTS HistogramPush
#include "common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer CountAt { uint count; };

void main()
{
    const uint bin = workgroupIndex() * kWorkgroupSize + gl_LocalInvocationIndex;
    if (bin < push.binCount)
        CountAt(push.outputAddress + uint64_t(bin) * 4).count = 0;
}
