// Operations on elements: checks of types and operators, and arrays as arguments. Pure functions.
#ifndef VKSCAN_OPERATIONS_ELEMENTS_H
#define VKSCAN_OPERATIONS_ELEMENTS_H

#include "plan/buffers.h"
#include "schedule/schedule.h"

#include <vkscan/status.h>

namespace vkscan {

[[nodiscard]] Status checkType(ElementType type, const Capabilities& capabilities) noexcept;
[[nodiscard]] Status checkOp(Op op, ElementType type) noexcept;

[[nodiscard]] bool isFloat(ElementType type) noexcept;

// Checks how an array is stored. `argument` is the description's field.
[[nodiscard]] Status checkStored(StoredType stored, ElementType type, Argument argument) noexcept;
// Refuses arrays that are not stored as the operation's type: Incompatible, for the first of the two fields.
[[nodiscard]] Status checkNotStored(StoredType input, StoredType output) noexcept;
// Notes how arrays are stored, for the schedule's modules and constants.
void takeStored(StoredType input, StoredType output, ScheduleDesc* schedule) noexcept;
// The input, if the output may begin at its address because elements of both have the same size; otherwise null.
[[nodiscard]] const BufferRange* inPlaceOf(const BufferRange& input, const Schedule& schedule) noexcept;

// The alignment of elements: their size, or the largest power of two that divides it, up to 16.
[[nodiscard]] VkDeviceSize elementAlignment(VkDeviceSize bytes) noexcept;

// List `count` elements. With LOAD or STORE of a user's kernels, the range is only checked if the caller supplies it.
Access listInput(const Schedule& schedule, Argument argument, const BufferRange& given, uint64_t count,
                 BufferList* list) noexcept;
Access listOutput(const Schedule& schedule, Argument argument, const BufferRange& given, uint64_t count,
                  BufferList* list, const BufferRange* inPlace = nullptr) noexcept;

} // namespace vkscan

#endif
