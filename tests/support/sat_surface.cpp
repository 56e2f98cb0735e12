#include "sat_surface.h"

#include <algorithm>

namespace testing_support {

namespace {

constexpr auto kGap = std::byte{0x5b};

gpu::ImageDesc imageDesc(vkscan::Resource resource, VkFormat format, VkExtent2D extent, uint32_t layers)
{
    gpu::ImageDesc desc;
    desc.extent = extent;
    desc.format = format;
    desc.usage = resource == vkscan::Resource::SampledImage ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
    desc.layers = layers;
    return desc;
}

} // namespace

TestSurface::TestSurface(vkscan::Resource resource, VkFormat format, VkExtent2D extent, const Placement& placement)
    : m_resource(resource),
      m_info(texelFormat(format)),
      m_extent(extent),
      m_placement(placement),
      m_layout(resource == vkscan::Resource::SampledImage ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
                                                          : VK_IMAGE_LAYOUT_GENERAL)
{
    if (isImage()) {
        m_image = gpu::Image(device(), imageDesc(resource, format, extent, placement.layers));
        const std::vector<std::byte> gap(texelBytes(), kGap);
        for (uint32_t layer = 0; layer < placement.layers; ++layer)
            gpu::upload(device(), m_image, gap, m_layout, layer);
    } else {
        m_array.emplace(pitch() * (extent.height - 1) + rowBytes(), placement.misalignment);
    }
}

std::size_t TestSurface::rowBytes() const
{
    return std::size_t{m_extent.width} * m_info.texelBytes();
}

vkscan::Surface TestSurface::surface() const
{
    if (isImage())
        return m_image.surface(m_layout, m_placement.layer);
    vkscan::Surface surface;
    surface.buffer = m_array->range();
    surface.rowPitch = m_placement.padding == 0 ? 0 : pitch();
    surface.extent = m_extent;
    return surface;
}

void TestSurface::write(const std::vector<std::byte>& texels)
{
    if (isImage()) {
        gpu::upload(device(), m_image, texels, m_layout, m_placement.layer);
        return;
    }
    std::vector<std::byte> bytes(m_array->range().size, kGap);
    for (std::size_t row = 0; row < m_extent.height; ++row)
        std::copy_n(&texels[row * rowBytes()], rowBytes(), &bytes[row * pitch()]);
    m_array->write(bytes.data(), bytes.size());
}

void TestSurface::fill(uint8_t byte)
{
    write(std::vector<std::byte>(texelBytes(), std::byte{byte}));
}

std::vector<std::byte> TestSurface::read() const
{
    std::vector<std::byte> texels(texelBytes());
    if (isImage()) {
        gpu::download(device(), m_image, texels, m_layout, m_placement.layer);
        return texels;
    }
    std::vector<std::byte> bytes(m_array->range().size);
    m_array->read(bytes.data(), bytes.size());
    for (std::size_t row = 0; row < m_extent.height; ++row)
        std::copy_n(&bytes[row * pitch()], rowBytes(), &texels[row * rowBytes()]);
    return texels;
}

bool TestSurface::intact() const
{
    const auto isGap = [](std::byte byte) { return byte == kGap; };
    if (isImage()) {
        std::vector<std::byte> texels(texelBytes());
        for (uint32_t layer = 0; layer < m_placement.layers; ++layer) {
            if (layer == m_placement.layer)
                continue;
            gpu::download(device(), m_image, texels, m_layout, layer);
            if (!std::all_of(texels.begin(), texels.end(), isGap))
                return false;
        }
        return true;
    }
    std::vector<std::byte> bytes(m_array->range().size);
    m_array->read(bytes.data(), bytes.size());
    for (std::size_t row = 0; row + 1 < m_extent.height; ++row)
        if (!std::all_of(&bytes[row * pitch()] + rowBytes(), &bytes[row * pitch()] + pitch(), isGap))
            return false;
    return m_array->intact();
}

} // namespace testing_support
