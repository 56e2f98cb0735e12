// The light in and around the ring, and noise to vary it.
#include "shared.h"
#include "../../drawing/shaders/tone.glsl"

const vec3 kSunlight = vec3(1.75, 1.5, 1.22);

// M. Jarzynski and M. Olano, "Hash functions for GPU rendering", 2020: pcg3d.
uvec3 hash(uvec3 v)
{
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return v;
}

// Three numbers from 0 to 1.
vec3 noise3(uvec3 v)
{
    return vec3(hash(v) >> 8u) / 16777216.0;
}

// Trilinear noise, from 0 to 1.
float valueNoise(vec3 place)
{
    const vec3 cell = floor(place);
    const vec3 part = place - cell;
    const vec3 weight = part * part * (3.0 - 2.0 * part);
    const uvec3 corner = uvec3(ivec3(cell));
    float sum = 0.0;
    for (uint i = 0; i < 8; ++i) {
        const uvec3 offset = uvec3(i & 1u, i >> 1u & 1u, i >> 2u);
        const vec3 share = mix(1.0 - weight, weight, vec3(offset));
        sum += share.x * share.y * share.z * noise3(corner + offset).x;
    }
    return sum;
}

// The part of the sun that the planet does not hide: 0 in its shadow, 1 outside.
float sunSeenFrom(vec3 place)
{
    const vec4 planet = parameters.frame.data.planet;
    const vec4 sun = parameters.frame.data.sun;
    const vec3 way = place - planet.xyz;
    const float along = dot(way, sun.xyz);
    const float aside = length(way - along * sun.xyz);
    return along > 0.0 ? 1.0 : smoothstep(0.985, 1.015, aside / planet.w);
}

// The share of rock in the ring at a distance from the planet, with gaps.
float ringDensity(float radius)
{
    const vec4 ring = parameters.frame.data.ring;
    const float wide = valueNoise(vec3(radius * 0.55, 3.5, 7.5));
    const float narrow = valueNoise(vec3(radius * 2.3, 9.5, 1.5));
    const float begun = smoothstep(ring.x - 1.0, ring.x + 4.0, radius);
    const float ended = smoothstep(ring.y - 8.0, ring.y + 1.0, radius);
    return begun * (1.0 - ended) * smoothstep(0.12, 0.75, mix(narrow, wide, 0.65));
}

vec4 shown(vec3 light)
{
    return vec4(sRgbEncoded(toneMapped(light)), 1.0);
}
