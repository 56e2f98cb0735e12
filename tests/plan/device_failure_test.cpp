// Devices that lack something, and drivers whose calls fail: on a device that is only described.
#include "mock_device.h"
#include "operations.h"

#include "tuning/tuning.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <string>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

// Counts down to the allocation that returns null, as all of the library's may: 0 fails next; none if negative.
int allocationsLeft = -1;

bool isAllocationRefused()
{
    return allocationsLeft >= 0 && allocationsLeft-- == 0;
}

} // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return isAllocationRefused() ? nullptr : ::operator new(size);
}

void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    return isAllocationRefused() ? nullptr : ::operator new[](size);
}

namespace {

template <class Operation, class Desc>
Status createOne(const Context& context, const Desc& desc)
{
    Operation operation;
    return Operation::create(context, desc, &operation);
}

DeviceSupport supportOf(const ContextDesc& desc)
{
    return queryDeviceSupport(desc.instance, desc.physicalDevice, desc.getInstanceProcAddr);
}

struct Creation {
    std::string name;
    std::function<Status(const Context&)> create;
};

// Each operation, created and destroyed.
std::vector<Creation> creations()
{
    std::vector<Creation> all;
    forEachOperation([&]<class Operation>() {
        auto desc = validDesc<Operation>();
        if constexpr (requires { desc.bias = Bias::Mean; })
            desc.bias = Bias::Mean;
        all.push_back(
            {nameOf<Operation>(), [=](const Context& context) { return createOne<Operation>(context, desc); }});
        if constexpr (requires { desc.accumulation; }) {
            desc.input = Resource::SampledImage;
            desc.inputFormat = VK_FORMAT_R16_SFLOAT;
            desc.output = Resource::StorageImage;
            all.push_back({nameOf<Operation>() + " in images",
                           [=](const Context& context) { return createOne<Operation>(context, desc); }});
        }
    });
    all.push_back({"ReduceByKey without values", [](const Context& context) {
                       return createOne<ReduceByKey>(context, ReduceByKeyDesc{.runValue = RunValue::None});
                   }});
    return all;
}

VKAPI_ATTR void* VKAPI_CALL noMemory(void*, size_t, size_t, VkSystemAllocationScope)
{
    return nullptr;
}

// Every n-th call that creates an object fails, and leaves a handle that is none.
TEST(FailingCalls, DestroyWhatWasCreatedAndNothingElse)
{
    const VkAllocationCallbacks callbacks = {nullptr, noMemory, nullptr, nullptr, nullptr, nullptr};
    for (const Creation& creation : creations()) {
        for (const bool withCallbacks : {false, true}) {
            unsigned calls = 1;
            for (unsigned failing = 0; failing <= calls; ++failing) {
                SCOPED_TRACE(creation.name + ": " + std::to_string(failing));
                MockDevice device;
                device.failingCall = failing;
                ContextDesc desc = mockContextDesc(device);
                desc.allocationCallbacks = withCallbacks ? &callbacks : nullptr;
                Context context;
                Status status = Context::create(desc, &context);
                if (status == Status::Success)
                    status = creation.create(context);
                if (failing == 0) {
                    ASSERT_EQ(status, Status::Success);
                    calls = mockDevice().createCalls;
                    ASSERT_GT(calls, 2u);
                } else {
                    ASSERT_EQ(status, Status(Argument::None, Rule::OutOfDeviceMemory));
                }
                context = {};
                ASSERT_TRUE(mockDevice().objects.empty());
                ASSERT_EQ(mockDevice().wrongDestroys, 0u);
                ASSERT_EQ(mockDevice().hostAllocations, 0);
            }
        }
    }
}

// Every n-th allocation fails, and what was allocated before is given back, which leak detection sees.
TEST(FailingAllocations, AreToldAndLeaveNothing)
{
    for (const Creation& creation : creations()) {
        Status status = {Argument::None, Rule::OutOfHostMemory};
        int failing = 0;
        for (; status != Status::Success; ++failing) {
            SCOPED_TRACE(creation.name + ": " + std::to_string(failing));
            ASSERT_LT(failing, 100);
            Context context;
            const ContextDesc desc = mockContextDesc({});
            ASSERT_EQ(Context::create(desc, &context), Status::Success);
            allocationsLeft = failing;
            status = creation.create(context);
            const bool wasRefused = std::exchange(allocationsLeft, -1) < 0;
            ASSERT_EQ(status, wasRefused ? Status(Argument::None, Rule::OutOfHostMemory) : Status());
            // Modules that are unpacked serve later operations.
            EXPECT_EQ(creation.create(context), Status::Success);
            context = {};
            ASSERT_TRUE(mockDevice().objects.empty());
        }
        EXPECT_GE(failing, 1 + 1 + 2) << creation.name << ": the operation, and a module's words and place in the list";
    }
}

TEST(MissingFunctions, AreNamed)
{
    MockDevice device;
    device.extensions = {"VK_EXT_descriptor_heap"};
    const auto describe = [&] {
        ContextDesc desc = mockContextDesc(device);
        desc.pushDescriptorEnabled = true;
        desc.descriptorHeaps = true;
        desc.debugLabels = true;
        return desc;
    };
    ContextDesc desc = describe();
    Context context;
    ASSERT_EQ(Context::create(desc, &context), Status::Success);
    const std::set<std::string> functions = mockDevice().functions;
    ASSERT_GT(functions.size(), 20u);
    for (const std::string& name : functions) {
        SCOPED_TRACE(name);
        device.missingFunction = name;
        desc = describe();
        const Status status = Context::create(desc, &context);
        if (name.find("DebugUtilsLabel") != std::string::npos) {
            EXPECT_EQ(status, Status(Argument::DebugLabels, Rule::Unsupported));
        } else if (name == "vkCmdPushDescriptorSetKHR") {
            EXPECT_EQ(status, Status(Argument::PushDescriptorEnabled, Rule::Unsupported));
        } else if (name == "vkCmdPushDataEXT") {
            EXPECT_EQ(status, Status(Argument::DescriptorHeaps, Rule::Unsupported));
        } else if (name.rfind("vkGetPhysicalDevice", 0) == 0 || name.rfind("vkEnumerate", 0) == 0) {
            EXPECT_EQ(status, Status(Argument::PhysicalDevice, Rule::Unsupported));
            const DeviceSupport support = supportOf(desc);
            EXPECT_NE(std::string(support.reason).find(name), std::string::npos) << support.reason;
        } else {
            EXPECT_EQ(status, Status(Argument::ProcAddr, Rule::Missing));
        }
    }
}

// An operation keeps what it needs of its context.
TEST(ContextLifetime, EndsWithTheLastOperation)
{
    Scan scan;
    {
        Context context;
        ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
        ASSERT_EQ(Scan::create(context, {}, &scan), Status::Success);
        ASSERT_EQ(Context::create(mockContextDesc(mockDevice()), &context), Status::Success); // in its place
    }
    EXPECT_FALSE(mockDevice().objects.empty());
    scan = {};
    EXPECT_TRUE(mockDevice().objects.empty());
    EXPECT_EQ(mockDevice().wrongDestroys, 0u);
}

// Subgroups that a device offers, and what pipelines require of them.
struct SubgroupCase {
    const char* what;
    MockDevice device;
    bool supported;
    bool fullSubgroups;
    uint32_t requiredSize;
};

TEST(SubgroupSize, IsRequiredWhereItVaries)
{
    constexpr VkDriverId kRadv = VK_DRIVER_ID_MESA_RADV;
    constexpr VkDriverId kAnv = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA;
    constexpr VkDriverId kWindows = VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS;
    constexpr uint32_t kVulkan12 = VK_API_VERSION_1_2;
    const std::set<std::string> control = {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME};
    const SubgroupCase cases[] = {
        {"one size", {}, true, true, 0},
        {"4, the fewest", {.subgroupSize = 4, .minSubgroupSize = 4, .maxSubgroupSize = 4}, true, true, 0},
        {"one size, of no control", {.subgroupSizeControl = false}, true, false, 0},
        {"8 to 32", {.minSubgroupSize = 8}, true, true, 32},
        {"8 to 32, of no control", {.minSubgroupSize = 8, .subgroupSizeControl = false}, false, false, 0},
        {"8 to 32, not to be required by compute shaders",
         {.minSubgroupSize = 8, .requiredSubgroupSizeStages = VK_SHADER_STAGE_FRAGMENT_BIT},
         false,
         false,
         0},
        {"8 to 32, too few in a workgroup", {.minSubgroupSize = 8, .maxWorkgroupSubgroups = 4}, false, false, 0},
        {"1.2, extended", {.apiVersion = kVulkan12, .minSubgroupSize = 16, .extensions = control}, true, true, 32},
        {"1.3, extended, for hosts of 1.2", {.minSubgroupSize = 16, .extensions = control}, true, true, 32},
        {"RADV of RDNA, 32 or 64", {.driver = kRadv, .subgroupSize = 64, .maxSubgroupSize = 64}, true, true, 32},
        {"GCN, 64", {.driver = kRadv, .subgroupSize = 64, .minSubgroupSize = 64, .maxSubgroupSize = 64}, true, true, 0},
        {"ANV, 8 to 32", {.driver = kAnv, .minSubgroupSize = 8}, true, true, 8},
        {"Intel's driver for Windows, 8 to 32", {.driver = kWindows, .minSubgroupSize = 8}, true, true, 8},
        {"ANV of Xe2, 16 or 32", {.driver = kAnv, .minSubgroupSize = 16}, true, true, 16},
        {"ANV, 32 at least", {.driver = kAnv, .maxSubgroupSize = 64}, true, true, 32},
        {"ANV, too few of 8", {.driver = kAnv, .minSubgroupSize = 8, .maxWorkgroupSubgroups = 8}, false, false, 0},
        {"Vulkan 1.2, a driver of one size", {.apiVersion = kVulkan12}, true, false, 0},
        {"Vulkan 1.2, any driver", {.apiVersion = kVulkan12, .driver = kAnv}, false, false, 0},
    };
    for (const SubgroupCase& subgroupCase : cases) {
        SCOPED_TRACE(subgroupCase.what);
        const MockDevice& device = subgroupCase.device;
        ContextDesc desc = mockContextDesc(device);
        const DeviceSupport support = supportOf(desc);
        EXPECT_EQ(support.supported, subgroupCase.supported) << support.reason;
        EXPECT_EQ(support.extension != nullptr, !device.extensions.empty());
        Context context;
        ASSERT_EQ(Context::create(desc, &context),
                  subgroupCase.supported ? Status::Success : Status(Argument::PhysicalDevice, Rule::Unsupported));
        if (!subgroupCase.supported)
            continue;
        // Intel's invocations have few registers, so that tiles are small.
        const bool isIntel = device.driver == VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA ||
                             device.driver == VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS;
        EXPECT_EQ(tuningFor(context).spans.rows, isIntel ? 2u : tuningFor(Capabilities{}).spans.rows);
        Scan scan;
        ASSERT_EQ(Scan::create(context, {}, &scan), Status::Success);
        ASSERT_EQ(scan.kernels().count, mockDevice().pipelines.size());
        for (uint32_t i = 0; i < scan.kernels().count; ++i) {
            EXPECT_EQ(scan.kernels().items[i].requiresFullSubgroups, subgroupCase.fullSubgroups);
            EXPECT_EQ(scan.kernels().items[i].requiredSubgroupSize, subgroupCase.requiredSize);
            EXPECT_EQ(mockDevice().pipelines[i].fullSubgroups, subgroupCase.fullSubgroups);
            EXPECT_EQ(mockDevice().pipelines[i].subgroupSize, subgroupCase.requiredSize);
        }
        // mergeInto asks for what create takes.
        VkPhysicalDeviceVulkan12Features features12 = {};
        features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
        VkPhysicalDeviceFeatures2 chain = {};
        chain.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
        chain.pNext = &features12;
        const char* const missing = support.mergeInto(&chain);
        desc.features = &chain;
        EXPECT_EQ(Context::create(desc, &context),
                  missing != nullptr ? Status(Argument::Features, Rule::Unsupported) : Status::Success);
        EXPECT_STREQ(missing, subgroupCase.requiredSize != 0 ? "subgroupSizeControl" : nullptr);
        EXPECT_EQ(support.needsSubgroupSizeControl, subgroupCase.requiredSize != 0);
        // Features that are not enabled are not used.
        desc.features = nullptr;
        EXPECT_EQ(Context::create(desc, &context),
                  subgroupCase.requiredSize != 0 ? Status(Argument::Features, Rule::Unsupported) : Status::Success);
    }
}

TEST(Features, AreThoseOfTheChain)
{
    ContextDesc desc = mockContextDesc({});
    Context context;
    const auto createF64 = [&] { return createOne<Scan>(context, ScanDesc{ElementType::F64}); };
    const auto createInImage = [&] {
        auto table = validDesc<SummedAreaTable>();
        table.output = Resource::StorageImage;
        return createOne<SummedAreaTable>(context, table);
    };
    ASSERT_EQ(Context::create(desc, &context), Status::Success);
    EXPECT_EQ(createF64(), Status::Success);
    EXPECT_EQ(createInImage(), Status::Success);
    desc.features = nullptr;
    ASSERT_EQ(Context::create(desc, &context), Status::Success);
    EXPECT_EQ(createF64(), Status(Argument::Type, Rule::Unsupported));
    EXPECT_EQ(createInImage(), Status(Argument::OutputFormat, Rule::Unsupported));

    VkPhysicalDeviceFeatures2 chain = {};
    chain.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    desc.features = &chain;
    EXPECT_EQ(Context::create(desc, &context), Status(Argument::Features, Rule::Missing));
}

TEST(Features, GoIntoStructuresOfSingleOnes)
{
    const ContextDesc desc = mockContextDesc({});
    const DeviceSupport support = supportOf(desc);
    ASSERT_TRUE(support.supported) << support.reason;

    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes = {};
    sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT;
    VkPhysicalDeviceShaderAtomicInt64Features atomics = {};
    atomics.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES;
    atomics.pNext = &sizes;
    VkPhysicalDeviceVulkanMemoryModelFeatures model = {};
    model.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES;
    model.pNext = &atomics;
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses = {};
    addresses.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
    addresses.pNext = &model;
    VkPhysicalDeviceFeatures2 chain = {};
    chain.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    chain.pNext = &addresses;
    chain.features.geometryShader = VK_TRUE; // the host's own
    EXPECT_EQ(support.mergeInto(&chain), nullptr);
    EXPECT_TRUE(chain.features.shaderInt64 && chain.features.shaderFloat64 && chain.features.geometryShader);
    EXPECT_FALSE(chain.features.tessellationShader);
    EXPECT_TRUE(addresses.bufferDeviceAddress && model.vulkanMemoryModel && model.vulkanMemoryModelDeviceScope);
    EXPECT_FALSE(addresses.bufferDeviceAddressCaptureReplay);
    EXPECT_TRUE(atomics.shaderBufferInt64Atomics && sizes.subgroupSizeControl && sizes.computeFullSubgroups);

    ContextDesc with = desc;
    with.features = &chain;
    Context context;
    EXPECT_EQ(Context::create(with, &context), Status::Success);

    atomics.pNext = nullptr; // optional, since the device's subgroups have one size
    EXPECT_EQ(support.mergeInto(&chain), nullptr);
    EXPECT_EQ(Context::create(with, &context), Status::Success);
    model.pNext = nullptr; // optional: nobody need have it
    EXPECT_EQ(support.mergeInto(&chain), nullptr);
    addresses.pNext = nullptr;
    EXPECT_STREQ(support.mergeInto(&chain), "vulkanMemoryModel");
}

#if defined(VK_VERSION_1_3)
TEST(Features, GoIntoThoseOfVulkan13)
{
    const ContextDesc desc = mockContextDesc({});
    const DeviceSupport support = supportOf(desc);
    VkPhysicalDeviceVulkan13Features features13 = {};
    features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    VkPhysicalDeviceVulkan12Features features12 = {};
    features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features12.pNext = &features13;
    VkPhysicalDeviceVulkan11Features features11 = {};
    features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    features13.pNext = &features11;
    VkPhysicalDeviceFeatures2 chain = {};
    chain.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    chain.pNext = &features12;
    EXPECT_EQ(support.mergeInto(&chain), nullptr);
    EXPECT_TRUE(features13.subgroupSizeControl && features13.computeFullSubgroups);
    EXPECT_TRUE(features12.bufferDeviceAddress && features12.shaderBufferInt64Atomics);
    EXPECT_FALSE(features12.descriptorIndexing);
    EXPECT_TRUE(features11.storageBuffer16BitAccess && !features11.storagePushConstant16);
}
#endif

} // namespace
