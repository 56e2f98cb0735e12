// Numbers as text and generated ones; copied to the device and back in parts, so that arrays need not fit the host's
// memory.
#pragma once

#include <support/gpu.h>
#include <support/printable.h>
#include <support/reference.h>

#include <vkscan/scan.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
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
    if (error == std::errc::result_out_of_range)
        throw std::runtime_error(files::quoted(text) + " is out of range for " + typeName);
    if (error != std::errc() || parsed != end)
        throw std::runtime_error(files::quoted(text) + " is not a number of type " + typeName);
    if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value))
            throw std::runtime_error(files::quoted(text) + " is not a finite number");
    }
    return value;
}

// The numbers of a file, "-" for standard input, between white space.
template <class T>
std::vector<T> readNumbers(const std::string& path, const std::string& typeName)
{
    const std::string name = path == "-" ? "standard input" : path;
    std::ifstream file;
    if (path != "-")
        file.open(path);
    std::istream& in = path == "-" ? std::cin : file;
    if (!in)
        throw std::runtime_error("cannot open " + name);
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
    if (in.bad())
        throw std::runtime_error("cannot read " + name);
    if (numbers.empty())
        throw std::runtime_error(name + " holds no numbers");
    return numbers;
}

template <class T>
std::string toText(T value)
{
    char text[64]; // the shortest text that reads back the same
    return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

// The numbers to scan: from a file, or generated ones, which need not fit the host's memory.
template <class T>
class Numbers {
public:
    explicit Numbers(std::vector<T> values) : m_values(std::move(values)), m_size(m_values.size()) {}
    Numbers(vkscan::Op op, uint64_t count) : m_madeUp(support::numbersOf(support::typeOf<T>(), op)), m_size(count) {}

    [[nodiscard]] uint64_t size() const { return m_size; }
    [[nodiscard]] T operator[](uint64_t index) const
    {
        return m_values.empty() ? support::numberAt<T>(m_madeUp, index) : m_values[index];
    }

private:
    std::vector<T> m_values;
    support::Numbers m_madeUp;
    uint64_t m_size;
};

constexpr uint64_t kChunk = uint64_t{1} << 22; // elements

template <class T>
void upload(gpu::Device& device, const Numbers<T>& numbers, const gpu::Buffer& input)
{
    std::vector<T> chunk;
    for (uint64_t first = 0; first < numbers.size(); first += chunk.size()) {
        chunk.resize(std::min(kChunk, numbers.size() - first));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = numbers[first + i];
        device.upload(input, chunk, first * sizeof(T));
    }
}

// Calls visit(index of the first, elements) for each part of `count` elements, in the scan's order.
template <class T, class Visit>
void forEachChunk(gpu::Device& device, const gpu::Buffer& buffer, uint64_t count, vkscan::Direction direction,
                  const Visit& visit)
{
    std::vector<T> chunk;
    for (uint64_t done = 0; done < count; done += chunk.size()) {
        chunk.resize(std::min(kChunk, count - done));
        const uint64_t first = direction == vkscan::Direction::Backward ? count - done - chunk.size() : done;
        device.download(buffer, chunk, first * sizeof(T));
        visit(first, chunk);
    }
}

template <class T>
void print(gpu::Device& device, const gpu::Buffer& output, uint64_t count)
{
    forEachChunk<T>(device, output, count, vkscan::Direction::Forward, [](uint64_t, const std::vector<T>& results) {
        for (T result : results)
            std::printf("%s\n", toText(result).c_str());
    });
}

class WrongResult : public std::runtime_error {
public:
    WrongResult(uint64_t index, const std::string& result, const std::string& expected)
        : std::runtime_error("result " + std::to_string(index) + " is " + result + " and should be " + expected),
          m_index(index)
    {
    }
    [[nodiscard]] uint64_t index() const { return m_index; }

private:
    uint64_t m_index;
};

// Throws WrongResult at the first wrong result.
template <class T>
void verify(gpu::Device& device, const gpu::Buffer& output, const Numbers<T>& numbers, const vkscan::ScanDesc& desc,
            T start)
{
    support::Reference<T> reference(desc.op, start);
    const auto visit = [&](uint64_t first, const std::vector<T>& results) {
        for (uint64_t step = 0; step < results.size(); ++step) {
            const uint64_t i = desc.direction == vkscan::Direction::Backward ? results.size() - 1 - step : step;
            const T number = numbers[first + i];
            if (desc.kind == vkscan::Kind::Inclusive)
                reference.add(number);
            if (!reference.accepts(results[i]))
                throw WrongResult(first + i, toText(results[i]), toText(reference.value()));
            if (desc.kind == vkscan::Kind::Exclusive)
                reference.add(number);
        }
    };
    forEachChunk<T>(device, output, numbers.size(), desc.direction, visit);
}

} // namespace hello
