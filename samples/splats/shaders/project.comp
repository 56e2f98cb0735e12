// Where each splat is on the picture, and how far away.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "projection.h"

layout(local_size_x = kWorkgroup) in;
layout(push_constant) uniform PushConstants { View view; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= view.count)
        return;
    const Splat splat = view.splats.at[i];
    const Ellipse ellipse = projected(splat, view);
    view.ellipses.at[i] = ellipse;
    view.depths.at[i] = ellipse.opacity == 0.0 ? 0.0 : depthOf(splat.position, view);
}
