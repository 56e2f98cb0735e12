#include "tables/summed_area_table_impl.h"

#include "plan/operation.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <utility>

namespace vkscan {

namespace families {
extern const KernelFamily table;
}

namespace {

constexpr const KernelFamily* kTableFamilies[] = {&families::table};
constexpr uint32_t kBindings = 3; // input, sums, squares

VkDescriptorType descriptorType(Resource resource) noexcept
{
    return resource == Resource::SampledImage ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                              : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
}

// The images' descriptors, for a set or to be pushed.
struct DescriptorWrites {
    VkDescriptorImageInfo images[kBindings];
    VkWriteDescriptorSet writes[kBindings];
    uint32_t count = 0;

    void append(uint32_t binding, VkDescriptorSet set, Resource resource, const Surface& surface) noexcept
    {
        if (resource == Resource::Buffer)
            return;
        images[count] = {VK_NULL_HANDLE, surface.view, surface.imageLayout};
        VkWriteDescriptorSet& write = writes[count];
        write = {};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = set;
        write.dstBinding = binding;
        write.descriptorCount = 1;
        write.descriptorType = descriptorType(resource);
        write.pImageInfo = &images[count];
        ++count;
    }

    // A kernel has both outputs, so without squares the sums stand in for them.
    void appendAll(VkDescriptorSet set, const SummedAreaTableDesc& desc, const SummedAreaTableArgs& args) noexcept
    {
        append(0, set, desc.input, args.input);
        append(1, set, desc.output, args.output);
        append(2, set, desc.output, desc.squares ? args.squares : args.output);
    }
};

// The images' places in the resource heap, by binding; without squares the sums stand in for them.
struct HeapOffsets {
    uint32_t items[kBindings] = {};

    HeapOffsets() noexcept = default;
    HeapOffsets(const SummedAreaTableDesc& desc, const SummedAreaTableArgs& args) noexcept
        : items{args.input.heapOffset, args.output.heapOffset, (desc.squares ? args.squares : args.output).heapOffset}
    {
    }
};

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
    VkDescriptorSetAndBindingMappingEXT bindings[kBindings] = {};
    VkShaderDescriptorSetAndBindingMappingInfoEXT info = {};

    explicit HeapMapping(Resource input) noexcept
    {
        for (uint32_t binding = 0; binding < kBindings; ++binding) {
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
        info.mappingCount = kBindings;
        info.pMappings = bindings;
    }
    HeapMapping(const HeapMapping&) = delete;
    HeapMapping& operator=(const HeapMapping&) = delete;
};

} // namespace

PackedCode kernelCode(const TableStageRow& stage, const SummedAreaTableDesc& desc) noexcept
{
    return kernelCode(kTableFamilies, stage, desc, "");
}

SummedAreaTable::Impl::~Impl()
{
    pipelines.release(*context); // before their layout, whose handle may soon be another's
    if (ownLayout != VK_NULL_HANDLE)
        context->vk.destroyPipelineLayout(context->device, ownLayout, context->allocator());
    if (setLayout != VK_NULL_HANDLE)
        context->vk.destroyDescriptorSetLayout(context->device, setLayout, context->allocator());
    if (sampler != VK_NULL_HANDLE)
        context->vk.destroySampler(context->device, sampler, context->allocator());
}

bool SummedAreaTable::Impl::hasImages() const noexcept
{
    return model.desc.input != Resource::Buffer || model.desc.output != Resource::Buffer;
}

VkPipelineLayout SummedAreaTable::Impl::layout() const noexcept
{
    return ownLayout != VK_NULL_HANDLE ? ownLayout : context->pipelineLayout;
}

Status SummedAreaTable::Impl::createLayouts() noexcept
{
    if (!hasImages() || context->plansOnly || model.capabilities.descriptorHeaps)
        return Status::Success;
    if (model.desc.input == Resource::SampledImage) {
        const VkSamplerCreateInfo info = samplerInfo();
        const Status created =
            statusOf(context->vk.createSampler(context->device, &info, context->allocator(), &sampler), &sampler);
        if (created != Status::Success)
            return created;
    }
    VkDescriptorSetLayoutBinding bindings[kBindings] = {};
    uint32_t count = 0;
    for (uint32_t binding = 0; binding < kBindings; ++binding) {
        const Resource resource = binding == 0 ? model.desc.input : model.desc.output;
        if (resource != Resource::Buffer)
            bindings[count++] = {binding, descriptorType(resource), 1, VK_SHADER_STAGE_COMPUTE_BIT,
                                 resource == Resource::SampledImage ? &sampler : nullptr};
    }
    VkDescriptorSetLayoutCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    if (model.capabilities.pushDescriptor)
        info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    info.bindingCount = count;
    info.pBindings = bindings;
    const Status status = statusOf(
        context->vk.createDescriptorSetLayout(context->device, &info, context->allocator(), &setLayout), &setLayout);
    return status == Status::Success ? context->createPipelineLayout(setLayout, &ownLayout) : status;
}

Status SummedAreaTable::Impl::createPipelines() noexcept
{
    std::snprintf(pipelines.operation, sizeof(pipelines.operation), "SummedAreaTable");
    for (const TableStageRow& row : kTableStages) {
        if (!usesStage(model, row.value))
            continue;
        KernelCode code;
        const Status unpacked = unpack(*context, kernelCode(row, model.desc), &code);
        if (unpacked != Status::Success)
            return unpacked;
        pipelines.add(model.capabilities, row.name, code, constantsOf(model, row));
    }
    const HeapMapping mapping(model.desc.input);
    const bool isMapped = hasImages() && model.capabilities.descriptorHeaps;
    return pipelines.compile(*context, {.layout = layout(), .mapping = isMapped ? &mapping.info : nullptr});
}

Status SummedAreaTable::Impl::createTuned(const Context& context, const SummedAreaTableDesc& desc, const Tuning& tuning,
                                          SummedAreaTable* table) noexcept
{
    if (table == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (context.impl() == nullptr)
        return {Argument::Context, Rule::NotCreated};
    const Context::Impl& device = *context.impl();
    const auto featuresOf = [&](VkFormat format) {
        VkFormatProperties properties = {};
        if (formatInfo(format).channels > 0)
            device.instanceVk.getPhysicalDeviceFormatProperties(device.physicalDevice, format, &properties);
        return properties.optimalTilingFeatures;
    };
    Status status =
        checkSatDesc(desc, device.capabilities, {featuresOf(desc.inputFormat), featuresOf(desc.outputFormat)});
    if (status != Status::Success)
        return status;

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl(device, {desc, tuning, device.capabilities}));
    if (impl == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    status = impl->createLayouts();
    if (status == Status::Success)
        status = impl->createPipelines();
    if (status == Status::Success)
        Operation::Impl::give(std::move(impl), table);
    return status;
}

Status SummedAreaTable::create(const Context& context, const SummedAreaTableDesc& desc, SummedAreaTable* table) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), table);
}

const SummedAreaTable::Impl* SummedAreaTable::impl() const noexcept
{
    return static_cast<const Impl*>(m_impl);
}

VkDeviceSize SummedAreaTable::scratchSize(VkExtent2D maxExtent) const noexcept
{
    return impl() != nullptr ? satScratchSize(impl()->model, maxExtent) : 0;
}

Strategy SummedAreaTable::strategyFor(VkExtent2D extent) const noexcept
{
    return impl() != nullptr ? chooseStrategy(impl()->model, extent) : Strategy::Auto;
}

VkDescriptorSetLayout SummedAreaTable::descriptorSetLayout() const noexcept
{
    return impl() != nullptr && !impl()->model.capabilities.pushDescriptor ? impl()->setLayout : VK_NULL_HANDLE;
}

Status SummedAreaTable::writeDescriptors(VkDescriptorSet set, const SummedAreaTableArgs& args) const noexcept
{
    if (impl() == nullptr)
        return {Argument::Operation, Rule::NotCreated};
    if (impl()->context->plansOnly)
        return {Argument::Pipelines, Rule::Missing};
    if (impl()->model.capabilities.descriptorHeaps)
        return {Argument::DescriptorSet, Rule::NotOffered};
    if (set == VK_NULL_HANDLE)
        return {Argument::DescriptorSet, Rule::Null};
    const Status status = checkSurfaces(impl()->model, args);
    if (status != Status::Success)
        return status;
    DescriptorWrites descriptors;
    descriptors.appendAll(set, impl()->model.desc, args);
    impl()->context->vk.updateDescriptorSets(impl()->context->device, descriptors.count, descriptors.writes, 0,
                                             nullptr);
    return Status::Success;
}

Status SummedAreaTable::plan(const SummedAreaTableArgs& args, DispatchList* list) const noexcept
{
    return planOperation(impl(), TableBatch(args), list, planTables);
}

Status SummedAreaTable::record(VkCommandBuffer commandBuffer, const SummedAreaTableArgs& args) const noexcept
{
    return recordBatch(commandBuffer, &args, 1);
}

Status SummedAreaTable::recordBatch(VkCommandBuffer commandBuffer, const SummedAreaTableArgs* tables,
                                    uint32_t count) const noexcept
{
    const Status checked = checkRecording(m_impl, commandBuffer);
    if (checked != Status::Success)
        return checked;
    if (tables == nullptr)
        return {Argument::Input, Rule::Null};
    const TableBatch batch(tables, count);
    const Capabilities& capabilities = impl()->model.capabilities;
    DescriptorWrites writes[kMaxTableBatch];
    HeapOffsets offsets[kMaxTableBatch];
    Descriptors descriptors[kMaxTableBatch];
    for (uint32_t i = 0; impl()->hasImages() && i < std::min(count, kMaxTableBatch); ++i) {
        if (capabilities.descriptorHeaps) {
            offsets[i] = HeapOffsets(impl()->model.desc, tables[i]);
            descriptors[i] = {.heapOffsets = offsets[i].items, .offsetCount = kBindings};
        } else if (capabilities.pushDescriptor) {
            writes[i].appendAll(VK_NULL_HANDLE, impl()->model.desc, tables[i]);
            descriptors[i] = {.writes = writes[i].writes, .writeCount = writes[i].count};
        } else if (tables[i].descriptorSet != VK_NULL_HANDLE) {
            descriptors[i] = {.set = tables[i].descriptorSet};
        } else {
            return {Argument::DescriptorSet, Rule::Null};
        }
    }
    return recordOperation(*impl(), commandBuffer, batch, planTables,
                           {.layout = impl()->layout(), .descriptors = descriptors});
}

} // namespace vkscan
