// What every fallible call of vkscan returns.
#ifndef VKSCAN_STATUS_H
#define VKSCAN_STATUS_H

namespace vkscan {

// A status other than Success means that nothing was created or recorded. Each names the argument and the rule it
// broke; toString() says it in a sentence.
enum class [[nodiscard]] Status{
    Success,

    // Context::create
    OutputPointerNull,
    InstanceNull,
    PhysicalDeviceNull,
    DeviceNull,
    ProcAddrNull,
    FunctionMissing,
    DeviceUnsupported,
    OutOfHostMemory,
    OutOfDeviceMemory,
    PipelineCreationFailed,
    PushDescriptorMissing,
    DebugLabelsMissing,
    FeatureNotEnabled,
    SubgroupSizeVaries,

    // Scan::create
    ContextInvalid,
    TypeInvalid,
    TypeUnsupported,
    OpInvalid,
    OpNeedsInteger,
    KindInvalid,
    DirectionInvalid,
    OrderInvalid,
    OrderNeedsAdd,
    TupleSizeInvalid,
    StrategyInvalid,
    StrategyUnsupported,
    StrategyNeedsPlainScan,
    CascadeWorkgroupsTooMany,
    CascadeWorkgroupsTooFew,
    CascadeWorkgroupsNeedCascade,
    StrategyNeedsForwardProgress,
    StudyMissing,
    NetworkInvalid,
    NetworkMissing,
    NetworkNeedsPlainScan,
    ShufflesNotOffered,
    PaddingNeedsSharedMemory,
    RadixNotOffered,
    WorkgroupSizeInvalid,
    WorkgroupSizeTooLarge,
    ElementsNotOffered,
    SharedMemoryTooSmall,

    // Reduce::create; and of those above
    IndexNeedsMinOrMax,
    MethodInvalid,
    MethodTellsNoIndex,

    // SegmentedScan::create, SegmentedReduce::create; and of those above
    SegmentsInvalid,
    SegmentsNotOffered,

    // Compact::create, Partition::create, Split::create; and of those above
    ConditionInvalid,
    ConditionTypeInvalid,
    ElementSizeInvalid,
    SplitBitsInvalid,

    // Histogram::create; and of those above
    TypeNotOffered,
    BinCountInvalid,

    // SummedAreaTable::create
    InputResourceInvalid,
    InputFormatUnsupported,
    OutputResourceInvalid,
    OutputFormatUnsupported,
    AccumulationInvalid,
    AccumulationUnsupported,
    AccumulationNeedsInteger,
    BiasInvalid,
    BiasNeedsFloat,
    TableLayoutInvalid,
    StrategyNotOffered,

    // Scan::record
    OperationInvalid,
    PipelinesNotCompiled,
    CommandBufferNull,
    CountTooLarge,
    InputNull,
    InputMisaligned,
    InputTooSmall,
    OutputNull,
    OutputMisaligned,
    OutputTooSmall,
    OutputOverlapsInput,
    InPlaceNeedsForwardProgress,
    CountBufferNull,
    CountBufferMisaligned,
    CountBufferTooSmall,
    CountBufferOverlaps,
    TotalNull,
    TotalMisaligned,
    TotalTooSmall,
    TotalOverlaps,
    ScratchNull,
    ScratchMisaligned,
    ScratchTooSmall,
    ScratchOverlaps,
    InitialTypeMismatch,
    InitialNeedsOrderOne,

    // Reduce::record; and of those above, the ones of its arguments
    ResultNull,
    ResultMisaligned,
    ResultTooSmall,
    ResultOverlaps,
    IndexNull,
    IndexMisaligned,
    IndexTooSmall,
    IndexOverlaps,
    IndexNeedsWithIndex,

    // SegmentedScan::record, SegmentedReduce::record; and of those above, the ones of their arguments
    SegmentsNull,
    SegmentsMisaligned,
    SegmentsTooSmall,
    SegmentsOverlaps,
    RowLengthZero,
    RowPitchTooSmall,
    SegmentCountTooLarge,

    // Compact::record, Partition::record, Split::record; and of those above, the ones of their arguments
    TestedNull,
    TestedMisaligned,
    TestedTooSmall,
    OperandTypeMismatch,
    OperandNotTaken,
    ShiftTooLarge,
    OutputTooLarge,
    OutputOverlaps,
    RestNull,
    RestMisaligned,
    RestTooLarge,
    RestOverlaps,
    SelectedCountNull,
    SelectedCountMisaligned,
    SelectedCountTooSmall,
    SelectedCountOverlaps,
    IndirectNull,
    IndirectMisaligned,
    IndirectTooSmall,
    IndirectOverlaps,
    DivisorZero,
    RoundingInvalid,

    // Histogram::record, Allocate::record; and of those above, the ones of their arguments
    CountsNull,
    CountsMisaligned,
    CountsTooSmall,
    CountsOverlap,
    OffsetsNull,
    OffsetsMisaligned,
    OffsetsTooSmall,
    OffsetsOverlap,
    LowerTypeMismatch,
    LowerInvalid,
    WidthTypeMismatch,
    WidthInvalid,

    // SummedAreaTable::record; and of those above, the ones of buffers and scratch
    ExtentZero,
    ExtentTooLarge,
    RegionOutside,
    InputViewNull,
    InputUsageMissing,
    InputLayoutInvalid,
    InputPitchTooSmall,
    InputPitchInvalid,
    OutputViewNull,
    OutputUsageMissing,
    OutputLayoutInvalid,
    OutputPitchTooSmall,
    OutputPitchInvalid,
    OutputExtentTooSmall,
    SquaresNull,
    SquaresMisaligned,
    SquaresTooSmall,
    SquaresOverlaps,
    SquaresViewNull,
    SquaresUsageMissing,
    SquaresLayoutInvalid,
    SquaresPitchTooSmall,
    SquaresPitchInvalid,
    SquaresExtentTooSmall,
    BiasNull,
    BiasMisaligned,
    BiasTooSmall,
    BiasOverlaps,
    DescriptorSetNull,
};

// A sentence that names the argument and the rule. Static storage; never null.
[[nodiscard]] const char* toString(Status status) noexcept;

} // namespace vkscan

#endif
