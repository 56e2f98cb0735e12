#include "surface_textures.h"

#include "../drawing/mipmaps.h"

namespace viewer {
namespace {

constexpr auto kTextures = static_cast<uint32_t>(kTextureCount);

VkSamplerAddressMode addressModeOf(Wrap wrap)
{
    switch (wrap) {
    case Wrap::Mirror: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case Wrap::Clamp: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case Wrap::Repeat: break;
    }
    return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

VkFilter filterOf(bool isSmooth)
{
    return isSmooth ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
}

drawing::Owned<VkSampler> createSampler(const gpu::Device& device, const Sampling& sampling)
{
    auto info = gpu::structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
    info.magFilter = filterOf(sampling.isSmoothLarge);
    info.minFilter = filterOf(sampling.isSmoothSmall);
    info.mipmapMode =
        sampling.mipmaps == Mipmaps::Linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = addressModeOf(sampling.wrapU);
    info.addressModeV = addressModeOf(sampling.wrapV);
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    // Up to 0.25 the largest level alone is read, by either filter as texels are larger or smaller than pixels.
    info.maxLod = sampling.mipmaps == Mipmaps::None ? 0.25F : VK_LOD_CLAMP_NONE;
    VkSampler sampler = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateSampler(device.handle(), &info, nullptr, &sampler), "vkCreateSampler");
    return {device.handle(), sampler, device.vk().vkDestroySampler};
}

drawing::Owned<VkDescriptorSetLayout> createLayout(const gpu::Device& device)
{
    std::array<VkDescriptorSetLayoutBinding, kTextures> bindings = {};
    for (uint32_t i = 0; i < kTextures; ++i)
        bindings[i] = {i, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    auto info = gpu::structure<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.bindingCount = kTextures;
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateDescriptorSetLayout(device.handle(), &info, nullptr, &layout),
               "vkCreateDescriptorSetLayout");
    return {device.handle(), layout, device.vk().vkDestroyDescriptorSetLayout};
}

} // namespace

SurfaceTextures::SurfaceTextures(gpu::Device& device, const World& world) : m_layout(createLayout(device))
{
    addImage(device, {1, 1, false, {255, 255, 255, 255}});
    for (const Picture& picture : world.pictures)
        addImage(device, picture);
    allocateSets(device, static_cast<uint32_t>(world.surfaces.size()));
    for (std::size_t i = 0; i < m_sets.size(); ++i)
        write(device, m_sets[i], world.surfaces[i]);
}

void SurfaceTextures::addImage(gpu::Device& device, const Picture& picture)
{
    gpu::ImageDesc desc;
    desc.extent = {picture.width, picture.height};
    desc.format = picture.isSrgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    desc.levels = drawing::mipmapLevels(device, desc.format, desc.extent);
    const uint32_t largest = device.properties().limits.maxImageDimension2D;
    if (picture.width > largest || picture.height > largest)
        throw std::runtime_error("a texture of " + std::to_string(picture.width) + " x " +
                                 std::to_string(picture.height) + " texels is larger than the device has images");
    drawing::uploadWithMipmaps(device, m_images.emplace_back(device, desc), std::as_bytes(std::span(picture.texels)));
}

VkSampler SurfaceTextures::samplerFor(const gpu::Device& device, const Sampling& sampling)
{
    const auto [entry, isNew] = m_samplers.try_emplace(sampling);
    if (isNew)
        entry->second = createSampler(device, sampling);
    return entry->second.get();
}

void SurfaceTextures::allocateSets(const gpu::Device& device, uint32_t count)
{
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kTextures * count};
    auto poolInfo = gpu::structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    poolInfo.maxSets = count;
    poolInfo.poolSizeCount = 1;
    poolInfo.pPoolSizes = &size;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateDescriptorPool(device.handle(), &poolInfo, nullptr, &pool),
               "vkCreateDescriptorPool");
    m_pool = {device.handle(), pool, device.vk().vkDestroyDescriptorPool};
    const std::vector<VkDescriptorSetLayout> layouts(count, m_layout.get());
    m_sets.resize(count);
    auto setInfo = gpu::structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    setInfo.descriptorPool = pool;
    setInfo.descriptorSetCount = count;
    setInfo.pSetLayouts = layouts.data();
    gpu::check(device.vk().vkAllocateDescriptorSets(device.handle(), &setInfo, m_sets.data()),
               "vkAllocateDescriptorSets");
}

void SurfaceTextures::write(const gpu::Device& device, VkDescriptorSet set, const Surface& surface)
{
    std::array<VkDescriptorImageInfo, kTextures> images = {};
    for (std::size_t i = 0; i < kTextures; ++i) {
        const Texture& texture = surface.textures[i];
        images[i] = {samplerFor(device, texture.sampling),
                     m_images.at(static_cast<std::size_t>(texture.picture + 1)).view(),
                     VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    }
    auto write = gpu::structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = set;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    for (uint32_t i = 0; i < kTextures; ++i) {
        write.dstBinding = i;
        write.pImageInfo = &images[i];
        device.vk().vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    }
}

} // namespace viewer
