// Traces the rays of a pixel an invocation. From the surface that a ray hits, others go towards the light: uniformly
// over the half of the sphere above the surface, or by importance, with texels drawn in proportion to their light.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#include "light.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = kMapBinding, rgba32f) readonly uniform image2D map;
layout(push_constant, std430) uniform Push
{
    Frame frame;
};

#define DISTRIBUTION_NAME(function) sky##function
#define DISTRIBUTION_FETCH(entry) frame.table.at[entry]
#define DISTRIBUTION_COUNT frame.mapSize.x * frame.mapSize.y
#define DISTRIBUTION_ROW_LENGTH frame.mapSize.x
#include "../../../include/vkscan/distribution.glsl"

#define NODE(index) frame.nodes.at[index]
#define TRIANGLE(index) frame.triangles.at[index]
#define INSTANCE(index) frame.instances.at[index]
#define WEIGHTS(a, b, c) float[3](a, b, c)
#include "tree.h"

bool hasWorld() { return uint64_t(frame.nodes) != 0ul; }

vec3 lightAt(uvec2 texel) { return imageLoad(map, ivec2(texel)).rgb; }

Surface surfaceAt(vec3 origin, vec3 direction)
{
    const Surface ground = groundAt(origin, direction);
    return hasWorld() ? triangleBefore(ground, origin, direction) : sphereBefore(ground, origin, direction);
}

bool isShadowed(vec3 origin, vec3 direction)
{
    if (direction.y < 0.0)
        return true;
    return hasWorld() ? isBehindTriangle(origin, direction) : isBehindSphere(origin, direction);
}

// The light that arrives at a surface by one ray, divided by the ray's probability.
vec3 lightByOne(Surface surface, vec2 u, bool byImportance)
{
    vec3 direction;
    uvec2 texel;
    float density; // of directions
    if (byImportance) {
        vec2 within;
        texel = skySample(u, within);
        const vec2 onMap = (vec2(texel) + within) / vec2(frame.mapSize);
        direction = directionAt(onMap);
        const float texels = float(frame.mapSize.x) * float(frame.mapSize.y);
        density = skyProbability(texel) * texels / (2.0 * kPi * kPi * max(sin(kPi * onMap.y), 1e-6));
    } else {
        direction = uniformDirection(u, surface.normal);
        texel = texelAt(placeOf(direction), frame.mapSize);
        density = 0.5 / kPi;
    }
    const float facing = dot(direction, surface.normal);
    if (facing <= 0.0 || isShadowed(surface.start, direction))
        return vec3(0.0);
    return surface.albedo / kPi * lightAt(texel) * (facing / density);
}

void main()
{
    uvec2 pixel = gl_GlobalInvocationID.xy;
    if (frame.part < kParts)
        pixel = 4 * pixel + placeInBlock(frame.part);
    if (any(greaterThanEqual(pixel, frame.pictureSize)))
        return;
    const bool byImportance = pixel.x >= frame.middle;
    const uint first = frame.isSplit != 0 && byImportance ? frame.middle : 0;
    const vec2 size = vec2(frame.isSplit != 0 ? frame.middle : frame.pictureSize.x, frame.pictureSize.y);
    const uint index = pixel.y * frame.pictureSize.x + pixel.x;
    const uint rays = frame.rays / kPoints;
    vec3 colour = vec3(0.0);
    float variance = 0.0;
    for (uint point = 0; point < kPoints; ++point) {
        const vec2 offset = vec2(0.25 + 0.5 * float(point % 2), 0.25 + 0.5 * float(point / 2));
        const vec2 place = (vec2(pixel.x - first, pixel.y) + offset) / size;
        vec3 direction = rayThrough(place, size.x / size.y, frame.eye, frame.target);
        vec3 tint = vec3(1.0 / float(kPoints));
        Surface surface = surfaceAt(frame.eye, direction);
        for (uint i = 0; i < kMostReflections && surface.isMirror; ++i) {
            tint *= surface.albedo;
            direction = reflect(direction, surface.normal);
            surface = surfaceAt(surface.start, direction);
        }
        if (surface.distance == kFar) {
            colour += tint * lightAt(texelAt(placeOf(direction), frame.mapSize));
            continue;
        }
        colour += tint * surface.emission;
        vec3 sum = vec3(0.0);
        float luminance = 0.0;
        float squares = 0.0;
        for (uint ray = 0; ray < rays; ++ray) {
            const vec2 u = randomPair(index, (frame.pass * kPoints + point) * rays + ray, frame.seed);
            const vec3 light = tint * lightByOne(surface, u, byImportance);
            const float bright = luminanceOf(light);
            sum += light;
            luminance += bright;
            squares += bright * bright;
        }
        const float count = float(rays);
        colour += sum / count;
        variance += max(squares - luminance * luminance / count, 0.0) / ((count - 1.0) * count);
    }
    const float passes = float(frame.passes);
    const vec4 before = frame.pass == 0 ? vec4(0.0) : frame.estimates.at[index];
    frame.estimates.at[index] = before + vec4(colour / passes, variance / (passes * passes));
}
