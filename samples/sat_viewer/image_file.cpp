#include "image_file.h"

#include <support/picture_file.h>

#include <cmath>
#include <span>
#include <type_traits>

namespace viewer {
namespace {

// ITU-R BT.709.
template <class Value>
float luminance(const Value* texel)
{
    return 0.2126F * static_cast<float>(texel[0]) + 0.7152F * static_cast<float>(texel[1]) +
           0.0722F * static_cast<float>(texel[2]);
}

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

} // namespace

ImageFile readImage(const std::string& file, const std::function<void(VkExtent2D, VkFormat)>& require)
{
    return files::readAs("the image", file, [&](const files::Bytes& content) {
        const files::PictureFile picture(content);
        ImageFile image;
        image.extent = {picture.width(), picture.height()};
        image.format = picture.isHdr() ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_R8G8B8A8_UNORM;
        require(image.extent, image.format);
        image.texels = picture.isHdr() ? withLuminance(picture.floats(4)) : withLuminance(picture.bytes(4));
        return image;
    });
}

} // namespace viewer
