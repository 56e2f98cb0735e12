#include "race_check.h"

#include <volk.h>

#include <cstring>
#include <map>
#include <vector>

namespace testing_support {

namespace {

// Codes of SPIR-V.
constexpr uint32_t kOpConstant = 43;
constexpr uint32_t kOpControlBarrier = 224;
constexpr uint32_t kScopeWorkgroup = 2;
constexpr uint32_t kScopeSubgroup = 3;
constexpr std::size_t kHeaderWords = 5;

template <class Visit>
void forEachInstruction(std::span<uint32_t> words, const Visit& visit)
{
    for (std::size_t i = kHeaderWords; i < words.size(); i += words[i] >> 16)
        visit(words[i] & 0xffff, words.subspan(i, words[i] >> 16));
}

VKAPI_ATTR VkResult VKAPI_CALL createWidened(VkDevice device, const VkShaderModuleCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkShaderModule* module)
{
    std::vector<uint32_t> words(info->pCode, info->pCode + info->codeSize / sizeof(uint32_t));
    widenBarriers(words);
    VkShaderModuleCreateInfo widened = *info;
    widened.pCode = words.data();
    const auto create = reinterpret_cast<PFN_vkCreateShaderModule>(vkGetDeviceProcAddr(device, "vkCreateShaderModule"));
    return create(device, &widened, allocator, module);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL loadWidened(VkDevice device, const char* name)
{
    if (std::strcmp(name, "vkCreateShaderModule") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(createWidened);
    return vkGetDeviceProcAddr(device, name);
}

} // namespace

void widenBarriers(std::span<uint32_t> words)
{
    std::map<uint32_t, uint32_t> constants; // 32-bit constants: values by id
    uint32_t workgroup = 0;                 // id of the workgroup scope
    forEachInstruction(words, [&](uint32_t code, std::span<uint32_t> instruction) {
        if (code == kOpConstant && instruction.size() == 4) {
            constants[instruction[2]] = instruction[3];
            if (instruction[3] == kScopeWorkgroup)
                workgroup = instruction[2];
        }
        if (code == kOpControlBarrier && workgroup != 0 && constants[instruction[1]] == kScopeSubgroup)
            instruction[1] = instruction[2] = workgroup;
    });
}

vkscan::ContextDesc withWidenedBarriers(vkscan::ContextDesc desc)
{
    desc.getDeviceProcAddr = loadWidened;
    return desc;
}

} // namespace testing_support
