// What a subgroup's lanes wrote to shared memory is what its lanes read after this.
#ifndef VKSCAN_CORE_SUBGROUP_ORDER
#define VKSCAN_CORE_SUBGROUP_ORDER
#include "core/common.glsl"

void orderSubgroup() { subgroupMemoryBarrierShared(); subgroupBarrier(); }
#endif
