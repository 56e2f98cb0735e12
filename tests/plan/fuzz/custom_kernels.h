// Kernels of the user's, as fuzzers describe operations by them.
#ifndef VKSCAN_TESTS_FUZZ_CUSTOM_KERNELS_H
#define VKSCAN_TESTS_FUZZ_CUSTOM_KERNELS_H

#include "arguments.h"
#include "custom_modules.h"

#include <iterator>

namespace testing_support {

// With the flags of one stamp. Now and then, modules are missing, or a state is too large.
template <uint32_t flags>
vkscan::CustomKernels anyKernels(Random& random)
{
    static const CustomModules all[] = {CustomModules(customStamp(1, flags)), CustomModules(customStamp(2, flags)),
                                        CustomModules(customStamp(6, flags)), CustomModules(customStamp(16, flags)),
                                        CustomModules(customStamp(17, flags))};
    vkscan::CustomKernels kernels = all[random.below(std::size(all))].kernels();
    if (random.oneIn(8))
        kernels.count = random.below(4);
    return kernels;
}

inline constexpr uint32_t kLoads = vkscan::abi::kStampLoads;
inline constexpr uint32_t kStores = vkscan::abi::kStampStores;

// Whether a description has kernels of the user's with a flag.
inline bool does(const auto& desc, uint32_t flag)
{
    return desc.kernels.count > 0 && (desc.kernels.items[0].code[kModuleStamp] & flag) != 0;
}

// Bytes of a state.
inline VkDeviceSize stateBytesOf(const vkscan::CustomKernels& kernels)
{
    return (kernels.items[0].code[kModuleStamp] & vkscan::abi::kStampWords) * sizeof(uint32_t);
}

// Bytes of an element, which its kernels or its type tell.
inline VkDeviceSize elementBytesOf(const auto& desc)
{
    return desc.kernels.count > 0 ? stateBytesOf(desc.kernels) : VkDeviceSize{sizeOf(desc.type)};
}

inline constexpr uint32_t kAnyParameters[vkscan::kMaxParameterBytes / 4] = {};

inline vkscan::Parameters anyParameters(Random& random, uint32_t most = vkscan::kMaxParameterBytes)
{
    return {kAnyParameters, 4 * random.below(most / 4 + 1)};
}

inline vkscan::Parameters hostileParameters(Random& random)
{
    return {random.oneIn(2) ? nullptr : kAnyParameters,
            random.oneOf({4u, 6u, vkscan::kMaxParameterBytes, vkscan::kMaxParameterBytes + 4, random.word()})};
}

inline const char* faultOfParameters(const auto& desc, const vkscan::Parameters& parameters,
                                     uint32_t most = vkscan::kMaxParameterBytes)
{
    const bool isWrong = parameters.bytes > 0 && (parameters.data == nullptr || parameters.bytes > most ||
                                                  parameters.bytes % 4 != 0 || desc.kernels.count == 0);
    return isWrong ? "the parameters are no words, too many, or nobody's" : nullptr;
}

} // namespace testing_support

#endif
