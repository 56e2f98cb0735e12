#include "image_file.h"

#include <support/exif.h>
#include <support/picture_file.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>

namespace viewer {
namespace {

constexpr float kMostLight = 65504; // limit of 16-bit floats

// Weights of ITU-R BT.709.
template <class Value>
float luminance(const Value* texel)
{
    return 0.2126F * static_cast<float>(texel[0]) + 0.7152F * static_cast<float>(texel[1]) +
           0.0722F * static_cast<float>(texel[2]);
}

// Texels of 4 channels; the last becomes the luminance of the others.
template <class Value>
std::vector<std::byte> withLuminance(std::vector<Value> values)
{
    for (std::size_t i = 0; i + 4 <= values.size(); i += 4) {
        const float value = luminance(&values[i]);
        values[i + 3] = static_cast<Value>(std::is_integral_v<Value> ? std::round(value) : value);
    }
    const std::span bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

bool isOnItsSide(uint32_t orientation)
{
    return orientation >= 5;
}

// Turns and mirrors stored texels to an image of the extent, by files::orientationOf().
std::vector<std::byte> upright(const std::vector<std::byte>& stored, VkExtent2D extent, uint32_t orientation)
{
    const bool swaps = isOnItsSide(orientation);
    const bool isFromRight = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool isFromBelow = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const uint32_t width = swaps ? extent.height : extent.width;
    const uint32_t height = swaps ? extent.width : extent.height;
    const std::size_t texel = stored.size() / (std::size_t{width} * height);
    std::vector<std::byte> turned;
    turned.reserve(stored.size());
    for (uint32_t y = 0; y < extent.height; ++y) {
        for (uint32_t x = 0; x < extent.width; ++x) {
            const uint32_t column = swaps ? y : x;
            const uint32_t row = swaps ? x : y;
            const std::size_t at = (isFromBelow ? height - 1 - row : row) * std::size_t{width} +
                                   (isFromRight ? width - 1 - column : column);
            const auto begin = stored.begin() + static_cast<std::ptrdiff_t>(texel * at);
            turned.insert(turned.end(), begin, begin + static_cast<std::ptrdiff_t>(texel));
        }
    }
    return turned;
}

// Clamps and counts pixels, of 4 channels, that are brighter. Their squares would make sums infinite, or dominate them.
std::size_t clampLight(std::vector<float>& values)
{
    std::size_t pixels = 0;
    for (std::size_t i = 0; i + 4 <= values.size(); i += 4) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i);
        pixels += *std::max_element(begin, begin + 3) > kMostLight ? 1 : 0;
        std::transform(begin, begin + 3, begin, [](float value) { return std::min(value, kMostLight); });
    }
    return pixels;
}

} // namespace

ImageFile readImage(const std::string& file, const std::function<void(VkExtent2D, VkFormat)>& require)
{
    return files::readAs("the image", file, [&](const files::Bytes& content) {
        const files::PictureFile picture(content);
        ImageFile image;
        const uint32_t orientation = files::orientationOf(content);
        image.extent = {picture.width(), picture.height()};
        if (isOnItsSide(orientation))
            std::swap(image.extent.width, image.extent.height);
        image.format = picture.isHdr() ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_R8G8B8A8_UNORM;
        require(image.extent, image.format);
        if (!picture.isHdr()) {
            image.texels = upright(withLuminance(picture.bytes(4)), image.extent, orientation);
            return image;
        }
        std::vector<float> light = picture.floats(4);
        if (const std::size_t clamped = clampLight(light); clamped > 0)
            image.note = "brighter than 65504, and clamped to it: " + std::to_string(clamped) + " of its pixels";
        image.texels = withLuminance(std::move(light));
        return image;
    });
}

} // namespace viewer
