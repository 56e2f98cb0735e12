// The result of a self-test.
#ifndef VKSCAN_SELF_TEST_ABI_H
#define VKSCAN_SELF_TEST_ABI_H

#include "abi.h"

ABI_BEGIN

ABI_CONSTANT ABI_NAME(kSelfTestGroups) = 64;     // workgroups
ABI_CONSTANT ABI_NAME(kSelfTestGroupSize) = 256; // invocations of each
// 64 bits that each invocation adds to the result's sum. Carries pass from the low word to the high one.
ABI_CONSTANT ABI_NAME(kSelfTestAddedLow) = 0x80000001;
ABI_CONSTANT ABI_NAME(kSelfTestAddedHigh) = 1;

// Faults, a bit each: 1 << vkscan::SelfTestResult.
ABI_CONSTANT ABI_NAME(kFaultSubgroupSize) = 2;
ABI_CONSTANT ABI_NAME(kFaultShuffles) = 4;
ABI_CONSTANT ABI_NAME(kFaultBarriers) = 8;
ABI_CONSTANT ABI_NAME(kFaultPublished) = 16;

struct SelfTestWords {
    ABI_UINT32 faults;
    ABI_UINT32 ended; // workgroups
    ABI_UINT64 sum;
};

ABI_ASSERT(sizeof(SelfTestWords) == 16);
ABI_END

#endif
