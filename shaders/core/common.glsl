// The beginning of every kernel: GLSL's extensions, the user's kernel if there is one, specialisation constants and
// push constants. A kernel or form with push constants other than ScanPush defines PUSH_CONSTANTS before it includes
// this file.
#ifndef VKSCAN_CORE_COMMON
#define VKSCAN_CORE_COMMON
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
#pragma use_vulkan_memory_model
#if defined(ELEMENT_CUSTOM)
#include "custom/kernel.glsl" // defines elements and push constants
#else
#define USE_STAMP(count)
#endif
#include "abi/abi.h"

layout(constant_id = kIdWorkgroupSize) const uint kWorkgroupSize = 256;
layout(constant_id = kIdRows) const uint kRows = 4;
layout(constant_id = kIdOperator) const uint kOperator = kOpAdd;
layout(constant_id = kIdExclusive) const bool kExclusive = false;
layout(constant_id = kIdBackward) const bool kBackward = false;
layout(constant_id = kIdSubgroupSize) const uint kSubgroupSize = 32; // gl_SubgroupSize as a constant
layout(local_size_x_id = kIdWorkgroupSize) in;

// Number of steps between lanes that are 1, 2, 4, ... apart, in subgroups of up to 128. Loops count steps, because Mesa
// unrolls no loop whose counter doubles, nor loops around it, and keeps register arrays that they index in memory.
const uint kMostSubgroupSteps = 7;

#if !defined(PUSH_CONSTANTS)
#define PUSH_CONSTANTS ScanPush
#endif

#if !defined(ELEMENT_CUSTOM) // otherwise vkscan/kernel.glsl declares them, with the user's parameters
layout(push_constant) uniform Push { PUSH_CONSTANTS push; };
#endif

// Addresses with kPresent: whether the words exist, and where.
bool isPresent(uint64_t address) { return (unpackUint2x32(address).x & kPresent) != 0; }
uint64_t readable(uint64_t address) { return address & ~uint64_t(kPresent); }

uint divideRoundingUp(uint value, uint divisor) { return (value + divisor - 1) / divisor; }

// Workgroups are folded if one axis of the grid cannot hold them. The width is pushed: reading gl_NumWorkGroups from
// other memory takes an H100 as long as a load.
uint workgroupIndex() { return gl_WorkGroupID.y * push.gridWidth + gl_WorkGroupID.x; }
#endif
