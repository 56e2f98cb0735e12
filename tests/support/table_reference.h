// Texels, and the serial summed-area tables that check the device.
#ifndef VKSCAN_TESTS_TABLE_REFERENCE_H
#define VKSCAN_TESTS_TABLE_REFERENCE_H

#include <vkscan/summed_area_table.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace testing_support {

enum class TexelKind { Unorm, Uint, Sfloat };

struct TexelFormat {
    VkFormat format = VK_FORMAT_UNDEFINED;
    const char* name = "";
    TexelKind kind = TexelKind::Uint;
    uint32_t channels = 1;
    uint32_t componentBytes = 4;

    [[nodiscard]] uint32_t texelBytes() const { return channels * componentBytes; }
};

// Every format of inputs and outputs; throws for others.
[[nodiscard]] const TexelFormat& texelFormat(VkFormat format);

// Inputs of images, in the order of the header's comment.
[[nodiscard]] std::vector<VkFormat> imageInputFormats();

// The format of tables with 1, 2 or 4 channels: R32, RG32, RGBA32, or in buffers R64, RG64, RGBA64.
[[nodiscard]] VkFormat tableFormat(TexelKind kind, uint32_t componentBytes, uint32_t channels);

// One component in the kernels' form.
[[nodiscard]] uint32_t componentCode(const TexelFormat& info, const std::byte* component);
[[nodiscard]] double componentValue(const TexelFormat& info, const std::byte* component);

// A packed image of random texels. Integers use all their bits if sums are of integers, and 24 if they are of floats;
// floats lie around 3, some negative.
[[nodiscard]] std::vector<std::byte> randomTexels(const TexelFormat& info, VkExtent2D extent, bool sumsOfFloats,
                                                  uint32_t seed);

// A component of an entry: sums over the texels above and to the left.
struct ReferenceEntry {
    long double sum = 0;        // of the texels' values minus the bias
    long double square = 0;     // of the squares of those
    double magnitude = 0;       // of their absolute values
    double texels = 0;          // of the texels' absolute values
    uint32_t integer = 0;       // of their codes, modulo 2^32
    uint32_t integerSquare = 0; // of the squares of their codes, modulo 2^32

    ReferenceEntry& operator+=(const ReferenceEntry& other);
};

struct ReferenceTable {
    VkExtent2D extent = {0, 0}; // including a border
    uint32_t channels = 1;
    std::vector<ReferenceEntry> entries;
};

// The table of a region of a packed image.
[[nodiscard]] ReferenceTable referenceTable(const TexelFormat& info, const std::vector<std::byte>& texels,
                                            VkExtent2D extent, VkRect2D region, uint32_t channels, const float bias[4],
                                            vkscan::TableLayout layout);

} // namespace testing_support

#endif
