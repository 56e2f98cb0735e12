#include "table_surface.h"

#include <algorithm>
#include <span>

namespace testing_support {

namespace {

constexpr auto kGap = std::byte{0x5b};

bool isGap(std::byte byte)
{
    return byte == kGap;
}

} // namespace

TestSurface::TestSurface(vkscan::Resource resource, VkFormat format, VkExtent3D extent, const Placement& placement,
                         ImageShape shape)
    : m_resource(resource),
      m_info(texelFormat(format)),
      m_extent(extent),
      m_placement(placement),
      m_shape(shape),
      m_layout(resource == vkscan::Resource::SampledImage ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
                                                          : VK_IMAGE_LAYOUT_GENERAL)
{
    if (!isImage()) {
        m_array.emplace((extent.depth - 1) * slicePitch() + (extent.height - 1) * rowPitch() + rowBytes(),
                        placement.misalignment, placement.fence);
        return;
    }
    gpu::ImageDesc desc;
    desc.extent = {extent.width, extent.height};
    desc.format = format;
    desc.usage = resource == vkscan::Resource::SampledImage ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
    desc.layers = shape == ImageShape::Layer ? placement.layers : shape == ImageShape::Array ? extent.depth : 1;
    desc.depth = shape == ImageShape::Volume ? extent.depth : 0;
    m_image = gpu::Image(device(), desc);
    const std::vector<std::byte> gap(texelBytes() / (shape == ImageShape::Array ? desc.layers : 1), kGap);
    for (uint32_t layer = 0; layer < desc.layers; ++layer)
        gpu::upload(device(), m_image, gap, m_layout, layer);
}

vkscan::Surface TestSurface::surface() const
{
    if (isImage())
        return m_image.surface(m_layout, m_placement.layer);
    vkscan::Surface surface;
    surface.buffer = m_array->range();
    surface.rowPitch = m_placement.padding == 0 ? 0 : rowPitch();
    surface.extent = {m_extent.width, m_extent.height};
    return surface;
}

vkscan::VolumeSurface TestSurface::volume() const
{
    if (isImage())
        return m_image.volume(m_layout);
    vkscan::VolumeSurface surface;
    surface.buffer = m_array->range();
    surface.rowPitch = rowPitch();
    surface.slicePitch = slicePitch();
    surface.extent = m_extent;
    return surface;
}

template <class Copy>
void TestSurface::forEachRow(const Copy& copy) const
{
    for (std::size_t row = 0; row < std::size_t{m_extent.depth} * m_extent.height; ++row)
        copy(row / m_extent.height * slicePitch() + row % m_extent.height * rowPitch(), row * rowBytes());
}

template <class Bytes, class Copy>
void TestSurface::forEachLayer(Bytes& texels, const Copy& copy) const
{
    if (m_shape == ImageShape::Layer)
        return copy({texels.data(), texels.size()}, m_placement.layer);
    const std::size_t layerBytes = texels.size() / m_image.desc().layers;
    for (uint32_t layer = 0; layer < m_image.desc().layers; ++layer)
        copy({&texels[layer * layerBytes], layerBytes}, layer);
}

void TestSurface::write(const std::vector<std::byte>& texels)
{
    if (isImage())
        return forEachLayer(texels, [&](std::span<const std::byte> bytes, uint32_t layer) {
            gpu::upload(device(), m_image, bytes, m_layout, layer);
        });
    std::vector<std::byte> bytes(m_array->range().size, kGap);
    forEachRow([&](std::size_t at, std::size_t packed) { std::copy_n(&texels[packed], rowBytes(), &bytes[at]); });
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
        forEachLayer(texels, [&](std::span<std::byte> bytes, uint32_t layer) {
            gpu::download(device(), m_image, bytes, m_layout, layer);
        });
        return texels;
    }
    std::vector<std::byte> bytes(m_array->range().size);
    m_array->read(bytes.data(), bytes.size());
    forEachRow([&](std::size_t at, std::size_t packed) { std::copy_n(&bytes[at], rowBytes(), &texels[packed]); });
    return texels;
}

bool TestSurface::intact() const
{
    if (isImage()) {
        std::vector<std::byte> texels(texelBytes());
        for (uint32_t layer = 0; m_shape == ImageShape::Layer && layer < m_placement.layers; ++layer) {
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
    forEachRow([&](std::size_t at, std::size_t) { std::fill_n(&bytes[at], rowBytes(), kGap); });
    return std::all_of(bytes.begin(), bytes.end(), isGap) && m_array->intact();
}

} // namespace testing_support
