// Formats of images whose texels are light: their texels as numbers, and random ones.
#ifndef VKSCAN_TESTS_LIGHT_FORMATS_H
#define VKSCAN_TESTS_LIGHT_FORMATS_H

#include "environment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace testing_support {

struct WeighedFormat {
    VkFormat format;
    std::size_t texelBytes;
    std::array<double, 3> (*decode)(const std::byte* texel); // linear red, green and blue; red alone is the weight
    bool isColour;
};

template <class Code>
double codeAt(const std::byte* texel, std::size_t index)
{
    Code code;
    std::memcpy(&code, texel + index * sizeof(Code), sizeof(Code));
    return static_cast<double>(code);
}

template <class Code>
std::array<double, 3> unormOf(const std::byte* texel)
{
    const double most = std::numeric_limits<Code>::max();
    return {codeAt<Code>(texel, 0) / most, codeAt<Code>(texel, 1) / most, codeAt<Code>(texel, 2) / most};
}

inline double linear(double encoded)
{
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

inline uint32_t wordAt(const std::byte* texel)
{
    uint32_t word = 0;
    std::memcpy(&word, texel, sizeof(word));
    return word;
}

// An unsigned float with 5 bits of exponent.
inline double smallFloat(uint32_t code, int mantissaBits)
{
    const auto exponent = static_cast<int>(code >> mantissaBits);
    const double mantissa = code & ((1u << mantissaBits) - 1);
    if (exponent == 31)
        return mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return exponent == 0 ? std::ldexp(mantissa, -14 - mantissaBits)
                         : std::ldexp(mantissa + (1 << mantissaBits), exponent - 15 - mantissaBits);
}

inline double halfAt(const std::byte* texel, std::size_t index)
{
    const auto code = static_cast<uint32_t>(codeAt<uint16_t>(texel, index));
    return (code >> 15 != 0 ? -1 : 1) * smallFloat(code & 0x7fff, 10);
}

inline std::array<double, 3> sharedExponent(const std::byte* texel)
{
    const uint32_t word = wordAt(texel);
    const double scale = std::ldexp(1.0, static_cast<int>(word >> 27) - 24);
    return {(word & 511) * scale, (word >> 9 & 511) * scale, (word >> 18 & 511) * scale};
}

inline constexpr WeighedFormat kWeighedFormats[] = {
    {VK_FORMAT_R8_UNORM, 1,
     [](const std::byte* t) {
         return std::array{codeAt<uint8_t>(t, 0) / 255, 0.0, 0.0};
     },
     false},
    {VK_FORMAT_R16_UNORM, 2,
     [](const std::byte* t) {
         return std::array{codeAt<uint16_t>(t, 0) / 65535, 0.0, 0.0};
     },
     false},
    {VK_FORMAT_R16_SFLOAT, 2,
     [](const std::byte* t) {
         return std::array{halfAt(t, 0), 0.0, 0.0};
     },
     false},
    {VK_FORMAT_R32_SFLOAT, 4,
     [](const std::byte* t) {
         return std::array{codeAt<float>(t, 0), 0.0, 0.0};
     },
     false},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, unormOf<uint8_t>, true},
    {VK_FORMAT_R8G8B8A8_SRGB, 4,
     [](const std::byte* t) {
         std::array<double, 3> colour = unormOf<uint8_t>(t);
         for (double& channel : colour)
             channel = linear(channel);
         return colour;
     },
     true},
    {VK_FORMAT_R16G16B16A16_UNORM, 8, unormOf<uint16_t>, true},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8,
     [](const std::byte* t) {
         return std::array{halfAt(t, 0), halfAt(t, 1), halfAt(t, 2)};
     },
     true},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16,
     [](const std::byte* t) {
         return std::array{codeAt<float>(t, 0), codeAt<float>(t, 1), codeAt<float>(t, 2)};
     },
     true},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4,
     [](const std::byte* t) {
         const uint32_t word = wordAt(t);
         return std::array{smallFloat(word & 2047, 6), smallFloat(word >> 11 & 2047, 6), smallFloat(word >> 22, 5)};
     },
     true},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, sharedExponent, true},
};

inline const WeighedFormat& weighedFormat(VkFormat format)
{
    return *std::find_if(std::begin(kWeighedFormats), std::end(kWeighedFormats),
                         [&](const WeighedFormat& its) { return its.format == format; });
}

// Random texels without infinities or NaNs; of floats positive ones of many magnitudes.
inline std::vector<std::byte> randomLight(const WeighedFormat& format, std::size_t count)
{
    std::mt19937 random(static_cast<uint32_t>(count) + 7);
    std::vector<std::byte> texels(count * format.texelBytes);
    const auto put = [&]<class Code>(Code code, std::size_t i) {
        std::memcpy(&texels[i * sizeof(Code)], &code, sizeof(Code));
    };
    switch (format.format) {
    case VK_FORMAT_R32_SFLOAT:
    case VK_FORMAT_R32G32B32A32_SFLOAT:
        for (std::size_t i = 0; i * 4 < texels.size(); ++i)
            put(random() % 3 == 0 ? 0.0F
                                  : std::ldexp(1.0F + static_cast<float>(random() % 1024) / 1024,
                                               static_cast<int>(random() % 12) - 6),
                i);
        break;
    case VK_FORMAT_R16_SFLOAT:
    case VK_FORMAT_R16G16B16A16_SFLOAT:
        for (std::size_t i = 0; i * 2 < texels.size(); ++i)
            put(static_cast<uint16_t>(random() % 0x7c00), i);
        break;
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
        for (std::size_t i = 0; i < count; ++i)
            put(static_cast<uint32_t>(random() % 0x7c0 | random() % 0x7c0 << 11 | random() % 0x3e0 << 22), i);
        break;
    default:
        for (std::byte& byte : texels)
            byte = static_cast<std::byte>(random());
    }
    return texels;
}

inline bool isSampled(VkFormat format)
{
    VkFormatProperties properties = {};
    vkGetPhysicalDeviceFormatProperties(device().physicalDevice(), format, &properties);
    constexpr VkFormatFeatureFlags kNeeded = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    return (properties.optimalTilingFeatures & kNeeded) == kNeeded;
}

} // namespace testing_support

#endif
