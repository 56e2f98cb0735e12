// One fenced image or buffer under test.
#ifndef VKSCAN_TESTS_TABLE_SURFACE_H
#define VKSCAN_TESTS_TABLE_SURFACE_H

#include "environment.h"
#include "table_reference.h"
#include "test_array.h"

#include <support/image.h>

#include <optional>
#include <vector>

namespace testing_support {

// The placement of a surface under test in memory.
struct Placement {
    VkDeviceSize padding = 0;      // buffers: bytes from the end of a row to the next
    VkDeviceSize slicePadding = 0; // buffers: bytes from the end of a slice's last row, including padding, to the next
    VkDeviceSize misalignment = 0; // buffers: bytes modulo 16
    uint32_t layers = 1;           // images of one slice
    uint32_t layer = 0;            // the one under test
    Fence fence = Fence::Behind;   // for buffers
};

// The type of the images' views.
enum class ImageShape { Layer, Array, Volume };

// An image, or a fenced buffer. All bytes without texels hold a pattern.
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

    // Writes packed texels.
    void write(const std::vector<std::byte>& texels);
    [[nodiscard]] std::vector<std::byte> read() const;
    // Fills all texels with a byte.
    void fill(uint8_t byte);

    // Whether all visible bytes outside the surface's texels still hold the pattern.
    [[nodiscard]] bool intact() const;

private:
    [[nodiscard]] std::size_t rowBytes() const { return std::size_t{m_extent.width} * m_info.texelBytes(); }
    [[nodiscard]] std::size_t rowPitch() const { return rowBytes() + m_placement.padding; }
    [[nodiscard]] std::size_t slicePitch() const { return m_extent.height * rowPitch() + m_placement.slicePadding; }
    [[nodiscard]] std::size_t texelBytes() const { return rowBytes() * m_extent.height * m_extent.depth; }
    [[nodiscard]] bool isImage() const { return m_resource != vkscan::Resource::Buffer; }
    // Calls copy(first byte of the buffer's row, first byte of the packed row) for each row.
    template <class Copy>
    void forEachRow(const Copy& copy) const;
    // Calls copy(bytes, layer) for each layer; a 3D image has one.
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
