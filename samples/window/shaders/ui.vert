// Dear ImGui's triangles, from its own vertices and indices: no vertex input, so that any buffer will do.
#version 460
#extension GL_EXT_buffer_reference : require

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words {
    uint at[];
};

layout(push_constant) uniform Parameters {
    Words vertices; // five words each: position, place in the atlas, colour
    Words indices;  // of 16 bits
    vec2 scale;     // from pixels to clip coordinates
    vec2 offset;
    uint firstVertex; // what the indices count from
};

layout(location = 0) out vec2 atlasPlace;
layout(location = 1) out vec4 colour;

void main()
{
    const uint pair = indices.at[gl_VertexIndex / 2];
    const uint word = 5 * (firstVertex + bitfieldExtract(pair, 16 * (gl_VertexIndex % 2), 16));
    const vec2 position = uintBitsToFloat(uvec2(vertices.at[word], vertices.at[word + 1]));
    atlasPlace = uintBitsToFloat(uvec2(vertices.at[word + 2], vertices.at[word + 3]));
    colour = unpackUnorm4x8(vertices.at[word + 4]);
    gl_Position = vec4(position * scale + offset, 0, 1);
}
