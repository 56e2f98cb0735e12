// Visibility of instances.
#include "shared.h"

const uint kWorkgroup = 256;
layout(local_size_x = kWorkgroup) in;

// Whether a sphere may intersect the frustum and is large enough on the screen.
bool isVisible(FrameData frame, vec4 sphere)
{
    bool inside = true;
    [[unroll]] for (int i = 0; i < 6; ++i)
        inside = inside && dot(frame.data.planes[i], vec4(sphere.xyz, 1.0)) >= -sphere.w;
    const vec4 eye = frame.data.eye;
    const vec4 sun = frame.data.sun;
    const vec3 way = sphere.xyz - eye.xyz;
    const float pixels = 2.0 * sphere.w * eye.w; // multiplied by the distance
    return inside && pixels * pixels >= sun.w * sun.w * dot(way, way);
}

bool isVisible(uint index)
{
    const uint count = parameters.frame.data.count;
    const vec4 sphere = parameters.frame.data.spheres.at[min(index, count - 1)];
    const bool visible = isVisible(parameters.frame, sphere) && index < count;
    return visible && !(parameters.rejected != 0u && isVisible(parameters.frozen, sphere));
}
