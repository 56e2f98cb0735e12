#include "schedule/array_operation.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

namespace vkscan {

namespace {

// Concatenates copies of the modules of a user's kernels. Null if there is no memory.
std::unique_ptr<uint32_t[]> copyCode(const CustomKernels& kernels) noexcept
{
    std::size_t words = 0;
    for (uint32_t i = 0; i < kernels.count; ++i)
        words += kernels.items[i].codeBytes / sizeof(uint32_t);
    std::unique_ptr<uint32_t[]> copy(new (std::nothrow) uint32_t[words]);
    uint32_t* end = copy.get();
    for (uint32_t i = 0; i < kernels.count && end != nullptr; ++i)
        end = std::copy_n(kernels.items[i].code, kernels.items[i].codeBytes / sizeof(uint32_t), end);
    return copy;
}

// The module of a kernel in such a copy; null words if there is none.
KernelCode findCopy(const CustomKernels& kernels, const uint32_t* copy, const char* name) noexcept
{
    for (uint32_t i = 0; i < kernels.count; ++i) {
        const CustomKernel& kernel = kernels.items[i];
        if (std::strcmp(kernel.name, name) == 0)
            return {copy, kernel.codeBytes};
        copy += kernel.codeBytes / sizeof(uint32_t);
    }
    return {};
}

} // namespace

Status ArrayImpl::compile(const OperationKernels& kernels, const ImageLayouts& images) noexcept
{
    const ScheduleDesc& desc = schedule().desc;
    const bool custom = isCustom(desc);
    const auto append = [&](const char* word) {
        if (word != nullptr && *word != 0) {
            const std::size_t length = std::strlen(pipelines.operation);
            std::snprintf(pipelines.operation + length, sizeof(pipelines.operation) - length, "%s%s",
                          length > 0 ? " " : "", word);
        }
    };
    append(kernels.name);
    append(custom ? "custom" : kernels.type);
    append(custom ? nullptr : kernels.op);
    if (custom && (pipelines.ownCode = copyCode(kernels.custom)) == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    const KernelFamily* all[8] = {};
    const KernelFamily** end = std::copy(kernels.families.begin(), kernels.families.end(), all);
    end = std::copy(kernels.further.begin(), kernels.further.end(), end);
    for (uint32_t i = 0; i < schedule().stageCount; ++i) {
        const Stage& stage = schedule()[i];
        KernelCode code;
        Status found;
        if (custom && stage.callsUser) {
            code = findCopy(kernels.custom, pipelines.ownCode.get(), stage.kernel);
            found = code.words != nullptr ? Status::Success : Status(Argument::Kernels, Rule::Missing);
        } else {
            found = unpack(*context, kernelCode({all, end}, {stage.kernel, desc.form}, desc.type), &code);
        }
        if (found != Status::Success)
            return found;
        pipelines.add(context->capabilities, stage.name, code, constantsOf(schedule(), stage, kernels.operatorCode));
    }
    return images.compile(*context, &pipelines);
}

VkDeviceSize ArrayOperation::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? static_cast<const ArrayImpl*>(m_impl)->scratchBytes(maxCount) : 0;
}

uint64_t ArrayOperation::maxCount() const noexcept
{
    return m_impl != nullptr ? static_cast<const ArrayImpl*>(m_impl)->schedule().maxCount : 0;
}

uint32_t ArrayOperation::groupElements(uint64_t count) const noexcept
{
    if (m_impl == nullptr || count > maxCount())
        return 0;
    // One stage at most is sized; an array of `count` elements may only take it if it begins within a vector.
    const Schedule& schedule = static_cast<const ArrayImpl&>(*m_impl).schedule();
    const uint32_t stage = chooseStage(schedule, count + maxHead(schedule));
    return stage != kNoStage ? static_cast<uint32_t>(schedule[stage].tileElements) : 1;
}

Strategy strategyFor(const ArrayImpl& impl, uint64_t count) noexcept
{
    const Schedule& schedule = impl.schedule();
    return count <= schedule.maxCount ? schedule[chooseStage(schedule, count)].strategy : Strategy::Auto;
}

} // namespace vkscan
