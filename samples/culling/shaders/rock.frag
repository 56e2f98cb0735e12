// Rock in facets, lit by the sun and by the planet.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "space.glsl"

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec3 rockPosition;
layout(location = 2) flat in uint instanceIndex;
layout(location = 0) out vec4 colour;

void main()
{
    const vec4 planet = parameters.frame.data.planet;
    const vec3 sun = parameters.frame.data.sun.xyz;
    const vec3 eye = parameters.frame.data.eye.xyz;
    const vec3 toEye = normalize(eye - worldPosition);
    vec3 normal = normalize(cross(dFdx(worldPosition), dFdy(worldPosition)));
    normal *= dot(normal, toEye) < 0.0 ? -1.0 : 1.0;

    const vec3 random = noise3(uvec3(instanceIndex, 7u, 1u));
    const vec3 ice = vec3(0.72, 0.74, 0.78);
    const vec3 stone = mix(vec3(0.36, 0.27, 0.21), vec3(0.62, 0.52, 0.43), random.x);
    vec3 albedo = mix(stone, ice, smoothstep(0.86, 0.9, random.y));
    albedo *= 0.65 + 0.5 * valueNoise(rockPosition * 2.0) + 0.2 * valueNoise(rockPosition * 7.0);

    const float day = max(dot(normal, sun), 0.0) * sunSeenFrom(worldPosition);
    const vec3 toPlanet = planet.xyz - worldPosition;
    const float planetshine = 0.5 + 0.5 * dot(normal, normalize(toPlanet));
    const float edge = pow(1.0 - max(dot(normal, toEye), 0.0), 4.0);
    vec3 light = albedo * (kSunlight * day + vec3(0.06, 0.09, 0.15) * planetshine + vec3(0.02));
    light += edge * day * vec3(0.5, 0.45, 0.4);
    if (parameters.rejected != 0u)
        light = vec3(0.55, 0.03, 0.02) * (0.35 + 1.6 * dot(light, vec3(0.3, 0.6, 0.1)));
    colour = shown(light);
}
