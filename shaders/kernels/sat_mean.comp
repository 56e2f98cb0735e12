#version 460
#extension GL_GOOGLE_include_directive : require
// The bias of a summed-area table before the dispatches of ReduceThenScan: a mean, by one workgroup.
#include "tables/mean.glsl"

void main()
{
    const vec4 mean = meanOfGrid();
    if (gl_LocalInvocationIndex == 0)
        BiasAt(push.biasAddress).bias = mean;
}
