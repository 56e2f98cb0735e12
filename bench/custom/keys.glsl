// Keys that are read from an array, one by one.
#define SORTS
#define LOAD
#define PARAMETERS(FIELD) FIELD(uint64_t, keys)
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer KeyAt { uint key; };

uint load(uint64_t index) { return KeyAt(parameters.keys + index * 4).key; }
