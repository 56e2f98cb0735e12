// Numbers as text, and numbers made up.
#ifndef VKSCAN_SAMPLES_NUMBERS_H
#define VKSCAN_SAMPLES_NUMBERS_H

#include <support/printable.h>

#include <vkscan/types.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace hello {

template <class T>
T parseNumber(std::string_view text, const std::string& typeName)
{
    T value = {};
    const char* end = text.data() + text.size();
    const auto [parsed, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range) {
        throw std::runtime_error(files::quoted(text) + " is out of range for " + typeName);
    }
    if (error != std::errc() || parsed != end) {
        throw std::runtime_error(files::quoted(text) + " is not a number of type " + typeName);
    }
    if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value)) {
            throw std::runtime_error(files::quoted(text) + " is not a finite number");
        }
    }
    return value;
}

// The numbers of a file, "-" for standard input, between white space.
template <class T>
std::vector<T> readNumbers(const std::string& path, const std::string& typeName)
{
    const std::string name = path == "-" ? "standard input" : path;
    std::ifstream file;
    if (path != "-") {
        file.open(path);
    }
    std::istream& in = path == "-" ? std::cin : file;
    if (!in) {
        throw std::runtime_error("cannot open " + name);
    }
    constexpr std::string_view kSpace = " \t\r\v\f";
    std::vector<T> numbers;
    std::string line;
    for (uint64_t number = 1; std::getline(in, line); ++number) {
        std::string_view rest = line;
        for (std::size_t start = 0; (start = rest.find_first_not_of(kSpace)) != rest.npos;) {
            rest.remove_prefix(start);
            const std::string_view token = rest.substr(0, rest.find_first_of(kSpace));
            try {
                numbers.push_back(parseNumber<T>(token, typeName));
            } catch (const std::runtime_error& error) {
                throw std::runtime_error(name + ", line " + std::to_string(number) + ": " + error.what());
            }
            rest.remove_prefix(token.size());
        }
    }
    if (in.bad()) {
        throw std::runtime_error("cannot read " + name);
    }
    if (numbers.empty()) {
        throw std::runtime_error(name + " holds no numbers");
    }
    return numbers;
}

template <class T>
std::string toText(T value)
{
    char text[64]; // the shortest that reads back the same
    return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

// splitmix64 (Steele, Lea, Flood 2014): 64 random-looking bits of an index.
inline uint64_t randomBits(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

// Element `index` of a made-up input whose scan stays telling to the end: integer products are of odd numbers, And
// and Or change a bit now and then. Sums and products of floats are exact in whatever order they are formed, so that
// not one bit can be wrong unseen.
template <class T>
T makeNumber(vkscan::Op op, uint64_t index)
{
    const uint64_t bits = randomBits(index);
    if constexpr (std::is_integral_v<T>) {
        const auto rareBit = static_cast<T>(bits % 4096 == 0 ? uint64_t{1} << (bits >> 32) % (8 * sizeof(T)) : 0);
        switch (op) {
        case vkscan::Op::Multiply: return static_cast<T>(bits | 1);
        case vkscan::Op::And: return static_cast<T>(~rareBit);
        case vkscan::Op::Or: return rareBit;
        default: return static_cast<T>(bits);
        }
    } else {
        const auto exponent = [](uint64_t i) { return static_cast<int>(randomBits(i) % 33) - 16; };
        switch (op) {
        case vkscan::Op::Add: return static_cast<T>(static_cast<int>(bits % 32) - 16) / 16;
        // Each the ratio of two powers of two, so that the product of any range is one as well.
        case vkscan::Op::Multiply: return std::ldexp(T{1}, exponent(index) - exponent(index - 1));
        default: return static_cast<T>(static_cast<int64_t>(bits)) / 1000;
        }
    }
}

// What is scanned: the numbers of a file or, so that they need not fit the host's memory, made-up ones.
template <class T>
class Numbers {
public:
    explicit Numbers(std::vector<T> values) : m_values(std::move(values)), m_size(m_values.size()) {}
    Numbers(vkscan::Op op, uint64_t count) : m_op(op), m_size(count) {}

    [[nodiscard]] uint64_t size() const { return m_size; }
    [[nodiscard]] T operator[](uint64_t index) const
    {
        return m_values.empty() ? makeNumber<T>(m_op, index) : m_values[index];
    }

private:
    std::vector<T> m_values;
    vkscan::Op m_op = vkscan::Op::Add;
    uint64_t m_size;
};

} // namespace hello

#endif
