// Descriptions and arguments as text, for sets that fail.
#ifndef VKSCAN_TESTS_FUZZ_PRINTER_H
#define VKSCAN_TESTS_FUZZ_PRINTER_H

#include <vkscan/types.h>

#include <sstream>
#include <string>
#include <type_traits>

namespace testing_support {

class Printer {
public:
    template <class Value>
    Printer& operator()(const char* name, const Value& value)
    {
        m_text << "\n    " << name << " ";
        print(value);
        return *this;
    }

    void newLine() { m_text << "\n"; }
    [[nodiscard]] std::string text() const { return m_text.str(); }

private:
    // Enumerators as numbers, since some are none.
    template <class Value>
    void print(const Value& value)
    {
        if constexpr (std::is_enum_v<Value>)
            m_text << static_cast<int>(value);
        else
            m_text << value;
    }
    void print(const vkscan::BufferRange& range)
    {
        m_text << "0x" << std::hex << range.address << std::dec << ", " << range.size << " bytes";
    }
    void print(const vkscan::Scalar& scalar)
    {
        if (scalar.hasValue())
            m_text << "of type " << static_cast<int>(scalar.type()) << ", bits " << scalar.bits();
    }
    void print(const VkExtent2D& extent) { m_text << extent.width << " x " << extent.height; }
    void print(const VkRect2D& rect)
    {
        m_text << rect.offset.x << ", " << rect.offset.y << ": ";
        print(rect.extent);
    }

    std::ostringstream m_text;
};

} // namespace testing_support

#endif
