// What every kernel starts with: extensions, specialisation constants, push constants.
#if defined(ELEMENT_CUSTOM) && !defined(VKSCAN_KERNEL_GLSL)
#include "custom_kernel.glsl" // the user's: it says what elements are, and includes this file by vkscan/kernel.glsl
#elif !defined(VKSCAN_CORE_COMMON)
#define VKSCAN_CORE_COMMON

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
#pragma use_vulkan_memory_model

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
#elif defined(ELEMENT_CUSTOM)
#include "abi/custom_abi.h"
#if defined(SELECTS)
#define PUSH_CONSTANTS CustomSelectPush
#elif defined(SORTS)
#include "abi/radix_sort_abi.h"
#define PUSH_CONSTANTS RadixSortPush
#define PARAMETERS_OFFSET kSortParametersOffset
#else
#define PUSH_CONSTANTS CustomPush
#endif
#elif !defined(PUSH_CONSTANTS)
#define PUSH_CONSTANTS ScanPush
#endif

#if defined(PARAMETERS) // by a user's kernel
#if !defined(PARAMETERS_OFFSET)
#define PARAMETERS_OFFSET kParametersOffset
#endif
#define DECLARE_PARAMETER(type, name) type name;
struct Parameters { PARAMETERS(DECLARE_PARAMETER) };
layout(push_constant) uniform Push
{
    PUSH_CONSTANTS push;
    layout(offset = PARAMETERS_OFFSET) Parameters parameters;
};
#else
layout(push_constant) uniform Push { PUSH_CONSTANTS push; };
#endif

// What is at an address with kPresent, if there is anything; and where.
bool isPresent(uint64_t address) { return (unpackUint2x32(address).x & kPresent) != 0; }
uint64_t readable(uint64_t address) { return address & ~uint64_t(kPresent); }

uint divideRoundingUp(uint value, uint divisor) { return (value + divisor - 1) / divisor; }

// The grid is folded where it exceeds what one axis may hold. Its width is pushed, since gl_NumWorkGroups lies elsewhere:
// fetching it, too, takes an H100 as long as a load.
uint workgroupIndex() { return gl_WorkGroupID.y * push.gridWidth + gl_WorkGroupID.x; }
#endif
