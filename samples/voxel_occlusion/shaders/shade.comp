#version 460
// Draws voxels by one ray a pixel, twice side by side: without occlusion, and with light by the matter in the cubes
// before each surface. Each mean takes eight reads of the volume's table.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Entries { float at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Pixels { uint at[]; };

layout(push_constant, std430) uniform Push
{
    Words voxels; // a byte each: 1 for matter
    Entries table;
    Pixels pixels;
    ivec3 size;   // voxels
    int rowPitch; // of the table, in entries
    ivec2 extent; // pixels of either half of the picture
};

#define TABLE_NAME(function) matter##function
#define TABLE_VALUE float
#define TABLE_FETCH(x, y, z) table.at[((z) * (size.y + 1) + (y)) * rowPitch + (x)]
#define TABLE_EXTENT size
#define TABLE_ZERO_BORDER
#include "vkscan/summed_volume_table.glsl"
#include "../../drawing/shaders/dither.glsl"

bool isMatter(ivec3 voxel)
{
    if (any(lessThan(voxel, ivec3(0))) || any(greaterThanEqual(voxel, size)))
        return false;
    const int index = (voxel.z * size.y + voxel.y) * size.x + voxel.x;
    return (voxels.at[index >> 2] >> 8 * (index & 3) & 0xff) != 0;
}

float meanOf(ivec3 begin, ivec3 end) { return matterBoxMean(begin, end); }

#include "view.h"

void main()
{
    const int index = int(gl_GlobalInvocationID.x);
    if (index >= 2 * extent.x * extent.y)
        return;
    const int column = index % (2 * extent.x);
    const int row = index / (2 * extent.x); // from the top
    const ivec2 pixel = ivec2(column % extent.x, extent.y - 1 - row) - extent / 2;
    const vec3 colour = colourAt(pixel, float(row) / float(extent.y), column >= extent.x);
    const uvec3 bytes = uvec3(clamp(colour, 0.0, 1.0) * 255.0 + noiseOf(ivec2(column, row)));
    pixels.at[index] = bytes.r | bytes.g << 8 | bytes.b << 16 | 0xff000000u;
}
