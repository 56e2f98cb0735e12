// A world's textures on the device: a descriptor set for each surface, so that no shader indexes textures and only
// memory limits their number.
#pragma once

#include "scene.h"

#include "../drawing/pipelines.h"
#include <support/image.h>

#include <map>

namespace viewer {

class SurfaceTextures {
public:
    // The device must outlive this.
    SurfaceTextures(gpu::Device& device, const World& world);

    // Combined image samplers for fragment shaders, by the bindings of shared.h.
    [[nodiscard]] VkDescriptorSetLayout layout() const noexcept { return m_bindings.layout(); }
    // Sets in the order of the world's surfaces.
    [[nodiscard]] VkDescriptorSet set(std::size_t surface) const { return m_bindings.set(surface); }

private:
    void addImage(gpu::Device& device, const Picture& picture);
    [[nodiscard]] VkSampler samplerFor(const gpu::Device& device, const Sampling& sampling);

    std::vector<gpu::Image> m_images; // the first is white, the others are the world's pictures
    std::map<Sampling, drawing::Owned<VkSampler>> m_samplers;
    drawing::Bindings m_bindings;
};

} // namespace viewer
