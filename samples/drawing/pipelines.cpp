#include "pipelines.h"

namespace drawing {
namespace {

Owned<VkShaderModule> createModule(const gpu::Device& device, std::span<const uint32_t> code)
{
    auto info = gpu::structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    info.codeSize = code.size_bytes();
    info.pCode = code.data();
    VkShaderModule module = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateShaderModule(device.handle(), &info, nullptr, &module), "vkCreateShaderModule");
    return {device.handle(), module, device.vk().vkDestroyShaderModule};
}

VkPipelineShaderStageCreateInfo stageOf(VkShaderStageFlagBits stage, const Owned<VkShaderModule>& module)
{
    auto info = gpu::structure<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
    info.stage = stage;
    info.module = module.get();
    info.pName = "main";
    return info;
}

// Linear between texels, clamped to the edges.
Owned<VkSampler> createSampler(const gpu::Device& device)
{
    auto info = gpu::structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
    info.magFilter = info.minFilter = VK_FILTER_LINEAR;
    info.addressModeU = info.addressModeV = info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    VkSampler sampler = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateSampler(device.handle(), &info, nullptr, &sampler), "vkCreateSampler");
    return {device.handle(), sampler, device.vk().vkDestroySampler};
}

VkAttachmentDescription attachment(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                                   VkAttachmentStoreOp store, VkImageLayout layout)
{
    VkAttachmentDescription description = {};
    description.format = format;
    description.samples = samples;
    description.loadOp = load;
    description.storeOp = store;
    description.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    description.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    description.finalLayout = layout;
    return description;
}

} // namespace

Owned<VkSemaphore> createSemaphore(const gpu::Device& device)
{
    const auto info = gpu::structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    VkSemaphore semaphore = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateSemaphore(device.handle(), &info, nullptr, &semaphore), "vkCreateSemaphore");
    return {device.handle(), semaphore, device.vk().vkDestroySemaphore};
}

DescriptorSets allocateSets(const gpu::Device& device, std::span<const VkDescriptorPoolSize> sizes,
                            std::span<const VkDescriptorSetLayout> layouts)
{
    auto poolInfo = gpu::structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    poolInfo.maxSets = static_cast<uint32_t>(layouts.size());
    poolInfo.poolSizeCount = static_cast<uint32_t>(sizes.size());
    poolInfo.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateDescriptorPool(device.handle(), &poolInfo, nullptr, &pool),
               "vkCreateDescriptorPool");
    DescriptorSets sets = {{device.handle(), pool, device.vk().vkDestroyDescriptorPool},
                           std::vector<VkDescriptorSet>(layouts.size())};
    auto setInfo = gpu::structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    setInfo.descriptorPool = pool;
    setInfo.descriptorSetCount = poolInfo.maxSets;
    setInfo.pSetLayouts = layouts.data();
    gpu::check(device.vk().vkAllocateDescriptorSets(device.handle(), &setInfo, sets.sets.data()),
               "vkAllocateDescriptorSets");
    return sets;
}

Bindings::Bindings(const gpu::Device& device, std::span<const VkDescriptorType> types, VkShaderStageFlags stages,
                   uint32_t setCount)
    : m_device(&device),
      m_types(types.begin(), types.end()),
      m_sampler(createSampler(device))
{
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    std::vector<VkDescriptorPoolSize> sizes;
    for (VkDescriptorType type : types) {
        bindings.push_back({static_cast<uint32_t>(bindings.size()), type, 1, stages, nullptr});
        sizes.push_back({type, setCount});
    }
    auto layoutInfo =
        gpu::structure<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    layoutInfo.bindingCount = static_cast<uint32_t>(bindings.size());
    layoutInfo.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateDescriptorSetLayout(device.handle(), &layoutInfo, nullptr, &layout),
               "vkCreateDescriptorSetLayout");
    m_layout = {device.handle(), layout, device.vk().vkDestroyDescriptorSetLayout};
    m_sets = allocateSets(device, sizes, std::vector(setCount, layout));
}

void Bindings::write(std::size_t set, uint32_t binding, VkImageView view, VkImageLayout imageLayout, VkSampler sampler)
{
    const VkDescriptorImageInfo image = {sampler == VK_NULL_HANDLE ? m_sampler.get() : sampler, view, imageLayout};
    auto write = gpu::structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = this->set(set);
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = m_types.at(binding);
    write.pImageInfo = &image;
    m_device->vk().vkUpdateDescriptorSets(m_device->handle(), 1, &write, 0, nullptr);
}

void Bindings::compute(VkCommandBuffer commandBuffer, std::size_t set, const Owned<VkPipelineLayout>& layout,
                       const Owned<VkPipeline>& pipeline, VkExtent2D extent) const
{
    const VolkDeviceTable& vk = m_device->vk();
    const VkDescriptorSet bound = this->set(set);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.get());
    vk.vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout.get(), 0, 1, &bound, 0, nullptr);
    vk.vkCmdDispatch(commandBuffer, (extent.width + 7) / 8, (extent.height + 7) / 8, 1);
}

Owned<VkPipelineLayout> createPipelineLayout(const gpu::Device& device, std::span<const VkDescriptorSetLayout> sets,
                                             VkShaderStageFlags stages, uint32_t pushBytes)
{
    const VkPushConstantRange range = {stages, 0, pushBytes};
    auto info = gpu::structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    info.setLayoutCount = static_cast<uint32_t>(sets.size());
    info.pSetLayouts = sets.data();
    info.pushConstantRangeCount = pushBytes == 0 ? 0 : 1;
    info.pPushConstantRanges = &range;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreatePipelineLayout(device.handle(), &info, nullptr, &layout), "vkCreatePipelineLayout");
    return {device.handle(), layout, device.vk().vkDestroyPipelineLayout};
}

Owned<VkPipelineLayout> createPipelineLayout(const gpu::Device& device, VkDescriptorSetLayout set,
                                             VkShaderStageFlags stages, uint32_t pushBytes)
{
    return createPipelineLayout(device, std::span(&set, set == VK_NULL_HANDLE ? 0 : 1), stages, pushBytes);
}

Owned<VkPipeline> createComputePipeline(const gpu::Device& device, VkPipelineLayout layout,
                                        std::span<const uint32_t> code)
{
    const Owned<VkShaderModule> module = createModule(device, code);
    auto info = gpu::structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    info.stage = stageOf(VK_SHADER_STAGE_COMPUTE_BIT, module);
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
               "vkCreateComputePipelines");
    return {device.handle(), pipeline, device.vk().vkDestroyPipeline};
}

Owned<VkPipeline> createGraphicsPipeline(const gpu::Device& device, const GraphicsPipelineDesc& desc)
{
    const Owned<VkShaderModule> vertex = createModule(device, desc.vertexCode);
    const Owned<VkShaderModule> fragment = createModule(device, desc.fragmentCode);
    const VkPipelineShaderStageCreateInfo stages[] = {stageOf(VK_SHADER_STAGE_VERTEX_BIT, vertex),
                                                      stageOf(VK_SHADER_STAGE_FRAGMENT_BIT, fragment)};
    const auto noVertices =
        gpu::structure<VkPipelineVertexInputStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
    auto assembly = gpu::structure<VkPipelineInputAssemblyStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    auto viewport =
        gpu::structure<VkPipelineViewportStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
    viewport.viewportCount = 1;
    viewport.scissorCount = 1;
    auto raster = gpu::structure<VkPipelineRasterizationStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
    raster.cullMode = desc.cull;
    raster.lineWidth = 1;
    auto multisample =
        gpu::structure<VkPipelineMultisampleStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
    multisample.rasterizationSamples = desc.samples;
    auto depth = gpu::structure<VkPipelineDepthStencilStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO);
    depth.depthTestEnable = VK_TRUE;
    depth.depthWriteEnable = desc.depthWrite ? VK_TRUE : VK_FALSE;
    depth.depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
    VkPipelineColorBlendAttachmentState attachment = {};
    attachment.colorWriteMask =
        VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    const bool over = desc.blend == Blend::Over;
    const bool hides = over || desc.blend == Blend::Alpha;
    attachment.blendEnable = desc.blend == Blend::None ? VK_FALSE : VK_TRUE;
    attachment.srcColorBlendFactor = desc.blend == Blend::Alpha ? VK_BLEND_FACTOR_SRC_ALPHA : VK_BLEND_FACTOR_ONE;
    attachment.dstColorBlendFactor = hides ? VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA : VK_BLEND_FACTOR_ONE;
    attachment.srcAlphaBlendFactor = over ? VK_BLEND_FACTOR_ZERO : VK_BLEND_FACTOR_ONE;
    attachment.dstAlphaBlendFactor = over ? VK_BLEND_FACTOR_ONE : attachment.dstColorBlendFactor;
    auto blend =
        gpu::structure<VkPipelineColorBlendStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
    blend.attachmentCount = 1;
    blend.pAttachments = &attachment;
    const VkDynamicState dynamicStates[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    auto dynamic =
        gpu::structure<VkPipelineDynamicStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO);
    dynamic.dynamicStateCount = 2;
    dynamic.pDynamicStates = dynamicStates;

    auto info = gpu::structure<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
    info.stageCount = 2;
    info.pStages = stages;
    info.pVertexInputState = &noVertices;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &multisample;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = desc.layout;
    info.renderPass = desc.renderPass;
    VkPipeline pipeline = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateGraphicsPipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
               "vkCreateGraphicsPipelines");
    return {device.handle(), pipeline, device.vk().vkDestroyPipeline};
}

void memoryBarrier(const gpu::Device& device, VkCommandBuffer commandBuffer, VkPipelineStageFlags from,
                   VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags accesses)
{
    auto barrier = gpu::structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = written;
    barrier.dstAccessMask = accesses;
    device.vk().vkCmdPipelineBarrier(commandBuffer, from, to, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void computeBarrier(const gpu::Device& device, VkCommandBuffer commandBuffer)
{
    memoryBarrier(device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void orderFrames(const gpu::Device& device, VkCommandBuffer commandBuffer)
{
    memoryBarrier(device, commandBuffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT,
                  VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT);
}

VkAttachmentDescription colourAttachment(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                                         VkImageLayout layout)
{
    return attachment(format, samples, load, VK_ATTACHMENT_STORE_OP_STORE, layout);
}

VkAttachmentDescription depthAttachment(VkFormat format, VkSampleCountFlagBits samples)
{
    return attachment(format, samples, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_DONT_CARE,
                      VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
}

Owned<VkRenderPass> createRenderPass(const gpu::Device& device, std::span<const VkAttachmentDescription> attachments)
{
    const VkAttachmentReference colour = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth = {1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference resolve = {2, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &colour;
    subpass.pResolveAttachments = attachments.size() > 2 ? &resolve : nullptr;
    subpass.pDepthStencilAttachment = attachments.size() > 1 ? &depth : nullptr;
    // Earlier uses of the images end before the pass draws; later commands see its results.
    constexpr VkPipelineStageFlags kReaders = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    constexpr VkPipelineStageFlags kDepthTests =
        VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
    VkSubpassDependency before = {};
    before.srcSubpass = VK_SUBPASS_EXTERNAL;
    before.dstSubpass = 0;
    before.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | kDepthTests | kReaders;
    before.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    before.dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | kDepthTests;
    before.dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT |
                           VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    VkSubpassDependency after = {};
    after.srcSubpass = 0;
    after.dstSubpass = VK_SUBPASS_EXTERNAL;
    after.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    after.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    after.dstStageMask = kReaders;
    after.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;
    const VkSubpassDependency dependencies[] = {before, after};

    auto info = gpu::structure<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
    info.attachmentCount = static_cast<uint32_t>(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 2;
    info.pDependencies = dependencies;
    VkRenderPass pass = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateRenderPass(device.handle(), &info, nullptr, &pass), "vkCreateRenderPass");
    return {device.handle(), pass, device.vk().vkDestroyRenderPass};
}

Owned<VkFramebuffer> createFramebuffer(const gpu::Device& device, VkRenderPass pass, VkExtent2D extent,
                                       std::span<const VkImageView> views)
{
    auto info = gpu::structure<VkFramebufferCreateInfo>(VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
    info.renderPass = pass;
    info.attachmentCount = static_cast<uint32_t>(views.size());
    info.pAttachments = views.data();
    info.width = extent.width;
    info.height = extent.height;
    info.layers = 1;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateFramebuffer(device.handle(), &info, nullptr, &framebuffer), "vkCreateFramebuffer");
    return {device.handle(), framebuffer, device.vk().vkDestroyFramebuffer};
}

void beginPass(const gpu::Device& device, VkCommandBuffer commandBuffer, VkRenderPass pass, VkFramebuffer framebuffer,
               VkExtent2D extent)
{
    VkClearValue clears[2] = {};
    clears[1].depthStencil.depth = 1;
    auto info = gpu::structure<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
    info.renderPass = pass;
    info.framebuffer = framebuffer;
    info.renderArea.extent = extent;
    info.clearValueCount = 2;
    info.pClearValues = clears;
    device.vk().vkCmdBeginRenderPass(commandBuffer, &info, VK_SUBPASS_CONTENTS_INLINE);
}

void setViewport(const gpu::Device& device, VkCommandBuffer commandBuffer, VkExtent2D extent, bool upsideDown)
{
    const auto width = static_cast<float>(extent.width);
    const auto height = static_cast<float>(extent.height);
    const VkViewport viewport = {0, upsideDown ? height : 0, width, upsideDown ? -height : height, 0, 1};
    const VkRect2D scissor = {{0, 0}, extent};
    device.vk().vkCmdSetViewport(commandBuffer, 0, 1, &viewport);
    device.vk().vkCmdSetScissor(commandBuffer, 0, 1, &scissor);
}

} // namespace drawing
