#include "plan/images.h"

#include <algorithm>

namespace vkscan {

namespace {

VkDescriptorType descriptorType(Resource resource) noexcept
{
    return resource == Resource::SampledImage ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                              : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
}

VkSamplerCreateInfo samplerInfo() noexcept
{
    VkSamplerCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    return info;
}

// How kernels find images in the resource heap: word i after the push constants is the offset of binding i, in bytes.
struct HeapMapping {
    VkSamplerCreateInfo sampler = samplerInfo();
    VkDescriptorSetAndBindingMappingEXT bindings[kMaxImages] = {};
    VkShaderDescriptorSetAndBindingMappingInfoEXT info = {};

    explicit HeapMapping(const ImageBindings& used) noexcept
    {
        for (uint32_t binding = 0; binding < kMaxImages; ++binding) {
            VkDescriptorSetAndBindingMappingEXT& mapping = bindings[binding];
            mapping.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_AND_BINDING_MAPPING_EXT;
            mapping.firstBinding = binding;
            mapping.bindingCount = 1;
            mapping.resourceMask = VK_SPIRV_RESOURCE_TYPE_ALL_EXT;
            mapping.source = VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_PUSH_INDEX_EXT;
            mapping.sourceData.pushIndex.pushOffset = kPushConstantBytes + 4 * binding;
            mapping.sourceData.pushIndex.heapIndexStride = 1; // bytes
            if (used.resources[binding] == Resource::SampledImage)
                mapping.sourceData.pushIndex.pEmbeddedSampler = &sampler;
        }
        info.sType = VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT;
        info.mappingCount = kMaxImages;
        info.pMappings = bindings;
    }
    HeapMapping(const HeapMapping&) = delete;
    HeapMapping& operator=(const HeapMapping&) = delete;
};

} // namespace

bool ImageBindings::any() const noexcept
{
    return std::any_of(resources, resources + kMaxImages,
                       [](Resource resource) { return resource != Resource::Buffer; });
}

bool isSampled(const Context::Impl& context, VkFormat format) noexcept
{
    VkFormatProperties properties = {};
    context.instanceVk.getPhysicalDeviceFormatProperties(context.physicalDevice, format, &properties);
    return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0;
}

void requireImage(const Capabilities& device, Resource resource, const Image& image, Argument argument,
                  BufferList* list) noexcept
{
    const bool sampled = resource == Resource::SampledImage;
    const VkImageUsageFlags usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
    const bool readable = sampled && (image.imageLayout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL ||
                                      image.imageLayout == VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL);
    if (device.descriptorHeaps)
        list->require(image.heapOffset % device.imageDescriptorAlignment == 0, {argument, Rule::HeapOffsetInvalid});
    else
        list->require(image.view != VK_NULL_HANDLE, {argument, Rule::ViewNull});
    list->require((image.usage & usage) != 0, {argument, Rule::UsageMissing});
    list->require(readable || image.imageLayout == VK_IMAGE_LAYOUT_GENERAL, {argument, Rule::LayoutInvalid});
}

Status ImageLayouts::create(const Context::Impl& context, const ImageBindings& filled) noexcept
{
    bindings = filled;
    if (!bindings.any() || context.plansOnly || context.capabilities.descriptorHeaps)
        return Status::Success;
    if (std::count(bindings.resources, bindings.resources + kMaxImages, Resource::SampledImage) > 0) {
        const VkSamplerCreateInfo info = samplerInfo();
        const Status created =
            statusOf(context.vk.createSampler(context.device, &info, context.allocator(), &sampler), &sampler);
        if (created != Status::Success)
            return created;
    }
    VkDescriptorSetLayoutBinding items[kMaxImages] = {};
    uint32_t count = 0;
    for (uint32_t binding = 0; binding < kMaxImages; ++binding) {
        const Resource resource = bindings.resources[binding];
        if (resource != Resource::Buffer)
            items[count++] = {binding, descriptorType(resource), 1, VK_SHADER_STAGE_COMPUTE_BIT,
                              resource == Resource::SampledImage ? &sampler : nullptr};
    }
    VkDescriptorSetLayoutCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    if (context.capabilities.pushDescriptor)
        info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    info.bindingCount = count;
    info.pBindings = items;
    const Status status =
        statusOf(context.vk.createDescriptorSetLayout(context.device, &info, context.allocator(), &set), &set);
    return status == Status::Success ? context.createPipelineLayout(set, &pipeline) : status;
}

void ImageLayouts::destroy(const Context::Impl& context) const noexcept
{
    if (pipeline != VK_NULL_HANDLE)
        context.vk.destroyPipelineLayout(context.device, pipeline, context.allocator());
    if (set != VK_NULL_HANDLE)
        context.vk.destroyDescriptorSetLayout(context.device, set, context.allocator());
    if (sampler != VK_NULL_HANDLE)
        context.vk.destroySampler(context.device, sampler, context.allocator());
}

VkPipelineLayout ImageLayouts::layoutIn(const Context::Impl& context) const noexcept
{
    return pipeline != VK_NULL_HANDLE ? pipeline : context.pipelineLayout;
}

VkDescriptorSetLayout ImageLayouts::callersLayout(const Context::Impl& context) const noexcept
{
    return context.capabilities.pushDescriptor ? VK_NULL_HANDLE : set;
}

Status ImageLayouts::compile(const Context::Impl& context, Pipelines* pipelines) const noexcept
{
    const HeapMapping mapping(bindings);
    const bool isMapped = bindings.any() && context.capabilities.descriptorHeaps;
    return pipelines->compile(context, {.layout = layoutIn(context), .mapping = isMapped ? &mapping.info : nullptr});
}

Status checkWritingDescriptors(const Operation::Impl* operation, VkDescriptorSet set) noexcept
{
    if (operation == nullptr)
        return {Argument::Operation, Rule::NotCreated};
    if (operation->context->plansOnly)
        return {Argument::Pipelines, Rule::Missing};
    if (operation->context->capabilities.descriptorHeaps)
        return {Argument::DescriptorSet, Rule::NotOffered};
    return set == VK_NULL_HANDLE ? Status(Argument::DescriptorSet, Rule::Null) : Status::Success;
}

void writeDescriptors(const Context::Impl& context, const ImageBindings& bindings, const ImageSurfaces& surfaces,
                      VkDescriptorSet set) noexcept
{
    ImageDescriptors descriptors;
    descriptors.fill(bindings, surfaces, set);
    context.vk.updateDescriptorSets(context.device, descriptors.m_count, descriptors.m_writes, 0, nullptr);
}

void ImageDescriptors::fill(const ImageBindings& bindings, const ImageSurfaces& surfaces, VkDescriptorSet set) noexcept
{
    for (uint32_t binding = 0; binding < kMaxImages; ++binding) {
        const Resource resource = bindings.resources[binding];
        if (resource == Resource::Buffer)
            continue;
        const Image& image = surfaces.items[binding];
        m_images[m_count] = {VK_NULL_HANDLE, image.view, image.imageLayout};
        VkWriteDescriptorSet& write = m_writes[m_count];
        write = {};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = set;
        write.dstBinding = binding;
        write.descriptorCount = 1;
        write.descriptorType = descriptorType(resource);
        write.pImageInfo = &m_images[m_count];
        ++m_count;
    }
}

Status ImageDescriptors::take(const Capabilities& capabilities, const ImageBindings& bindings,
                              const ImageSurfaces& surfaces, VkDescriptorSet set, Descriptors* descriptors) noexcept
{
    if (!bindings.any())
        return Status::Success;
    if (capabilities.descriptorHeaps) {
        for (uint32_t binding = 0; binding < kMaxImages; ++binding)
            m_offsets[binding] = surfaces.items[binding].heapOffset;
        *descriptors = {.heapOffsets = m_offsets, .offsetCount = kMaxImages};
    } else if (capabilities.pushDescriptor) {
        fill(bindings, surfaces, VK_NULL_HANDLE);
        *descriptors = {.writes = m_writes, .writeCount = m_count};
    } else if (set != VK_NULL_HANDLE) {
        *descriptors = {.set = set};
    } else {
        return {Argument::DescriptorSet, Rule::Null};
    }
    return Status::Success;
}

} // namespace vkscan
