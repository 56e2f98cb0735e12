// Exchangeable image file format (CIPA DC-008): what cameras add to JPEG files.
#ifndef VKSCAN_SUPPORT_EXIF_H
#define VKSCAN_SUPPORT_EXIF_H

#include "file.h"

#include <cstdint>

namespace files {

// The tag Orientation, 1 to 8: how the stored picture is to be turned or mirrored. 1, as it is, where there is no
// such tag. The content is any file.
[[nodiscard]] uint32_t orientationOf(const Bytes& content);

} // namespace files

#endif
