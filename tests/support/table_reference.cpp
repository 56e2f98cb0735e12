#include "table_reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <random>
#include <stdexcept>

namespace testing_support {

namespace {

#define VKSCAN_FORMAT(name, kind, channels, bytes)                                                                     \
    {                                                                                                                  \
        VK_FORMAT_##name, #name, TexelKind::kind, channels, bytes                                                      \
    }
constexpr TexelFormat kFormats[] = {
    VKSCAN_FORMAT(R8_UNORM, Unorm, 1, 1),
    VKSCAN_FORMAT(R8G8_UNORM, Unorm, 2, 1),
    VKSCAN_FORMAT(R8G8B8A8_UNORM, Unorm, 4, 1),
    VKSCAN_FORMAT(R8_UINT, Uint, 1, 1),
    VKSCAN_FORMAT(R8G8_UINT, Uint, 2, 1),
    VKSCAN_FORMAT(R8G8B8A8_UINT, Uint, 4, 1),
    VKSCAN_FORMAT(R16_UNORM, Unorm, 1, 2),
    VKSCAN_FORMAT(R16G16_UNORM, Unorm, 2, 2),
    VKSCAN_FORMAT(R16G16B16A16_UNORM, Unorm, 4, 2),
    VKSCAN_FORMAT(R16_UINT, Uint, 1, 2),
    VKSCAN_FORMAT(R16G16_UINT, Uint, 2, 2),
    VKSCAN_FORMAT(R16G16B16A16_UINT, Uint, 4, 2),
    VKSCAN_FORMAT(R16_SFLOAT, Sfloat, 1, 2),
    VKSCAN_FORMAT(R16G16_SFLOAT, Sfloat, 2, 2),
    VKSCAN_FORMAT(R16G16B16A16_SFLOAT, Sfloat, 4, 2),
    VKSCAN_FORMAT(R32_UINT, Uint, 1, 4),
    VKSCAN_FORMAT(R32G32_UINT, Uint, 2, 4),
    VKSCAN_FORMAT(R32G32B32A32_UINT, Uint, 4, 4),
    VKSCAN_FORMAT(R32_SFLOAT, Sfloat, 1, 4),
    VKSCAN_FORMAT(R32G32_SFLOAT, Sfloat, 2, 4),
    VKSCAN_FORMAT(R32G32B32A32_SFLOAT, Sfloat, 4, 4),
    VKSCAN_FORMAT(R64_SFLOAT, Sfloat, 1, 8),
    VKSCAN_FORMAT(R64G64_SFLOAT, Sfloat, 2, 8),
    VKSCAN_FORMAT(R64G64B64A64_SFLOAT, Sfloat, 4, 8),
};
#undef VKSCAN_FORMAT

float halfToFloat(uint32_t half)
{
    const int exponent = static_cast<int>(half >> 10 & 31);
    const auto mantissa = static_cast<float>(half & 1023);
    const float magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024.0f, exponent - 25);
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

template <class T>
T load(const std::byte* from)
{
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

// A half or float from 2 to 4, one in eight negative; with the mantissa bits of a half, and some more of a float.
uint32_t randomFloatBits(const TexelFormat& info, uint32_t random)
{
    const uint32_t sign = random % 8 == 0 ? 1 : 0;
    if (info.componentBytes == 2)
        return sign << 15 | 16u << 10 | (random >> 8 & 1023);
    return sign << 31 | 128u << 23 | (random >> 3 & 0x7fffff);
}

} // namespace

const TexelFormat& texelFormat(VkFormat format)
{
    const auto* found =
        std::find_if(std::begin(kFormats), std::end(kFormats), [=](const auto& info) { return info.format == format; });
    if (found == std::end(kFormats))
        throw std::runtime_error("a format that the tests do not know");
    return *found;
}

std::vector<VkFormat> imageInputFormats()
{
    std::vector<VkFormat> formats;
    for (const TexelFormat& info : kFormats)
        if (info.componentBytes < 8)
            formats.push_back(info.format);
    return formats;
}

VkFormat tableFormat(TexelKind kind, uint32_t componentBytes, uint32_t channels)
{
    for (const TexelFormat& info : kFormats)
        if (info.kind == kind && info.componentBytes == componentBytes && info.channels == channels)
            return info.format;
    return VK_FORMAT_UNDEFINED;
}

uint32_t componentCode(const TexelFormat& info, const std::byte* component)
{
    switch (info.componentBytes) {
    case 1: return load<uint8_t>(component);
    case 2: return load<uint16_t>(component);
    default: return load<uint32_t>(component);
    }
}

double componentValue(const TexelFormat& info, const std::byte* component)
{
    if (info.componentBytes == 8)
        return load<double>(component);
    const uint32_t code = componentCode(info, component);
    switch (info.kind) {
    case TexelKind::Unorm: return static_cast<double>(code) / (info.componentBytes == 1 ? 255.0 : 65535.0);
    case TexelKind::Uint: return static_cast<double>(code);
    default: break;
    }
    return info.componentBytes == 2 ? halfToFloat(code) : load<float>(component);
}

std::vector<std::byte> randomTexels(const TexelFormat& info, VkExtent2D extent, bool sumsOfFloats, uint32_t seed)
{
    std::mt19937 random(seed);
    std::vector<std::byte> texels(std::size_t{extent.width} * extent.height * info.texelBytes());
    const bool bounded = sumsOfFloats && info.kind == TexelKind::Uint;
    for (std::size_t at = 0; at < texels.size(); at += info.componentBytes) {
        uint32_t bits = static_cast<uint32_t>(random());
        if (info.kind == TexelKind::Sfloat)
            bits = randomFloatBits(info, bits);
        else if (bounded)
            bits &= 0xffffff;
        std::memcpy(&texels[at], &bits, info.componentBytes); // little-endian, like every Vulkan device
    }
    return texels;
}

ReferenceEntry& ReferenceEntry::operator+=(const ReferenceEntry& other)
{
    sum += other.sum;
    square += other.square;
    magnitude += other.magnitude;
    texels += other.texels;
    integer += other.integer;
    integerSquare += other.integerSquare;
    return *this;
}

ReferenceTable referenceTable(const TexelFormat& info, const std::vector<std::byte>& texels, VkExtent2D extent,
                              VkRect2D region, uint32_t channels, const float bias[4], vkscan::TableLayout layout)
{
    const auto entryOf = [&](const std::byte* component, float subtracted) {
        const double value = componentValue(info, component);
        const long double left = static_cast<long double>(value) - static_cast<long double>(subtracted);
        const uint32_t code = info.kind == TexelKind::Sfloat ? 0 : componentCode(info, component);
        return ReferenceEntry{left, left * left, static_cast<double>(std::fabs(left)), std::fabs(value),
                              code, code * code};
    };
    const uint32_t border = layout == vkscan::TableLayout::ZeroBorder ? 1 : 0;
    ReferenceTable table;
    table.extent = {region.extent.width + border, region.extent.height + border};
    table.channels = channels;
    table.entries.resize(std::size_t{table.extent.width} * table.extent.height * channels);
    const std::size_t pitch = std::size_t{table.extent.width} * channels;
    std::vector<ReferenceEntry> row(channels); // sums of the row so far
    for (uint32_t y = 0; y < region.extent.height; ++y) {
        std::fill(row.begin(), row.end(), ReferenceEntry{});
        const std::size_t first =
            (static_cast<std::size_t>(region.offset.y) + y) * extent.width + static_cast<std::size_t>(region.offset.x);
        for (uint32_t x = 0; x < region.extent.width; ++x) {
            for (uint32_t c = 0; c < channels; ++c) {
                row[c] += entryOf(&texels[(first + x) * info.texelBytes() + c * info.componentBytes], bias[c]);
                const std::size_t index = (y + border) * pitch + (x + border) * channels + c;
                table.entries[index] = row[c];
                if (y > 0)
                    table.entries[index] += table.entries[index - pitch];
            }
        }
    }
    return table;
}

} // namespace testing_support
