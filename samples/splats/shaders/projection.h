// How splats come onto the picture: the same lines for the device and, as its check, for the host.
#ifndef VKSCAN_SAMPLES_SPLATS_PROJECTION_H
#define VKSCAN_SAMPLES_SPLATS_PROJECTION_H

#include "shared.h"

#ifdef __cplusplus
namespace splats {
using glm::clamp;
using glm::dot;
using glm::exp;
using glm::log;
using glm::max;
using glm::min;
using glm::mix;
using glm::sqrt;
#define FUNCTION inline
#else
#define FUNCTION
#endif

const float kNearest = 0.2F;           // that is drawn
const float kFaintest = 1.0F / 255.0F; // opacity that is drawn
const float kWidestOnScreen = 1.3F;    // of the picture's half, beyond which the linear projection is held
const float kLowPass = 0.3F;           // pixels squared: no splat falls between pixels

// The axes of a quaternion's rotation.
FUNCTION mat3 rotationOf(vec4 q)
{
    return mat3(1.0F - 2.0F * (q.y * q.y + q.z * q.z), 2.0F * (q.x * q.y + q.w * q.z), 2.0F * (q.x * q.z - q.w * q.y),
                2.0F * (q.x * q.y - q.w * q.z), 1.0F - 2.0F * (q.x * q.x + q.z * q.z), 2.0F * (q.y * q.z + q.w * q.x),
                2.0F * (q.x * q.z + q.w * q.y), 2.0F * (q.y * q.z - q.w * q.x), 1.0F - 2.0F * (q.x * q.x + q.y * q.y));
}

// How many standard deviations there are to where a splat is too faint.
FUNCTION float extentOf(float opacity)
{
    return sqrt(2.0F * log(max(opacity / kFaintest, 1.0F)));
}

// Elliptical weighted average: the perspective projection is linear about the centre, where it makes a Gaussian of a
// Gaussian. M. Zwicker, H. Pfister, J. van Baar and M. Gross, "EWA splatting", 2002; B. Kerbl, G. Kopanas, T.
// Leimkuehler and G. Drettakis, "3D Gaussian splatting for real-time radiance field rendering", 2023.
//
// The distance along the view, which what is drawn is sorted by; 0 if it is too near.
FUNCTION float depthOf(vec3 position, View view)
{
    const float depth = -(view.toView * vec4(position, 1.0F)).z;
    return depth < kNearest ? 0.0F : depth;
}

FUNCTION Ellipse projected(Splat splat, View view)
{
    Ellipse ellipse;
    ellipse.centre = vec2(-1.0F, -1.0F);
    ellipse.opacity = 0.0F;
    ellipse.colour = splat.colour;
    ellipse.axes = vec4(0.0F);
    const float depth = depthOf(splat.position, view);
    if (depth == 0.0F)
        return ellipse;
    const vec4 place = view.toView * vec4(splat.position, 1.0F);
    const float scale = view.focal / depth;
    ellipse.centre = view.size * 0.5F + vec2(place.x, -place.y) * scale;

    // Derivatives of the picture's coordinates by the place.
    const vec2 held = view.size * (0.5F * kWidestOnScreen / view.focal);
    const float x = clamp(place.x / depth, -held.x, held.x);
    const float y = clamp(place.y / depth, -held.y, held.y);
    const vec3 right = vec3(scale, 0.0F, x * scale);
    const vec3 down = vec3(0.0F, -scale, -y * scale);
    const mat3 axes = mat3(view.toView) * rotationOf(splat.rotation); // of the Gaussian, as the eye sees them
    const vec3 a = vec3(dot(right, axes[0]), dot(right, axes[1]), dot(right, axes[2])) * splat.scale;
    const vec3 b = vec3(dot(down, axes[0]), dot(down, axes[1]), dot(down, axes[2])) * splat.scale;
    const float xx = dot(a, a) + kLowPass;
    const float xy = dot(a, b);
    const float yy = dot(b, b) + kLowPass;

    // The covariance's eigenvalues, and the direction of the larger one.
    const float middle = 0.5F * (xx + yy);
    const float apart = sqrt(max(0.25F * (xx - yy) * (xx - yy) + xy * xy, 0.0F));
    const float longer = middle + apart;
    const float shorter = max(middle - apart, 0.1F);
    vec2 direction = xx >= yy ? vec2(1.0F, 0.0F) : vec2(0.0F, 1.0F);
    if (apart > 1e-4F * middle) {
        direction = xx >= yy ? vec2(longer - yy, xy) : vec2(xy, longer - xx);
        direction = direction * (1.0F / sqrt(dot(direction, direction)));
    }
    const vec2 major = direction * sqrt(longer);
    const vec2 minor = vec2(-direction.y, direction.x) * sqrt(shorter);
    ellipse.axes = vec4(major.x, major.y, minor.x, minor.y);
    const float reach = extentOf(splat.opacity) * sqrt(longer);
    const bool isSeen = ellipse.centre.x + reach > 0.0F && ellipse.centre.x - reach < view.size.x &&
                        ellipse.centre.y + reach > 0.0F && ellipse.centre.y - reach < view.size.y;
    ellipse.opacity = isSeen ? splat.opacity : 0.0F;
    return ellipse;
}

// Red, green and blue light.
FUNCTION vec3 lightOf(uint colour)
{
    const vec3 roots = vec3(float(colour & 255u), float(colour >> 8u & 255u), float(colour >> 16u & 255u)) / 255.0F;
    return roots * roots;
}

// Colour behind all splats, by the height on the picture: 0 at the top, 1 at the bottom.
FUNCTION vec3 skyAt(float height)
{
    const vec3 top = vec3(0.10F, 0.22F, 0.45F);
    const vec3 middle = vec3(0.62F, 0.66F, 0.70F);
    const vec3 bottom = vec3(0.93F, 0.66F, 0.45F);
    return height < 0.55F ? mix(top, middle, height / 0.55F) : mix(middle, bottom, (height - 0.55F) / 0.45F);
}

#ifdef __cplusplus
#undef FUNCTION
} // namespace splats
#endif

#endif
