#include "image_file.h"

#include "../common/file.h"

#include <vkscan/summed_area_table.h>

// This file alone is to know the functions of a library that is one header.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#include <stb_image.h>

#include <climits>
#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>

namespace viewer {
namespace {

constexpr const char* kWhat = "the image";

[[noreturn]] void fail(const std::string& file, const std::string& reason)
{
    throw std::runtime_error(files::cannotRead(kWhat, file, reason));
}

// ITU-R BT.709.
template <class Value>
float luminance(const Value* texel)
{
    return 0.2126F * static_cast<float>(texel[0]) + 0.7152F * static_cast<float>(texel[1]) +
           0.0722F * static_cast<float>(texel[2]);
}

template <class Value>
std::vector<std::byte> withLuminance(std::span<Value> values)
{
    for (std::size_t i = 0; i + 4 <= values.size(); i += 4) {
        const float value = luminance(&values[i]);
        values[i + 3] = static_cast<Value>(std::is_integral_v<Value> ? std::round(value) : value);
    }
    const std::span bytes = std::as_bytes(values);
    return {bytes.begin(), bytes.end()};
}

} // namespace

ImageFile readImage(const std::string& file)
{
    const files::Bytes content = files::read(kWhat, file);
    if (content.size() > INT_MAX)
        fail(file, "it is too large");
    const auto* bytes = reinterpret_cast<const unsigned char*>(content.data());
    const int size = static_cast<int>(content.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(bytes, size, &width, &height, &channels) == 0)
        fail(file, "it is no picture of a known kind");
    if (width > static_cast<int>(vkscan::kMaxTableExtent) || height > static_cast<int>(vkscan::kMaxTableExtent))
        fail(file, "it is larger than " + std::to_string(vkscan::kMaxTableExtent) + " pixels");

    ImageFile image;
    image.extent = {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
    const std::size_t values = std::size_t{4} * image.extent.width * image.extent.height;
    if (stbi_is_hdr_from_memory(bytes, size) != 0) {
        const std::unique_ptr<float, void (*)(void*)> texels(
            stbi_loadf_from_memory(bytes, size, &width, &height, &channels, 4), stbi_image_free);
        if (texels == nullptr)
            fail(file, stbi_failure_reason());
        image.format = VK_FORMAT_R32G32B32A32_SFLOAT;
        image.texels = withLuminance(std::span(texels.get(), values));
    } else {
        const std::unique_ptr<unsigned char, void (*)(void*)> texels(
            stbi_load_from_memory(bytes, size, &width, &height, &channels, 4), stbi_image_free);
        if (texels == nullptr)
            fail(file, stbi_failure_reason());
        image.format = VK_FORMAT_R8G8B8A8_UNORM;
        image.texels = withLuminance(std::span(texels.get(), values));
    }
    return image;
}

} // namespace viewer
