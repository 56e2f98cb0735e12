// The version of vkscan, for C++ and C. CMake reads the project's version here.
#ifndef VKSCAN_VERSION_H
#define VKSCAN_VERSION_H

#include <vkscan/export.h>

#define VKSCAN_VERSION_MAJOR 0
#define VKSCAN_VERSION_MINOR 1
#define VKSCAN_VERSION_PATCH 0
// The version as one number, greater for later versions, for #if.
#define VKSCAN_MAKE_VERSION(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define VKSCAN_VERSION VKSCAN_MAKE_VERSION(VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH)

#ifdef __cplusplus
namespace vkscan {

// VKSCAN_VERSION of the linked library. It must equal the headers' version.
[[nodiscard]] VKSCAN_API int version() noexcept;

} // namespace vkscan
#endif

#endif
