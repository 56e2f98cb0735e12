// Shows the colour table: sums above zero from dark to bright orange, sums below it to bright blue, on a scale that
// depends on the table's size, with lines of equal sums.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kColourTableBinding) uniform texture2D colourTable;
layout(set = 0, binding = kPictureBinding, rgba8) writeonly uniform image2D picture;

// The entry's luminance, scaled and compressed mostly to -1 to 1.
float bentSum(ivec2 place, ivec2 last)
{
    const vec4 screen = frame.data.screen;
    const vec3 entry = texelFetch(colourTable, clamp(place, ivec2(0), last), 0).rgb;
    const float sum = dot(entry, vec3(0.2126, 0.7152, 0.0722)) * screen.z / float(last.x * last.y);
    return 1.1 * sum / (kHalfSum + abs(sum));
}

vec3 mapped(float value)
{
    const vec3 up = mix(vec3(0.80, 0.30, 0.10), vec3(1.00, 0.93, 0.65), smoothstep(0.35, 1.0, value));
    const vec3 down = mix(vec3(0.10, 0.35, 0.75), vec3(0.75, 0.95, 1.00), smoothstep(0.35, 1.0, -value));
    return mix(vec3(0.05, 0.05, 0.09), value > 0.0 ? up : down, smoothstep(0.0, 0.4, abs(value)));
}

// A bar at the right, from the largest sums at the top to the least, with lines at -1/2, 1/2 and, broader, 0 of the
// scale. Returns whether the pixel is part of it.
bool drawsLegend(ivec2 pixel, ivec2 extent)
{
    const float unit = float(extent.y) / 40.0;
    const vec2 fromCorner = vec2(extent.x - pixel.x, pixel.y) - 0.5;
    const float height = (fromCorner.y - 5.0 * unit) / (30.0 * unit); // from 0 to 1 down the bar
    const float value = 1.0 - 2.0 * height;
    const bool isTick = abs(fract(2.0 * value + 0.5) - 0.5) * 15.0 * unit < 1.0;
    const float reach = isTick ? (abs(value) < 0.25 ? 3.5 : 3.2) : 3.0;
    const float border = 0.15;
    if (abs(2.0 * height - 1.0) > 1.0 + border / 15.0 || fromCorner.x < (1.0 - border) * unit ||
        fromCorner.x > (reach + border) * unit)
        return false;
    const bool isBar = abs(2.0 * height - 1.0) <= 1.0 && fromCorner.x >= unit && fromCorner.x <= 3.0 * unit;
    imageStore(picture, pixel, vec4(isBar && !isTick ? mapped(1.1 * value) : vec3(1), 1.0));
    return true;
}

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(picture))))
        return;
    const ivec2 last = textureSize(colourTable, 0) - 1;
    if (drawsLegend(pixel, imageSize(picture)))
        return;
    // The first row and column are zeros.
    const float value = bentSum(pixel + 1, last);
    const vec2 slope = vec2(bentSum(pixel + ivec2(2, 1), last), bentSum(pixel + ivec2(1, 2), last)) - value;
    const float kLines = 20.0; // from 0 to 1
    const float fromLine = abs(fract(kLines * value + 0.5) - 0.5) / max(kLines * length(slope), 1e-4);
    const vec4 screen = frame.data.screen;
    const float line = screen.w * (1.0 - smoothstep(0.5, 1.5, fromLine));
    imageStore(picture, pixel, vec4(mix(mapped(value), vec3(1), 0.45 * line), 1.0));
}
