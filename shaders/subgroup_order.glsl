// What a subgroup's lanes wrote to shared memory is what its lanes read after this.
void orderSubgroup() { subgroupMemoryBarrierShared(); subgroupBarrier(); }
