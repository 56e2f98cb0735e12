#version 460
#extension GL_GOOGLE_include_directive : require
// The slope from the observer's eye to every sample of every ray. Samples lie where rays cross the columns of texels,
// or the rows if they are steep, and take the height between the two texels beside them.
#include "rays.glsl"

float heightAt(ivec2 texel)
{
    return heights.at[texel.y * extent.x + texel.x];
}

void main()
{
    const uint i = invocation();
    if (i >= count)
        return;
    const ivec2 way = endOf(int(i / uint(rowLength))) - observer;
    const int steps = stepsOf(way);
    const int taken = 1 + int(i % uint(rowLength));
    float slope = uintBitsToFloat(0xff800000); // behind the border: -infinity, which hides nothing
    if (taken <= steps) {
        const ivec2 scaled = taken * abs(way);
        const ivec2 near = observer + sign(way) * (scaled / steps);
        const ivec2 remainder = scaled % steps; // 0 along the major axis
        const ivec2 far = near + sign(way) * min(remainder, 1);
        const float fraction = float(max(remainder.x, remainder.y)) / float(steps);
        const float ground = mix(heightAt(near), heightAt(far), fraction);
        slope = (ground - eye) / (length(vec2(way)) * float(taken) / float(steps));
    }
    slopes.at[i] = slope;
}
