// Exchangeable image file format (CIPA DC-008): what cameras add to JPEG files.
#ifndef VKSCAN_SUPPORT_EXIF_H
#define VKSCAN_SUPPORT_EXIF_H

#include "file.h"

#include <cstdint>

namespace files {

// The tag Orientation, 1 to 8: how to turn or mirror the stored picture. 1, no change, if there is no such tag.
// `content` may be any file.
[[nodiscard]] uint32_t orientationOf(const Bytes& content);

} // namespace files

#endif
