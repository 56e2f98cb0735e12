// One image or buffer under test, fenced in.
#ifndef VKSCAN_TESTS_SAT_SURFACE_H
#define VKSCAN_TESTS_SAT_SURFACE_H

#include "environment.h"
#include "sat_reference.h"
#include "test_array.h"

#include <support/image.h>

#include <optional>
#include <vector>

namespace testing_support {

// Where a surface under test lies in memory.
struct Placement {
    VkDeviceSize padding = 0;      // of buffers: bytes from the end of a row to the next
    VkDeviceSize misalignment = 0; // of buffers: bytes modulo 16
    uint32_t layers = 1;           // of images
    uint32_t layer = 0;            // the one under test
};

// An image, or a buffer fenced in, of which every byte that no texel lies in holds a pattern.
class TestSurface {
public:
    TestSurface(vkscan::Resource resource, VkFormat format, VkExtent2D extent, const Placement& placement);

    [[nodiscard]] vkscan::Surface surface() const;
    [[nodiscard]] VkExtent2D extent() const { return m_extent; }

    // Packed texels.
    void write(const std::vector<std::byte>& texels);
    [[nodiscard]] std::vector<std::byte> read() const;
    // All texels, byte by byte.
    void fill(uint8_t byte);

    // Whether all that is not texels of the layer under test, as far as it can be seen, still holds the pattern.
    [[nodiscard]] bool intact() const;

private:
    [[nodiscard]] std::size_t rowBytes() const;
    [[nodiscard]] std::size_t pitch() const { return rowBytes() + m_placement.padding; }
    [[nodiscard]] std::size_t texelBytes() const { return rowBytes() * m_extent.height; }
    [[nodiscard]] bool isImage() const { return m_resource != vkscan::Resource::Buffer; }

    vkscan::Resource m_resource;
    const TexelFormat& m_info;
    VkExtent2D m_extent;
    Placement m_placement;
    VkImageLayout m_layout;
    gpu::Image m_image;
    std::optional<TestArray> m_array;
};

} // namespace testing_support

#endif
