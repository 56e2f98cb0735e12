#include "kernel_statistics.h"

#include "require.h"

#include <vkscan/context.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace bench {

namespace {

// The library has Vulkan's functions from its host, who therefore sees what it compiles. One scan at a time.
PFN_vkGetDeviceProcAddr deviceFunction = nullptr;
const VolkDeviceTable* functions = nullptr;
std::map<std::string, uint64_t> largest;

void readStatistics(VkDevice device, VkPipeline pipeline)
{
    auto info = gpu::structure<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
    info.pipeline = pipeline;
    uint32_t count = 0;
    gpu::check(functions->vkGetPipelineExecutableStatisticsKHR(device, &info, &count, nullptr),
               "vkGetPipelineExecutableStatisticsKHR");
    std::vector<VkPipelineExecutableStatisticKHR> statistics(
        count, gpu::structure<VkPipelineExecutableStatisticKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR));
    gpu::check(functions->vkGetPipelineExecutableStatisticsKHR(device, &info, &count, statistics.data()),
               "vkGetPipelineExecutableStatisticsKHR");
    for (const VkPipelineExecutableStatisticKHR& statistic : statistics)
        if (statistic.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR)
            largest[statistic.name] = std::max(largest[statistic.name], statistic.value.u64);
}

VKAPI_ATTR VkResult VKAPI_CALL createAndRead(VkDevice device, VkPipelineCache cache, uint32_t count,
                                             const VkComputePipelineCreateInfo* infos,
                                             const VkAllocationCallbacks* allocator, VkPipeline* pipelines)
{
    std::vector<VkComputePipelineCreateInfo> captured(infos, infos + count);
    for (VkComputePipelineCreateInfo& info : captured)
        info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    const VkResult result =
        functions->vkCreateComputePipelines(device, cache, count, captured.data(), allocator, pipelines);
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i)
        readStatistics(device, pipelines[i]);
    return result;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL functionOrOurs(VkDevice device, const char* name)
{
    if (std::strcmp(name, "vkCreateComputePipelines") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(createAndRead);
    return deviceFunction(device, name);
}

} // namespace

std::map<std::string, uint64_t> kernelStatistics(const gpu::Device& device, const vkscan::ScanDesc& desc)
{
    if (!device.hasExtension(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME))
        return {};
    largest.clear();
    functions = &device.vk();
    vkscan::ContextDesc contextDesc = device.contextDesc();
    deviceFunction = std::exchange(contextDesc.getDeviceProcAddr, functionOrOurs);
    vkscan::Context context;
    require(vkscan::Context::create(contextDesc, &context), "Context::create");
    vkscan::Scan scan;
    require(vkscan::Scan::create(context, desc, &scan), "Scan::create");
    return largest;
}

} // namespace bench
