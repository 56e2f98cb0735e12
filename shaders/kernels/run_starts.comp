#version 460
#extension GL_GOOGLE_include_directive : require
// Fills the starts of runs with the number of elements; later dispatches overwrite those of real runs. Reductions by
// key have the same first push constants.
#include "abi/run_abi.h"
#define PUSH_CONSTANTS RunPush
#include "core/common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer CountAt { uint count; };

void main()
{
    uint elements = uint(push.maxCount);
    if (isPresent(push.countAddress))
        elements = min(elements, CountAt(readable(push.countAddress)).count);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint start = (workgroupIndex() * kRows + row) * kWorkgroupSize + gl_LocalInvocationIndex;
        if (start < push.startsCapacity)
            CountAt(push.startsAddress + uint64_t(start) * 4).count = elements;
    }
}
