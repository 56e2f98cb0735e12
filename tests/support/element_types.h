// The types of elements.
#ifndef VKSCAN_TESTS_ELEMENT_TYPES_H
#define VKSCAN_TESTS_ELEMENT_TYPES_H

#include <vkscan/types.h>

namespace testing_support {

inline constexpr vkscan::Type kTypes[] = {vkscan::Type::U32, vkscan::Type::I32, vkscan::Type::F32,
                                          vkscan::Type::U64, vkscan::Type::I64, vkscan::Type::F64};

[[nodiscard]] constexpr bool isFloat(vkscan::Type type)
{
    return type == vkscan::Type::F32 || type == vkscan::Type::F64;
}

} // namespace testing_support

#endif
