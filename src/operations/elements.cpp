#include "operations/elements.h"

#include "stored_abi.h"

#include <vkscan/scan.h>
#include <vkscan/types.h>

#include <algorithm>

namespace vkscan {

static_assert(static_cast<uint32_t>(StoredType::F32) == abi::kStoredF32);

Status checkType(ElementType type, const Capabilities& capabilities) noexcept
{
    const ElementTypeRow* const row = findRow(kElementTypes, type);
    if (row == nullptr)
        return {Argument::Type, Rule::Invalid};
    if (!row->isScanned)
        return {Argument::Type, Rule::NotOffered};
    return type == ElementType::F64 && !capabilities.float64 ? Status(Argument::Type, Rule::Unsupported)
                                                             : Status::Success;
}

Status checkOp(Op op, ElementType type) noexcept
{
    const OpRow* const row = findRow(kOps, op);
    if (row == nullptr)
        return {Argument::Op, Rule::Invalid};
    return row->takesFloats || !isFloat(type) ? Status::Success : Status(Argument::Op, Rule::Incompatible);
}

bool isFloat(ElementType type) noexcept
{
    const ElementTypeRow* const row = findRow(kElementTypes, type);
    return row != nullptr && row->isFloat;
}

Status checkStored(StoredType stored, ElementType type, Argument argument) noexcept
{
    const StoredTypeRow* const row = findRow(kStoredTypes, stored);
    if (row == nullptr)
        return {argument, Rule::Invalid};
    return row->bytes == 0 || row->type == type ? Status::Success : Status(argument, Rule::Incompatible);
}

Status checkNotStored(StoredType input, StoredType output) noexcept
{
    if (input != StoredType::Same)
        return {Argument::Input, Rule::Incompatible};
    return output != StoredType::Same ? Status(Argument::Output, Rule::Incompatible) : Status::Success;
}

void takeStored(StoredType input, StoredType output, ScheduleDesc* schedule) noexcept
{
    schedule->input = input;
    schedule->output = output;
    if (input == StoredType::Same && output == StoredType::Same)
        return;
    schedule->constants.set(abi::kIdInputStored, static_cast<uint32_t>(input));
    schedule->constants.set(abi::kIdOutputStored, static_cast<uint32_t>(output));
}

const BufferRange* inPlaceOf(const BufferRange& input, const Schedule& schedule) noexcept
{
    return storedBytes(schedule, schedule.desc.input) == storedBytes(schedule, schedule.desc.output) ? &input : nullptr;
}

VkDeviceSize elementAlignment(VkDeviceSize bytes) noexcept
{
    return std::min<VkDeviceSize>(bytes & (~bytes + 1), abi::kVectorBytes);
}

Access listInput(const Schedule& schedule, Argument argument, const BufferRange& given, uint64_t count,
                 BufferList* list) noexcept
{
    const VkDeviceSize element = storedBytes(schedule, schedule.desc.input);
    return schedule.desc.custom.loads ? list->read(argument, given, count > 0 ? given.size : 0, 1)
                                      : list->read(argument, given, count * element, elementAlignment(element));
}

Access listOutput(const Schedule& schedule, Argument argument, const BufferRange& given, uint64_t count,
                  BufferList* list, const BufferRange* inPlace) noexcept
{
    const VkDeviceSize element = storedBytes(schedule, schedule.desc.output);
    return schedule.desc.custom.stores
               ? list->write(argument, given, count > 0 ? given.size : 0, 1, Presence::IfTouched, inPlace)
               : list->write(argument, given, count * element, elementAlignment(element), Presence::IfTouched, inPlace);
}

} // namespace vkscan
