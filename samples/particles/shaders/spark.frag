// A bright core in a wide halo, both drawn out.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(push_constant) uniform PushConstants { Drawing drawing; };

layout(location = 0) in vec2 place;
layout(location = 1) in float halfLength;
layout(location = 2) flat in vec3 light;
layout(location = 3) in float height;
layout(location = 0) out vec4 colour;

void main()
{
    const float beyond = max(abs(place.x) - halfLength, 0.0);
    const float square = beyond * beyond + place.y * place.y;
    const float brighterAhead = pow(smoothstep(-halfLength - 0.6, halfLength + 0.2, place.x), 1.6);
    const float core = exp(-26.0 * square);
    const float halo = 0.05 * exp(-5.0 * square) * (1.0 - smoothstep(0.6, 1.0, square));
    // Soft where it dips into the water, rather than cut off.
    const float above = drawing.softness > 0.0 ? smoothstep(0.0, drawing.softness, height) : 1.0;
    colour = vec4(light * brighterAhead * above * (core + halo), 1.0);
}
