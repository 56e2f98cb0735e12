#version 460
#extension GL_GOOGLE_include_directive : require
// A texel is visible if the nearest sample is, whose slope exceeds the horizon before it. That sample is on the ray to
// where the straight line through the texel's centre leaves the map, rounded to a texel: half a texel off at the most.
#include "rays.glsl"

ivec2 exitOf(ivec2 way)
{
    const ivec2 room = mix(observer, extent - 1 - observer, greaterThan(way, ivec2(0)));
    const ivec2 far = abs(way);
    const bool isSide = far.x > 0 && far.y * room.x <= far.x * room.y; // left or right; else top or bottom
    const int along = isSide ? far.x : far.y;
    const int across = isSide ? far.y : far.x;
    const int reach = isSide ? room.x : room.y;
    const int rounded = (2 * across * reach + along) / (2 * along);
    return observer + sign(way) * (isSide ? ivec2(reach, rounded) : ivec2(rounded, reach));
}

void main()
{
    const uint i = invocation();
    if (i >= count)
        return;
    const ivec2 way = ivec2(i % uint(extent.x), i / uint(extent.x)) - observer;
    bool isVisible = true;
    if (way != ivec2(0)) {
        const int nearest = rayTo(exitOf(way)) * rowLength + stepsOf(way) - 1;
        isVisible = slopes.at[nearest] > horizons.at[nearest];
    }
    visible.at[i] = uint(isVisible);
}
