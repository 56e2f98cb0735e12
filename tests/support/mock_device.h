// A described Vulkan device, whose calls can be made to fail: shows the library's requests and objects without a
// driver. Commands go to the log of commands.
#ifndef VKSCAN_TESTS_MOCK_DEVICE_H
#define VKSCAN_TESTS_MOCK_DEVICE_H

#include "statuses.h"

#include <vkscan/context.h>

#include <set>
#include <string>
#include <vector>

namespace testing_support {

// A mapping of one binding of set 0 to the resource heap, by an index in push data.
struct MockMapping {
    uint32_t binding = 0;
    uint32_t pushOffset = 0;
    uint32_t indexStride = 0;
    bool embedsSampler = false;
};

struct MockPipeline {
    VkPipeline handle = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipelineCache cache = VK_NULL_HANDLE;
    const uint32_t* code = nullptr; // code of the module
    std::size_t codeBytes = 0;
    std::string entryPoint;
    std::vector<uint32_t> constants; // by id
    bool fullSubgroups = false;
    uint32_t subgroupSize = 0; // required size; 0: none
    VkFlags64 flags = 0;       // VkPipelineCreateFlags2CreateInfoKHR::flags
    std::vector<MockMapping> mappings;
};

struct MockDevice {
    // Answers to queries.
    uint32_t apiVersion = VK_API_VERSION_1_3;
    VkDriverId driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY;
    uint32_t subgroupSize = 32;
    uint32_t minSubgroupSize = 32;
    uint32_t maxSubgroupSize = 32;
    uint32_t maxWorkgroupSubgroups = 64;
    VkShaderStageFlags requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
    bool subgroupSizeControl = true;
    bool float64 = true;
    bool int64Atomics = true;
    uint32_t maxSharedBytes = 32768;
    uint32_t maxWorkgroupInvocations = 1024;
    uint32_t maxGroupCount[2] = {65535, 65535};
    std::set<std::string> extensions = {};
    bool hasLabelsInInstance = false;           // in the instance, not in the device
    VkDeviceSize imageDescriptorAlignment = 32; // with VK_EXT_descriptor_heap

    // Injected failures. A call that fails leaves an invalid handle.
    unsigned failingCall = 0; // number of the failing call among those that create an object, from 1 on
    std::string missingFunction = {};

    // Record of the calls.
    std::set<std::string> functions = {}; // requested functions
    unsigned createCalls = 0;             // one for each created pipeline
    unsigned pipelineCalls = 0;           // calls that create any number of pipelines
    std::set<uint64_t> objects = {};      // live objects
    unsigned wrongDestroys = 0;           // destroys of dead objects, and of layouts with live pipelines
    long hostAllocations = 0;             // allocations by the callbacks, minus frees
    std::vector<MockPipeline> pipelines = {};
};

// One for all tests; each call of mockContextDesc replaces it and clears the log of commands. Many threads may create
// and destroy its objects concurrently.
[[nodiscard]] MockDevice& mockDevice();
[[nodiscard]] vkscan::ContextDesc mockContextDesc(const MockDevice& device);
// All features that it offers, as a chain for the creation of a device.
[[nodiscard]] const VkPhysicalDeviceFeatures2* mockFeatures();

} // namespace testing_support

#endif
