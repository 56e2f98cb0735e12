// One image or buffer under test, fenced in.
#ifndef VKSCAN_TESTS_TABLE_SURFACE_H
#define VKSCAN_TESTS_TABLE_SURFACE_H

#include "environment.h"
#include "table_reference.h"
#include "test_array.h"

#include <support/image.h>

#include <optional>
#include <vector>

namespace testing_support {

// Where a surface under test lies in memory.
struct Placement {
    VkDeviceSize padding = 0; // of buffers: bytes from the end of a row to the next
    VkDeviceSize slicePadding =
        0; // of buffers: bytes from the end of a slice's last row, with its padding, to the next
    VkDeviceSize misalignment = 0; // of buffers: bytes modulo 16
    uint32_t layers = 1;           // of images that are one slice
    uint32_t layer = 0;            // the one under test
    Fence fence = Fence::Behind;   // of buffers
};

// The type of the images' views.
enum class ImageShape { Layer, Array, Volume };

// An image, or a buffer fenced in, of which every byte that no texel lies in holds a pattern.
class TestSurface {
public:
    TestSurface(vkscan::Resource resource, VkFormat format, VkExtent2D extent, const Placement& placement)
        : TestSurface(resource, format, {extent.width, extent.height, 1}, placement, ImageShape::Layer)
    {
    }
    TestSurface(vkscan::Resource resource, VkFormat format, VkExtent3D extent, const Placement& placement,
                ImageShape shape);

    [[nodiscard]] vkscan::Surface surface() const;
    [[nodiscard]] vkscan::VolumeSurface volume() const;
    [[nodiscard]] VkExtent3D extent() const { return m_extent; }
    [[nodiscard]] const TexelFormat& info() const { return m_info; }

    // Packed texels.
    void write(const std::vector<std::byte>& texels);
    [[nodiscard]] std::vector<std::byte> read() const;
    // All texels, byte by byte.
    void fill(uint8_t byte);

    // Whether all that is not texels of the surface, as far as it can be seen, still holds the pattern.
    [[nodiscard]] bool intact() const;

private:
    [[nodiscard]] std::size_t rowBytes() const { return std::size_t{m_extent.width} * m_info.texelBytes(); }
    [[nodiscard]] std::size_t rowPitch() const { return rowBytes() + m_placement.padding; }
    [[nodiscard]] std::size_t slicePitch() const { return m_extent.height * rowPitch() + m_placement.slicePadding; }
    [[nodiscard]] std::size_t texelBytes() const { return rowBytes() * m_extent.height * m_extent.depth; }
    [[nodiscard]] bool isImage() const { return m_resource != vkscan::Resource::Buffer; }
    // Calls copy(the first of a buffer's bytes, that of the packed ones) for each row.
    template <class Copy>
    void forEachRow(const Copy& copy) const;
    // Calls copy(bytes, layer) with those of each layer; a 3D image has one.
    template <class Bytes, class Copy>
    void forEachLayer(Bytes& texels, const Copy& copy) const;

    vkscan::Resource m_resource;
    const TexelFormat& m_info;
    VkExtent3D m_extent;
    Placement m_placement;
    ImageShape m_shape;
    VkImageLayout m_layout;
    gpu::Image m_image;
    std::optional<TestArray> m_array;
};

} // namespace testing_support

#endif
