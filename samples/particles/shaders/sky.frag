// The night over a lake, with hills on its far shore.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(push_constant) uniform PushConstants { Drawing drawing; };

layout(location = 0) in vec2 screen;
layout(location = 0) out vec4 colour;

float hills(float x)
{
    return 0.055 + 0.028 * sin(2.3 * x + 0.6) + 0.016 * sin(5.1 * x + 2.0) + 0.007 * sin(13.0 * x) +
           0.003 * sin(41.0 * x + 1.0);
}

// `blur`: of the hills' outline.
vec3 skyAt(vec2 place, float blur)
{
    const vec3 low = vec3(0.026, 0.022, 0.048);
    const vec3 high = vec3(0.002, 0.003, 0.010);
    const vec3 sky = mix(low, high, smoothstep(0.0, 0.9, place.y));
    const vec2 cell = floor(place * 70.0);
    const float random = fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.5453);
    const vec2 star = vec2(fract(random * 91.0), fract(random * 57.0)) * 0.6 + 0.2;
    const vec2 from = place * 70.0 - cell - star;
    const float bright = smoothstep(0.95, 1.0, random) * exp(-dot(from, from) * 60.0);
    const float cover = clamp(0.5 + (place.y - hills(place.x)) / blur, 0.0, 1.0);
    return mix(vec3(0.0015, 0.002, 0.005), sky + 0.22 * bright, cover);
}

void main()
{
    const vec4 far = drawing.viewProjection * vec4(drawing.ahead.x, 0.0, drawing.ahead.y, 1.0);
    const float height = screen.y - far.y / far.w;
    const float x = screen.x * drawing.aspect + drawing.turn;
    const float pixel = fwidth(screen.y);
    if (height >= 0.0) {
        colour = vec4(skyAt(vec2(x, height), pixel), 1.0);
        return;
    }
    // Waves are longer the nearer they are. Those that are too short for pixels blur what is mirrored.
    const float depth = 0.02 / (0.02 - height);
    const vec3 lengths = vec3(110.0, 73.0, 190.0);
    const vec3 shown = exp(-0.25 * pow(lengths * (pixel * depth * depth / 0.02), vec3(2.0)));
    const float wave = dot(shown, sin(lengths * depth + vec3(3.0, -5.0, 17.0) * x));
    const float up = 0.012 * (1.0 - depth);
    const vec3 mirrored = skyAt(vec2(x + 0.004 * wave, -height + up * wave), pixel + up * length(1.0 - shown));
    colour = vec4(mirrored * 0.55 + vec3(0.002, 0.003, 0.007), 1.0);
}
