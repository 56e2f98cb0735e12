// How the headers that hosts and kernels share are written once for both compilers: constants and structs between
// ABI_BEGIN and ABI_END, which is namespace vkscan::abi of the host.
#ifndef VKSCAN_ABI_TYPES_H
#define VKSCAN_ABI_TYPES_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
#define ABI_BEGIN namespace vkscan::abi {
#define ABI_END } // namespace vkscan::abi
#define ABI_CONSTANT inline constexpr std::uint32_t
#define ABI_UINT32 std::uint32_t
#define ABI_UINT64 std::uint64_t
#else
#define ABI_BEGIN
#define ABI_END
#define ABI_CONSTANT const uint
#define ABI_UINT32 uint
#define ABI_UINT64 uint64_t
#endif

#endif
