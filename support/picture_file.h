// Picture files: PNG, JPEG, Radiance HDR, and PGM or PPM of bytes. stb_image decodes them. It trusts its input, so
// every file is checked first.
#ifndef VKSCAN_SUPPORT_PICTURE_FILE_H
#define VKSCAN_SUPPORT_PICTURE_FILE_H

#include "file.h"

#include <cstdint>

namespace files {

class PictureFile {
public:
    // The content must outlive this object. Throws std::runtime_error with only the reason unless the file is whole.
    explicit PictureFile(const Bytes& content);

    [[nodiscard]] uint32_t width() const { return m_width; }
    [[nodiscard]] uint32_t height() const { return m_height; }
    // 1: grey; 2: grey and alpha; 3: colours; 4: colours and alpha.
    [[nodiscard]] uint32_t channels() const { return m_channels; }
    [[nodiscard]] bool isHdr() const { return m_isHdr; }   // linear values; otherwise sRGB-encoded
    [[nodiscard]] bool isWide() const { return m_isWide; } // 16 bits a value; otherwise 8, unless it is HDR

    // Packed rows from the top, with `channels` channels. Throws only the reason.
    [[nodiscard]] std::vector<uint8_t> bytes(uint32_t channels) const;
    [[nodiscard]] std::vector<uint16_t> words(uint32_t channels) const;
    [[nodiscard]] std::vector<float> floats(uint32_t channels) const;

private:
    const Bytes& m_content;
    uint32_t m_width = 0;
    uint32_t m_height = 0;
    uint32_t m_channels = 0;
    bool m_isHdr = false;
    bool m_isWide = false;
};

} // namespace files

#endif
