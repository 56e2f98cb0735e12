#include <vkscan/study.h>

#include <utility>

namespace vkscan::study {

const char* sentenceOf(Status status) noexcept
{
    using enum Rule;
    static constexpr std::pair<Status, const char*> kSentences[] = {
        {{kStrategy, Invalid}, "strategy: must be a vkscan::study::Strategy"},
        {{kStrategy, Unsupported},
         "strategy: those of a single pass need the device feature shaderBufferInt64Atomics, present and enabled"},
        {{kStrategy, Incompatible},
         "strategy: kScanThenPropagate and kRecursiveDoubling take no order or tupleSize beyond 1; kernels of your own "
         "take no strategy of the literature but kChained"},
        {{kStrategy, NotOffered},
         "strategy: those of the literature take U32, I32 or F32, stored as they are, and no reproducible floats"},
        {{kStrategy, NeedsForwardProgress},
         "strategy: needs a driver listed as one whose running workgroups make progress, or assumeForwardProgress"},
        {{kCascadeWorkgroups, Invalid}, "cascadeWorkgroups: must be at least 2 for kTruncatedCascade"},
        {{kCascadeWorkgroups, TooLarge}, "cascadeWorkgroups: must not exceed the device's maxComputeWorkGroupCount[0]"},
        {{kCascadeWorkgroups, Incompatible}, "cascadeWorkgroups: needs kCascade or kTruncatedCascade"},
        {{kNetwork, Invalid}, "network: must be a vkscan::study::Network"},
        {{kNetwork, Missing}, "network: its options need a network other than Subgroup"},
        {{kNetwork, Incompatible}, "network: must be Subgroup with an order or tupleSize beyond 1"},
        {{kNetwork, NotOffered},
         "network: others than Subgroup take U32, I32 or F32, stored as they are, and no reproducible floats"},
        {{kNetworkShuffles, Incompatible}, "network.shuffles: only KoggeStone and LadnerFischer have them"},
        {{kNetworkPadding, Incompatible}, "network.padding: there is none with shuffles"},
        {{kNetworkRadix, Invalid},
         "network.radix: must be 2, or 4 with Blelloch, KoggeStone, HanCarlson and LadnerFischer, no shuffles"},
        {{kNetworkWorkgroupSize, Invalid},
         "network.workgroupSize: must be 0 or a power of two from 64 to 1024, no less than the device's subgroup"},
        {{kNetworkWorkgroupSize, TooLarge},
         "network.workgroupSize: must not exceed the device's maxComputeWorkGroupInvocations and -Size"},
        {{kNetworkElements, Invalid}, "network.elements: must be 0 or those of 1 to 16 whole vectors of 16 bytes"},
        {{kMethod, Invalid}, "method: must be a vkscan::study::ReduceMethod"},
        {{kMethod, Incompatible}, "method: with withIndex, must be Auto or Decomposed"},
        {{kMethod, NotOffered},
         "method: those in shared memory take U32, I32 or F32, stored as they are; reproducible floats need Auto"},
    };
    for (const auto& [known, words] : kSentences)
        if (known == status)
            return words;
    return vkscan::toString(status);
}

} // namespace vkscan::study
