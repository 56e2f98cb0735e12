// How Compact selects elements, and the sizes of elements.
#ifndef VKSCAN_SELECT_H
#define VKSCAN_SELECT_H

#include <vkscan/export.h>
#include <vkscan/types.h>

namespace vkscan {

// The largest element, in bytes. Sizes are multiples of 4; compactions also accept 1 and 2.
constexpr uint32_t kMaxElementSize = 64;
// The element size that moves no elements: their indices are written instead, as 32-bit unsigned integers.
constexpr uint32_t kIndicesOnly = 0;

// The condition that selects an element: a flag, or a 32-bit word that is tested against an operand.
enum class Condition {
    // One bit an element: bit i % 32 of the 32-bit word i / 32, bit 0 being the least significant.
    FlagBits,
    // One byte an element, in whole 32-bit words: selected if not 0.
    FlagBytes,
    // One 32-bit word an element: selected if not 0.
    FlagWords,
    // word & operand != 0
    AnyBit,
    // Comparisons of a word of Predicate::type with the operand. Less: word < operand.
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
};
struct ConditionRow {
    Condition value;
    const char* name;
    bool takesOperand; // tests words against an operand; false: flags
    bool compares;     // compares words of Predicate::type
};
inline constexpr ConditionRow kConditions[] = {{Condition::FlagBits, "flag bits", false, false},
                                               {Condition::FlagBytes, "flag bytes", false, false},
                                               {Condition::FlagWords, "flag words", false, false},
                                               {Condition::AnyBit, "any bit", true, false},
                                               {Condition::Equal, "equal", true, true},
                                               {Condition::NotEqual, "not equal", true, true},
                                               {Condition::Less, "less", true, true},
                                               {Condition::LessEqual, "less or equal", true, true},
                                               {Condition::Greater, "greater", true, true},
                                               {Condition::GreaterEqual, "greater or equal", true, true}};

[[nodiscard]] VKSCAN_API const char* toString(Condition condition) noexcept;

struct Predicate {
    Condition condition = Condition::FlagWords;
    // Type of words and operand: U32, I32 or F32 for comparisons, U32 for all other conditions. A NaN compares as in
    // GLSL: it is unequal to everything, and neither less nor greater.
    ElementType type = ElementType::U32;
};

} // namespace vkscan

#endif
