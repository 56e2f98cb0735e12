// Mipmaps of textures.
#ifndef VKSCAN_SAMPLES_DRAWING_MIPMAPS_H
#define VKSCAN_SAMPLES_DRAWING_MIPMAPS_H

#include <support/image.h>

namespace drawing {

// Number of levels down to a single texel, or 1 if the device cannot blit the format.
[[nodiscard]] uint32_t mipmapLevels(const gpu::Device& device, VkFormat format, VkExtent2D extent);

// Fills all levels of an image of one layer: the largest with these texels, packed row after row, each other with means
// of the one before it. Leaves them in layout SHADER_READ_ONLY_OPTIMAL, visible to everything.
void uploadWithMipmaps(gpu::Device& device, const gpu::Image& image, std::span<const std::byte> texels);

} // namespace drawing

#endif
