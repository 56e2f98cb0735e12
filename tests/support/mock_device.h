// A Vulkan device that is only described, whose calls can be made to fail: what the library asks and creates, without a
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
    const uint32_t* code = nullptr; // of the module
    std::size_t codeBytes = 0;
    std::string entryPoint;
    std::vector<uint32_t> constants; // by id
    bool fullSubgroups = false;
    uint32_t subgroupSize = 0; // that is required; 0 without
    VkFlags64 flags = 0;       // of VkPipelineCreateFlags2CreateInfoKHR
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
    bool hasLabelsInInstance = false;           // and not in the device
    VkDeviceSize imageDescriptorAlignment = 32; // with VK_EXT_descriptor_heap

    // Injected failures. A call that fails leaves a handle that nobody may use.
    unsigned failingCall = 0; // of those that create an object, from 1 on
    std::string missingFunction = {};

    // Record of the calls.
    std::set<std::string> functions = {}; // that were asked for
    unsigned createCalls = 0;             // one for each pipeline
    unsigned pipelineCalls = 0;           // however many each creates
    std::set<uint64_t> objects = {};      // that live
    unsigned wrongDestroys = 0;           // of objects that do not live, and of layouts whose pipelines do
    long hostAllocations = 0;             // by the callbacks, less those that were freed
    std::vector<MockPipeline> pipelines = {};
};

// One for all tests; a new one, and an empty log of commands, in each call of mockContextDesc. Its objects may be
// created and destroyed by many threads at once.
[[nodiscard]] MockDevice& mockDevice();
[[nodiscard]] vkscan::ContextDesc mockContextDesc(const MockDevice& device);
// All features that it offers, as a chain that a device could have been created with.
[[nodiscard]] const VkPhysicalDeviceFeatures2* mockFeatures();

} // namespace testing_support

#endif
