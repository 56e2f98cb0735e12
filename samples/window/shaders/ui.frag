#version 460
#extension GL_EXT_samplerless_texture_functions : require

layout(set = 0, binding = 0) uniform texture2D atlas;

layout(location = 0) in vec2 atlasPlace;
layout(location = 1) in vec4 colour;
layout(location = 0) out vec4 result;

vec4 atlasAt(ivec2 texel)
{
    return texelFetch(atlas, clamp(texel, ivec2(0), textureSize(atlas, 0) - 1), 0);
}

void main()
{
    const vec2 place = atlasPlace * vec2(textureSize(atlas, 0)) - 0.5;
    const ivec2 texel = ivec2(floor(place));
    const vec2 part = fract(place);
    const vec4 above = mix(atlasAt(texel), atlasAt(texel + ivec2(1, 0)), part.x);
    const vec4 below = mix(atlasAt(texel + ivec2(0, 1)), atlasAt(texel + ivec2(1, 1)), part.x);
    result = colour * mix(above, below, part.y);
}
