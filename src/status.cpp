#include <vkscan/status.h>

namespace vkscan {

const char* toString(Status status) noexcept
{
    switch (status) {
    case Status::Success: return "success";

    case Status::OutputPointerNull: return "create, plan: the pointer to what is to be written must not be null";
    case Status::InstanceNull: return "instance: must not be null";
    case Status::PhysicalDeviceNull: return "physicalDevice: must not be null";
    case Status::DeviceNull: return "device: must not be null";
    case Status::ProcAddrNull: return "getInstanceProcAddr, getDeviceProcAddr: must not be null";
    case Status::FunctionMissing: return "getDeviceProcAddr: returned null for a core function of Vulkan 1.2";
    case Status::DeviceUnsupported: return "physicalDevice: is not supported; queryDeviceSupport tells why";
    case Status::OutOfHostMemory: return "out of host memory";
    case Status::OutOfDeviceMemory: return "out of device memory";
    case Status::PipelineCreationFailed: return "the driver could not create a compute pipeline";
    case Status::PushDescriptorMissing:
        return "pushDescriptorEnabled: needs the device extension VK_KHR_push_descriptor, present and enabled";
    case Status::DebugLabelsMissing:
        return "debugLabels: need the instance extension VK_EXT_debug_utils, present and enabled";
    case Status::FeatureNotEnabled:
        return "features: lack one that vkscan requires: shaderInt64, bufferDeviceAddress, vulkanMemoryModel or "
               "vulkanMemoryModelDeviceScope";
    case Status::SubgroupSizeVaries:
        return "features: lack subgroupSizeControl and computeFullSubgroups, which this device's subgroups need";

    case Status::ContextInvalid: return "context: must have been created";
    case Status::TypeInvalid: return "type: is not a vkscan::ElementType";
    case Status::TypeUnsupported: return "type: F64 needs the device feature shaderFloat64, present and enabled";
    case Status::OpInvalid: return "op: is not a vkscan::Op";
    case Status::OpNeedsInteger: return "op: And, Or and Xor need an integer type";
    case Status::KindInvalid: return "kind: is not a vkscan::Kind";
    case Status::DirectionInvalid: return "direction: is not a vkscan::Direction";
    case Status::OrderInvalid: return "order: must be from 1 to kMaxOrder";
    case Status::OrderNeedsAdd: return "order: more than 1 needs Op::Add";
    case Status::TupleSizeInvalid: return "tupleSize: must be from 1 to kMaxTupleSize";
    case Status::StrategyInvalid: return "strategy: is not a vkscan::Strategy";
    case Status::StrategyUnsupported:
        return "strategy: those of a single pass need the device feature shaderBufferInt64Atomics, present and enabled";
    case Status::StrategyNeedsPlainScan: return "strategy: ScanThenPropagate takes no order or tupleSize beyond 1";
    case Status::CascadeWorkgroupsTooMany:
        return "cascadeWorkgroups: must be at most the device's maxComputeWorkGroupCount[0]";
    case Status::CascadeWorkgroupsTooFew: return "cascadeWorkgroups: TruncatedCascade needs at least 2";
    case Status::CascadeWorkgroupsNeedCascade: return "cascadeWorkgroups: needs Strategy::Cascade or TruncatedCascade";
    case Status::StrategyNeedsForwardProgress:
        return "strategy: the driver is not listed as one whose running workgroups make progress; to take it all "
               "the same, set assumeForwardProgress";

    case Status::StudyMissing:
        return "strategy, network, method: those for comparison are of the target vkscan::study, and need "
               "ContextDesc::study";

    case Status::NetworkInvalid: return "network.network: is not a vkscan::WorkgroupNetwork";
    case Status::NetworkMissing: return "network: its options need a network other than Subgroup";
    case Status::NetworkNeedsPlainScan: return "network: must be Subgroup with an order or tupleSize beyond 1";
    case Status::ShufflesNotOffered: return "network.shuffles: only KoggeStone and LadnerFischer have them";
    case Status::PaddingNeedsSharedMemory: return "network.padding: there is none with shuffles";
    case Status::RadixNotOffered:
        return "network.radix: must be 2, or 4 with Blelloch, KoggeStone, HanCarlson and LadnerFischer, no shuffles";
    case Status::WorkgroupSizeInvalid:
        return "network.workgroupSize: must be 0 or a power of two from 64 to 1024, no less than the device's subgroup";
    case Status::WorkgroupSizeTooLarge:
        return "network.workgroupSize: must not exceed the device's maxComputeWorkGroupInvocations and -Size";
    case Status::ElementsNotOffered: return "network.elements: must be 0 or those of 1 to 16 whole vectors of 16 bytes";
    case Status::SharedMemoryTooSmall:
        return "network.workgroupSize: the network's values must fit the device's maxComputeSharedMemorySize";

    case Status::IndexNeedsMinOrMax: return "withIndex: needs Op::Min or Op::Max";
    case Status::MethodInvalid: return "method: is not a vkscan::ReduceMethod";
    case Status::MethodTellsNoIndex: return "method: with withIndex, must be Auto or Decomposed";

    case Status::SegmentsInvalid: return "segments: is not a vkscan::Segments";
    case Status::SegmentsNotOffered: return "segments: segmented reductions take Offsets or Rows";

    case Status::ConditionInvalid: return "predicate.condition: is not a vkscan::Condition";
    case Status::ConditionTypeInvalid: return "predicate.type: must be U32, or I32 or F32 for comparisons";
    case Status::ElementSizeInvalid:
        return "elementSize: must be a multiple of 4 up to kMaxElementSize; of runs, 4 or 8";
    case Status::SplitBitsInvalid: return "bits: must be from 1 to kMaxSplitBits";

    case Status::TypeNotOffered: return "type: histograms take U32, I32 or F32";
    case Status::BinCountInvalid: return "binCount: must be from 1 to kMaxBinCount";

    case Status::InputResourceInvalid: return "input: is not a vkscan::Resource";
    case Status::InputFormatUnsupported:
        return "inputFormat: must be one that SummedAreaTableDesc lists for the resource, which the device supports, "
               "with no fewer channels than outputFormat; a StorageImage also needs the device feature "
               "shaderStorageImageReadWithoutFormat, present and enabled";
    case Status::OutputResourceInvalid: return "output: must be Resource::Buffer or Resource::StorageImage";
    case Status::OutputFormatUnsupported:
        return "outputFormat: must be one that SummedAreaTableDesc lists for the resource and the accumulation, which "
               "the device supports; a StorageImage also needs the device feature "
               "shaderStorageImageWriteWithoutFormat, present and enabled";
    case Status::AccumulationInvalid: return "accumulation: is not a vkscan::Accumulation";
    case Status::AccumulationUnsupported:
        return "accumulation: F64, and a table of R64 components, need the device feature shaderFloat64, present and "
               "enabled";
    case Status::AccumulationNeedsInteger: return "accumulation: U32 needs an input of UINT or UNORM format";
    case Status::BiasInvalid: return "bias: is not a vkscan::Bias";
    case Status::BiasNeedsFloat: return "bias: must be None for Accumulation::U32";
    case Status::TableLayoutInvalid: return "layout: is not a vkscan::TableLayout";
    case Status::StrategyNotOffered:
        return "strategy: summed-area tables take Auto, ReduceThenScan, FlatSum or Spine; segmented scans and "
               "reductions, compactions, partitions, splits, run-length encodings and allocations these and "
               "SingleWorkgroup";

    case Status::OperationInvalid: return "record: the operation must have been created";
    case Status::PipelinesNotCompiled: return "record: there are no pipelines, since the context has plansOnly";
    case Status::CommandBufferNull: return "commandBuffer: must not be null";
    case Status::CountTooLarge: return "count: must not exceed maxCount()";
    case Status::InputNull: return "input: the address must not be null";
    case Status::InputMisaligned:
        return "input: the address must be a multiple of the element's size, or of its largest power of two up to 16";
    case Status::InputTooSmall: return "input: the range must hold count elements";
    case Status::OutputNull: return "output: the address must not be null";
    case Status::OutputMisaligned:
        return "output: the address must be a multiple of the element's size, or of its largest power of two up to 16";
    case Status::OutputTooSmall: return "output: the range must hold count elements";
    case Status::OutputOverlapsInput:
        return "output: must not overlap input; in place, where the operation offers that, both begin alike";
    case Status::InPlaceNeedsForwardProgress:
        return "output: in place, DecoupledLookback needs a driver listed as one whose running workgroups make "
               "progress, or assumeForwardProgress";
    case Status::CountBufferNull: return "countBuffer: the address must not be null where the range has a size";
    case Status::CountBufferMisaligned: return "countBuffer: the address must be a multiple of 4";
    case Status::CountBufferTooSmall: return "countBuffer: the range must hold 4 bytes";
    case Status::CountBufferOverlaps: return "countBuffer: must not overlap output or total";
    case Status::TotalNull: return "total: the address must not be null where the range has a size";
    case Status::TotalMisaligned: return "total: the address must be a multiple of the element's size";
    case Status::TotalTooSmall: return "total: the range must hold one element";
    case Status::TotalOverlaps: return "total: must not overlap input or output, counts or offsets";
    case Status::ScratchNull: return "scratch: the address must not be null";
    case Status::ScratchMisaligned: return "scratch: the address must be a multiple of 16";
    case Status::ScratchTooSmall: return "scratch: the range must hold scratchSize(count) bytes";
    case Status::ScratchOverlaps: return "scratch: must not overlap another argument";
    case Status::InitialTypeMismatch: return "initial: must be of the operation's type";
    case Status::InitialNeedsOrderOne: return "initial: a scan of an order beyond 1 takes none";

    case Status::ResultNull: return "result: the address must not be null";
    case Status::ResultMisaligned: return "result: the address must be a multiple of the element's size";
    case Status::ResultTooSmall: return "result: the range must hold one element, or one for each segment";
    case Status::ResultOverlaps: return "result: must not overlap input, segments or countBuffer";
    case Status::IndexNull: return "index: the address must not be null where the description has withIndex";
    case Status::IndexMisaligned: return "index: the address must be a multiple of 4";
    case Status::IndexTooSmall: return "index: the range must hold 4 bytes";
    case Status::IndexOverlaps: return "index: must not overlap input, result or countBuffer";
    case Status::IndexNeedsWithIndex: return "index: must be absent unless the description has withIndex";

    case Status::SegmentsNull: return "segments: the address must not be null, unless the segments are rows";
    case Status::SegmentsMisaligned: return "segments: the address must be a multiple of 4, or of 8 for Keys64";
    case Status::SegmentsTooSmall:
        return "segments: the range must hold count bits, in whole words, flags or keys, or segmentCount + 1 offsets";
    case Status::SegmentsOverlaps: return "segments: must not overlap output or scratch";
    case Status::RowLengthZero: return "rowLength: must not be 0 where the segments are rows";
    case Status::RowPitchTooSmall: return "rowPitch: must be 0 or no less than rowLength";
    case Status::SegmentCountTooLarge: return "segmentCount: must not exceed kMaxSegmentCount";

    case Status::TestedNull:
        return "tested, keys: the address must not be null, but where words are tested that are the input's elements";
    case Status::TestedMisaligned: return "tested, keys: the address must be a multiple of 4";
    case Status::TestedTooSmall:
        return "tested, keys: the range must hold a flag, in whole 32-bit words, or a word for each element";
    case Status::OperandTypeMismatch:
        return "operand: must be of the predicate's type, uint32_t for masks, and be given where words are tested";
    case Status::OperandNotTaken: return "operand: flags take none";
    case Status::ShiftTooLarge: return "shift: must be at most 32 - bits";
    case Status::OutputTooLarge: return "output: what is written must end below 2^64";
    case Status::OutputOverlaps: return "output: must not overlap another argument";
    case Status::RestNull: return "rest: the address must not be null where the range has a size";
    case Status::RestMisaligned:
        return "rest: the address must be a multiple of the largest power of two that divides elementSize, or of 16";
    case Status::RestTooLarge: return "rest: what is written must end below 2^64";
    case Status::RestOverlaps: return "rest: must not overlap another argument";
    case Status::SelectedCountNull:
        return "selectedCount, bucketOffsets: the address must not be null where the range has a size";
    case Status::SelectedCountMisaligned: return "selectedCount, bucketOffsets: the address must be a multiple of 4";
    case Status::SelectedCountTooSmall:
        return "selectedCount, bucketOffsets: the range must hold 4 bytes, or those of 2^bits + 1 offsets";
    case Status::SelectedCountOverlaps: return "selectedCount, bucketOffsets: must not overlap another argument";
    case Status::IndirectNull: return "indirect.field: the address must not be null where the range has a size";
    case Status::IndirectMisaligned: return "indirect.field: the address must be a multiple of 4";
    case Status::IndirectTooSmall: return "indirect.field: the range must hold 4 bytes";
    case Status::IndirectOverlaps: return "indirect.field: must not overlap another argument";
    case Status::DivisorZero: return "indirect.divisor: must not be 0";
    case Status::RoundingInvalid: return "indirect.rounding: is not a vkscan::Rounding";

    case Status::UniqueNull: return "unique: the address must not be null where the range has a size";
    case Status::UniqueMisaligned: return "unique: the address must be a multiple of elementSize";
    case Status::UniqueTooLarge: return "unique: what is written must end below 2^64";
    case Status::UniqueOverlaps: return "unique: must not overlap another argument";
    case Status::LengthsNull: return "lengths: the address must not be null where the range has a size";
    case Status::LengthsMisaligned: return "lengths: the address must be a multiple of 4";
    case Status::LengthsTooLarge: return "lengths: what is written must end below 2^64";
    case Status::LengthsOverlap: return "lengths: must not overlap another argument";
    case Status::StartsNull: return "starts: the address must not be null where the range has a size";
    case Status::StartsMisaligned: return "starts: the address must be a multiple of 4";
    case Status::StartsTooLarge: return "starts: what is written must end below 2^64";
    case Status::StartsOverlap: return "starts: must not overlap another argument";
    case Status::RunCountNull: return "runCount: the address must not be null where the range has a size";
    case Status::RunCountMisaligned: return "runCount: the address must be a multiple of 4";
    case Status::RunCountTooSmall: return "runCount: the range must hold 4 bytes";
    case Status::RunCountOverlaps: return "runCount: must not overlap another argument";

    case Status::CountsNull: return "counts: the address must not be null";
    case Status::CountsMisaligned: return "counts: the address must be a multiple of 4";
    case Status::CountsTooSmall: return "counts: the range must hold 4 bytes for each bin or request";
    case Status::CountsOverlap: return "counts: must not overlap input or countBuffer";
    case Status::OffsetsNull: return "offsets: the address must not be null";
    case Status::OffsetsMisaligned: return "offsets: the address must be a multiple of 4";
    case Status::OffsetsTooSmall: return "offsets: the range must hold 4 bytes for each request";
    case Status::OffsetsOverlap: return "offsets: must not overlap counts or countBuffer; in place, both begin alike";
    case Status::LowerTypeMismatch: return "lower: must be of the histogram's type";
    case Status::LowerInvalid: return "lower: must be finite";
    case Status::WidthTypeMismatch: return "width: must be of the histogram's type";
    case Status::WidthInvalid: return "width: must be more than 0; of floats, it and its inverse must be finite";

    case Status::ExtentZero: return "input: the width and the height of extent and region must not be 0";
    case Status::ExtentTooLarge: return "region: must not be wider or higher than maxExtent, or kMaxTableExtent";
    case Status::RegionOutside: return "region: must lie inside the input's extent";
    case Status::InputViewNull: return "input: the view must not be null";
    case Status::InputUsageMissing:
        return "input: the image must have been created with the usage VK_IMAGE_USAGE_SAMPLED_BIT or STORAGE_BIT, as "
               "the description says";
    case Status::InputLayoutInvalid: return "input: the image layout must be GENERAL or, to sample, one for reading";
    case Status::InputPitchTooSmall: return "input: rowPitch must hold a row";
    case Status::InputPitchInvalid: return "input: rowPitch must be a multiple of a component's size and at most 2 GiB";
    case Status::OutputViewNull: return "output: the view must not be null";
    case Status::OutputUsageMissing:
        return "output: the image must have been created with the usage VK_IMAGE_USAGE_STORAGE_BIT";
    case Status::OutputLayoutInvalid: return "output: the image layout must be GENERAL";
    case Status::OutputPitchTooSmall: return "output: rowPitch must hold a row";
    case Status::OutputPitchInvalid:
        return "output: rowPitch must be a multiple of a component's size and at most 2 GiB";
    case Status::OutputExtentTooSmall:
        return "output: the extent must hold the table: the region, plus one with TableLayout::ZeroBorder";
    case Status::SquaresNull: return "squares: the address must not be null";
    case Status::SquaresMisaligned: return "squares: the address must be a multiple of a component's size";
    case Status::SquaresTooSmall: return "squares: the range must hold the table";
    case Status::SquaresOverlaps: return "squares: must not overlap another argument";
    case Status::SquaresViewNull: return "squares: the view must not be null";
    case Status::SquaresUsageMissing:
        return "squares: the image must have been created with the usage VK_IMAGE_USAGE_STORAGE_BIT";
    case Status::SquaresLayoutInvalid: return "squares: the image layout must be GENERAL";
    case Status::SquaresPitchTooSmall: return "squares: rowPitch must hold a row";
    case Status::SquaresPitchInvalid:
        return "squares: rowPitch must be a multiple of a component's size and at most 2 GiB";
    case Status::SquaresExtentTooSmall:
        return "squares: the extent must hold the table: the region, plus one with TableLayout::ZeroBorder";
    case Status::BiasNull: return "bias: the address must not be null";
    case Status::BiasMisaligned: return "bias: the address must be a multiple of 16";
    case Status::BiasTooSmall: return "bias: the range must hold 16 bytes";
    case Status::BiasOverlaps: return "bias: must not overlap another argument";
    case Status::DescriptorSetNull:
        return "descriptorSet: must not be null where there are images and the context has no push descriptors";
    }
    return "not a vkscan::Status";
}

} // namespace vkscan
