// The beginning of kernels of tables: constants, loads of texels, and elements of sums. A macro, SOURCE_*, specifies
// where texels are, since a kernel cannot choose its descriptors. The sampler of textures takes the nearest texel and
// clamps at the edges of the image.
#ifndef VKSCAN_TABLES_SOURCE
#define VKSCAN_TABLES_SOURCE

#if defined(VKSCAN_CORE_COMMON)
#error kernels of tables include this file first: it says what is pushed
#endif
#if defined(TABLE_FIXED) // reproducible sums of floats
#define ROUNDS_EACH_RESULT
#endif
#include "tables/layers.glsl"
#include "core/monoid.glsl"

layout(constant_id = kIdLaneColumns) const uint kLaneColumns = 32;
layout(constant_id = kIdColumns) const uint kColumns = 1;
layout(constant_id = kIdVector) const uint kVector = 4;
layout(constant_id = kIdChannels) const uint kChannels = 1;
layout(constant_id = kIdSquares) const bool kSquares = false;
layout(constant_id = kIdBias) const uint kBias = kBiasNone;
layout(constant_id = kIdBorder) const uint kBorder = 0; // columns and rows of zeros at the beginning
layout(constant_id = kIdSource) const uint kSource = kSourceFloat;

const uint kValues = kSquares ? 2 * kChannels : kChannels; // values of one entry

layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer BiasAt { vec4 bias; };

// The extent of the tables, in entries.
uvec2 tableExtent() { return uvec2(push.regionWidth, push.regionHeight) + kBorder; }

#if defined(SOURCE_FLOAT_TEXTURE)
#define Texel vec4
#else
#define Texel uvec4
#endif

#if defined(SOURCE_FLOAT_TEXTURE)
layout(set = 0, binding = 0) uniform OF_DIMENSION(sampler) source;
#elif defined(SOURCE_UINT_TEXTURE)
layout(set = 0, binding = 0) uniform OF_DIMENSION(usampler) source;
#endif

#if defined(SOURCE_BUFFER)
// Reads the one channel of a buffer, as bits.
uvec4 fetch(uvec2 texel)
{
    const uint bytes = kSource == kSourceUint8 ? 1 : 4;
    const uint64_t address = INPUT_ADDRESS + texel.y * push.inputPitch + texel.x * bytes;
    const uint word = WordAt(address & ~3ul).word;
    return uvec4(kSource == kSourceUint8 ? bitfieldExtract(word, int(address & 3ul) * 8, 8) : word);
}
#else
Texel fetch(uvec2 texel) { return texelFetch(source, IN_LAYER(ivec, texel, INPUT_ADDRESS), 0); }
#if !defined(LAYERS_3D) // 3D images cannot be gathered from
#define SOURCE_GATHERS
// The first channel of 2 x 2 texels from `texel` on: (0, 1), (1, 1), (1, 0), (0, 0).
Texel gather(ivec2 texel)
{
    return textureGather(source, IN_LAYER(vec, (vec2(texel) + 1.0) / vec2(textureSize(source, 0)), INPUT_ADDRESS));
}
#endif
#endif

#if defined(ELEMENT_F32X2)
Element elementOfFloat(float value) { return vec2(value, 0); }
Element elementOfUint(uint value)
{
    return combine(vec2(float(value >> 16) * 65536.0, 0), vec2(float(value & 0xffffu), 0));
}
Element elementOfBits(uint bits) { return elementOfFloat(uintBitsToFloat(bits)); }
Element centred(Element value, float bias) { return combine(value, vec2(-bias, 0)); }
float rounded(Element value) { return value.x; }
Element square(Element value)
{
    precise const float high = value.x * value.x;
    precise const float low = fma(value.x, value.x, -high) + 2.0 * value.x * value.y;
    return vec2(high, low);
}
#elif defined(ELEMENT_F64)
Element elementOfFloat(float value) { return Element(value); }
Element elementOfUint(uint value) { return Element(value); }
Element elementOfBits(uint bits) { return Element(uintBitsToFloat(bits)); }
Element centred(Element value, float bias) { return value - Element(bias); }
float rounded(Element value) { return float(value); }
#if defined(ROUNDS_EACH_RESULT)
Element square(Element value) { return multiply(value, value); }
#else
Element square(Element value) { return value * value; }
#endif
#else
Element elementOfFloat(float value)
{
    const float scale = kSource == kSourceUnorm8 ? 255.0 : 65535.0;
    return kIsFloat ? fromFloat(value) : uint(value * scale + 0.5);
}
Element elementOfUint(uint value) { return kIsFloat ? fromFloat(float(value)) : value; }
Element elementOfBits(uint bits) { return bits; }
#if defined(ROUNDS_EACH_RESULT) // also a mean, which would be fused into multiply-subtract
Element centred(Element value, float bias)
{
    precise const float difference = toFloat(value) - bias;
    return kIsFloat ? fromFloat(difference) : value;
}
#else
Element centred(Element value, float bias) { return kIsFloat ? fromFloat(toFloat(value) - bias) : value; }
#endif
float rounded(Element value) { return toFloat(value); }
Element square(Element value) { return multiply(value, value); }
#endif

Element elementOf(vec4 texel, uint channel) { return elementOfFloat(texel[channel]); }
Element elementOf(uvec4 texel, uint channel)
{
    return kSource == kSourceFloat ? elementOfBits(texel[channel]) : elementOfUint(texel[channel]);
}
#endif
