// Boxes that hold boxes.
#define STATE(FIELD) FIELD(float, minX) FIELD(float, minY) FIELD(float, minZ) FIELD(float, maxX) FIELD(float, maxY) FIELD(float, maxZ)
#include "vkscan/kernel.glsl"

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
