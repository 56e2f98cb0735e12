// The words operations are described with.
#ifndef VKSCAN_TYPES_H
#define VKSCAN_TYPES_H

#include <vkscan/export.h>

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace vkscan {

// Element types. Integers wrap around. F64 needs the device feature shaderFloat64. U16 is for the keys of sorts alone.
enum class ElementType { U32, I32, F32, U64, I64, F64, U16 };

// The associative operator. And, Or and Xor take integers only. Min and Max compare with <; with a NaN among the
// elements, which of two values they keep is not specified.
enum class Op { Add, Multiply, Min, Max, And, Or, Xor };

// Whether an element's own value is part of its result.
enum class Kind { Inclusive, Exclusive };

// Where the scan starts: at the first element or, Backward (a suffix scan), at the last.
enum class Direction { Forward, Backward };

// How carries cross workgroups. In the words of this library:
//
// tile       what a workgroup scans at a time: a few thousand elements
// aggregate  what a tile's own elements add up to
// carry      what all elements before a tile add up to
// flat sum   each tile adds up the aggregates of all before it
// spine      the scan over the tiles' aggregates, which hands each tile its carry
//
// The single-pass strategies, FlatSum and Spine, rest on running workgroups making progress beside waiting ones. Vulkan
// does not promise that; drivers known to are listed in the library, and others are refused unless the description sets
// assumeForwardProgress. They need the device feature shaderBufferInt64Atomics.
//
// Strategies of the literature, for comparison, are further values: see study.h.
enum class Strategy {
    // SingleWorkgroup for one tile; beyond, on listed drivers FlatSum, then Spine; elsewhere ReduceThenScan.
    Auto,
    // One workgroup takes tile after tile: for a few thousand elements. No scratch.
    SingleWorkgroup,
    // Each tile sums all its predecessors' aggregates itself: one pass, for as many tiles as a workgroup has
    // invocations; see Scan::maxCount. Bit-deterministic.
    FlatSum,
    // One workgroup scans the tiles' aggregates as they arrive and hands out the carries; on drivers that are not
    // listed, and in sorts, windows of tiles hand them on instead. One pass, bit-deterministic also for floats.
    Spine,
    // Two dispatches, the input read twice. Needs nothing of the device; bit-deterministic. Merrill & Grimshaw 2009.
    ReduceThenScan,
};

[[nodiscard]] VKSCAN_API const char* toString(ElementType type) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Op op) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Kind kind) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Direction direction) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Strategy strategy) noexcept;

// Bytes of one element; 0 for a value that is not an ElementType.
[[nodiscard]] VKSCAN_API VkDeviceSize sizeOf(ElementType type) noexcept;

// Device memory by address: a part of a buffer created with VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT. The size, in
// bytes, is how far the operation may reach. The default is "absent"; an address of 0 with a size, which a failed
// allocation leaves behind, is refused by name.
struct BufferRange {
    VkDeviceAddress address = 0;
    VkDeviceSize size = 0;
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
    // Integers of as many bytes that are types of their own: long long, say, where int64_t is long.
    template <class T, std::enable_if_t<std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8), int> = 0>
    Scalar(T value) noexcept
        : Scalar(sizeof(T) == 4 ? (std::is_signed_v<T> ? ElementType::I32 : ElementType::U32)
                                : (std::is_signed_v<T> ? ElementType::I64 : ElementType::U64),
                 &value, sizeof(value))
    {
    }

    [[nodiscard]] bool hasValue() const noexcept { return m_hasValue; }
    [[nodiscard]] ElementType type() const noexcept { return m_type; }
    // The value's bytes as they lie in device memory, the unused ones zero.
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
