// Which texels rays pass: from the observer's texel one goes to every texel of the border. All in integers; rays.h is
// the same on the host.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Floats { float at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(push_constant) uniform Push
{
    Floats heights;
    Floats slopes;   // a row of rowLength samples for each ray
    Floats horizons; // the greatest slopes before each
    Words visible; // a word a texel
    ivec2 extent;
    ivec2 observer;
    float eye; // the height of the observer's eye
    int rowLength;
    uint count; // of invocations
};

uint invocation()
{
    return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

// Steps along the axis that a ray goes further on, of one texel each.
int stepsOf(ivec2 way)
{
    return max(abs(way.x), abs(way.y));
}

// The rays are those to the top row, to the bottom row, to what is left of the left column and of the right one.
ivec2 endOf(int ray)
{
    if (ray < 2 * extent.x)
        return ivec2(ray % extent.x, ray < extent.x ? 0 : extent.y - 1);
    const int side = ray - 2 * extent.x;
    return ivec2(side < extent.y - 2 ? 0 : extent.x - 1, 1 + side % (extent.y - 2));
}

int rayTo(ivec2 end)
{
    if (end.y == 0 || end.y == extent.y - 1)
        return end.x + (end.y == 0 ? 0 : extent.x);
    return 2 * extent.x + (end.x == 0 ? 0 : extent.y - 2) + end.y - 1;
}
