// The boxes of objects, from their vertices: two words, which hold three coordinates of 16 bits.
#define STATE(FIELD) FIELD(float, minX) FIELD(float, minY) FIELD(float, minZ) FIELD(float, maxX) FIELD(float, maxY) FIELD(float, maxZ)
#define PARAMETERS(FIELD) FIELD(uint64_t, vertices) FIELD(uint64_t, boxes) FIELD(float, originX) FIELD(float, originY) \
    FIELD(float, originZ) FIELD(float, scale)
#define SEGMENTS
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer VertexAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer BoxAt { float bounds[6]; };

State identity()
{
    const float most = uintBitsToFloat(0x7f800000u);
    return State(most, most, most, -most, -most, -most);
}

State combine(State a, State b)
{
    return State(min(a.minX, b.minX), min(a.minY, b.minY), min(a.minZ, b.minZ), max(a.maxX, b.maxX),
                 max(a.maxY, b.maxY), max(a.maxZ, b.maxZ));
}

State load(uint64_t index)
{
    const uvec2 vertex = VertexAt(parameters.vertices + index * 8).words;
    const vec3 position = vec3(parameters.originX, parameters.originY, parameters.originZ) +
                          parameters.scale * vec3(vertex.x & 0xffff, vertex.x >> 16, vertex.y & 0xffff);
    return State(position.x, position.y, position.z, position.x, position.y, position.z);
}

void store(uint64_t object, State before, State through)
{
    BoxAt box = BoxAt(parameters.boxes + object * 24);
    box.bounds[0] = through.minX;
    box.bounds[1] = through.minY;
    box.bounds[2] = through.minZ;
    box.bounds[3] = through.maxX;
    box.bounds[4] = through.maxY;
    box.bounds[5] = through.maxZ;
}
