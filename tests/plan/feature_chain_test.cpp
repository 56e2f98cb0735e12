// Chains of structures, compiled together with what reads them, as at link time: what is written to a structure must be
// seen where it is read as another one.
#include "device/device_features.cpp"
#include "device/device_support.cpp"

#include "mock_device.h"
#include "statuses.h"

using namespace testing_support;

namespace {

TEST(FeatureChain, IsReadWhereItIsWritten)
{
    const vkscan::ContextDesc desc = mockContextDesc({});
    const vkscan::DeviceSupport support =
        vkscan::queryDeviceSupport(desc.instance, desc.physicalDevice, desc.getInstanceProcAddr);
    ASSERT_TRUE(support.supported);
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes = {};
    sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT;
    VkPhysicalDeviceVulkan12Features features12 = {};
    features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features12.pNext = &sizes;
    VkPhysicalDeviceFeatures2 host = {};
    host.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    host.pNext = &features12;
    EXPECT_EQ(support.mergeInto(&host), nullptr);
    EXPECT_EQ(host.features.shaderInt64, VK_TRUE);
    EXPECT_EQ(features12.bufferDeviceAddress, VK_TRUE);
    EXPECT_EQ(features12.vulkanMemoryModel, VK_TRUE);
}

} // namespace
