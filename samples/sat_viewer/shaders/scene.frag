// The scene's light: the sun with soft shadows, lamps, and the sky's reflection. The distance ahead of the eye goes to
// alpha.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "savsm.glsl"
#include "sky.glsl"

layout(location = 0) centroid in vec3 worldPosition;
layout(location = 1) centroid in vec3 worldNormal;
layout(location = 2) centroid in float distanceAhead;
layout(location = 3) flat in uint instanceIndex;
layout(location = 0) out vec4 colour;

struct Surface {
    vec3 albedo;
    float roughness;
    float metalness;
    vec3 normal;
    vec3 toEye;
};

// GGX with Schlick's Fresnel and Hable's approximation of the visibility term, and Lambert's law.
vec3 reflected(Surface surface, vec3 toLight)
{
    const float lambert = max(dot(surface.normal, toLight), 0.0);
    const vec3 halfway = normalize(toLight + surface.toEye);
    const float alpha = surface.roughness * surface.roughness;
    const float normalHalf = max(dot(surface.normal, halfway), 0.0);
    const float spread = normalHalf * normalHalf * (alpha * alpha - 1.0) + 1.0;
    const float distribution = alpha * alpha / (3.14159 * spread * spread);
    const float lightHalf = max(dot(toLight, halfway), 0.0);
    const vec3 base = mix(vec3(0.04), surface.albedo, surface.metalness);
    const vec3 fresnel = base + (1.0 - base) * pow(1.0 - lightHalf, 5.0);
    const float k = 0.5 * alpha;
    const float visibility = 1.0 / (4.0 * mix(lightHalf * lightHalf, 1.0, k * k));
    const vec3 diffuse = surface.albedo * (1.0 - surface.metalness) / 3.14159;
    return lambert * (diffuse + min(distribution, 40.0) * visibility * fresnel);
}

vec3 surroundings(Surface surface)
{
    const vec3 ambient = mix(vec3(0.085, 0.065, 0.055), vec3(0.12, 0.135, 0.22), 0.5 + 0.5 * surface.normal.y);
    const vec3 base = mix(vec3(0.04), surface.albedo, surface.metalness);
    const float facing = max(dot(surface.normal, surface.toEye), 0.0);
    const vec3 fresnel = base + (max(vec3(1.0 - surface.roughness), base) - base) * pow(1.0 - facing, 5.0);
    const vec3 mirrored = skyColour(reflect(-surface.toEye, surface.normal));
    const vec3 glossy = mix(mirrored, ambient, surface.roughness);
    // Little of the sky is seen from near the ground among things.
    const float open = mix(0.55, 1.0, smoothstep(0.0, 1.2, worldPosition.y));
    return open * (surface.albedo * (1.0 - surface.metalness) * ambient + fresnel * glossy);
}

// Tiles of a metre in two colours, averaged over the pixel. I. Quilez, "Filterable procedurals".
vec3 tiles(vec2 place)
{
    const vec2 width = max(fwidth(place), vec2(1e-3));
    const vec2 a = abs(fract((place - 0.5 * width) * 0.5) - 0.5);
    const vec2 b = abs(fract((place + 0.5 * width) * 0.5) - 0.5);
    const vec2 waves = 2.0 * (a - b) / width;
    const float checker = 0.5 - 0.5 * waves.x * waves.y;
    const vec2 edge = 0.5 - abs(fract(place) - 0.5);
    const vec2 joint = smoothstep(vec2(0.0), 0.03 + width, edge);
    return mix(vec3(0.36, 0.30, 0.27), vec3(0.56, 0.49, 0.42), checker) * mix(0.5, 1.0, joint.x * joint.y);
}

void main()
{
    const Instance instance = frame.data.instances.at[instanceIndex];
    Surface surface;
    surface.toEye = normalize(frame.data.eye.xyz - worldPosition);
    surface.normal = normalize(worldNormal);
    surface.albedo = instance.pattern.x == 1.0 ? tiles(worldPosition.xz) : instance.albedo.rgb;
    surface.roughness = instance.albedo.w;
    surface.metalness = instance.emission.w;

    vec3 light = instance.emission.rgb + surroundings(surface);
    const vec3 sun = reflected(surface, frame.data.sunDirection.xyz);
    if (max(sun.r, max(sun.g, sun.b)) > 0.0)
        light += 3.14159 * frame.data.sunColour.rgb * sun * sunSeenFrom(worldPosition);
    for (int i = 0; i < kLampCount; ++i) {
        const Lamp lamp = frame.data.lamps[i];
        const vec3 way = lamp.position.xyz - worldPosition;
        const float square = dot(way, way);
        const float window = max(1.0 - square / (lamp.position.w * lamp.position.w), 0.0);
        light += lamp.colour.rgb * window * window / (square + 0.1) *
                 reflected(surface, normalize(way));
    }
    colour = vec4(throughAir(light, distanceAhead), distanceAhead);
}
