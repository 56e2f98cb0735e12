// The scene's light: the sun with soft shadows, lamps, and the sky's reflection, on surfaces as glTF 2.0 has them. The
// distance ahead of the eye goes to alpha; surfaces that blend have their alpha there, and colours times it.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "savsm.glsl"
#include "sky.glsl"
#include "surface.glsl"

layout(location = 0) centroid in vec3 worldPosition;
layout(location = 1) centroid in vec3 worldNormal;
layout(location = 2) centroid in float distanceAhead;
layout(location = 3) flat in uint instanceIndex;
layout(location = 4) in vec4 worldTangent;
layout(location = 5) in vec4 texCoords;
layout(location = 6) in vec4 vertexColour;
layout(location = 0) out vec4 colour;

struct Surface {
    vec3 albedo;
    float roughness;
    float metalness;
    vec3 normal;
    vec3 toEye;
};

// The metallic-roughness model of the glTF 2.0 specification, appendix B: GGX with Smith's correlated visibility and
// Schlick's Fresnel, and Lambert's law for what is not reflected.
vec3 reflected(Surface surface, vec3 toLight)
{
    const float lambert = max(dot(surface.normal, toLight), 0.0);
    const vec3 halfway = normalize(toLight + surface.toEye);
    const float alpha = surface.roughness * surface.roughness;
    const float square = alpha * alpha;
    const float normalHalf = max(dot(surface.normal, halfway), 0.0);
    const float spread = normalHalf * normalHalf * (square - 1.0) + 1.0;
    // Bounded, as highlights smaller than a pixel flicker.
    const float distribution = min(square / (3.14159 * spread * spread), 40.0);
    const float facing = max(dot(surface.normal, surface.toEye), 1e-3);
    const float visibility = 0.5 / (lambert * sqrt(facing * facing * (1.0 - square) + square) +
                                    facing * sqrt(lambert * lambert * (1.0 - square) + square));
    const vec3 base = mix(vec3(0.04), surface.albedo, surface.metalness);
    const vec3 fresnel = base + (1.0 - base) * pow(1.0 - max(dot(toLight, halfway), 0.0), 5.0);
    const vec3 diffuse = (1.0 - fresnel) * surface.albedo * (1.0 - surface.metalness) / 3.14159;
    return lambert * (diffuse + distribution * visibility * fresnel);
}

// The sky's light and its mirror image, without those of other things.
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

// How the surface goes to the pixel at the right and below, in metres.
struct Steps {
    vec3 right;
    vec3 down;
};

// The normal that a normal map bends. Without tangents in the file it is bent along the map's axes on the surface:
// C. Schueler, "Normal Mapping Without Precomputed Tangents", ShaderX 5, 2006.
vec3 bentNormal(vec3 normal, TexturePlace place, float scale, TexCoords coords, Steps steps)
{
    const vec3 bend = (sampled(normalTexture, place, coords).xyz * 2.0 - 1.0) * vec3(scale, scale, 1.0);
    vec3 tangent = worldTangent.xyz;
    vec3 bitangent = cross(normal, tangent) * worldTangent.w;
    if (worldTangent.w == 0.0) {
        const vec2 right = turned(place, coords.right);
        const vec2 down = turned(place, coords.down);
        const float side = sign(right.x * down.y - right.y * down.x);
        if (side == 0.0)
            return normal;
        tangent = (steps.right * down.y - steps.down * right.y) * side;
        bitangent = (steps.right * down.x - steps.down * right.x) * side; // v goes down
    }
    tangent -= normal * dot(normal, tangent);
    bitangent -= normal * dot(normal, bitangent);
    const vec3 bent = bend.x * normalize(tangent) + bend.y * normalize(bitangent) + bend.z * normal;
    return dot(bent, bent) > 0.0 ? normalize(bent) : normal;
}

vec3 shadingNormal(SurfaceData data, TexCoords coords, Steps steps)
{
    const vec4 strength = data.strength;
    const vec4 alpha = data.alpha;
    vec3 normal = normalize(worldNormal);
    if (hasTexture(data.textures[kNormalTexture]))
        normal = bentNormal(normal, data.textures[kNormalTexture], strength.x, coords, steps);
    return alpha.w == 1.0 && !gl_FrontFacing ? -normal : normal;
}

vec3 lightOf(Surface surface)
{
    vec3 light = vec3(0);
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
    return light;
}

void main()
{
    // Everything that is differentiated, before invocations part.
    const TexCoords coords = texCoordsOf(texCoords);
    const Steps steps = Steps(dFdx(worldPosition), dFdy(worldPosition));
    const vec3 ground = tiles(worldPosition.xz);

    const Instance instance = frame.data.instances.at[instanceIndex];
    const vec4 albedo = instance.albedo;
    const vec4 emission = instance.emission;
    const vec4 pattern = instance.pattern;
    const SurfaceData data = frame.data.surfaces.at[uint(pattern.y)];
    const vec4 alpha = data.alpha;
    const vec4 strength = data.strength;
    const vec4 base = baseColourOf(instance, data, vertexColour, coords);
    if (base.a < alpha.y)
        discard;
    const vec4 factors = sampled(metallicRoughnessTexture, data.textures[kMetallicRoughnessTexture], coords);
    Surface surface;
    surface.toEye = normalize(frame.data.eye.xyz - worldPosition);
    surface.normal = shadingNormal(data, coords, steps);
    surface.albedo = pattern.x == 1.0 ? ground : base.rgb;
    surface.roughness = max(albedo.w * factors.g, 0.05); // smoother ones would mirror the sun in no pixel at all
    surface.metalness = emission.w * factors.b;
    vec3 light = surface.albedo;
    if (strength.z == 0.0) {
        const float open = sampled(occlusionTexture, data.textures[kOcclusionTexture], coords).r;
        const vec3 glow = sampled(emissionTexture, data.textures[kEmissionTexture], coords).rgb;
        light = lightOf(surface) + mix(1.0, open, strength.y) * surroundings(surface) + emission.rgb * glow;
    }
    light = throughAir(light, distanceAhead);
    colour = alpha.z == 1.0 ? vec4(light * base.a, base.a) : vec4(light, distanceAhead);
}
