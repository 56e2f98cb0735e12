#include "picture_file.h"

#include "picture_check.h"

#include <cstdlib>

// Only this file includes the single-header library's functions. They get zeroed memory: the JPEG decoder indexes by
// its Huffman tables also where a file declares none.
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_HDR
#define STBI_ONLY_PNM
#include <stb_image.h>

#include <algorithm>
#include <climits>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace files {
namespace {

const stbi_uc* bytesOf(const Bytes& content)
{
    return reinterpret_cast<const stbi_uc*>(content.data());
}

int sizeOf(const Bytes& content)
{
    return static_cast<int>(content.size());
}

// Decodes by `load`, one of stb_image's functions.
template <class Value>
std::vector<Value> decoded(const PictureFile& picture, const Bytes& content, uint32_t channels,
                           Value* (*load)(const stbi_uc*, int, int*, int*, int*, int))
{
    const uint64_t pixels = uint64_t{picture.width()} * picture.height();
    // stb_image counts bytes in int, before and after it converts channels.
    if (pixels > INT_MAX / (std::max(channels, picture.channels()) * sizeof(Value)))
        throw std::runtime_error("it is too large");
    int width = 0;
    int height = 0;
    int fileChannels = 0;
    const std::unique_ptr<Value, void (*)(void*)> values(
        load(bytesOf(content), sizeOf(content), &width, &height, &fileChannels, static_cast<int>(channels)),
        stbi_image_free);
    if (values == nullptr) {
        if (std::string_view(stbi_failure_reason()) == "outofmem")
            throw std::runtime_error("there is not enough memory");
        throw std::runtime_error("it is damaged, or of a kind that is not read");
    }
    return {values.get(), values.get() + pixels * channels};
}

} // namespace

PictureFile::PictureFile(const Bytes& content) : m_content(content)
{
    checkPicture(content);
    int width = 0;
    int height = 0;
    int channels = 0;
    if (content.size() > INT_MAX)
        throw std::runtime_error("it is too large");
    if (stbi_info_from_memory(bytesOf(content), sizeOf(content), &width, &height, &channels) == 0)
        throw std::runtime_error("it is damaged, or of a kind that is not read");
    m_width = static_cast<uint32_t>(width);
    m_height = static_cast<uint32_t>(height);
    m_channels = static_cast<uint32_t>(channels);
    m_isHdr = stbi_is_hdr_from_memory(bytesOf(content), sizeOf(content)) != 0;
    m_isWide = stbi_is_16_bit_from_memory(bytesOf(content), sizeOf(content)) != 0;
}

std::vector<uint8_t> PictureFile::bytes(uint32_t channels) const
{
    return decoded(*this, m_content, channels, stbi_load_from_memory);
}

std::vector<uint16_t> PictureFile::words(uint32_t channels) const
{
    return decoded(*this, m_content, channels, stbi_load_16_from_memory);
}

std::vector<float> PictureFile::floats(uint32_t channels) const
{
    return decoded(*this, m_content, channels, stbi_loadf_from_memory);
}

} // namespace files
