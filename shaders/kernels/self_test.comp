#version 460
#extension GL_GOOGLE_include_directive : require
// Tests what other kernels rely on. Each workgroup tests its subgroups and barriers, publishes a word, and waits for the
// words of all earlier turns, as flat sums do.
#include "abi/self_test_abi.h"
#include "core/single_pass.glsl"

layout(buffer_reference, std430, buffer_reference_align = 8) buffer SelfTestAt { SelfTestWords words; };

shared uint sharedValues[kWorkgroupSize];

// Differs between the invocations and rounds of a workgroup, and between workgroups.
uint valueOf(uint group, uint invocation, uint round) { return ((group + 1) * 4096 + invocation * 8 + round) * 0x9e3779b1u; }

uint testSubgroups()
{
    const uint lane = gl_SubgroupInvocationID;
    const bool isWide = gl_SubgroupSize == kSubgroupSize && gl_NumSubgroups * kSubgroupSize == kWorkgroupSize &&
                        subgroupBallotBitCount(subgroupBallot(true)) == kSubgroupSize && subgroupAll(lane < kSubgroupSize);
    const uint first = gl_SubgroupID * kSubgroupSize;
    const uint value = valueOf(0, first + lane, 0);
    bool isRight = subgroupShuffle(value, kSubgroupSize - 1 - lane) == valueOf(0, first + kSubgroupSize - 1 - lane, 0);
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const uint earlier = subgroupShuffleUp(value, distance);
            isRight = isRight && (lane < distance || earlier == valueOf(0, first + lane - distance, 0));
        }
    }
    return (isWide ? 0 : kFaultSubgroupSize) | (isRight ? 0 : kFaultShuffles);
}

// Values go from invocation to invocation of other subgroups.
uint testBarriers()
{
    bool isRight = true;
    for (uint round = 0; round < 8; ++round) {
        sharedValues[gl_LocalInvocationIndex] = valueOf(0, gl_LocalInvocationIndex, round);
        barrier();
        const uint other = (gl_LocalInvocationIndex + round * kSubgroupSize + 1) % kWorkgroupSize;
        isRight = isRight && sharedValues[other] == valueOf(0, other, round);
        barrier();
    }
    return isRight ? 0 : kFaultBarriers;
}

uint testPublished()
{
    const Turn turn = takeTurn(kSelfTestGroups);
    shareTag(turn);
    barrier();
    runTag = sharedTag;
    if (gl_LocalInvocationIndex == 0 && turn.index < kSelfTestGroups && mayPublish(turn.index))
        publish(turn.index, valueOf(turn.index, 0, 0));
    const uint earlier = gl_LocalInvocationIndex;
    uint found = 0;
    const bool isWanted = earlier < turn.index && earlier < kSelfTestGroups;
    const bool isRight = waitForSlot(isWanted, earlier, found) && (!isWanted || found == valueOf(earlier, 0, 0));
    if (turn.index == kSelfTestGroups - 1)
        endRun();
    return isRight ? 0 : kFaultPublished;
}

void main()
{
    const uint faults = testSubgroups() | testBarriers() | testPublished();
    SelfTestAt result = SelfTestAt(push.totalAddress);
    atomicAdd(result.words.sum, packUint2x32(uvec2(kSelfTestAddedLow, kSelfTestAddedHigh)), gl_ScopeDevice,
              gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    if (faults != 0)
        atomicOr(result.words.faults, faults, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    if (gl_LocalInvocationIndex == 0)
        atomicAdd(result.words.ended, 1, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
