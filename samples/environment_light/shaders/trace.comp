// Traces the rays of a pixel an invocation. Where a ray meets a surface, others go towards the light: uniformly over the
// half of the sphere above the surface, or by importance, where texels are drawn in proportion to their light.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "light.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant, std430) uniform Push
{
    Frame frame;
};

#define DISTRIBUTION_NAME(function) sky##function
#define DISTRIBUTION_FETCH(entry) frame.table.at[entry]
#define DISTRIBUTION_COUNT frame.mapSize.x * frame.mapSize.y
#define DISTRIBUTION_ROW_LENGTH frame.mapSize.x
#include "../../../include/vkscan/distribution.glsl"

vec3 lightAt(uvec2 texel) { return frame.map.at[texel.y * frame.mapSize.x + texel.x].rgb; }

// The light that arrives at a surface by one ray, over the ray's probability.
vec3 lightByOne(vec3 place, Surface surface, vec2 u, bool byImportance)
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
    if (facing <= 0.0 || isShadowed(place + 1e-3 * surface.normal, direction))
        return vec3(0.0);
    return surface.albedo / kPi * lightAt(texel) * (facing / density);
}

void main()
{
    const uvec2 pixel = gl_GlobalInvocationID.xy;
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
        vec3 origin = frame.eye;
        vec3 direction = rayThrough(place, size.x / size.y, frame.eye, frame.target);
        Surface surface = surfaceAt(origin, direction);
        for (uint i = 0; i < kMostReflections && surface.sphere == kMirror; ++i) {
            origin = origin + surface.distance * direction + 1e-3 * surface.normal;
            direction = reflect(direction, surface.normal);
            surface = surfaceAt(origin, direction);
        }
        if (surface.distance == kFar) {
            colour += lightAt(texelAt(placeOf(direction), frame.mapSize)) / float(kPoints);
            continue;
        }
        const vec3 hit = origin + surface.distance * direction;
        vec3 sum = vec3(0.0);
        float luminance = 0.0;
        float squares = 0.0;
        for (uint ray = 0; ray < rays; ++ray) {
            const vec2 u = randomPair(index, point * rays + ray, frame.seed);
            const vec3 light = lightByOne(hit, surface, u, byImportance);
            const float bright = luminanceOf(light);
            sum += light;
            luminance += bright;
            squares += bright * bright;
        }
        const float count = float(rays);
        colour += sum / (count * float(kPoints));
        const float ofRays = max(squares - luminance * luminance / count, 0.0) / (count - 1.0);
        variance += ofRays / (count * float(kPoints * kPoints));
    }
    frame.estimates.at[index] = vec4(colour, variance);
}
