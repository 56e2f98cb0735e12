// What every summed-area table kernel starts with, beside core/common.glsl.
#ifndef VKSCAN_TABLES_COMMON
#define VKSCAN_TABLES_COMMON

#if defined(VKSCAN_CORE_COMMON)
#error kernels of tables include this file first: it says what is pushed
#endif
#define PUSH_CONSTANTS SatPush
#include "core/common.glsl"

layout(constant_id = kIdLaneColumns) const uint kLaneColumns = 32;
layout(constant_id = kIdColumns) const uint kColumns = 1;
layout(constant_id = kIdVector) const uint kVector = 4;
layout(constant_id = kIdChannels) const uint kChannels = 1;
layout(constant_id = kIdSquares) const bool kSquares = false;
layout(constant_id = kIdBias) const bool kBias = false;
layout(constant_id = kIdBorder) const uint kBorder = 0; // columns and rows of zeros
layout(constant_id = kIdSource) const uint kSource = kSourceFloat;

const uint kValues = kSquares ? 2 * kChannels : kChannels; // of one entry

layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer BiasAt { vec4 bias; };

// The tables' extent, in entries.
uvec2 tableExtent() { return uvec2(push.regionWidth, push.regionHeight) + kBorder; }
#endif
