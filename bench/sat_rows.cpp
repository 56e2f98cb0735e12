#include "sat_rows.h"

#include "reference.h"

#include <cstring>
#include <numeric>
#include <stdexcept>

namespace bench {

namespace {

using vkscan::Accumulation;
using vkscan::Bias;
using vkscan::Resource;
using vkscan::Strategy;

constexpr TableKind kBufferU32 = {
    "buffer_u32", Resource::Buffer, VK_FORMAT_R32_UINT, Resource::Buffer, VK_FORMAT_R32_UINT, Accumulation::U32, 1, 4};
constexpr TableKind kBufferF32 = {"buffer_f32",
                                  Resource::Buffer,
                                  VK_FORMAT_R32_SFLOAT,
                                  Resource::Buffer,
                                  VK_FORMAT_R32_SFLOAT,
                                  Accumulation::F32,
                                  1,
                                  4};
constexpr TableKind kImageR32f = {"image_r32f",
                                  Resource::SampledImage,
                                  VK_FORMAT_R32_SFLOAT,
                                  Resource::StorageImage,
                                  VK_FORMAT_R32_SFLOAT,
                                  Accumulation::F32,
                                  1,
                                  4};
constexpr TableKind kImageR8 = {"image_r8",
                                Resource::SampledImage,
                                VK_FORMAT_R8_UNORM,
                                Resource::StorageImage,
                                VK_FORMAT_R32_UINT,
                                Accumulation::U32,
                                1,
                                1};
constexpr TableKind kImageRgba16f = {"image_rgba16f",
                                     Resource::SampledImage,
                                     VK_FORMAT_R16G16B16A16_SFLOAT,
                                     Resource::StorageImage,
                                     VK_FORMAT_R32G32B32A32_SFLOAT,
                                     Accumulation::F32,
                                     4,
                                     2};

constexpr VkExtent2D kScreens[] = {{1920, 1080}, {3840, 2160}};
constexpr VkExtent2D kSquares[] = {{256, 256}, {1024, 1024}, {4096, 4096}, {8192, 8192}, {16384, 16384}};
constexpr VkExtent2D kPicture = {3840, 2160};
constexpr Strategy kStrategies[] = {Strategy::Auto, Strategy::ReduceThenScan, Strategy::FlatSum, Strategy::Spine};

TableRow rowOf(const TableKind& kind, VkExtent2D extent, Strategy strategy)
{
    TableRow row = {kind, {}, extent};
    row.desc.input = kind.input;
    row.desc.inputFormat = kind.inputFormat;
    row.desc.output = kind.output;
    row.desc.outputFormat = kind.outputFormat;
    row.desc.accumulation = kind.accumulation;
    row.desc.strategy = strategy;
    // The benchmark is for finding out; a device where a strategy hangs is one to report.
    row.desc.assumeForwardProgress = true;
    return row;
}

bool fits(VkExtent2D extent, unsigned maxLog2)
{
    return uint64_t{extent.width} * extent.height <= uint64_t{1} << maxLog2;
}

int numberAt(const TableKind& kind, uint64_t index)
{
    const uint64_t bits = randomBits(index);
    if (kind.ofFloats())
        return static_cast<int>(bits % 17) - 8;
    return static_cast<int>(kind.inputComponentBytes == 1 ? bits & 0xff : bits & 0x7fffffff);
}

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

} // namespace

std::string TableRow::name() const
{
    constexpr const char* kAccumulations[] = {"u32", "f32", "f32x2", "f64"};
    constexpr const char* kBiases[] = {"", "_given", "_mean"};
    return std::string("sat/") + kind.name + "/" + kAccumulations[static_cast<int>(desc.accumulation)] +
           kBiases[static_cast<int>(desc.bias)] + "/" + toString(desc.strategy) + "/" + std::to_string(extent.width) +
           "x" + std::to_string(extent.height) + (isPicture ? "/hdr" : "");
}

std::string TableRow::surfaceKey() const
{
    return std::string(kind.name) + " " + std::to_string(extent.width) + " " + std::to_string(extent.height) +
           (isPicture ? " hdr" : "");
}

std::vector<TableRow> listTableRows(unsigned maxLog2)
{
    std::vector<TableRow> rows;
    const auto append = [&](const TableKind& kind, VkExtent2D extent) {
        if (fits(extent, maxLog2))
            for (const Strategy strategy : kStrategies)
                rows.push_back(rowOf(kind, extent, strategy));
    };
    for (const TableKind& kind : {kBufferU32, kBufferF32, kImageR32f}) {
        for (const VkExtent2D& extent : kSquares)
            append(kind, extent);
        for (const VkExtent2D& extent : kScreens)
            append(kind, extent);
    }
    for (const TableKind& kind : {kImageR8, kImageRgba16f})
        for (const VkExtent2D& extent : kScreens)
            append(kind, extent);
    if (!fits(kPicture, maxLog2))
        return rows;
    const std::pair<Accumulation, Bias> kVariants[] = {{Accumulation::F32, Bias::None},
                                                       {Accumulation::F32, Bias::Given},
                                                       {Accumulation::F32, Bias::Mean},
                                                       {Accumulation::F32x2, Bias::None},
                                                       {Accumulation::F64, Bias::None}};
    for (const Strategy strategy : kStrategies) {
        for (const auto& [accumulation, bias] : kVariants) {
            TableRow row = rowOf(kImageR32f, kPicture, strategy);
            row.desc.accumulation = accumulation;
            row.desc.bias = bias;
            row.isPicture = true;
            rows.push_back(row);
        }
    }
    return rows;
}

std::vector<std::byte> numbers(const TableKind& kind, VkExtent2D extent)
{
    const uint64_t count = uint64_t{extent.width} * extent.height * kind.channels;
    std::vector<std::byte> bytes(count * kind.inputComponentBytes);
    for (uint64_t i = 0; i < count; ++i) {
        const int number = numberAt(kind, i);
        const float asFloat = static_cast<float>(number);
        const uint16_t asHalf = kind.ofFloats() ? toHalf(number) : uint16_t{0};
        const void* component = &number; // little-endian
        if (kind.ofFloats())
            component = kind.inputComponentBytes == 2 ? static_cast<const void*>(&asHalf) : &asFloat;
        std::memcpy(&bytes[i * kind.inputComponentBytes], component, kind.inputComponentBytes);
    }
    return bytes;
}

void verifyNumbers(const TableKind& kind, VkExtent2D extent, const std::vector<std::byte>& entries)
{
    std::vector<int64_t> above(std::size_t{extent.width} * kind.channels);
    std::vector<int64_t> row(kind.channels);
    uint64_t i = 0;
    for (uint32_t y = 0; y < extent.height; ++y) {
        std::fill(row.begin(), row.end(), 0);
        for (std::size_t x = 0; x < above.size(); ++x, ++i) {
            row[x % kind.channels] += numberAt(kind, i);
            above[x] += row[x % kind.channels];
            const auto sum = static_cast<float>(above[x]);
            uint32_t expected = static_cast<uint32_t>(above[x]);
            uint32_t actual = 0;
            std::memcpy(&actual, &entries[i * 4], 4);
            bool equal = actual == expected;
            if (kind.ofFloats()) {
                float value = 0;
                std::memcpy(&value, &actual, 4);
                equal = value == sum;
            }
            if (!equal)
                throw std::runtime_error("the entry at " + std::to_string(x / kind.channels) + ", " +
                                         std::to_string(y) + " is wrong");
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

} // namespace bench
