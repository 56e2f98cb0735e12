// A particle as a quad, drawn out along its way; without vertex buffers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(push_constant) uniform PushConstants { Drawing drawing; };

layout(location = 0) out vec2 place; // in the quad, -1 to 1 across and along the middle line's ends
layout(location = 1) out float halfLength;
layout(location = 2) flat out vec3 light;
layout(location = 3) out float height; // metres above the water or, of what is mirrored, below

const float kHaloRadius = 2.3; // half heights of the picture at a distance of 1 m

// I. Quilez, "Palettes".
vec3 colourOf(uint shell)
{
    const float hue = fract(float(shell) * 0.381966 + 0.03);
    return pow(0.55 + 0.45 * cos(6.28318 * (hue + vec3(0.0, 0.33, 0.67))), vec3(1.7));
}

vec4 projected(vec3 world)
{
    return drawing.viewProjection * vec4(world, 1.0);
}

void main()
{
    const Particle particle = drawing.particles.at[gl_InstanceIndex];
    const bool isMirrored = drawing.mirrored > 0.0;
    vec3 head = particle.position;
    vec3 tail = particle.position - particle.velocity * 0.13;
    const bool isHidden = head.y < (drawing.softness > 0.0 ? -kHaloRadius : 0.0);
    if (isMirrored) {
        // Waves: what is mirrored far down is shaken most.
        const float shake = 0.035 * head.y * sin(head.x * 1.7 + head.y * 2.9 + float(gl_InstanceIndex % 64u));
        head = vec3(head.x + shake, -head.y, head.z);
        tail = vec3(tail.x + shake, -tail.y - 1.2, tail.z);
    }
    const vec4 a = projected(head);
    const vec4 b = projected(tail);
    const vec2 wide = vec2(drawing.aspect, 1.0);
    const vec2 along = (a.xy / a.w - b.xy / b.w) * wide;
    const float distance = max(length(along), 1e-5);
    const vec2 ahead = along / distance;
    const vec2 aside = vec2(-ahead.y, ahead.x);

    // The halo's radius, in half heights of the picture.
    const float radius = kHaloRadius / a.w;
    const uint corner = uint[](0u, 1u, 2u, 2u, 1u, 3u)[gl_VertexIndex];
    const vec2 side = vec2(corner & 1u, corner >> 1u) * 2.0 - 1.0;
    const vec2 middle = 0.5 * (a.xy / a.w + b.xy / b.w);
    const vec2 offset = ahead * side.x * (0.5 * distance + radius) + aside * side.y * radius;
    halfLength = 0.5 * distance / radius;
    place = vec2(side.x * (halfLength + 1.0), side.y);
    const float aloft = 0.5 * (head.y + tail.y) + offset.y * a.w * kHalfHeight;
    height = isMirrored ? -aloft : aloft;

    const float left = float(particle.framesLeft);
    const float fresh = smoothstep(90.0, 150.0, left);
    const float fade = smoothstep(0.0, 70.0, left);
    const float twinkle = 0.75 + 0.25 * sin(left * 0.9 + float(gl_InstanceIndex % 97u));
    const vec3 own = colourOf(particle.shell);
    const vec3 ember = vec3(1.0, 0.42, 0.12);
    const float glow = drawing.brightness * twinkle * (0.06 + fade + 2.0 * fresh) / (1.0 + 1.2 * halfLength);
    light = glow * mix(mix(ember, own, smoothstep(0.05, 0.5, fade)), vec3(1.0), 0.25 * fresh);
    gl_Position = isHidden ? vec4(0.0, 0.0, -1.0, 1.0) : vec4((middle + offset / wide) * a.w, a.z, a.w);
}
