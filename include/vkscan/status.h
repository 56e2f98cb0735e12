// Statuses: every call that can fail returns one.
#ifndef VKSCAN_STATUS_H
#define VKSCAN_STATUS_H

#include <vkscan/export.h>

#include <cstdint>

namespace vkscan {

// The argument that a status names: mostly a field of a description or of a call's arguments. A field has the same name
// in all operations.
enum class Argument : uint8_t {
    None,
    // Context::create, and arguments of all calls
    Instance,
    PhysicalDevice,
    Device,
    ProcAddr, // getInstanceProcAddr, getDeviceProcAddr
    PushDescriptorEnabled,
    DescriptorHeaps,
    DebugLabels,
    Features,
    Pipelines,
    OutputPointer, // the pointer that create and plan write to
    Context,
    Operation,
    Structure, // a structure of c_api.h
    // Descriptions
    Type,
    Op,
    Kind,
    Direction,
    Order,
    TupleSize,
    Waiting,
    Kernels,
    WithIndex,
    Reproducible,
    PredicateCondition,
    PredicateType,
    ElementSize,
    BinCount,
    KeySize,
    RunValue,
    ValueSize,
    SortedBits, // firstBit, endBit
    FloatOrder, // equalZeros, nansLast
    MaxK,
    InputFormat,
    OutputFormat,
    Accumulation,
    Layout,
    // Arguments of calls; Input, Output, Segments and Bias are also fields of descriptions
    CommandBuffer,
    DescriptorSet,
    Count,
    Input,
    Output,
    CountBuffer,
    Total,
    Scratch,
    Initial,
    Parameters,
    Result,
    Index,
    Segments,
    RowLength,
    RowPitch,
    SegmentCount,
    Tested,
    Operand,
    Rest,
    SelectedCount,
    BucketOffsets,
    IndirectField,
    IndirectDivisor,
    IndirectRounding,
    IndirectAddend,
    GroupsOffset,
    Unique,
    Reduced,
    Lengths,
    Starts,
    RunCount,
    Counts,
    Offsets,
    Lower,
    Width,
    Values,
    SortedValues,
    Temporary,
    K,
    RowLengths,
    Quantiles,
    QuantileCount,
    Extent,
    Inner,
    Region,
    Squares,
    Bias,
    Alias,
    Image,
    Mean,
    MeanRange,
    Weights,
    WeightExtent,
};
// The first value of arguments of libraries beside this one, which have their own sentences.
inline constexpr uint8_t kFirstFurtherArgument = static_cast<uint8_t>(Argument::WeightExtent) + 1;

// The rule that the argument broke.
enum class Rule : uint8_t {
    None,
    // Errors that can happen to a program without mistakes
    OutOfHostMemory,
    OutOfDeviceMemory,
    CreationFailed,       // the driver failed to create a pipeline
    Unsupported,          // lacking on the device, or a feature or extension is not enabled
    NeedsForwardProgress, // of a strategy that a caller forces: the driver is not listed
    // Values
    Null,
    NotCreated,
    Missing,      // required, but absent
    Invalid,      // not an enumerator, or out of range
    NotOffered,   // not offered by this operation
    Incompatible, // conflicts with another field
    WrongType,
    WrongVersion,
    Zero,
    TooLarge,
    // Buffers
    TooSmall,
    Misaligned,
    Overlaps,
    // Surfaces
    ExtentTooSmall,
    PitchTooSmall,
    PitchInvalid,
    ViewNull,
    UsageMissing,
    LayoutInvalid,
    HeapOffsetInvalid,
    ExtentTooLarge,
};

// A status other than Success means that nothing was created or recorded. It names the argument and the rule that it
// broke; toString() returns both as a sentence.
struct [[nodiscard]] Status {
    static const Status Success; // Argument::None and Rule::None

    Argument argument = Argument::None;
    Rule rule = Rule::None;

    constexpr Status() noexcept = default;
    constexpr Status(Argument named, Rule broken) noexcept : argument(named), rule(broken) {}
};

inline constexpr Status Status::Success = {};

[[nodiscard]] constexpr bool operator==(Status a, Status b) noexcept
{
    return a.argument == b.argument && a.rule == b.rule;
}
[[nodiscard]] constexpr bool operator!=(Status a, Status b) noexcept
{
    return !(a == b);
}

// A sentence that names the argument and the rule. Static storage; never null.
[[nodiscard]] VKSCAN_API const char* toString(Status status) noexcept;
// The argument's name alone, for sentences of your own: "indirect.field". Static storage; never null.
[[nodiscard]] VKSCAN_API const char* toString(Argument argument) noexcept;

} // namespace vkscan

#endif
