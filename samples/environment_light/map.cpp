#include "map.h"

#include <support/picture_file.h>

#include <algorithm>
#include <cmath>

namespace environment {

Map readMap(const std::string& file)
{
    return files::readAs("the map", file, [](const files::Bytes& content) {
        const files::PictureFile picture(content);
        const auto [shorter, longer] = std::minmax({picture.width(), picture.height()});
        if (shorter < kLeastMapSide || longer > kMostMapSide)
            throw std::runtime_error("it is " + std::to_string(picture.width()) + " x " +
                                     std::to_string(picture.height()) + " pixels, not " +
                                     std::to_string(kLeastMapSide) + " to " + std::to_string(kMostMapSide) + " each");
        Map map = {{picture.width(), picture.height()}, {}};
        const std::vector<float> values = picture.floats(3);
        for (std::size_t i = 0; i + 2 < values.size(); i += 3)
            map.texels.emplace_back(values[i], values[i + 1], values[i + 2], 0.0F);
        return map;
    });
}

void writeMap(const std::string& file, uvec2 size, std::span<const vec4> texels, bool replaces)
{
    const std::string header =
        "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(size.y) + " +X " + std::to_string(size.x) + "\n";
    files::Bytes bytes(header.size());
    std::transform(header.begin(), header.end(), bytes.begin(), [](char letter) { return std::byte(letter); });
    for (const vec4& texel : texels) {
        const float largest = std::max({texel.x, texel.y, texel.z});
        int exponent = 0;
        std::frexp(largest, &exponent);
        exponent = std::clamp(exponent, -127, 127);
        const bool isDark = !(largest > 1e-32F);
        for (const float value : {texel.x, texel.y, texel.z}) {
            const float code = isDark ? 0 : std::floor(std::ldexp(std::max(value, 0.0F), 8 - exponent));
            bytes.push_back(static_cast<std::byte>(std::min(code, 255.0F)));
        }
        bytes.push_back(static_cast<std::byte>(isDark ? 0 : exponent + 128));
    }
    files::write(file, bytes, replaces);
}

vec3 sunAt(float height, float turn)
{
    const float up = glm::radians(height);
    const float around = glm::radians(turn);
    return {std::cos(up) * std::cos(around), std::sin(up), std::cos(up) * std::sin(around)};
}

} // namespace environment
