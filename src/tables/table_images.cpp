#include "tables/table_images.h"

namespace vkscan {

FormatSupport formatSupport(const Context::Impl& device, VkFormat input, VkFormat output) noexcept
{
    const auto featuresOf = [&](VkFormat format) {
        VkFormatProperties properties = {};
        if (formatInfo(format).channels > 0)
            device.instanceVk.getPhysicalDeviceFormatProperties(device.physicalDevice, format, &properties);
        return properties.optimalTilingFeatures;
    };
    return {featuresOf(input), featuresOf(output)};
}

void listImage(const Capabilities& device, Resource resource, const TableImage& image, Argument argument,
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

void requireImagesApart(const Capabilities& device, const TableImageArgs& args, BufferList* list) noexcept
{
    if (args.output == Resource::Buffer)
        return;
    const auto& [source, sums, squares] = args.items;
    const auto isInput = [&](const TableImage& table) {
        return args.input != Resource::Buffer && isOneImage(device, table, source);
    };
    list->require(!isInput(sums), {Argument::Output, Rule::Overlaps});
    list->require(!args.squares || (!isInput(squares) && !isOneImage(device, squares, sums)),
                  {Argument::Squares, Rule::Overlaps});
}

namespace {

VkDescriptorType descriptorType(Resource resource) noexcept
{
    return resource == Resource::SampledImage ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                              : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
}

// The sampler of a sampled input: of the nearest texel, clamped to the edge.
VkSamplerCreateInfo samplerInfo() noexcept
{
    VkSamplerCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    return info;
}

// How kernels find images in the resource heap: word i behind the push constants is the offset of binding i, in bytes.
struct HeapMapping {
    VkSamplerCreateInfo sampler = samplerInfo();
    VkDescriptorSetAndBindingMappingEXT bindings[kTableBindings] = {};
    VkShaderDescriptorSetAndBindingMappingInfoEXT info = {};

    explicit HeapMapping(Resource input) noexcept
    {
        for (uint32_t binding = 0; binding < kTableBindings; ++binding) {
            VkDescriptorSetAndBindingMappingEXT& mapping = bindings[binding];
            mapping.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_AND_BINDING_MAPPING_EXT;
            mapping.firstBinding = binding;
            mapping.bindingCount = 1;
            mapping.resourceMask = VK_SPIRV_RESOURCE_TYPE_ALL_EXT;
            mapping.source = VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_PUSH_INDEX_EXT;
            mapping.sourceData.pushIndex.pushOffset = kPushConstantBytes + 4 * binding;
            mapping.sourceData.pushIndex.heapIndexStride = 1; // bytes
            if (binding == 0 && input == Resource::SampledImage)
                mapping.sourceData.pushIndex.pEmbeddedSampler = &sampler;
        }
        info.sType = VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT;
        info.mappingCount = kTableBindings;
        info.pMappings = bindings;
    }
    HeapMapping(const HeapMapping&) = delete;
    HeapMapping& operator=(const HeapMapping&) = delete;
};

} // namespace

void TableBinding::append(const TableImageArgs& args, VkDescriptorSet set) noexcept
{
    for (uint32_t binding = 0; binding < kTableBindings; ++binding) {
        if (args.resource(binding) == Resource::Buffer)
            continue;
        m_images[m_count] = {VK_NULL_HANDLE, args.items[binding].view, args.items[binding].imageLayout};
        VkWriteDescriptorSet& write = m_writes[m_count];
        write = {};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = set;
        write.dstBinding = binding;
        write.descriptorCount = 1;
        write.descriptorType = descriptorType(args.resource(binding));
        write.pImageInfo = &m_images[m_count];
        ++m_count;
    }
}

Status TableBinding::bind(const Capabilities& device, const TableImageArgs& args, Descriptors* descriptors) noexcept
{
    if (device.descriptorHeaps) {
        for (uint32_t binding = 0; binding < kTableBindings; ++binding)
            m_offsets[binding] = args.items[binding].heapOffset;
        *descriptors = {.heapOffsets = m_offsets, .offsetCount = kTableBindings};
    } else if (device.pushDescriptor) {
        append(args, VK_NULL_HANDLE);
        *descriptors = {.writes = m_writes, .writeCount = m_count};
    } else if (args.descriptorSet != VK_NULL_HANDLE) {
        *descriptors = {.set = args.descriptorSet};
    } else {
        return {Argument::DescriptorSet, Rule::Null};
    }
    return Status::Success;
}

void TableBinding::write(const Context::Impl& context, VkDescriptorSet set, const TableImageArgs& args) noexcept
{
    append(args, set);
    context.vk.updateDescriptorSets(context.device, m_count, m_writes, 0, nullptr);
}

Status TableImages::create(const Context::Impl& context) noexcept
{
    if (!exist() || context.plansOnly || context.capabilities.descriptorHeaps)
        return Status::Success;
    if (input == Resource::SampledImage) {
        const VkSamplerCreateInfo info = samplerInfo();
        const Status created =
            statusOf(context.vk.createSampler(context.device, &info, context.allocator(), &sampler), &sampler);
        if (created != Status::Success)
            return created;
    }
    VkDescriptorSetLayoutBinding bindings[kTableBindings] = {};
    uint32_t count = 0;
    for (uint32_t binding = 0; binding < kTableBindings; ++binding) {
        const Resource resource = binding == 0 ? input : output;
        if (resource != Resource::Buffer)
            bindings[count++] = {binding, descriptorType(resource), 1, VK_SHADER_STAGE_COMPUTE_BIT,
                                 resource == Resource::SampledImage ? &sampler : nullptr};
    }
    VkDescriptorSetLayoutCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    if (context.capabilities.pushDescriptor)
        info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    info.bindingCount = count;
    info.pBindings = bindings;
    const Status status = statusOf(
        context.vk.createDescriptorSetLayout(context.device, &info, context.allocator(), &setLayout), &setLayout);
    return status == Status::Success ? context.createPipelineLayout(setLayout, &ownLayout) : status;
}

void TableImages::destroy(const Context::Impl& context) noexcept
{
    if (ownLayout != VK_NULL_HANDLE)
        context.vk.destroyPipelineLayout(context.device, ownLayout, context.allocator());
    if (setLayout != VK_NULL_HANDLE)
        context.vk.destroyDescriptorSetLayout(context.device, setLayout, context.allocator());
    if (sampler != VK_NULL_HANDLE)
        context.vk.destroySampler(context.device, sampler, context.allocator());
}

Status TableImages::compile(const Context::Impl& context, Pipelines* pipelines) const noexcept
{
    const HeapMapping mapping(input);
    const bool isMapped = exist() && context.capabilities.descriptorHeaps;
    return pipelines->compile(context, {.layout = layout(context), .mapping = isMapped ? &mapping.info : nullptr});
}

} // namespace vkscan
