// Descriptions and arguments as text, for sets that fail: their fields in the order of the headers.
#ifndef VKSCAN_TESTS_FUZZ_PRINTER_H
#define VKSCAN_TESTS_FUZZ_PRINTER_H

#include "c_api/bindings.h"

#include <sstream>
#include <string>
#include <type_traits>

namespace testing_support {

template <class T>
void print(std::ostream& text, const T& value)
{
    using namespace vkscan;
    if constexpr (std::is_enum_v<T>) {
        text << static_cast<int>(value); // some are no enumerators
    } else if constexpr (std::is_same_v<T, Scalar>) {
        if (value.hasValue())
            text << "type " << static_cast<int>(value.type()) << " bits " << value.bits();
    } else if constexpr (std::is_same_v<T, BufferRange>) {
        text << "0x" << std::hex << value.address << std::dec << " + " << value.size;
    } else if constexpr (requires { typename c_api::Fields<T>::C; }) {
        text << "{";
        c_api::Fields<T>::each([&](auto, auto field, auto...) { print(text << " ", value.*field); });
        text << " }";
    } else if constexpr (requires { text << value; }) {
        text << value;
    } else if constexpr (requires { value.width; }) {
        text << value.width << " x " << value.height;
    } else if constexpr (requires { value.extent; }) {
        text << value.offset.x << ", " << value.offset.y << ": ";
        print(text, value.extent);
    } else {
        text << value.x << ", " << value.y << ", " << value.z;
    }
}

template <class T>
std::string printed(const T& value)
{
    std::ostringstream text;
    print(text << "\n    ", value);
    return text.str();
}

} // namespace testing_support

#endif
