#include <vkscan/status.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace vkscan {

namespace {

using Words = std::string_view;

// Names of arguments, spelled like fields, in the enumeration's order.
constexpr Words kNames =
    ";instance;physicalDevice;device;getInstanceProcAddr, getDeviceProcAddr;pushDescriptorEnabled;"
    "descriptorHeaps;debugLabels;features;pipelines;output "
    "pointer;context;operation;structure;type;op;kind;direction;order;tupleSize;waiting;"
    "kernels;withIndex;reproducible;predicate.condition;predicate.type;elementSize;binCount;keySize;runValue;valueSize;"
    "firstBit, "
    "endBit;equalZeros, nansLast;maxK;inputFormat;outputFormat;"
    "accumulation;layout;commandBuffer;descriptorSet;count;input;output;countBuffer;total;scratch;initial;parameters;"
    "result;"
    "index;segments;rowLength;rowPitch;segmentCount;tested;operand;rest;selectedCount;bucketOffsets;"
    "indirect.field;indirect.divisor;indirect.rounding;indirect.addend;groups.offset;unique;reduced;lengths;starts;"
    "runCount;counts;offsets;lower;"
    "width;"
    "values;sortedValues;temporary;k;rowLengths;quantiles;quantileCount;extent;inner;"
    "region;squares;bias;alias;image;mean;meanFrom, meanTo;weights;weightExtent;";

constexpr Words nameOf(Argument argument)
{
    std::size_t begin = 0;
    for (int i = 0; i < static_cast<int>(argument); ++i)
        begin = kNames.find(';', begin) + 1;
    return kNames.substr(begin, kNames.find(';', begin) - begin);
}
static_assert(nameOf(Argument::WeightExtent) == "weightExtent");

// Sentences of a rule on the argument. Where they are incomplete, the tables below have the rest.
constexpr Words wordsOf(Rule rule)
{
    switch (rule) {
    case Rule::OutOfHostMemory: return "out of host memory";
    case Rule::OutOfDeviceMemory: return "out of device memory";
    case Rule::CreationFailed: return "the driver could not create one";
    case Rule::NeedsForwardProgress: return "needs a driver listed as one whose running workgroups make progress";
    case Rule::Null: return "must not be null";
    case Rule::NotCreated: return "must have been created";
    case Rule::Invalid: return "must be ";
    case Rule::WrongType: return "must be of ";
    case Rule::WrongVersion: return "must be compiled from the shaders of this version of vkscan";
    case Rule::Zero: return "must not be 0";
    case Rule::TooLarge: return "must not exceed ";
    case Rule::TooSmall: return "must hold ";
    case Rule::Misaligned: return "the address must be a multiple of ";
    case Rule::Overlaps: return "must not overlap ";
    case Rule::ExtentTooSmall:
        return "the extent must hold the table: the region, plus one with TableLayout::ZeroBorder";
    case Rule::PitchTooSmall: return "rowPitch must hold a row, and slicePitch a slice";
    case Rule::PitchInvalid: return "rowPitch and slicePitch must be multiples of a component's size and at most 2 GiB";
    case Rule::ViewNull: return "the view must not be null";
    case Rule::UsageMissing:
        return "the image must have been created with the usage of the description's resource, "
               "VK_IMAGE_USAGE_SAMPLED_BIT or STORAGE_BIT";
    case Rule::LayoutInvalid: return "the image layout must be GENERAL or, to sample, one for reading";
    case Rule::HeapOffsetInvalid: return "heapOffset must be a multiple of the device's imageDescriptorAlignment";
    case Rule::ExtentTooLarge:
        return "the extent of an image must not exceed the device's maxImageDimension3D, or maxImageDimension2D and "
               "maxImageArrayLayers";
    default: return "";
    }
}

struct Buffer {
    Argument argument;
    Words alignment;
    Words held;      // or kLastAddress: derived from the range's size, so that it can only be too large
    Words apartFrom; // empty for arguments that report no overlap
    Words needed = " where its size is not 0, or where it is needed"; // the condition under which it must not be null
};

constexpr Words kSized = " where its size is not 0";
constexpr Words kElementOrPower = "the element's size, or of its largest power of two up to 16";
constexpr Words kComponentOrElement =
    "the element's size, or of its largest power of two up to 16; of a table, of a component's size";
constexpr Words kLastAddress = "the last address, 2^64 - 1";
constexpr Words kOthers = "another argument";

constexpr Buffer kBuffers[] = {
    {Argument::Input, kComponentOrElement, "count elements; of a table, the texels of its extent",
     "what another table of the batch writes"},
    {Argument::Output, kComponentOrElement,
     "count elements; of TopK and Quantiles, the results of each row; of a distribution, distributionEntries(count, "
     "rowLength); of a table, its entries",
     "another argument; in place, where the operation offers that, input and output begin alike"},
    {Argument::CountBuffer, "4", "4 bytes", "", kSized},
    {Argument::Total, kElementOrPower,
     "tupleSize elements; of AxisScan, one for each line; of Suballocate and Expand, 4 bytes", kOthers, kSized},
    {Argument::Scratch, "16", "scratchSize(count) bytes; of a table, of the region's extent", kOthers},
    {Argument::Result, kElementOrPower, "one element, or one for each segment", "input, segments or countBuffer"},
    {Argument::Index, "4", "4 bytes; of a TopK, for each result", kOthers,
     " where its size is not 0, or where a Reduce has withIndex"},
    {Argument::Segments, "4, or of 8 for Keys64",
     "count bits, in whole words, flags or keys, or segmentCount + 1 offsets", "",
     " where its size is not 0, or unless the segments are rows"},
    {Argument::Tested, "4", "a flag, in whole 32-bit words, or a word for each element", "",
     " where its size is not 0, or unless words are tested that are the input's elements"},
    {Argument::Rest, kElementOrPower, kLastAddress, kOthers, kSized},
    {Argument::SelectedCount, "4", "4 bytes", kOthers, kSized},
    {Argument::BucketOffsets, "4", "2^(endBit - firstBit) + 1 indices of 32 bits", kOthers, kSized},
    {Argument::IndirectField, "4", "4 bytes, or 8 with dispatch", kOthers, kSized},
    {Argument::Unique, "the key's size", kLastAddress, kOthers, kSized},
    {Argument::Reduced, "the value's size", kLastAddress, kOthers, kSized},
    {Argument::Lengths, "4", kLastAddress, kOthers, kSized},
    {Argument::Starts, "4", kLastAddress, kOthers, kSized},
    {Argument::RunCount, "4", "4 bytes", kOthers, kSized},
    {Argument::Counts, "4", "4 bytes for each bin, request or source", "input or countBuffer"},
    {Argument::Offsets, "4", "4 bytes for each request; of an expansion, for each source and one more",
     "counts or countBuffer; in place, where the operation offers that, both begin alike"},
    {Argument::Values, "the value's size", "count values", "",
     " where its size is not 0, or where there are values to sort or to reduce"},
    {Argument::SortedValues, "the value's size, of indices 4",
     "count values or indices; of a TopK, the values of its results", kOthers,
     " where its size is not 0, or where a RadixSort has a valueSize or withIndex"},
    {Argument::Temporary, "16",
     "temporarySize(count) bytes; of a distribution, distributionTemporaryBytes(count, rowLength)", kOthers},
    {Argument::RowLengths, "4", "4 bytes for each row", "", kSized},
    {Argument::Quantiles, "4", "quantileCount words of 4 bytes", ""},
    {Argument::Squares, "a component's size", "the table", kOthers},
    {Argument::Bias, "16", "16 bytes", kOthers},
    {Argument::Alias, "8", "distributionAliasEntries(count, rowLength) entries of 8 bytes", kOthers, kSized},
    {Argument::Mean, "4", "4 bytes", kOthers, kSized},
    {Argument::Weights, "4", "4 bytes for each of weightExtent", "", kSized},
};

// Other rules on values, with the text that follows the rule's sentence.
constexpr struct {
    Argument argument;
    Rule rule;
    Words words = "";
} kValues[] = {
    {Argument::None, Rule::OutOfHostMemory},
    {Argument::None, Rule::OutOfDeviceMemory},
    {Argument::Instance, Rule::Null},
    {Argument::PhysicalDevice, Rule::Null},
    {Argument::PhysicalDevice, Rule::Unsupported, "is not supported; queryDeviceSupport tells why"},
    {Argument::Device, Rule::Null},
    {Argument::ProcAddr, Rule::Null},
    {Argument::ProcAddr, Rule::Missing, "returned null for a core function of Vulkan 1.2"},
    {Argument::PushDescriptorEnabled, Rule::Unsupported,
     "needs the device extension VK_KHR_push_descriptor, present and enabled"},
    {Argument::DescriptorHeaps, Rule::Unsupported,
     "need the device extension VK_EXT_descriptor_heap, present and enabled"},
    {Argument::DebugLabels, Rule::Unsupported, "need the instance extension VK_EXT_debug_utils, present and enabled"},
    {Argument::Features, Rule::Missing,
     "lack one that vkscan requires: shaderInt64, bufferDeviceAddress, vulkanMemoryModel or "
     "vulkanMemoryModelDeviceScope"},
    {Argument::Features, Rule::Unsupported,
     "lack subgroupSizeControl and computeFullSubgroups, which this device's subgroups need; or, for a SelfTest, "
     "shaderBufferInt64Atomics"},
    {Argument::Pipelines, Rule::Missing, "there are none, since the context has plansOnly"},
    {Argument::Pipelines, Rule::CreationFailed},
    {Argument::OutputPointer, Rule::Null, ", since create and plan write to it"},
    {Argument::Context, Rule::NotCreated},
    {Argument::Operation, Rule::NotCreated},
    {Argument::Operation, Rule::WrongType, "the kind that the function is for"},
    {Argument::Structure, Rule::Null},
    {Argument::Structure, Rule::Invalid,
     "as large as its size says, which is its sizeof, with 0 in fields that this version of vkscan does not know"},
    {Argument::Type, Rule::Invalid, "a vkscan::ElementType"},
    {Argument::Type, Rule::Unsupported, "F64 needs the device feature shaderFloat64, present and enabled"},
    {Argument::Type, Rule::Incompatible, "must be as large as the keys of the kernels: 32 bits, or 64 with KEYS_64"},
    {Argument::Type, Rule::NotOffered,
     "histograms take U32, I32 or F32, of an image F32; types of 8 bits are for RadixSort alone, those of 16 bits "
     "also for TopK"},
    {Argument::Op, Rule::Invalid, "a vkscan::Op"},
    {Argument::Op, Rule::Incompatible, "And, Or and Xor need an integer type"},
    {Argument::Kind, Rule::Invalid, "a vkscan::Kind"},
    {Argument::Direction, Rule::Invalid, "a vkscan::Direction"},
    {Argument::Order, Rule::Invalid, "from 1 to kMaxOrder"},
    {Argument::Order, Rule::Incompatible, "more than 1 needs Op::Add"},
    {Argument::TupleSize, Rule::Invalid, "from 1 to kMaxTupleSize"},
    {Argument::Waiting, Rule::Invalid, "a vkscan::Waiting"},
    {Argument::Kernels, Rule::Invalid,
     "whole SPIR-V modules of shaders/kernels/, each named after its file there, with a file that includes "
     "vkscan/kernel.glsl"},
    {Argument::Kernels, Rule::WrongVersion},
    {Argument::Kernels, Rule::WrongType, "one file: these have other states, or load or store otherwise"},
    {Argument::Kernels, Rule::TooLarge,
     "16 words of state, at least 1, and 48 bytes of parameters, 32 of a sort or an expansion"},
    {Argument::Kernels, Rule::Missing, "lack a module that the operation takes: see CustomKernels"},
    {Argument::Kernels, Rule::Incompatible,
     "fields that say what elements are, how they combine, by what method and which are selected must be left as they "
     "are beside them"},
    {Argument::Kernels, Rule::NotOffered,
     "those with SEGMENTS are for segmented scans and reductions, with SELECTS for Compact, with SORTS for RadixSort "
     "and, with LOAD alone, for TopK, with EXPANDS for Expand, others for Scan and Reduce"},
    {Argument::WithIndex, Rule::Incompatible, "needs Op::Min or Op::Max; of a sort, a valueSize of 0"},
    {Argument::Reproducible, Rule::Incompatible,
     "floats have no such order with tuples, 16-bit elements or kernels of your own; tables need F32, a buffer or a "
     "sampled image, and no mean"},
    {Argument::PredicateCondition, Rule::Invalid, "a vkscan::Condition"},
    {Argument::PredicateType, Rule::Invalid, "U32, or I32 or F32 for comparisons"},
    {Argument::ElementSize, Rule::Invalid, "a multiple of 4 up to kMaxElementSize; of selections also 1 or 2"},
    {Argument::BinCount, Rule::Invalid, "from 1 to kMaxBinCount"},
    {Argument::BinCount, Rule::TooLarge, "kMaxImageBinCount with an image"},
    {Argument::KeySize, Rule::Invalid, "4 or 8"},
    {Argument::RunValue, Rule::Invalid, "a vkscan::RunValue"},
    {Argument::ValueSize, Rule::Invalid, "0, 4, 8 or 16; of splits any multiple of 4 up to kMaxElementSize"},
    {Argument::ValueSize, Rule::Incompatible, "must be 0 or 4 with kernels of your own that store"},
    {Argument::FloatOrder, Rule::Incompatible, "need keys that are floats"},
    {Argument::SortedBits, Rule::Invalid, "bits of a key, of which firstBit is not behind endBit"},
    {Argument::MaxK, Rule::Invalid, "from 1 to kMaxTopK"},
    {Argument::InputFormat, Rule::Unsupported,
     "must be one that the description lists for the resource, which the device supports, with no fewer channels "
     "than outputFormat, or one that DistributionDesc or HistogramDesc lists"},
    {Argument::OutputFormat, Rule::Unsupported,
     "must be one that the description lists for the resource and the accumulation, which the device supports; a "
     "StorageImage also needs the device feature shaderStorageImageWriteWithoutFormat, and of a volume "
     "with two channels shaderStorageImageExtendedFormats, present and enabled"},
    {Argument::Accumulation, Rule::Invalid, "a vkscan::Accumulation"},
    {Argument::Accumulation, Rule::Unsupported,
     "F64, and a table of R64 components, need the device feature shaderFloat64, present and enabled"},
    {Argument::Accumulation, Rule::Incompatible,
     "U32 needs an input of UINT or UNORM format, F64 a table in a buffer; images of volumes and stacks take U32 or "
     "F32"},
    {Argument::Layout, Rule::Invalid, "a vkscan::TableLayout"},
    {Argument::CommandBuffer, Rule::Null},
    {Argument::DescriptorSet, Rule::Null,
     " where there are images and the context has neither push descriptors nor descriptor heaps"},
    {Argument::DescriptorSet, Rule::Incompatible, "needs an image"},
    {Argument::DescriptorSet, Rule::NotOffered, "there is none in a context with descriptorHeaps"},
    {Argument::Count, Rule::Zero},
    {Argument::Count, Rule::TooLarge, "maxCount(); of tables, kMaxTableBatch"},
    {Argument::Input, Rule::Invalid, "a vkscan::Resource; of arrays, a vkscan::StoredType"},
    {Argument::Input, Rule::Incompatible,
     "must be Same but for U8 and U16 of U32, I8 and I16 of I32 and F16 of F32; with orders, tuples and kernels of "
     "your own"},
    {Argument::Input, Rule::NotOffered, "must be Resource::Buffer or Resource::SampledImage"},
    {Argument::CountBuffer, Rule::Incompatible, "must be absent with an image"},
    {Argument::Input, Rule::Zero, " wide, high or deep, in its extent or in the region"},
    {Argument::Output, Rule::Invalid, "Resource::Buffer or Resource::StorageImage; of arrays, a vkscan::StoredType"},
    {Argument::Output, Rule::Incompatible,
     "must be Same but for U8 and U16 of U32, I8 and I16 of I32 and F16 of F32; with orders, tuples and kernels of "
     "your own"},
    {Argument::Output, Rule::TooLarge, kLastAddress},
    {Argument::Output, Rule::NeedsForwardProgress, " where it is the input"},
    {Argument::Output, Rule::ExtentTooSmall},
    {Argument::Squares, Rule::ExtentTooSmall},
    {Argument::Initial, Rule::WrongType, "the operation's type"},
    {Argument::Initial, Rule::Incompatible, "a scan of an order beyond 1 takes none, nor one by kernels of your own"},
    {Argument::Parameters, Rule::Null, " where there are bytes of them"},
    {Argument::Parameters, Rule::Invalid, "a multiple of 4 bytes"},
    {Argument::Parameters, Rule::TooLarge,
     "kMaxParameterBytes; of sorts, top-k selections and expansions, kMaxSortParameterBytes"},
    {Argument::Parameters, Rule::Incompatible, "none but kernels of your own take any"},
    {Argument::Index, Rule::TooLarge, kLastAddress},
    {Argument::Index, Rule::Incompatible, "must be absent unless the description has withIndex"},
    {Argument::Segments, Rule::Invalid, "a vkscan::Segments"},
    {Argument::Segments, Rule::NotOffered, "segmented reductions take Offsets or Rows"},
    {Argument::BucketOffsets, Rule::Incompatible,
     "must be absent with more than kMaxBucketBits bits, segments, or kernels of your own"},
    {Argument::Segments, Rule::Incompatible, "Kernels needs kernels of your own with IS_HEAD, and these need it"},
    {Argument::RowLength, Rule::Zero, " where the segments are rows"},
    {Argument::RowLength, Rule::Invalid, "from 1 to kMaxDistributionRowLength"},
    {Argument::RowLength, Rule::TooSmall, "enough elements for count to make at most kMaxDistributionRows rows"},
    {Argument::RowLength, Rule::TooLarge, "2^20 keys where the device bounds loops"},
    {Argument::RowPitch, Rule::TooSmall, "rowLength elements, or be 0"},
    {Argument::SegmentCount, Rule::TooLarge, "kMaxSegmentCount"},
    {Argument::Operand, Rule::WrongType,
     "the predicate's type, uint32_t for masks, and be given where words are tested"},
    {Argument::Operand, Rule::Incompatible, "flags and kernels of your own take none"},
    {Argument::Tested, Rule::Incompatible, "kernels of your own take none"},
    {Argument::Rest, Rule::Incompatible, "must be absent unless the description has withRest"},
    {Argument::Counts, Rule::Incompatible, "must be absent with fromOffsets"},
    {Argument::Values, Rule::Incompatible, "must be absent with RunValue::None"},
    {Argument::Reduced, Rule::Incompatible, "must be absent with RunValue::None"},
    {Argument::IndirectDivisor, Rule::Zero},
    {Argument::IndirectRounding, Rule::Invalid, "a vkscan::Rounding"},
    {Argument::IndirectAddend, Rule::TooLarge, "65535"},
    {Argument::GroupsOffset, Rule::Invalid, "a multiple of 4"},
    {Argument::Lower, Rule::WrongType, "the histogram's type"},
    {Argument::Lower, Rule::Invalid, "finite; of an image, from -96 to 128"},
    {Argument::Width, Rule::WrongType, "the histogram's type"},
    {Argument::Width, Rule::Invalid,
     "more than 0, and finite; of an image, from 2^-22 to where the last bin ends, at 128 or before"},
    {Argument::K, Rule::TooLarge,
     "maxK; with rows of more elements, what shared memory has room for: 512, 1024, 2048 or 4096"},
    {Argument::QuantileCount, Rule::Invalid, "from 1 to kMaxQuantiles"},
    {Argument::Extent, Rule::Zero},
    {Argument::Extent, Rule::TooLarge,
     "2^31 elements of a line that has so many, or 2^27 where the device bounds loops"},
    {Argument::Inner, Rule::Zero},
    {Argument::Region, Rule::Invalid, "inside the input's extent"},
    {Argument::Region, Rule::TooLarge,
     "maxExtent, or kMaxTableExtent; of volumes kMaxVolumeExtent, nor need more scratch than kMaxVolumeScratch"},
    {Argument::Bias, Rule::Invalid, "a vkscan::Bias"},
    {Argument::Bias, Rule::Incompatible, "must be None for Accumulation::U32"},
    {Argument::Alias, Rule::Incompatible, "must be absent unless the description has withAlias"},
    {Argument::Image, Rule::Zero, " wide or high"},
    {Argument::Image, Rule::TooLarge,
     "kMaxDistributionRowLength columns, kMaxDistributionRows rows or maxCount() texels; of a histogram, "
     "kMaxHistogramExtent or, with weights, 2^25 - 1 texels"},
    {Argument::Mean, Rule::Incompatible, "needs an image"},
    {Argument::MeanRange, Rule::Invalid,
     "fractions from 0 to 1, as multiples of 2^-16 of different size, in this order"},
    {Argument::Weights, Rule::Incompatible, "need an image"},
    {Argument::WeightExtent, Rule::Invalid, "from 1 to kMaxHistogramExtent wide and high, where there are weights"},
};

// Writes all sentences, each after a letter for its argument and rule; names have no rule. Returns their length.
constexpr std::size_t compose(char* text)
{
    std::size_t length = 0;
    const auto put = [&](char letter) {
        if (text != nullptr)
            text[length] = letter;
        ++length;
    };
    const auto say = [&](Argument argument, Rule rule, Words rest) {
        put(static_cast<char>(argument));
        put(static_cast<char>(rule));
        const bool isPair = argument != Argument::None && rule != Rule::None;
        for (const Words part : {nameOf(argument), Words(isPair ? ": " : ""), wordsOf(rule), rest})
            for (const char letter : part)
                put(letter);
        put('\0');
    };
    for (int i = 0; i < kFirstFurtherArgument; ++i)
        say(static_cast<Argument>(i), Rule::None, "");
    for (const auto& value : kValues)
        say(value.argument, value.rule, value.words);
    for (const Buffer& buffer : kBuffers) {
        say(buffer.argument, Rule::Null, buffer.needed);
        say(buffer.argument, Rule::Misaligned, buffer.alignment);
        say(buffer.argument, buffer.held == kLastAddress ? Rule::TooLarge : Rule::TooSmall, buffer.held);
        if (!buffer.apartFrom.empty())
            say(buffer.argument, Rule::Overlaps, buffer.apartFrom);
    }
    for (const Argument surface : {Argument::Input, Argument::Output, Argument::Squares, Argument::Image}) {
        for (const Rule rule : {Rule::ViewNull, Rule::UsageMissing, Rule::LayoutInvalid, Rule::HeapOffsetInvalid})
            say(surface, rule, "");
        for (const Rule rule : {Rule::PitchTooSmall, Rule::PitchInvalid, Rule::ExtentTooLarge})
            if (surface != Argument::Image)
                say(surface, rule, "");
    }
    return length;
}

constexpr auto kSentences = [] {
    std::array<char, compose(nullptr)> text = {};
    compose(text.data());
    return text;
}();

const char* find(Argument argument, Rule rule, const char* otherwise) noexcept
{
    const char* const end = kSentences.data() + kSentences.size();
    for (const char* at = kSentences.data(); at != end; at += std::strlen(at + 2) + 3)
        if (at[0] == static_cast<char>(argument) && at[1] == static_cast<char>(rule))
            return at + 2;
    return otherwise;
}

} // namespace

const char* toString(Status status) noexcept
{
    constexpr const char* kUnknown = "not a vkscan::Status";
    if (status.rule != Rule::None)
        return find(status.argument, status.rule, kUnknown);
    return status == Status::Success ? "success" : kUnknown;
}

const char* toString(Argument argument) noexcept
{
    return find(argument, Rule::None, "not a vkscan::Argument");
}

} // namespace vkscan
