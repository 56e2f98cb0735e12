// The beginning of every kernel: a user's kernel, if there is one, specialisation constants, and push constants.
#if defined(ELEMENT_CUSTOM)
#include "core/user_kernel.glsl" // says what elements are
#endif
#ifndef VKSCAN_CORE_COMMON
#define VKSCAN_CORE_COMMON
#include "core/language.glsl"
#include "abi/abi.h"

layout(constant_id = kIdWorkgroupSize) const uint kWorkgroupSize = 256;
layout(constant_id = kIdRows) const uint kRows = 4;
layout(constant_id = kIdOperator) const uint kOperator = kOpAdd;
layout(constant_id = kIdExclusive) const bool kExclusive = false;
layout(constant_id = kIdBackward) const bool kBackward = false;
layout(constant_id = kIdSubgroupSize) const uint kSubgroupSize = 32; // gl_SubgroupSize, where it must be a constant
layout(local_size_x_id = kIdWorkgroupSize) in;

#if defined(TILE_SELECT)
#include "abi/select_abi.h"
#define PUSH_CONSTANTS SelectPush
#elif defined(TILE_REQUESTS)
#include "abi/suballocate_abi.h"
#define PUSH_CONSTANTS SuballocatePush
#elif defined(TILE_RUNS)
#include "abi/run_abi.h"
#define PUSH_CONSTANTS RunPush
#elif !defined(PUSH_CONSTANTS)
#define PUSH_CONSTANTS ScanPush
#endif

#if !defined(ELEMENT_CUSTOM) // vkscan/kernel.glsl declares them with the user's parameters
layout(push_constant) uniform Push { PUSH_CONSTANTS push; };
#endif

// Addresses with kPresent: whether there is anything, and where.
bool isPresent(uint64_t address) { return (unpackUint2x32(address).x & kPresent) != 0; }
uint64_t readable(uint64_t address) { return address & ~uint64_t(kPresent); }

uint divideRoundingUp(uint value, uint divisor) { return (value + divisor - 1) / divisor; }

// The grid is folded where it exceeds what one axis may hold. Its width is pushed, since gl_NumWorkGroups lies elsewhere:
// fetching it, too, takes an H100 as long as a load.
uint workgroupIndex() { return gl_WorkGroupID.y * push.gridWidth + gl_WorkGroupID.x; }
#endif
