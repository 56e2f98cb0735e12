#include "gpu_program.h"

#include "yardstick.h"

#include <support/operation.h>
#include <support/program.h>

namespace bench {

GpuOptions parseGpuOptions(int argc, char** argv, const std::string& description, unsigned largestLog2,
                           const std::function<void(gpu::CommandLine&)>& addMore)
{
    GpuOptions options;
    options.program = parseOptions(argc, argv, description, largestLog2, [&](gpu::CommandLine& line) {
        gpu::addDeviceOptions(line, &options.device);
        if (addMore)
            addMore(line);
    });
    return options;
}

std::string describeDriver(const gpu::Device& device)
{
    return std::string(device.driver().driverName) + ", " + device.driver().driverInfo + ", version " +
           std::to_string(device.properties().driverVersion);
}

void runOn(Program& program, const gpu::Device& device)
{
    auto subgroup =
        gpu::structure<VkPhysicalDeviceSubgroupProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    auto properties =
        gpu::structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &subgroup);
    vkGetPhysicalDeviceProperties2(device.physicalDevice(), &properties);
    if (!device.isCpu())
        program.compileAhead();
    program.run({{"device", device.properties().deviceName},
                 {"driver", describeDriver(device)},
                 {"subgroup_size", std::to_string(subgroup.subgroupSize)}});
    gpu::requireSilence(device);
}

} // namespace bench
