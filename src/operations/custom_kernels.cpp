#include "operations/custom_kernels.h"

#include "custom_abi.h"
#include "radix_sort_abi.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>

namespace vkscan {

namespace {

static_assert(kMaxStateBytes == abi::kMaxCustomStateWords * sizeof(uint32_t));
static_assert(abi::kParametersOffset + kMaxParameterBytes <= sizeof(PushConstants::bytes) &&
              abi::kSortParametersOffset + kMaxSortParameterBytes <= sizeof(PushConstants::bytes) &&
              abi::kExpandParametersOffset + kMaxSortParameterBytes <= sizeof(PushConstants::bytes) &&
              abi::kTopKParametersOffset + kMaxSortParameterBytes <= sizeof(PushConstants::bytes));

// "SPIR-V Specification", 2.3 and 3.
constexpr uint32_t kMagic = 0x07230203;
constexpr uint32_t kVersionMask = 0xffff00ff; // all but the minor version
constexpr uint32_t kVersion = 0x00010000;
constexpr uint32_t kMaxBound = 0x3fffff;
constexpr std::size_t kHeaderWords = 5;
constexpr uint32_t kOpEntryPoint = 15;
constexpr uint32_t kOpSpecConstant = 50;
constexpr uint32_t kOpFunction = 54;
constexpr uint32_t kOpFunctionEnd = 56;
constexpr uint32_t kOpFunctionCall = 57;
constexpr uint32_t kOpDecorate = 71;
constexpr uint32_t kDecorationSpecId = 1;
constexpr uint32_t kExecutionModelCompute = 5;
constexpr uint32_t kMain[] = {0x6e69616d, 0}; // "main"

using SpirvWords = std::span<const uint32_t>;

uint32_t opcodeOf(SpirvWords instruction) noexcept
{
    return instruction[0] & 0xffff;
}

// The first instruction for which `matches` holds; empty if there is none. The module is whole.
template <class Matches>
SpirvWords findInstruction(SpirvWords module, uint32_t opcode, std::size_t length, Matches matches) noexcept
{
    for (std::size_t i = kHeaderWords; i < module.size(); i += module[i] >> 16) {
        const SpirvWords found = module.subspan(i, module[i] >> 16);
        if (opcodeOf(found) == opcode && found.size() >= length && matches(found))
            return found;
    }
    return {};
}

// Whether the header is right and whole instructions follow, the last being the end of a function.
bool hasWholeInstructions(SpirvWords module) noexcept
{
    if (module.size() <= kHeaderWords || module[0] != kMagic || (module[1] & kVersionMask) != kVersion ||
        module[3] == 0 || module[3] > kMaxBound || module[4] != 0)
        return false;
    uint32_t opcode = 0;
    for (std::size_t i = kHeaderWords; i < module.size(); i += module[i] >> 16) {
        if (module[i] >> 16 == 0 || module[i] >> 16 > module.size() - i)
            return false;
        opcode = opcodeOf(module.subspan(i));
    }
    return opcode == kOpFunctionEnd;
}

bool hasFunction(SpirvWords module, uint32_t id) noexcept
{
    return !findInstruction(module, kOpFunction, 5, [&](SpirvWords function) { return function[2] == id; }).empty();
}

// Whether a module has all functions that main calls. A module that was cut off after a function may lack one.
bool isWhole(SpirvWords module) noexcept
{
    if (!hasWholeInstructions(module))
        return false;
    const SpirvWords entryPoint = findInstruction(module, kOpEntryPoint, 5, [](SpirvWords entry) {
        return entry[1] == kExecutionModelCompute && entry[3] == kMain[0] && entry[4] == kMain[1];
    });
    return !entryPoint.empty() && hasFunction(module, entryPoint[2]) &&
           findInstruction(module, kOpFunctionCall, 4, [&](SpirvWords call) {
               return !hasFunction(module, call[3]);
           }).empty();
}

// The default of the specialisation constant that describes a module.
std::optional<uint32_t> stampOf(const CustomKernel& kernel) noexcept
{
    if (kernel.code == nullptr || kernel.name == nullptr || kernel.codeBytes % sizeof(uint32_t) != 0)
        return {};
    const SpirvWords module(kernel.code, kernel.codeBytes / sizeof(uint32_t));
    if (!isWhole(module))
        return {};
    const SpirvWords decoration = findInstruction(module, kOpDecorate, 4, [](SpirvWords words) {
        return words[2] == kDecorationSpecId && words[3] == abi::kIdStamp;
    });
    if (decoration.empty())
        return {};
    const SpirvWords constant =
        findInstruction(module, kOpSpecConstant, 4, [&](SpirvWords words) { return words[2] == decoration[1]; });
    return constant.empty() ? std::optional<uint32_t>() : constant[3];
}

uint32_t entryPointOf(uint32_t stamp) noexcept
{
    return (stamp >> abi::kStampEntryPointShift) +
           ((stamp & abi::kStampEntryPointHigh) != 0 ? abi::kStampEntryPoints : 0);
}

// Whether the stamp fits the entry point that the module is named after. Modules of other names are not used.
bool isOfEntryPoint(uint32_t stamp, const char* name) noexcept
{
    constexpr struct {
        const char* name;
        uint32_t code;
    } kEntryPoints[] = {
        {"scan_spans", abi::kEntryScanSpans},
        {"scan_spine", abi::kEntryScanSpine},
        {"reduce_spans", abi::kEntryReduceSpans},
        {"reduce_slots", abi::kEntryReduceSlots},
        {"reduce_segments", abi::kEntryReduceSegments},
        {"reduce_segment_spans", abi::kEntryReduceSegmentSpans},
        {"reduce_segment_ends", abi::kEntryReduceSegmentEnds},
        {"radix_sort_single", abi::kEntryRadixSortSingle},
        {"radix_sort_count", abi::kEntryRadixSortCount},
        {"radix_sort_pass", abi::kEntryRadixSortPass},
        {"radix_sort_scatter", abi::kEntryRadixSortScatter},
        {"radix_sort_segments", abi::kEntryRadixSortSegments},
        {"radix_sort_short", abi::kEntryRadixSortShort},
        {"expand", abi::kEntryExpand},
        {"top_k_sample", abi::kEntryTopKSample},
        {"top_k_collect", abi::kEntryTopKCollect},
        {"top_k_merge", abi::kEntryTopKMerge},
        {"top_k_rows", abi::kEntryTopKRows},
        {"top_k_count", abi::kEntryTopKCount},
        {"top_k_filter", abi::kEntryTopKFilter},
    };
    const auto* known = std::find_if(std::begin(kEntryPoints), std::end(kEntryPoints),
                                     [&](const auto& entry) { return std::strcmp(entry.name, name) == 0; });
    return known == std::end(kEntryPoints) || entryPointOf(stamp) == known->code;
}

} // namespace

Status takeKernels(const CustomKernels& kernels, KernelUse use, ScheduleDesc* schedule) noexcept
{
    if (kernels.count == 0)
        return Status::Success;
    std::optional<uint32_t> all;
    for (const CustomKernel& kernel : std::span(kernels.items, kernels.items != nullptr ? kernels.count : 0)) {
        const std::optional<uint32_t> stamp = stampOf(kernel);
        if (!stamp)
            return {Argument::Kernels, Rule::Invalid};
        if ((*stamp >> abi::kStampVersionShift & abi::kStampVersionMask) != abi::kStampVersion)
            return {Argument::Kernels, Rule::WrongVersion};
        if (!isOfEntryPoint(*stamp, kernel.name))
            return {Argument::Kernels, Rule::Invalid};
        const uint32_t ofFile = *stamp & ((1u << abi::kStampEntryPointShift) - 1) & ~abi::kStampEntryPointHigh;
        if (all && *all != ofFile)
            return {Argument::Kernels, Rule::WrongType};
        all = ofFile;
    }
    if (!all)
        return {Argument::Kernels, Rule::Invalid};
    const auto has = [&](uint32_t flag) { return (*all & flag) != 0; };
    CustomElements& custom = schedule->custom;
    custom = {*all & abi::kStampWords, has(abi::kStampLoads),   has(abi::kStampStores), has(abi::kStampSegments),
              has(abi::kStampHeads),   has(abi::kStampSelects), has(abi::kStampVectors)};
    custom.maxParameterBytes = has(abi::kStampSorts | abi::kStampExpands) ? kMaxSortParameterBytes : kMaxParameterBytes;
    const uint32_t parameterBytes = (*all >> abi::kStampParametersShift & abi::kStampParametersMask) * 4;
    if (custom.words == 0 || custom.words > abi::kMaxCustomStateWords || parameterBytes > custom.maxParameterBytes)
        return {Argument::Kernels, Rule::TooLarge};
    if (custom.hasSegments != (use == KernelUse::Segments) || custom.selects != (use == KernelUse::Selection) ||
        has(abi::kStampSorts) != (use == KernelUse::Sort) || has(abi::kStampExpands) != (use == KernelUse::Expansion))
        return {Argument::Kernels, Rule::NotOffered};
    if (custom.inVectors) // a built-in type of the same size
        schedule->type = custom.words == 2 ? ElementType::U64 : ElementType::U32;
    schedule->stateWords = custom.selects ? 1 : custom.words + (custom.hasSegments ? 1 : 0);
    schedule->boundedTiles = static_cast<uint32_t>(kBoundedTiles);
    return Status::Success;
}

Geometry spineOf(const CustomElements& custom, const Tuning& tuning, Geometry otherwise) noexcept
{
    if (custom.words == 0 || custom.selects || custom.words > 8 || (custom.words == 1 && custom.inVectors))
        return otherwise;
    return custom.words <= 2 ? tuning.customSpine : tuning.largeCustomSpine;
}

Status checkParameters(const Parameters& parameters, const ScheduleDesc& desc) noexcept
{
    if (parameters.bytes == 0)
        return Status::Success;
    if (!isCustom(desc))
        return {Argument::Parameters, Rule::Incompatible};
    if (parameters.bytes > desc.custom.maxParameterBytes)
        return {Argument::Parameters, Rule::TooLarge};
    if (parameters.bytes % sizeof(uint32_t) != 0)
        return {Argument::Parameters, Rule::Invalid};
    return parameters.data == nullptr ? Status(Argument::Parameters, Rule::Null) : Status::Success;
}

PushConstants customPush(const abi::ScanPush& scan, const Parameters& parameters) noexcept
{
    PushConstants push =
        abi::CustomPush{scan.inputAddress, scan.outputAddress,   scan.scratchAddress, scan.maxCount, scan.countAddress,
                        scan.totalAddress, scan.segmentsAddress, scan.rowLength,      scan.head,     scan.gridWidth,
                        scan.spans,        scan.rowPitch,        scan.segmentCount};
    setParameters(parameters, abi::kParametersOffset, &push);
    return push;
}

void setParameters(const Parameters& parameters, std::size_t offset, PushConstants* push) noexcept
{
    if (parameters.bytes > 0)
        std::memcpy(push->bytes + offset, parameters.data, parameters.bytes);
}

} // namespace vkscan
