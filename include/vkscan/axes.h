// Every enumeration that descriptions choose from, as a table of its values with their names and properties: for menus,
// command lines and tests. Rows are in the order of the enumerators. study.h has the tables for study.
#ifndef VKSCAN_AXES_H
#define VKSCAN_AXES_H

#include <vkscan/operation.h>
#include <vkscan/segments.h>
#include <vkscan/select.h>
#include <vkscan/summed_area_table.h>
#include <vkscan/types.h>

namespace vkscan {

struct ElementTypeRow {
    ElementType value;
    const char* name;
    uint32_t bytes;
    bool isFloat;
    bool isSigned;
    bool isScanned; // false: for keys of sorts only
};
inline constexpr ElementTypeRow kElementTypes[] = {
    {ElementType::U32, "u32", 4, false, false, true}, {ElementType::I32, "i32", 4, false, true, true},
    {ElementType::F32, "f32", 4, true, true, true},   {ElementType::U64, "u64", 8, false, false, true},
    {ElementType::I64, "i64", 8, false, true, true},  {ElementType::F64, "f64", 8, true, true, true},
    {ElementType::U16, "u16", 2, false, false, false}};

struct StoredTypeRow {
    StoredType value;
    const char* name;
    uint32_t bytes; // 0: those of the element type
    bool isFloat;
    bool isSigned;
    ElementType type; // to which elements are widened; of Same, any
};
inline constexpr StoredTypeRow kStoredTypes[] = {{StoredType::Same, "same", 0, false, false, ElementType::U32},
                                                 {StoredType::U8, "u8", 1, false, false, ElementType::U32},
                                                 {StoredType::I8, "i8", 1, false, true, ElementType::I32},
                                                 {StoredType::U16, "u16", 2, false, false, ElementType::U32},
                                                 {StoredType::I16, "i16", 2, false, true, ElementType::I32},
                                                 {StoredType::F16, "f16", 2, true, true, ElementType::F32}};

struct OpRow {
    Op value;
    const char* name;
    bool takesFloats;
};
inline constexpr OpRow kOps[] = {{Op::Add, "add", true}, {Op::Multiply, "multiply", true}, {Op::Min, "min", true},
                                 {Op::Max, "max", true}, {Op::And, "and", false},          {Op::Or, "or", false},
                                 {Op::Xor, "xor", false}};

struct KindRow {
    Kind value;
    const char* name;
};
inline constexpr KindRow kKinds[] = {{Kind::Inclusive, "inclusive"}, {Kind::Exclusive, "exclusive"}};

struct DirectionRow {
    Direction value;
    const char* name;
};
inline constexpr DirectionRow kDirections[] = {{Direction::Forward, "forward"}, {Direction::Backward, "backward"}};

struct WaitingRow {
    Waiting value;
    const char* name;
};
inline constexpr WaitingRow kWaitings[] = {{Waiting::Auto, "auto"}, {Waiting::Never, "never"}};

struct SegmentsRow {
    Segments value;
    const char* name;
    bool isReduced; // offered by SegmentedReduce: the segments are numbered
};
inline constexpr SegmentsRow kSegmentForms[] = {
    {Segments::HeadBits, "head-bits", false}, {Segments::HeadFlags, "head-flags", false},
    {Segments::Keys32, "keys32", false},      {Segments::Keys64, "keys64", false},
    {Segments::Rows, "rows", true},           {Segments::Offsets, "offsets", true},
    {Segments::Kernels, "kernels", false}};

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

struct RoundingRow {
    Rounding value;
    const char* name;
};
inline constexpr RoundingRow kRoundings[] = {{Rounding::Down, "down"}, {Rounding::Up, "up"}};

// Resources of summed-area tables: of inputs, and of the tables.
struct ResourceRow {
    Resource value;
    const char* name;
    bool isRead;
    bool isWritten;
};
inline constexpr ResourceRow kResources[] = {{Resource::Buffer, "buffer", true, true},
                                             {Resource::SampledImage, "sampled-image", true, false},
                                             {Resource::StorageImage, "storage-image", false, true}};

struct AccumulationRow {
    Accumulation value;
    const char* name;
    uint32_t words; // 32-bit words of a sum
};
inline constexpr AccumulationRow kAccumulations[] = {{Accumulation::U32, "u32", 1},
                                                     {Accumulation::F32, "f32", 1},
                                                     {Accumulation::F32x2, "f32x2", 2},
                                                     {Accumulation::F64, "f64", 2}};

struct BiasRow {
    Bias value;
    const char* name;
};
inline constexpr BiasRow kBiases[] = {{Bias::None, "none"}, {Bias::Given, "given"}, {Bias::Mean, "mean"}};

struct TableLayoutRow {
    TableLayout value;
    const char* name;
};
inline constexpr TableLayoutRow kTableLayouts[] = {{TableLayout::Inclusive, "inclusive"},
                                                   {TableLayout::ZeroBorder, "zero-border"}};

// Returns the row of a value; null for a number that is no enumerator.
template <class Row, std::size_t count, class Value>
[[nodiscard]] constexpr const Row* findRow(const Row (&rows)[count], Value value) noexcept
{
    for (const Row& row : rows)
        if (row.value == value)
            return &row;
    return nullptr;
}

} // namespace vkscan

#endif
