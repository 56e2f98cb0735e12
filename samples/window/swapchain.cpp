#include "swapchain.h"

#include <algorithm>
#include <stdexcept>

namespace window {
namespace {

using gpu::check;
using gpu::structure;

// Pictures and controls already hold display values, so nothing may convert them again.
VkSurfaceFormatKHR chooseFormat(const std::vector<VkSurfaceFormatKHR>& formats)
{
    for (VkFormat wanted : {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A8B8G8R8_UNORM_PACK32}) {
        for (const VkSurfaceFormatKHR& format : formats)
            if (format.format == wanted && format.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR)
                return format;
    }
    throw std::runtime_error("the window has no 8-bit UNORM format to show pictures in");
}

VkCompositeAlphaFlagBitsKHR chooseAlpha(VkCompositeAlphaFlagsKHR supported)
{
    for (VkCompositeAlphaFlagBitsKHR alpha : {VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
                                              VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR})
        if ((supported & alpha) != 0)
            return alpha;
    return VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
}

} // namespace

Swapchain::SurfaceOwner::~SurfaceOwner()
{
    // Loaded from the instance, like all functions of instance extensions: volk's globals are the first instance's.
    reinterpret_cast<PFN_vkDestroySurfaceKHR>(vkGetInstanceProcAddr(instance, "vkDestroySurfaceKHR"))(instance, handle,
                                                                                                      nullptr);
}

Swapchain::Swapchain(const gpu::Device& device, VkSurfaceKHR surface)
    : m_device(device),
      m_surface{device.instance(), surface}
{
    VkBool32 presents = VK_FALSE;
    const auto getSupport =
        instanceFunction<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR");
    check(getSupport(device.physicalDevice(), device.queueFamily(), surface, &presents),
          "vkGetPhysicalDeviceSurfaceSupportKHR");
    if (presents == VK_FALSE) {
        throw std::runtime_error(std::string(device.properties().deviceName) +
                                 " cannot draw in this window; --device chooses another");
    }

    const auto getFormats =
        instanceFunction<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR");
    uint32_t count = 0;
    check(getFormats(device.physicalDevice(), surface, &count, nullptr), "vkGetPhysicalDeviceSurfaceFormatsKHR");
    std::vector<VkSurfaceFormatKHR> formats(count);
    check(getFormats(device.physicalDevice(), surface, &count, formats.data()), "vkGetPhysicalDeviceSurfaceFormatsKHR");
    m_format = chooseFormat(formats);
    createRenderPass();
}

Swapchain::~Swapchain()
{
    m_frames.clear();
    m_device.vk().vkDestroySwapchainKHR(m_device.handle(), m_handle, nullptr);
}

void Swapchain::createRenderPass()
{
    VkAttachmentDescription attachment = {};
    attachment.format = m_format.format;
    attachment.samples = VK_SAMPLE_COUNT_1_BIT;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    attachment.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    attachment.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    attachment.initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    attachment.finalLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    // The semaphore that presenting waits for covers the change of layout at the end.
    VkSubpassDependency end = {};
    end.srcSubpass = 0;
    end.dstSubpass = VK_SUBPASS_EXTERNAL;
    end.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    end.dstStageMask = VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
    end.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;

    auto info = structure<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
    info.attachmentCount = 1;
    info.pAttachments = &attachment;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 1;
    info.pDependencies = &end;
    VkRenderPass pass = VK_NULL_HANDLE;
    check(m_device.vk().vkCreateRenderPass(m_device.handle(), &info, nullptr, &pass), "vkCreateRenderPass");
    m_renderPass = {m_device.handle(), pass, m_device.vk().vkDestroyRenderPass};
}

VkPresentModeKHR Swapchain::presentMode() const
{
    const auto getModes =
        instanceFunction<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>("vkGetPhysicalDeviceSurfacePresentModesKHR");
    uint32_t count = 0;
    check(getModes(m_device.physicalDevice(), m_surface.handle, &count, nullptr),
          "vkGetPhysicalDeviceSurfacePresentModesKHR");
    std::vector<VkPresentModeKHR> offered(count);
    check(getModes(m_device.physicalDevice(), m_surface.handle, &count, offered.data()),
          "vkGetPhysicalDeviceSurfacePresentModesKHR");
    for (VkPresentModeKHR mode : {VK_PRESENT_MODE_MAILBOX_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR})
        if (!m_vsync && std::find(offered.begin(), offered.end(), mode) != offered.end())
            return mode;
    return VK_PRESENT_MODE_FIFO_KHR;
}

bool Swapchain::recreate(VkExtent2D windowExtent)
{
    m_outdated = true;
    m_frames.clear();
    const auto getCapabilities =
        instanceFunction<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>("vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
    VkSurfaceCapabilitiesKHR capabilities = {};
    check(getCapabilities(m_device.physicalDevice(), m_surface.handle, &capabilities),
          "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
    if ((capabilities.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT) == 0)
        throw std::runtime_error("pictures cannot be copied to this window");
    // All ones: the swapchain determines the size, as under Wayland.
    const bool free = capabilities.currentExtent.width == UINT32_MAX;
    m_extent = free ? windowExtent : capabilities.currentExtent;
    m_extent.width = std::min(m_extent.width, capabilities.maxImageExtent.width);
    m_extent.height = std::min(m_extent.height, capabilities.maxImageExtent.height);

    VkSwapchainKHR old = m_handle;
    m_handle = VK_NULL_HANDLE;
    VkResult result = VK_SUCCESS;
    if (m_extent.width != 0 && m_extent.height != 0) {
        auto info = structure<VkSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR);
        info.surface = m_surface.handle;
        info.minImageCount = capabilities.minImageCount + 1; // one to draw while the window shows all the others
        if (capabilities.maxImageCount != 0)
            info.minImageCount = std::min(info.minImageCount, capabilities.maxImageCount);
        info.imageFormat = m_format.format;
        info.imageColorSpace = m_format.colorSpace;
        info.imageExtent = m_extent;
        info.imageArrayLayers = 1;
        info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        info.preTransform = capabilities.currentTransform;
        info.compositeAlpha = chooseAlpha(capabilities.supportedCompositeAlpha);
        info.presentMode = presentMode();
        info.clipped = VK_TRUE;
        info.oldSwapchain = old;
        result = m_device.vk().vkCreateSwapchainKHR(m_device.handle(), &info, nullptr, &m_handle);
    }
    m_device.vk().vkDestroySwapchainKHR(m_device.handle(), old, nullptr);
    check(result, "vkCreateSwapchainKHR");
    if (m_handle == VK_NULL_HANDLE)
        return false;
    createFrames();
    m_outdated = false;
    return true;
}

void Swapchain::createFrames()
{
    const VolkDeviceTable& vk = m_device.vk();
    uint32_t count = 0;
    check(vk.vkGetSwapchainImagesKHR(m_device.handle(), m_handle, &count, nullptr), "vkGetSwapchainImagesKHR");
    std::vector<VkImage> images(count);
    check(vk.vkGetSwapchainImagesKHR(m_device.handle(), m_handle, &count, images.data()), "vkGetSwapchainImagesKHR");
    for (VkImage image : images) {
        Frame& frame = m_frames.emplace_back();
        frame.image = image;
        auto viewInfo = structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
        viewInfo.image = image;
        viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D;
        viewInfo.format = m_format.format;
        viewInfo.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        VkImageView view = VK_NULL_HANDLE;
        check(vk.vkCreateImageView(m_device.handle(), &viewInfo, nullptr, &view), "vkCreateImageView");
        frame.view = {m_device.handle(), view, vk.vkDestroyImageView};
        frame.framebuffer = drawing::createFramebuffer(m_device, m_renderPass.get(), m_extent, {&view, 1});
        frame.drawn = drawing::createSemaphore(m_device);
    }
}

std::optional<uint32_t> Swapchain::acquire(VkSemaphore available)
{
    uint32_t index = 0;
    const VkResult result =
        m_device.vk().vkAcquireNextImageKHR(m_device.handle(), m_handle, UINT64_MAX, available, VK_NULL_HANDLE, &index);
    m_outdated = result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR;
    if (result == VK_ERROR_OUT_OF_DATE_KHR)
        return std::nullopt;
    check(result == VK_SUBOPTIMAL_KHR ? VK_SUCCESS : result, "vkAcquireNextImageKHR");
    return index;
}

void Swapchain::present(uint32_t image)
{
    auto info = structure<VkPresentInfoKHR>(VK_STRUCTURE_TYPE_PRESENT_INFO_KHR);
    const VkSemaphore semaphore = drawn(image);
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &semaphore;
    info.swapchainCount = 1;
    info.pSwapchains = &m_handle;
    info.pImageIndices = &image;
    const VkResult result = m_device.vk().vkQueuePresentKHR(m_device.queue(), &info);
    const bool changed = result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR;
    check(changed ? VK_SUCCESS : result, "vkQueuePresentKHR");
    m_outdated = m_outdated || changed;
}

} // namespace window
