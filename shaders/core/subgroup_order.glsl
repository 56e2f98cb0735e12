// Makes the subgroup's writes to shared memory visible to all its lanes.
#ifndef VKSCAN_CORE_SUBGROUP_ORDER
#define VKSCAN_CORE_SUBGROUP_ORDER
#include "core/common.glsl"

void orderSubgroup() { subgroupMemoryBarrierShared(); subgroupBarrier(); }
#endif
