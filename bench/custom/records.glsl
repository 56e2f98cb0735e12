// Records of 32 bytes, of which those whose first field is 1 are kept.
#define STATE(FIELD) FIELD(uint, kind) FIELD(float, x) FIELD(float, y) FIELD(float, z) FIELD(uint, a) FIELD(uint, b) FIELD(uint, c) FIELD(uint, d)
#define SELECTS
#include "vkscan/kernel.glsl"

bool isSelected(uint64_t index, State element) { return element.kind == 1; }
