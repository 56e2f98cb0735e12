// The spheres, the ground, the sky and random numbers: the same lines for the device and, as its check, for the host.
#ifndef VKSCAN_SAMPLES_ENVIRONMENT_LIGHT_LIGHT_H
#define VKSCAN_SAMPLES_ENVIRONMENT_LIGHT_LIGHT_H

#include "shared.h"

#ifdef __cplusplus
namespace environment {
using glm::abs;
using glm::acos;
using glm::atan;
using glm::clamp;
using glm::cos;
using glm::cross;
using glm::dot;
using glm::exp;
using glm::floor;
using glm::fract;
using glm::inverse;
using glm::mat3;
using glm::max;
using glm::min;
using glm::mix;
using glm::normalize;
using glm::pow;
using glm::reflect;
using glm::sin;
using glm::smoothstep;
using glm::sqrt;
using glm::transpose;
#define FUNCTION inline
#else
#define FUNCTION
#endif

const float kPi = 3.14159265F;
const float kFar = 1.0e30F; // nothing is hit
const uint kSpheres = 9;
const uint kMirror = 0;          // the sphere that reflects
const uint kMostReflections = 2; // of one ray
const uint kMostWaiting = 24;    // nodes; trees halve their items, so none is deeper

FUNCTION float luminanceOf(vec3 colour)
{
    return dot(colour, vec3(0.2126F, 0.7152F, 0.0722F));
}

// M. Jarzynski & M. Olano, "Hash functions for GPU rendering", 2020: pcg2d. Each number is from 0 to before 1.
FUNCTION vec2 randomPair(uint pixel, uint ray, uint seed)
{
    uint x = (pixel ^ seed * 0x9e3779b9u) * 1664525u + 1013904223u;
    uint y = (ray + seed) * 1664525u + 1013904223u;
    x += y * 1664525u;
    y += x * 1664525u;
    x ^= x >> 16u;
    y ^= y >> 16u;
    x += y * 1664525u;
    y += x * 1664525u;
    x ^= x >> 16u;
    y ^= y >> 16u;
    return vec2(float(x >> 8u), float(y >> 8u)) / 16777216.0F;
}

// Places on the map, from 0 to 1: x turns around the vertical, y goes from the zenith down.
FUNCTION vec3 directionAt(vec2 place)
{
    const float across = sin(kPi * place.y);
    const float turn = 2.0F * kPi * place.x;
    return vec3(across * cos(turn), cos(kPi * place.y), across * sin(turn));
}

FUNCTION vec2 placeOf(vec3 direction)
{
    return vec2(fract(atan(direction.z, direction.x) / (2.0F * kPi) + 1.0F),
                acos(clamp(direction.y, -1.0F, 1.0F)) / kPi);
}

FUNCTION uvec2 texelAt(vec2 place, uvec2 mapSize)
{
    const vec2 at = place * vec2(mapSize);
    return uvec2(min(uint(at.x), mapSize.x - 1u), min(uint(at.y), mapSize.y - 1u));
}

// Radiance of the generated map: a sky, and a sun of about 1.2 degrees.
FUNCTION vec3 skyAt(vec3 direction, vec3 sun)
{
    const float height = direction.y;
    const float toSun = max(dot(direction, sun), 0.0F);
    const float away = acos(clamp(dot(direction, sun), -1.0F, 1.0F)) * (180.0F / kPi); // degrees
    const float low = exp(-6.0F * max(sun.y, 0.0F));                                   // redness of the sun
    const vec3 sunColour = mix(vec3(1.0F, 0.93F, 0.82F), vec3(1.0F, 0.55F, 0.25F), low);
    vec3 colour = mix(vec3(0.22F, 0.42F, 0.95F), vec3(0.85F, 0.88F, 0.95F), exp(-4.0F * max(height, 0.0F)));
    colour += sunColour * (1.5F * pow(toSun, 40.0F) + 0.25F * pow(toSun, 4.0F));
    if (height < 0.0F)
        colour = mix(colour, vec3(0.16F, 0.15F, 0.14F), min(-30.0F * height, 1.0F)); // land
    return colour + sunColour * (4500.0F * smoothstep(1.35F, 1.05F, away));
}

struct Surface {
    float distance; // along the ray; kFar: nothing
    vec3 normal;
    vec3 start; // start of further rays, off the surface
    vec3 albedo;
    vec3 emission; // radiance
    bool isMirror;
};

// Centre and radius: one in the middle, the others around it on the ground.
FUNCTION vec4 sphereAt(uint index)
{
    if (index == kMirror)
        return vec4(0.0F, 1.0F, 0.0F, 1.0F);
    const float turn = 0.7854F * float(index) + 0.25F;
    const float radius = 0.34F + 0.13F * sin(2.4F * float(index));
    const float away = 1.9F + 0.35F * cos(1.7F * float(index));
    return vec4(away * cos(turn), radius, away * sin(turn), radius);
}

FUNCTION vec3 albedoOf(uint sphere)
{
    const float turn = 2.4F * float(sphere) + 1.2F;
    return vec3(0.55F, 0.46F, 0.4F) + vec3(0.33F, 0.3F, 0.3F) * vec3(cos(turn), cos(turn + 2.1F), cos(turn + 4.2F));
}

// The distance to a sphere from outside.
FUNCTION float distanceTo(vec4 sphere, vec3 origin, vec3 direction)
{
    const vec3 from = origin - vec3(sphere.x, sphere.y, sphere.z);
    const float b = dot(from, direction);
    const float inside = b * b - dot(from, from) + sphere.w * sphere.w;
    if (inside < 0.0F || b > 0.0F)
        return kFar;
    const float distance = -b - sqrt(inside);
    return distance > 0.0F ? distance : kFar;
}

FUNCTION bool isBehindSphere(vec3 origin, vec3 direction)
{
    for (uint i = 0u; i < kSpheres; ++i)
        if (distanceTo(sphereAt(i), origin, direction) < kFar)
            return true;
    return false;
}

// The ground, or the sky behind it.
FUNCTION Surface groundAt(vec3 origin, vec3 direction)
{
    Surface surface;
    surface.distance = direction.y < 0.0F ? -origin.y / direction.y : kFar;
    surface.normal = vec3(0.0F, 1.0F, 0.0F);
    surface.start = origin;
    surface.albedo = vec3(0.0F);
    surface.emission = vec3(0.0F);
    surface.isMirror = false;
    if (surface.distance < kFar) {
        const vec3 place = origin + surface.distance * direction;
        const float field = abs(floor(place.x) + floor(place.z));
        surface.albedo = vec3(fract(0.5F * field) > 0.25F ? 0.45F : 0.6F);
        surface.start = place + 1e-3F * surface.normal;
    }
    return surface;
}

// The first of the spheres that a ray hits, or `behind`.
FUNCTION Surface sphereBefore(Surface behind, vec3 origin, vec3 direction)
{
    uint nearest = kSpheres;
    for (uint i = 0u; i < kSpheres; ++i) {
        const float distance = distanceTo(sphereAt(i), origin, direction);
        if (distance < behind.distance) {
            behind.distance = distance;
            nearest = i;
        }
    }
    if (nearest == kSpheres)
        return behind;
    const vec3 place = origin + behind.distance * direction;
    const vec4 sphere = sphereAt(nearest);
    behind.normal = (place - vec3(sphere.x, sphere.y, sphere.z)) * (1.0F / sphere.w);
    behind.start = place + 1e-3F * behind.normal;
    behind.isMirror = nearest == kMirror;
    behind.albedo = behind.isMirror ? vec3(1.0F) : albedoOf(nearest);
    return behind;
}

// The ray through a place on the picture, from 0 to 1 from the left and from the top. `aspect` is width by height.
FUNCTION vec3 rayThrough(vec2 place, float aspect, vec3 eye, vec3 target)
{
    const float halfHeight = 0.36F; // at a distance of 1
    const vec3 ahead = normalize(target - eye);
    const vec3 right = normalize(cross(ahead, vec3(0.0F, 1.0F, 0.0F)));
    const vec3 up = cross(right, ahead);
    return normalize(ahead + right * ((2.0F * place.x - 1.0F) * aspect * halfHeight) +
                     up * ((1.0F - 2.0F * place.y) * halfHeight));
}

// A direction on the side of the normal, all equally likely, by two random numbers.
FUNCTION vec3 uniformDirection(vec2 u, vec3 normal)
{
    const float turn = 2.0F * kPi * u.x;
    const float y = 2.0F * u.y - 1.0F;
    const float across = sqrt(max(1.0F - y * y, 0.0F));
    const vec3 direction = vec3(across * cos(turn), y, across * sin(turn));
    return dot(direction, normal) < 0.0F ? -direction : direction;
}

#ifdef __cplusplus
#undef FUNCTION
} // namespace environment
#endif

#endif
