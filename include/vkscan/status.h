// What every fallible call of vkscan returns.
#ifndef VKSCAN_STATUS_H
#define VKSCAN_STATUS_H

#include <vkscan/export.h>

#include <cstdint>

namespace vkscan {

// What a status is about: mostly a field of a description or of a call's arguments, by its name in all operations.
enum class Argument : uint8_t {
    None,
    // Context::create, and what all calls have
    Instance,
    PhysicalDevice,
    Device,
    ProcAddr, // getInstanceProcAddr, getDeviceProcAddr
    PushDescriptorEnabled,
    DebugLabels,
    Features,
    Pipelines,
    OutputPointer, // what create and plan write to
    Context,
    Operation,
    Structure, // one of c_api.h's
    // Descriptions
    Type,
    Op,
    Kind,
    Direction,
    Order,
    TupleSize,
    Strategy,
    Kernels,
    WithIndex,
    PredicateCondition,
    PredicateType,
    ElementSize,
    Bits,
    BinCount,
    ValueSize,
    SortedBits, // firstBit, endBit
    InputFormat,
    OutputFormat,
    Accumulation,
    Layout,
    // Arguments of calls; Input, Output, Segments and Bias are of descriptions, too
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
    Tested, // keys
    Operand,
    Shift,
    Rest,
    SelectedCount, // bucketOffsets
    IndirectField,
    IndirectDivisor,
    IndirectRounding,
    Unique,
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
    Region,
    Squares,
    Bias,
};
// Values from here on are those of study.h.
inline constexpr uint8_t kFirstStudyArgument = static_cast<uint8_t>(Argument::Bias) + 1;

// What is wrong with it.
enum class Rule : uint8_t {
    None,
    // What may happen to a program without faults
    OutOfHostMemory,
    OutOfDeviceMemory,
    CreationFailed,       // of a pipeline, by the driver
    Unsupported,          // by the device, or needs a feature or an extension that is not enabled
    NeedsForwardProgress, // of the device's driver, or assumeForwardProgress
    // Values
    Null,
    NotCreated,
    Missing,      // something that it needs
    Invalid,      // none of its values, or outside their range
    NotOffered,   // by this operation
    Incompatible, // with another field
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
};

// A status other than Success means that nothing was created or recorded. It names the argument and the rule that it
// broke; toString() says it in a sentence.
struct [[nodiscard]] Status {
    static const Status Success; // neither

    Argument argument = Argument::None;
    Rule rule = Rule::None;

    constexpr Status() noexcept = default;
    constexpr Status(Argument its, Rule broken) noexcept : argument(its), rule(broken) {}
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
