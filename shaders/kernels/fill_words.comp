#version 460
#extension GL_GOOGLE_include_directive : require
// Fills words with the number of elements. Where that is 0, it clears them.
#include "abi/fill_abi.h"
#define PUSH_CONSTANTS FillPush
#include "core/common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };

void main()
{
    uint elements = uint(push.maxCount);
    if (isPresent(push.countAddress))
        elements = min(elements, WordAt(readable(push.countAddress)).word);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint i = (workgroupIndex() * kRows + row) * kWorkgroupSize + gl_LocalInvocationIndex;
        if (i < push.words)
            WordAt(push.outputAddress + uint64_t(i) * 4).word = elements;
    }
}
