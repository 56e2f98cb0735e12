// Blurs by a table: nested boxes, whose weights form stairs near the Gauss curve. Reads sixteen texels of the table at
// any radius, which may differ at every pixel.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "comparison.glsl"

layout(set = 0, binding = kSceneTableBinding) uniform texture2D table;
layout(set = 0, binding = kByTableBinding, rgba16f) writeonly uniform image2D blurred;

#define TABLE_NAME(function) scene##function
#define TABLE_VALUE vec3
#define TABLE_FETCH(x, y) texelFetch(table, ivec2(x, y), 0).rgb
#define TABLE_EXTENT textureSize(scene, 0)
#define TABLE_ZERO_BORDER
#define TABLE_BIAS parameters.bias.value.rgb
#include "vkscan/summed_area_table.glsl"

const int kBoxes = 4;
const float kReach = 0.887; // of the largest box, so that the variances are equal

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (!isInside(pixel))
        return;
    const int radius = radiusAt(pixel);
    vec3 sum = vec3(0);
    float area = 0.0;
    for (int box = 1; box <= kBoxes; ++box) {
        const int reach = int(round(kReach * float(radius * box) / float(kBoxes)));
        const ivec2 begin = max(pixel - reach, ivec2(0));
        const ivec2 end = min(pixel + reach + 1, textureSize(scene, 0));
        sum += sceneBoxSum(begin, end);
        area += float((end.x - begin.x) * (end.y - begin.y));
    }
    imageStore(blurred, pixel, vec4(max(sum / area, vec3(0)), 1.0));
}
