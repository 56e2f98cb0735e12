// Types that descriptions and arguments of all operations use.
#ifndef VKSCAN_TYPES_H
#define VKSCAN_TYPES_H

#include <vkscan/export.h>

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace vkscan {

// Element types. Integers wrap around. F64 needs the device feature shaderFloat64. U16 is for keys of sorts only.
enum class ElementType { U32, I32, F32, U64, I64, F64, U16 };

// How the elements of an array are stored in memory, if not as the operation's element type. Elements of 8 and 16 bits
// are widened as they are loaded, exactly (a device may read subnormal halves as 0). Results are narrowed as they are
// stored: integers modulo 2^8 or 2^16, floats rounded to the nearest half, ties to even. Everything in between has the
// element type: U32 for U8 and U16, I32 for I8 and I16, F32 for F16; others are refused. No device feature is needed.
//
// Such an array is aligned to its elements. It is accessed in aligned words of 32 bits: the words at both ends must lie
// in the buffer and are read whole. Of written arrays, bytes of these words beyond the array keep their values, also if
// another dispatch writes them at the same time. See docs/contracts.md.
enum class StoredType { Same, U8, I8, U16, I16, F16 };

// The associative operator. And, Or and Xor take integers only. Min and Max read a NaN as the identity, an infinity, and
// compare by <, so that -0 equals +0 (docs/contracts.md).
enum class Op { Add, Multiply, Min, Max, And, Or, Xor };

// Inclusive: an element's own value is part of its result.
enum class Kind { Inclusive, Exclusive };

// Forward: the scan starts at the first element. Backward: at the last (a suffix scan).
enum class Direction { Forward, Backward };

// How carries cross workgroups (docs/strategies.md). Words of this library:
//
//     tile       the elements that a workgroup scans at a time: 4 to 48 KB
//     aggregate  the total of a tile's own elements
//     carry      the total of all elements before a tile
//     flat sum   each tile adds up the aggregates of all tiles before it
//     spine      the scan over the tiles' aggregates, which hands each tile its carry
//
// The single-pass strategies, FlatSum and Spine, rely on running workgroups making progress beside waiting ones. Vulkan
// does not promise that. Drivers known to do so are listed in the library (NVIDIA's). On others these strategies are
// refused, unless the description sets assumeForwardProgress. They need the device feature shaderBufferInt64Atomics.
//
// Floats have the same bits in every run with each of them. study.h has strategies of the literature, for comparison.
enum class Strategy {
    // SingleWorkgroup for one tile; beyond, on listed drivers FlatSum, then Spine; elsewhere ReduceThenScan, then
    // SpineWithFallback.
    Auto,
    // One workgroup takes tile after tile, up to 256 tiles. No scratch.
    SingleWorkgroup,
    // Each tile sums the aggregates of all its predecessors itself: one pass, up to 256 tiles.
    FlatSum,
    // One workgroup scans the tiles' aggregates as they arrive and hands out the carries; in sorts, tables and on
    // Mesa's lavapipe, windows of tiles hand them on instead. One pass.
    Spine,
    // Two dispatches, which read the input twice. Runs on any device. Merrill & Grimshaw 2009.
    ReduceThenScan,
    // Spine with short waits, and one more dispatch, two for summed-area tables, which does the tiles that gave up, or
    // ends at once. Results have the same bits either way. Runs on any device. It is ReduceThenScan for orders and
    // tuples above 4, and on devices without 64-bit atomics.
    SpineWithFallback,
};

[[nodiscard]] VKSCAN_API const char* toString(ElementType type) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(StoredType type) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Op op) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Kind kind) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Direction direction) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Strategy strategy) noexcept;

// Bytes of one element; 0 for a value that is not an ElementType.
[[nodiscard]] VKSCAN_API VkDeviceSize sizeOf(ElementType type) noexcept;

// Device memory by address: a part of a buffer created with VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT. The default
// means "absent". An address of 0 with a size, as after a failed allocation, is refused by the argument's name.
struct BufferRange {
    VkDeviceAddress address = 0;
    VkDeviceSize size = 0; // bytes; bounds what the operation accesses
};

// A value of one of the element types, or none.
class Scalar {
public:
    Scalar() noexcept = default;
    Scalar(uint32_t value) noexcept : Scalar(ElementType::U32, &value, sizeof(value)) {}
    Scalar(int32_t value) noexcept : Scalar(ElementType::I32, &value, sizeof(value)) {}
    Scalar(float value) noexcept : Scalar(ElementType::F32, &value, sizeof(value)) {}
    Scalar(uint64_t value) noexcept : Scalar(ElementType::U64, &value, sizeof(value)) {}
    Scalar(int64_t value) noexcept : Scalar(ElementType::I64, &value, sizeof(value)) {}
    Scalar(double value) noexcept : Scalar(ElementType::F64, &value, sizeof(value)) {}
    // Other integer types of 4 or 8 bytes, such as long long if int64_t is long.
    template <class T, std::enable_if_t<std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8), int> = 0>
    Scalar(T value) noexcept
        : Scalar(sizeof(T) == 4 ? (std::is_signed_v<T> ? ElementType::I32 : ElementType::U32)
                                : (std::is_signed_v<T> ? ElementType::I64 : ElementType::U64),
                 &value, sizeof(value))
    {
    }

    [[nodiscard]] bool hasValue() const noexcept { return m_hasValue; }
    [[nodiscard]] ElementType type() const noexcept { return m_type; }
    // The value's bytes as in device memory; unused bytes are zero.
    [[nodiscard]] uint64_t bits() const noexcept { return m_bits; }

private:
    Scalar(ElementType type, const void* value, std::size_t size) noexcept : m_type(type), m_hasValue(true)
    {
        std::memcpy(&m_bits, value, size);
    }

    uint64_t m_bits = 0;
    ElementType m_type = ElementType::U32;
    bool m_hasValue = false;
};

} // namespace vkscan

#endif
