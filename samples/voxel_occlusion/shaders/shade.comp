#version 460
// Draws voxels from the front and above, by one ray a pixel, and darkens each surface by how full the boxes before it
// are: their means, which are eight reads each of the volume's table.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Entries { float at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Pixels { uint at[]; };

layout(push_constant, std430) uniform Push
{
    Words voxels; // a byte each: 1 where there is matter
    Entries table;
    Pixels pixels;
    ivec3 size;   // voxels; z is up
    int rowPitch; // of the table, in entries
    int scale;    // pixels of a voxel
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

// The part of light that reaches a point: boxes of three sizes lie on its surface.
float lightAt(vec3 point, vec3 normal)
{
    float light = 1.0;
    for (int i = 0; i < 3; ++i) {
        const float radius = i == 0 ? 1.5 : i == 1 ? 5.0 : 16.0;
        const vec3 middle = point + normal * radius;
        light -= 0.3 * matterBoxMean(middle - radius, middle + radius);
    }
    return light;
}

vec3 colourOf(vec3 point, vec3 normal)
{
    const vec3 ground = mix(vec3(0.42, 0.55, 0.28), vec3(0.93, 0.90, 0.86), point.z / float(size.z));
    return ground * lightAt(point, normal) * (normal.z > 0.0 ? 1.0 : 0.82);
}

void main()
{
    const ivec2 extent = ivec2(size.x, size.y + size.z) * scale;
    const int pixel = int(gl_GlobalInvocationID.x);
    if (pixel >= extent.x * extent.y)
        return;
    // Points with one sum of y and z lie behind each other. Along a ray, y grows and z falls: it enters a voxel by its
    // front, then the one below it by its top.
    const int row = extent.y - 1 - pixel / extent.x; // from the bottom
    const int sum = row / scale;
    const float part = (float(row % scale) + 0.5) / float(scale);
    const float x = (float(pixel % extent.x) + 0.5) / float(scale);
    vec3 colour = mix(vec3(0.62, 0.74, 0.90), vec3(0.86, 0.91, 0.97), float(row) / float(extent.y));
    for (int y = max(0, sum - size.z); y < size.y; ++y) {
        const int z = sum - y;
        if (isMatter(ivec3(int(x), y, z))) {
            colour = colourOf(vec3(x, float(y), float(z) + part), vec3(0, -1, 0));
            break;
        }
        if (isMatter(ivec3(int(x), y, z - 1))) {
            colour = colourOf(vec3(x, float(y) + part, float(z)), vec3(0, 0, 1));
            break;
        }
    }
    const float dither = noiseOf(ivec2(pixel % extent.x, row));
    const uvec3 bytes = uvec3(clamp(colour, 0.0, 1.0) * 255.0 + dither);
    pixels.at[pixel] = bytes.r | bytes.g << 8 | bytes.b << 16 | 0xff000000u;
}
