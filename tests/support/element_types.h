// Types of elements that are scanned.
#ifndef VKSCAN_TESTS_ELEMENT_TYPES_H
#define VKSCAN_TESTS_ELEMENT_TYPES_H

#include <vkscan/types.h>

namespace testing_support {

inline constexpr vkscan::ElementType kTypes[] = {vkscan::ElementType::U32, vkscan::ElementType::I32,
                                                 vkscan::ElementType::F32, vkscan::ElementType::U64,
                                                 vkscan::ElementType::I64, vkscan::ElementType::F64};

[[nodiscard]] constexpr bool isFloat(vkscan::ElementType type)
{
    return type == vkscan::ElementType::F32 || type == vkscan::ElementType::F64;
}

} // namespace testing_support

#endif
