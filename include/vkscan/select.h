// What operations that sort elements into selected and others are described with.
#ifndef VKSCAN_SELECT_H
#define VKSCAN_SELECT_H

#include <vkscan/types.h>

namespace vkscan {

// How elements are selected: by flags, or by 32-bit words that are tested against an operand.
enum class Condition {
    // Bits: element i is selected where bit i % 32 of the 32-bit word i / 32 is set, the least significant being bit 0.
    FlagBits,
    // Bytes, of which there are whole 32-bit words; selected where not 0.
    FlagBytes,
    // 32-bit words; selected where not 0.
    FlagWords,
    // Words that have a bit in common with the operand, a mask.
    AnyBit,
    // Words of Predicate::type, compared with the operand: word < operand, for Less.
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
};

[[nodiscard]] const char* toString(Condition condition) noexcept;

struct Predicate {
    Condition condition = Condition::FlagWords;
    // U32, I32 or F32: of tested words and operand. Flags have none. As in GLSL, a NaN is not equal to anything, and
    // neither less nor greater.
    ElementType type = ElementType::U32;
};

enum class Rounding { Down, Up };

// A field of an indirect command for a count that the device finds: of VkDrawIndirectCommand, instanceCount (at byte 4)
// or vertexCount (0), of VkDrawIndexedIndirectCommand, instanceCount (4) or indexCount (0), of
// VkDispatchIndirectCommand, x (0); or vkCmdDrawIndirectCount's count. Other fields of the command are the caller's.
struct IndirectCount {
    // Optional: receives the count divided by `divisor`, as a 32-bit unsigned integer. Aligned to 4 bytes.
    BufferRange field = {};
    // At least 1: elements of one workgroup, say.
    uint32_t divisor = 1;
    Rounding rounding = Rounding::Up;
};

// Bytes of an element that selections move: multiples of 4 up to this.
constexpr uint32_t kMaxElementSize = 64;
// In place of the bytes: the elements' indices are written instead, as 32-bit unsigned integers.
constexpr uint32_t kIndicesOnly = 0;

} // namespace vkscan

#endif
