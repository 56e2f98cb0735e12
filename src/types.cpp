#include <vkscan/segments.h>
#include <vkscan/select.h>
#include <vkscan/types.h>

#include <iterator>

namespace vkscan {

namespace {

template <class Row, std::size_t count, class Value>
const char* nameOf(const Row (&rows)[count], Value value, const char* otherwise) noexcept
{
    const Row* const row = findRow(rows, value);
    return row != nullptr ? row->name : otherwise;
}

} // namespace

const char* toString(ElementType type) noexcept
{
    return nameOf(kElementTypes, type, "not a vkscan::ElementType");
}

const char* toString(StoredType type) noexcept
{
    return nameOf(kStoredTypes, type, "not a vkscan::StoredType");
}

const char* toString(Op op) noexcept
{
    return nameOf(kOps, op, "not a vkscan::Op");
}

const char* toString(Kind kind) noexcept
{
    return nameOf(kKinds, kind, "not a vkscan::Kind");
}

const char* toString(Direction direction) noexcept
{
    return nameOf(kDirections, direction, "not a vkscan::Direction");
}

const char* toString(Waiting waiting) noexcept
{
    return nameOf(kWaitings, waiting, "not a vkscan::Waiting");
}

const char* toString(Segments segments) noexcept
{
    return nameOf(kSegmentForms, segments, "not a vkscan::Segments");
}

const char* toString(Condition condition) noexcept
{
    return nameOf(kConditions, condition, "not a vkscan::Condition");
}

VkDeviceSize sizeOf(ElementType type) noexcept
{
    const auto index = static_cast<std::size_t>(type); // rows are in the order of the enumerators
    return index < std::size(kElementTypes) ? kElementTypes[index].bytes : 0;
}

} // namespace vkscan
