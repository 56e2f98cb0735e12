// The twin of volume_image_query.comp for summed_volume_table.hlsl.
struct Box {
    int4 begin;
    int4 end;
};

[[vk::binding(0)]] StructuredBuffer<Box> boxes;
[[vk::binding(1)]] RWStructuredBuffer<float4> answers; // sum and mean of the volume, of the stack
[[vk::binding(2)]] Texture3D<float> volumeTable;
[[vk::binding(3)]] Texture2DArray<float> stackTable;

int3 volumeExtent()
{
    uint3 size;
    volumeTable.GetDimensions(size.x, size.y, size.z);
    return int3(size) - 1;
}
int3 stackExtent()
{
    uint3 size;
    stackTable.GetDimensions(size.x, size.y, size.z);
    return int3(size);
}

#define TABLE_NAME(function) volume##function
#define TABLE_VALUE float
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(x, y, z) volumeTable.Load(int4(x, y, z, 0))
#define TABLE_EXTENT volumeExtent()
#include "../../include/vkscan/summed_volume_table.hlsl"

#define TABLE_NAME(function) stack##function
#define TABLE_VALUE float
#define TABLE_STACK
#define TABLE_FETCH(x, y, z) stackTable.Load(int4(x, y, z, 0))
#define TABLE_EXTENT stackExtent()
#include "../../include/vkscan/summed_volume_table.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID)
{
    const uint i = thread.x;
    uint count;
    uint stride;
    boxes.GetDimensions(count, stride);
    if (i >= count)
        return;
    const int3 begin = boxes[i].begin.xyz;
    const int3 end = boxes[i].end.xyz;
    answers[i] = float4(volumeBoxSum(begin, end), volumeBoxMean(begin, end), stackBoxSum(begin, end),
                        stackBoxMean(begin, end));
}
