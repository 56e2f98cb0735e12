// Types that descriptions and arguments of all operations use.
//
// Every enumeration that descriptions choose from, here and in other headers, is followed by a table of its values with
// their names and properties: for menus, command lines and tests. Rows are in the order of the enumerators.
#ifndef VKSCAN_TYPES_H
#define VKSCAN_TYPES_H

#include <vkscan/export.h>

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace vkscan {

// Element types. Integers wrap around. F64 needs the device feature shaderFloat64. Those of 8 and 16
// bits are for keys of sorts, and those of 16 of top-k selections, only; BF16 is the high half of an F32.
enum class ElementType { U32, I32, F32, U64, I64, F64, U16, U8, I8, I16, F16, BF16 };
struct ElementTypeRow {
    ElementType value;
    const char* name;
    uint32_t bytes;
    bool isFloat;
    bool isSigned;
    bool isScanned; // false: for keys of sorts only
};
inline constexpr ElementTypeRow kElementTypes[] = {
    {ElementType::U32, "u32", 4, false, false, true},  {ElementType::I32, "i32", 4, false, true, true},
    {ElementType::F32, "f32", 4, true, true, true},    {ElementType::U64, "u64", 8, false, false, true},
    {ElementType::I64, "i64", 8, false, true, true},   {ElementType::F64, "f64", 8, true, true, true},
    {ElementType::U16, "u16", 2, false, false, false}, {ElementType::U8, "u8", 1, false, false, false},
    {ElementType::I8, "i8", 1, false, true, false},    {ElementType::I16, "i16", 2, false, true, false},
    {ElementType::F16, "f16", 2, true, true, false},   {ElementType::BF16, "bf16", 2, true, true, false}};

// How the elements of an array are stored in memory, if not as the operation's element type. They are widened as they
// are loaded, exactly (a device may read subnormal halves as 0). Results are narrowed as they are stored:
// integers modulo 2^8, 2^16 or 2^32, floats rounded to the nearest half or float, ties to even. Everything in between
// has the element type: U32 for U8 and U16, I32 for I8 and I16, F32 for F16, U64 for U32, I64 for I32, F64 for F32;
// others are refused. No device feature is needed beyond the element type's.
//
// Such an array is aligned to its elements. Those of 8 and 16 bits are accessed in aligned words of 32 bits: the words
// at both ends must lie in the buffer and are read whole. Writes keep the bytes of these words beyond the array, also
// if another dispatch writes them at the same time. See docs/contracts.md.
enum class StoredType { Same, U8, I8, U16, I16, F16, U32, I32, F32 };
struct StoredTypeRow {
    StoredType value;
    const char* name;
    uint32_t bytes; // 0: the element type's
    bool isFloat;
    bool isSigned;
    ElementType type; // the type to which elements are widened; any for Same
};
inline constexpr StoredTypeRow kStoredTypes[] = {{StoredType::Same, "same", 0, false, false, ElementType::U32},
                                                 {StoredType::U8, "u8", 1, false, false, ElementType::U32},
                                                 {StoredType::I8, "i8", 1, false, true, ElementType::I32},
                                                 {StoredType::U16, "u16", 2, false, false, ElementType::U32},
                                                 {StoredType::I16, "i16", 2, false, true, ElementType::I32},
                                                 {StoredType::F16, "f16", 2, true, true, ElementType::F32},
                                                 {StoredType::U32, "u32", 4, false, false, ElementType::U64},
                                                 {StoredType::I32, "i32", 4, false, true, ElementType::I64},
                                                 {StoredType::F32, "f32", 4, true, true, ElementType::F64}};

// The associative operator. And, Or and Xor take integers only. Min and Max read a NaN as their identity, an infinity,
// and compare by <, so that -0 equals +0 (docs/contracts.md).
enum class Op { Add, Multiply, Min, Max, And, Or, Xor };
struct OpRow {
    Op value;
    const char* name;
    bool takesFloats;
};
inline constexpr OpRow kOps[] = {{Op::Add, "add", true}, {Op::Multiply, "multiply", true}, {Op::Min, "min", true},
                                 {Op::Max, "max", true}, {Op::And, "and", false},          {Op::Or, "or", false},
                                 {Op::Xor, "xor", false}};

// Inclusive: an element's own value is part of its result.
enum class Kind { Inclusive, Exclusive };
struct KindRow {
    Kind value;
    const char* name;
};
inline constexpr KindRow kKinds[] = {{Kind::Inclusive, "inclusive"}, {Kind::Exclusive, "exclusive"}};

// Forward: the scan starts at the first element. Backward: at the last (a suffix scan).
enum class Direction { Forward, Backward };
struct DirectionRow {
    Direction value;
    const char* name;
};
inline constexpr DirectionRow kDirections[] = {{Direction::Forward, "forward"}, {Direction::Backward, "backward"}};

// Whether workgroups may wait for others of the same dispatch (docs/strategies.md).
enum class Waiting {
    // One pass over memory, which reads the input once, where that is faster. Workgroups wait for the totals of others.
    // Vulkan does not promise that these make progress, so on unlisted drivers waits are short, and a recovery pass
    // redoes what was given up. Small inputs, and devices that cannot run one pass, take the dispatches of Never.
    Auto,
    // No workgroup waits for another: one dispatch computes totals, and another reads the input again. One workgroup
    // handles all of a small input.
    Never,
};
struct WaitingRow {
    Waiting value;
    const char* name;
};
inline constexpr WaitingRow kWaitings[] = {{Waiting::Auto, "auto"}, {Waiting::Never, "never"}};

// Returns the row of a value; null for a number that is no enumerator.
template <class Row, std::size_t count, class Value>
[[nodiscard]] constexpr const Row* findRow(const Row (&rows)[count], Value value) noexcept
{
    for (const Row& row : rows)
        if (row.value == value)
            return &row;
    return nullptr;
}

[[nodiscard]] VKSCAN_API const char* toString(ElementType type) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(StoredType type) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Op op) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Kind kind) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Direction direction) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Waiting waiting) noexcept;

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
