// The memory of networks: N values in shared memory, one for each invocation, in the order of the elements. L is log2
// N.
#ifndef VKSCAN_NETWORKS_SHARED
#define VKSCAN_NETWORKS_SHARED
#include "abi/study_abi.h"
#include "core/monoid.glsl"

layout(constant_id = kIdRadix) const uint kRadix = 2;
layout(constant_id = kIdPadding) const bool kPadding = false;
layout(constant_id = kIdSharedValues) const uint kSharedValues = 1; // rooms, including skipped ones

const uint kInputs = kWorkgroupSize; // N
shared Element sharedValues[kSharedValues];

// The room of a value. With padding, a room is skipped behind as many as the banks hold at once, so that values whose
// distance is a power of two are in different banks.
//
// Harris, Sengupta & Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007.
uint roomOf(uint i) { return kPadding ? i + i / kBankWords : i; }

Element valueAt(uint i) { return sharedValues[roomOf(i)]; }

void setValueAt(uint i, Element value) { sharedValues[roomOf(i)] = value; }

// The beginning of a network: N values written, a barrier.
void shareValue(uint at, Element value)
{
    setValueAt(at, value);
    barrier();
}

// The end of a network whose values are inclusive and lie from `begin` on: 2 N - 1 values read. The costs that files
// state count neither this nor the beginning.
Element precedingValue(uint begin, uint self, out Element total)
{
    total = valueAt(begin + kInputs - 1);
    return self == 0 ? identity() : valueAt(begin + max(self, 1) - 1);
}
#endif
