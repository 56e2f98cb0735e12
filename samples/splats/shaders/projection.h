// The selection and projection of splats: the same lines for the device and, as its check, for the host.
#ifndef VKSCAN_SAMPLES_SPLATS_PROJECTION_H
#define VKSCAN_SAMPLES_SPLATS_PROJECTION_H

#include "shared.h"

#ifdef __cplusplus
namespace splats {
using glm::clamp;
using glm::dot;
using glm::exp;
using glm::floatBitsToUint;
using glm::log;
using glm::max;
using glm::min;
using glm::mix;
using glm::sqrt;
#define SPLATS_FUNCTION inline
#else
#define SPLATS_FUNCTION
#endif

const float kNearest = 0.2F;           // least drawn depth
const float kFaintest = 1.0F / 255.0F; // least drawn opacity
const float kWidestOnScreen = 1.3F;    // relative to the picture's half; beyond it the linear projection is clamped
const float kLowPass = 0.3F;           // pixels squared: no splat falls between pixels
const float kBlur = 2.0F;              // pixels: at least what the low-pass adds to a splat's reach

// The axes of a quaternion's rotation.
SPLATS_FUNCTION mat3 rotationOf(vec4 q)
{
    return mat3(1.0F - 2.0F * (q.y * q.y + q.z * q.z), 2.0F * (q.x * q.y + q.w * q.z), 2.0F * (q.x * q.z - q.w * q.y),
                2.0F * (q.x * q.y - q.w * q.z), 1.0F - 2.0F * (q.x * q.x + q.z * q.z), 2.0F * (q.y * q.z + q.w * q.x),
                2.0F * (q.x * q.z + q.w * q.y), 2.0F * (q.y * q.z - q.w * q.x), 1.0F - 2.0F * (q.x * q.x + q.y * q.y));
}

// Standard deviations from the centre to where a splat is too faint.
SPLATS_FUNCTION float extentOf(float opacity)
{
    return sqrt(2.0F * log(max(opacity / kFaintest, 1.0F)));
}

// The distance along the view; 0 if it is too near.
SPLATS_FUNCTION float depthOf(vec3 position, View view)
{
    const float depth = -(view.toView * vec4(position, 1.0F)).z;
    return depth < kNearest ? 0.0F : depth;
}

// The key of a depth, which increases with it. Bits of positive floats are ordered like the floats, so a key is a
// depth's bits minus those of the least depth, without the lowest ones. This limits relative differences of depths.
SPLATS_FUNCTION uint keyOf(float depth, View view)
{
    const uint bits = floatBitsToUint(depth);
    return bits <= view.firstDepth ? 0u : min((bits - view.firstDepth) >> view.keyShift, view.lastKey);
}

// The projected point in the picture, in pixels.
SPLATS_FUNCTION vec2 pixelOf(vec4 place, float scale, View view)
{
    return view.size * 0.5F + vec2(place.x, -place.y) * scale;
}

// The place where the perspective projection is made linear: x and y at a depth of 1.
SPLATS_FUNCTION vec2 linearisedAt(vec4 place, float depth, View view)
{
    const vec2 held = view.size * (0.5F * kWidestOnScreen / view.focal);
    return vec2(clamp(place.x / depth, -held.x, held.x), clamp(place.y / depth, -held.y, held.y));
}

// Position and radius of a ball around a splat, outside which it is too faint; the radius is negative if it is too
// faint everywhere.
SPLATS_FUNCTION vec4 ballOf(Splat splat)
{
    const float longest = max(splat.scale.x, max(splat.scale.y, splat.scale.z));
    return vec4(splat.position, splat.opacity < kFaintest ? -1.0F : extentOf(splat.opacity) * longest);
}

// The test that selects splats, from 16 bytes of each: its position and radius. False only for splats that leave no
// trace in the picture; true also for some at its edge, which only the whole splat could distinguish. The picture is
// extended by `slack` pixels on each side.
SPLATS_FUNCTION bool mayBeSeen(vec4 ball, View view, float slack)
{
    const float depth = depthOf(vec3(ball), view);
    if (depth == 0.0F || ball.w < 0.0F)
        return false;
    const vec4 place = view.toView * vec4(vec3(ball), 1.0F);
    const float scale = view.focal / depth;
    const vec2 at = linearisedAt(place, depth, view);
    const vec2 pixel = pixelOf(place, scale, view);
    const float reach =
        scale * sqrt(1.0F + dot(at, at)) * ball.w + kBlur + slack; // the projection's norm, multiplied by the radius
    return pixel.x + reach > 0.0F && pixel.x - reach < view.size.x && pixel.y + reach > 0.0F &&
           pixel.y - reach < view.size.y;
}

// Elliptical weighted average: the perspective projection is linear about the centre, so it maps a Gaussian to a
// Gaussian. M. Zwicker, H. Pfister, J. van Baar and M. Gross, "EWA splatting", 2002; B. Kerbl, G. Kopanas, T.
// Leimkuehler and G. Drettakis, "3D Gaussian splatting for real-time radiance field rendering", 2023.
//
// The depth is no less than kNearest.
SPLATS_FUNCTION Ellipse projected(Splat splat, View view)
{
    Ellipse ellipse;
    ellipse.opacity = splat.opacity;
    ellipse.colour = splat.colour;
    const vec4 place = view.toView * vec4(splat.position, 1.0F);
    const float depth = -place.z;
    const float scale = view.focal / depth;
    ellipse.centre = pixelOf(place, scale, view);

    // Derivatives of the picture's coordinates by the place.
    const vec2 at = linearisedAt(place, depth, view);
    const vec3 right = vec3(scale, 0.0F, at.x * scale);
    const vec3 down = vec3(0.0F, -scale, -at.y * scale);
    const mat3 axes = mat3(view.toView) * rotationOf(splat.rotation); // axes of the Gaussian in view space
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
    return ellipse;
}

// Red, green and blue.
SPLATS_FUNCTION vec3 unpacked(uint colour)
{
    return vec3(float(colour & 255u), float(colour >> 8u & 255u), float(colour >> 16u & 255u)) / 255.0F;
}

// Colour behind all splats, by the height on the picture: 0 at the top, 1 at the bottom.
SPLATS_FUNCTION vec3 skyAt(float height, View view)
{
    const vec3 top = vec3(0.35F, 0.51F, 0.70F);
    const vec3 middle = vec3(0.81F, 0.83F, 0.85F);
    const vec3 bottom = vec3(0.97F, 0.83F, 0.70F);
    return (height < 0.55F ? mix(top, middle, height / 0.55F) : mix(middle, bottom, (height - 0.55F) / 0.45F)) *
           view.sky;
}

#undef SPLATS_FUNCTION
#ifdef __cplusplus
} // namespace splats
#endif

#endif
