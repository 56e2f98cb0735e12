#version 460
#extension GL_GOOGLE_include_directive : require
// Counts the keys of each span by bucket.
#include "tile/split_keys.glsl"

void main()
{
    const uint tiles = openKeys();
    countSpan(spanOf(gl_WorkGroupID.x, tiles), Digit(push.shift));
    if (gl_LocalInvocationIndex < kDigits)
        PairAt(wordAddress(gl_WorkGroupID.x, gl_LocalInvocationIndex)).words =
            uvec2(sharedCounts[gl_LocalInvocationIndex], 0);
}
