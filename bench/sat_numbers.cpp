#include "sat_numbers.h"

#include "reference.h"

#include <vkscan/summed_area_table_query.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace bench {

namespace {

constexpr double kSquaresTolerance = 1e-5; // relative
constexpr double kBiasTolerance = 1e-5;    // a texel
constexpr uint32_t kBoxes = 20000;

// From -8 to 8.
int smallNumberAt(uint64_t index)
{
    return static_cast<int>(randomBits(index) % 17) - 8;
}

// What the input's components hold: any bits, or small numbers as floats.
class Numbers {
public:
    explicit Numbers(const TableKind& kind)
        : m_ofFloats(kind.ofFloats()),
          m_mask(kMasks[vkscan::formatInfo(kind.inputFormat).componentBytes])
    {
    }

    [[nodiscard]] int at(uint64_t index) const
    {
        return m_ofFloats ? smallNumberAt(index) : static_cast<int>(randomBits(index) & m_mask);
    }

private:
    static constexpr uint64_t kMasks[] = {0, 0xff, 0xffff, 0, 0x7fffffff}; // by the component's bytes

    bool m_ofFloats;
    uint64_t m_mask;
};

uint16_t toHalf(int number) // from -8 to 8
{
    if (number == 0)
        return 0;
    int exponent = 3;
    unsigned mantissa = static_cast<unsigned>(std::abs(number)) << 7;
    for (; mantissa < 1024; mantissa *= 2)
        --exponent;
    return static_cast<uint16_t>((number < 0 ? 0x8000u : 0u) | static_cast<unsigned>(exponent + 15) << 10 |
                                 (mantissa & 1023u));
}

template <class T>
T valueAt(const std::vector<std::byte>& bytes, std::size_t index)
{
    T value = {};
    std::memcpy(&value, &bytes[index * sizeof(T)], sizeof(T));
    return value;
}

// Whether a component of an entry is the sum, less the bias of so many texels.
bool isSum(const TableKind& kind, const std::vector<std::byte>& entries, std::size_t index, int64_t sum, bool ofSquares,
           float bias, double texels)
{
    if (!kind.ofFloats())
        return valueAt<uint32_t>(entries, index) == static_cast<uint32_t>(sum);
    const auto exact = static_cast<double>(sum) - static_cast<double>(bias) * texels;
    const double value = vkscan::formatInfo(kind.outputFormat).componentBytes == 8
                             ? valueAt<double>(entries, index)
                             : static_cast<double>(valueAt<float>(entries, index));
    const double tolerance =
        (ofSquares ? kSquaresTolerance * exact : 0.0) + (bias != 0 ? kBiasTolerance * texels : 0.0);
    return std::fabs(value - exact) <= tolerance;
}

class Errors {
public:
    void add(double error)
    {
        m_max = std::max(m_max, std::fabs(error));
        m_squares += error * error;
        ++m_count;
    }
    [[nodiscard]] double max() const { return m_max; }
    [[nodiscard]] double rms() const { return std::sqrt(m_squares / static_cast<double>(m_count)); }

private:
    double m_max = 0;
    double m_squares = 0;
    uint64_t m_count = 0;
};

std::vector<double> exactTable(const std::vector<float>& texels, VkExtent2D extent)
{
    std::vector<double> table(texels.size());
    for (std::size_t y = 0; y < extent.height; ++y) {
        double row = 0;
        for (std::size_t x = 0; x < extent.width; ++x) {
            const std::size_t i = y * extent.width + x;
            row += static_cast<double>(texels[i]);
            table[i] = row + (y > 0 ? table[i - extent.width] : 0.0);
        }
    }
    return table;
}

} // namespace

std::vector<std::byte> numbers(const TableKind& kind, VkExtent2D extent)
{
    const vkscan::FormatInfo format = vkscan::formatInfo(kind.inputFormat);
    const uint64_t count = uint64_t{extent.width} * extent.height * format.channels;
    std::vector<std::byte> bytes(count * format.componentBytes);
    const Numbers numbers(kind);
    const auto fill = [&]<class T>(T, const auto& encoded) {
        for (uint64_t i = 0; i < count; ++i) {
            const T component = encoded(i);
            std::memcpy(&bytes[i * sizeof(T)], &component, sizeof(T));
        }
    };
    if (kind.ofFloats() && format.componentBytes == 2)
        fill(uint16_t{}, [](uint64_t i) { return toHalf(smallNumberAt(i)); });
    else if (kind.ofFloats())
        fill(float{}, [](uint64_t i) { return static_cast<float>(smallNumberAt(i)); });
    else if (format.componentBytes == 1)
        fill(uint8_t{}, [&](uint64_t i) { return static_cast<uint8_t>(numbers.at(i)); });
    else if (format.componentBytes == 2)
        fill(uint16_t{}, [&](uint64_t i) { return static_cast<uint16_t>(numbers.at(i)); });
    else
        fill(uint32_t{}, [&](uint64_t i) { return static_cast<uint32_t>(numbers.at(i)); });
    return bytes;
}

void verifyNumbers(const TableRow& row, const std::vector<std::byte>& entries, const Summed& summed)
{
    const Numbers numbers(row.kind);
    const uint64_t texelChannels = vkscan::formatInfo(row.kind.inputFormat).channels;
    const std::size_t channels = vkscan::formatInfo(row.kind.outputFormat).channels;
    const VkExtent2D extent = row.tableExtent();
    const uint32_t border = extent.width - row.extent.width;
    const std::size_t columns = extent.width * channels;
    std::vector<int64_t> above(columns);
    std::vector<int64_t> left(channels);
    for (uint32_t y = 0; y < extent.height; ++y) {
        std::fill(left.begin(), left.end(), 0);
        for (uint32_t x = border; x < extent.width && y >= border; ++x) {
            const uint64_t texel = uint64_t{y - border} * row.extent.width + x - border;
            for (std::size_t channel = 0; channel < channels; ++channel) {
                const int64_t number = numbers.at(texel * texelChannels + channel);
                left[channel] += summed.squares ? number * number : number;
                above[x * channels + channel] += left[channel];
            }
        }
        if ((y + 1) % summed.stride != 0 && y + 1 < extent.height)
            continue;
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t x = column / channels;
            const double texels = (static_cast<double>(x) + 1 - border) * (y + 1.0 - border);
            if (!isSum(row.kind, entries, y * columns + column, above[column], summed.squares,
                       summed.bias[column % channels], texels))
                throw std::runtime_error(std::string("the ") + (summed.squares ? "squares'" : "") + " entry at " +
                                         std::to_string(x) + ", " + std::to_string(y) + " is wrong");
        }
    }
}

std::vector<std::byte> bytesOf(const std::vector<float>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

double meanOf(const std::vector<float>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<std::pair<std::string, double>> pictureErrors(const std::vector<float>& picture, VkExtent2D extent,
                                                          const std::vector<float>& entries, float bias)
{
    const std::vector<double> exact = exactTable(picture, extent);
    const double mean = exact.back() / (static_cast<double>(extent.width) * extent.height);
    Errors ofEntries;
    Errors ofBoxes;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const double texels = static_cast<double>(i % extent.width + 1) * static_cast<double>(i / extent.width + 1);
        const double sum = static_cast<double>(entries[i]) + static_cast<double>(bias) * texels;
        ofEntries.add((sum - exact[i]) / (mean * texels));
    }
    const auto at = [&](int32_t x, int32_t y) {
        return static_cast<std::size_t>(y) * extent.width + static_cast<std::size_t>(x);
    };
    const auto entryAt = [&](int32_t x, int32_t y) { return entries[at(x, y)]; };
    const auto exactAt = [&](int32_t x, int32_t y) { return exact[at(x, y)]; };
    const vkscan::TableView<float, decltype(entryAt)> table = {entryAt, extent, vkscan::TableLayout::Inclusive, bias};
    const vkscan::TableView<double, decltype(exactAt)> reference = {exactAt, extent};
    uint64_t drawn = 0;
    const auto random = [&](uint32_t below) { return static_cast<int32_t>(randomBits(drawn++) % below); };
    for (uint32_t i = 0; i < kBoxes; ++i) {
        const VkOffset2D begin = {random(extent.width), random(extent.height)};
        const VkOffset2D end = {begin.x + 1 + random(256), begin.y + 1 + random(256)};
        ofBoxes.add((static_cast<double>(boxMean(table, begin, end)) - boxMean(reference, begin, end)) / mean);
    }
    if (!(ofBoxes.max() < 1))
        throw std::runtime_error("the means of boxes are wrong by " + std::to_string(ofBoxes.max()));
    return {{"entry_max", ofEntries.max()},
            {"entry_rms", ofEntries.rms()},
            {"box_max", ofBoxes.max()},
            {"box_rms", ofBoxes.rms()}};
}

} // namespace bench
