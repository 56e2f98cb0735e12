#include "room.h"

#include <vkscan/summed_area_table.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace viewer {
namespace {

struct Limits {
    VkDeviceSize image = 0; // bytes of the largest allocation
    VkDeviceSize all = 0;   // bytes of all allocations
};

// Bytes of the host's memory; 0 if unknown.
VkDeviceSize hostMemory()
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long pageBytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && pageBytes > 0)
        return static_cast<VkDeviceSize>(pages) * static_cast<VkDeviceSize>(pageBytes);
#endif
    return 0;
}

Limits limitsOf(const gpu::Device& device)
{
    auto allocations = gpu::structure<VkPhysicalDeviceMaintenance3Properties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
    auto properties =
        gpu::structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &allocations);
    vkGetPhysicalDeviceProperties2(device.physicalDevice(), &properties);
    Limits limits;
    const VkPhysicalDeviceMemoryProperties& memory = device.memoryProperties();
    for (uint32_t heap = 0; heap < memory.memoryHeapCount; ++heap) {
        limits.image = std::max(limits.image, memory.memoryHeaps[heap].size);
        limits.all += memory.memoryHeaps[heap].size;
    }
    limits.image = std::min(limits.image, allocations.maxMemoryAllocationSize);
    // lavapipe's heap is 2 GiB, for any host. A quarter is left to the system and to files.
    const VkDeviceSize host = hostMemory();
    if (device.isCpu() && host != 0)
        limits.all = host - host / 4;
    return limits;
}

std::string gigabytes(VkDeviceSize bytes)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f GB", static_cast<double>(bytes) / 1e9);
    return text;
}

} // namespace

void requireRoom(const gpu::Device& device, VkExtent2D extent, const PixelBytes& bytes)
{
    const std::string picture =
        "a picture of " + std::to_string(extent.width) + " x " + std::to_string(extent.height) + " pixels ";
    const uint32_t side = std::min(device.properties().limits.maxImageDimension2D - 1, vkscan::kMaxTableExtent);
    if (std::max(extent.width, extent.height) > side)
        throw std::runtime_error(picture + "is larger than the " + std::to_string(side) +
                                 " a side that tables on this device have at most");
    const Limits limits = limitsOf(device);
    const VkDeviceSize pixels = VkDeviceSize{extent.width + 1} * (extent.height + 1);
    if (bytes.largest * pixels > limits.image)
        throw std::runtime_error(picture + "takes an image of " + gigabytes(bytes.largest * pixels) +
                                 ", and one on this device has at most " + gigabytes(limits.image));
    if (bytes.all * pixels > limits.all)
        throw std::runtime_error(picture + "takes images of " + gigabytes(bytes.all * pixels) +
                                 " in all, and there is room for " + gigabytes(limits.all) + " on this device");
}

} // namespace viewer
