#include "operations/custom_kernels.h"

#include "custom_abi.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>

namespace vkscan {

namespace {

static_assert(kMaxStateBytes == abi::kMaxCustomStateWords * sizeof(uint32_t));

// Of SPIR-V, "SPIR-V Specification" 2.3 and 3.
constexpr uint32_t kMagic = 0x07230203;
constexpr std::size_t kHeaderWords = 5;
constexpr uint32_t kOpSpecConstant = 50;
constexpr uint32_t kOpDecorate = 71;
constexpr uint32_t kDecorationSpecId = 1;

// The first instruction of an opcode for which `matches` holds of its operands, of which it has at least so many.
template <class Matches>
std::span<const uint32_t> findInstruction(std::span<const uint32_t> words, uint32_t opcode, std::size_t operands,
                                          Matches matches) noexcept
{
    for (std::size_t i = kHeaderWords; i < words.size();) {
        const std::size_t length = words[i] >> 16;
        if (length == 0 || length > words.size() - i)
            return {};
        const std::span<const uint32_t> found = words.subspan(i + 1, length - 1);
        if ((words[i] & 0xffff) == opcode && found.size() >= operands && matches(found))
            return found;
        i += length;
    }
    return {};
}

// The default of the specialisation constant by which modules tell of themselves.
std::optional<uint32_t> stampOf(const CustomKernel& kernel) noexcept
{
    if (kernel.code == nullptr || kernel.name == nullptr || kernel.codeBytes % sizeof(uint32_t) != 0)
        return {};
    const std::span<const uint32_t> words(kernel.code, kernel.codeBytes / sizeof(uint32_t));
    if (words.size() < kHeaderWords || words[0] != kMagic)
        return {};
    const auto decoration = findInstruction(words, kOpDecorate, 3, [](std::span<const uint32_t> operands) {
        return operands[1] == kDecorationSpecId && operands[2] == abi::kIdStamp;
    });
    if (decoration.empty())
        return {};
    const auto constant = findInstruction(
        words, kOpSpecConstant, 3, [&](std::span<const uint32_t> operands) { return operands[1] == decoration[0]; });
    return constant.empty() ? std::optional<uint32_t>() : constant[2];
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
        if (*stamp >> abi::kStampVersionShift != abi::kStampVersion)
            return {Argument::Kernels, Rule::WrongVersion};
        if (all && all != stamp)
            return {Argument::Kernels, Rule::WrongType};
        all = stamp;
    }
    if (!all)
        return {Argument::Kernels, Rule::Invalid};
    const auto has = [&](uint32_t flag) { return (*all & flag) != 0; };
    CustomElements& custom = schedule->custom;
    custom = {*all & abi::kStampWords, has(abi::kStampLoads),   has(abi::kStampStores),  has(abi::kStampSegments),
              has(abi::kStampHeads),   has(abi::kStampSelects), has(abi::kStampVectors), has(abi::kStampSorts)};
    if (custom.words == 0 || custom.words > abi::kMaxCustomStateWords)
        return {Argument::Kernels, Rule::TooLarge};
    if (custom.hasSegments != (use == KernelUse::Segments) || custom.selects != (use == KernelUse::Selection) ||
        custom.sorts != (use == KernelUse::Sort))
        return {Argument::Kernels, Rule::NotOffered};
    if (custom.inVectors) // of which a built-in type has as many
        schedule->type = custom.words == 2 ? ElementType::U64 : ElementType::U32;
    if (!custom.selects && custom.words <= 2 && (custom.words == 2 || !custom.inVectors))
        schedule->spine = &Tuning::customSpine;
    else if (!custom.selects && custom.words > 2 && custom.words <= 8)
        schedule->spine = &Tuning::largeCustomSpine;
    schedule->stateWords = custom.selects ? 1 : custom.words + (custom.hasSegments ? 1 : 0);
    return Status::Success;
}

VkDeviceSize elementAlignment(const ScheduleDesc& desc) noexcept
{
    return std::gcd(elementBytes(desc), uint64_t{abi::kVectorBytes});
}

Access listInput(const ScheduleDesc& desc, Argument argument, BufferRange given, uint64_t count,
                 BufferList* list) noexcept
{
    return desc.custom.loads ? list->read(argument, given, given.size, 1)
                             : list->read(argument, given, count * elementBytes(desc), elementAlignment(desc));
}

Access listOutput(const ScheduleDesc& desc, Argument argument, BufferRange given, uint64_t count,
                  BufferList* list) noexcept
{
    return desc.custom.stores ? list->write(argument, given, given.size, 1)
                              : list->write(argument, given, count * elementBytes(desc), elementAlignment(desc));
}

Status checkParameters(const Parameters& parameters, const ScheduleDesc& desc) noexcept
{
    if (parameters.bytes == 0)
        return Status::Success;
    if (!isCustom(desc))
        return {Argument::Parameters, Rule::Incompatible};
    if (parameters.bytes > (desc.custom.sorts ? kMaxSortParameterBytes : kMaxParameterBytes))
        return {Argument::Parameters, Rule::TooLarge};
    if (parameters.bytes % sizeof(uint32_t) != 0)
        return {Argument::Parameters, Rule::Invalid};
    return parameters.data == nullptr ? Status(Argument::Parameters, Rule::Null) : Status::Success;
}

void tellParameters(const Parameters& parameters, unsigned char* pushed) noexcept
{
    if (parameters.bytes > 0)
        std::memcpy(pushed, parameters.data, parameters.bytes);
}

void tellKernels(const Parameters& parameters, Plan* plan) noexcept
{
    for (uint32_t i = 0; i < plan->stepCount; ++i) {
        PushConstants push;
        const abi::ScanPush& scan = plan->steps[i].push.scan;
        push.custom.push = {scan.inputAddress, scan.outputAddress, scan.scratchAddress,  scan.maxCount,
                            scan.countAddress, scan.totalAddress,  scan.segmentsAddress, scan.rowLength,
                            scan.head,         scan.gridWidth,     scan.spans,           scan.rowPitch,
                            scan.segmentCount};
        tellParameters(parameters, push.custom.parameters);
        plan->steps[i].push = push;
    }
}

} // namespace vkscan
