// Images among an operation's arguments, as its documentation has them. Shares no code with the library's checks.
#ifndef VKSCAN_TESTS_FUZZ_IMAGES_H
#define VKSCAN_TESTS_FUZZ_IMAGES_H

#include <vkscan/surface.h>

namespace testing_support {

// The fault of an image apart from its extent; null if it has none.
template <class Surface>
const char* imageFault(const auto& subject, vkscan::Resource resource, const Surface& surface)
{
    const bool sampled = resource == vkscan::Resource::SampledImage;
    const VkImageUsageFlags usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
    const VkImageLayout layout = surface.imageLayout;
    const bool isReadOnly =
        layout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL || layout == VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL;
    if (subject.descriptorHeaps ? surface.heapOffset % subject.device.imageDescriptorAlignment != 0
                                : surface.view == VK_NULL_HANDLE)
        return "no view, or no place for a descriptor";
    if ((surface.usage & usage) == 0)
        return "not the usage";
    return layout == VK_IMAGE_LAYOUT_GENERAL || (sampled && isReadOnly) ? nullptr : "another layout";
}

template <class Surface>
bool isOneImage(const auto& subject, const Surface& a, const Surface& b)
{
    return subject.descriptorHeaps ? a.heapOffset == b.heapOffset : a.view == b.view;
}

} // namespace testing_support

#endif
