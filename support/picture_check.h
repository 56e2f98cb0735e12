// Checks that a picture file is whole, for each format, without decoding it.
#ifndef VKSCAN_SUPPORT_PICTURE_CHECK_H
#define VKSCAN_SUPPORT_PICTURE_CHECK_H

#include "file.h"

#include <string_view>

namespace files {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";
[[nodiscard]] bool isPng(const Bytes& content);

// Throws std::runtime_error with only the reason if PictureFile does not support the format, if the file is truncated
// or, except for JPEG, if it claims more pixels than its size allows.
void checkPicture(const Bytes& content);

} // namespace files

#endif
