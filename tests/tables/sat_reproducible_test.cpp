// Reproducible tables of floats: bit for bit those of the CPU, in every geometry, from buffers and images. ctest runs
// them at three widths of subgroups.
#include "sample.h"
#include "table_check.h"

#include "tables/table.h"

#include <vkscan/reference.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

SummedAreaTableDesc reproducibleTable(Resource input, VkFormat inputFormat, Resource output, VkFormat outputFormat)
{
    SummedAreaTableDesc desc;
    desc.input = input;
    desc.inputFormat = inputFormat;
    desc.output = output;
    desc.outputFormat = outputFormat;
    desc.reproducible = true;
    return desc;
}

// Texels whose sums depend on the order: floats of both signs and many exponents, others at random.
std::vector<std::byte> roughTexels(const TexelFormat& info, VkExtent2D extent, uint32_t seed)
{
    std::vector<std::byte> texels = randomTexels(info, extent, true, seed);
    if (info.kind != TexelKind::Sfloat || info.componentBytes != sizeof(float))
        return texels;
    std::mt19937 random(seed);
    for (std::size_t i = 0; i + sizeof(float) <= texels.size(); i += sizeof(float)) {
        const float fraction = static_cast<float>(random()) / 4294967296.0f;
        float value = std::ldexp(1 + fraction, static_cast<int>(random() % 20) - 10);
        if (random() % 16 == 0)
            value = 0;
        value = random() % 2 == 0 ? value : -value;
        std::memcpy(&texels[i], &value, sizeof(value));
    }
    return texels;
}

// Tiles of workgroups of 256, 512 or 1,024 invocations hold so many words each.
Tuning tuningOfWords(uint32_t words)
{
    Tuning tuning = tuningFor(capabilities());
    tuning.table.words = tuning.table.flatWords = words;
    return tuning;
}

void checkTableBits(const SummedAreaTable& table, const SummedAreaTableDesc& desc, const TableCase& tableCase)
{
    SCOPED_TRACE(describe(desc, tableCase));
    const TexelFormat& inputInfo = texelFormat(desc.inputFormat);
    const uint32_t border = desc.layout == TableLayout::ZeroBorder ? 1 : 0;
    const VkExtent2D extent = {tableCase.extent.width, tableCase.extent.height};
    const VkExtent2D inputExtent = {
        static_cast<uint32_t>(tableCase.offset.x) + extent.width + tableCase.inputMargin.width,
        static_cast<uint32_t>(tableCase.offset.y) + extent.height + tableCase.inputMargin.height};
    const VkExtent2D tableExtent = {extent.width + border, extent.height + border};
    TestSurface input(desc.input, desc.inputFormat, inputExtent, tableCase.input);
    TestSurface output(desc.output, desc.outputFormat, tableExtent, tableCase.output);
    TestSurface squares(desc.output, desc.outputFormat, desc.squares ? tableExtent : VkExtent2D{1, 1},
                        tableCase.output);
    TestArray scratch(table.scratchSize(extent));
    TestArray bias(4 * sizeof(float));
    scratch.fill(0);
    output.fill(0xcc);
    squares.fill(0xcc);
    const std::vector<std::byte> texels = roughTexels(inputInfo, inputExtent, extent.width + 1);
    input.write(texels);
    const float biases[4] = {2.3f, -0.7f, 0.11f, 100.5f};
    bias.write(biases, sizeof(biases));

    SummedAreaTableArgs args;
    args.input = input.surface();
    args.output = output.surface();
    if (desc.squares)
        args.squares = squares.surface();
    args.region = {{tableCase.offset.x, tableCase.offset.y}, extent};
    args.scratch = scratch.range();
    if (desc.bias != Bias::None)
        args.bias = bias.range();
    submit(table, args);

    const uint32_t channels = texelFormat(desc.outputFormat).channels;
    const std::size_t entries = std::size_t{tableExtent.width} * tableExtent.height;
    for (const bool ofSquares : {false, true}) {
        if (ofSquares && !desc.squares)
            continue;
        std::vector<float> actual(entries * channels);
        const std::vector<std::byte> bytes = (ofSquares ? squares : output).read();
        ASSERT_EQ(bytes.size(), actual.size() * sizeof(float));
        std::memcpy(actual.data(), bytes.data(), bytes.size());
        for (uint32_t channel = 0; channel < channels; ++channel) {
            std::vector<float> values(std::size_t{extent.width} * extent.height);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const std::size_t x = static_cast<std::size_t>(tableCase.offset.x) + i % extent.width;
                const std::size_t y = static_cast<std::size_t>(tableCase.offset.y) + i / extent.width;
                values[i] = static_cast<float>(
                    componentValue(inputInfo, &texels[(y * inputExtent.width + x) * inputInfo.texelBytes() +
                                                      channel * inputInfo.componentBytes]));
                if (desc.bias == Bias::Given)
                    values[i] = values[i] - biases[channel];
                if (ofSquares)
                    values[i] = values[i] * values[i];
            }
            std::vector<float> expected(entries);
            reference::reproducibleTable(values.data(), extent.width, extent.height, expected.data(),
                                         channels * (desc.squares ? 2 : 1), border == 1);
            for (std::size_t i = 0; i < entries; ++i) {
                const float found = actual[i * channels + channel];
                ASSERT_EQ(std::memcmp(&found, &expected[i], sizeof(float)), 0)
                    << (ofSquares ? "squares" : "sums") << " at " << i % tableExtent.width << ", "
                    << i / tableExtent.width << " channel " << channel << ": " << found << " for " << expected[i];
            }
        }
    }
}

void checkTables(const SummedAreaTableDesc& desc, uint32_t words)
{
    SCOPED_TRACE(testing::Message() << words << " words an invocation");
    const Tuning tuning = tuningOfWords(words);
    const SummedAreaTable table = createTable(desc, tuning);
    const TableGeometry tile = tableGeometry(desc, tuning);
    const uint32_t w = tile.tileWidth();
    const uint32_t h = tile.tileHeight();
    EXPECT_EQ(strategyFor(table, {w, h}), Strategy::ReduceThenScan);
    unsigned run = words;
    for (const VkExtent2D extent : {VkExtent2D{1, 1}, VkExtent2D{w - 1, h + 1}, VkExtent2D{3 * w + 5, 2 * h + 3},
                                    VkExtent2D{2 * w, 34 * h + 1}}) {
        TableCase tableCase;
        tableCase.extent = inSlices(extent);
        if (run % 2 == 1) {
            tableCase.offset = {3, 2, 0};
            tableCase.inputMargin = {1, 1, 0};
            tableCase.input.padding = tableCase.output.padding = 8;
            tableCase.output.misalignment = 4;
        }
        ++run;
        checkTableBits(table, desc, tableCase);
    }
}

TEST(SatReproducibleTest, BuffersInAnyGeometry)
{
    Sample sample(0, 6);
    for (const TableLayout layout : {TableLayout::Inclusive, TableLayout::ZeroBorder}) {
        for (const uint32_t words : {16u, 32u, 64u}) { // the more, the longer they take to compile
            if (!sample.takes() || 16384 / words > capabilities().maxWorkgroupInvocations)
                continue;
            SummedAreaTableDesc desc =
                reproducibleTable(Resource::Buffer, VK_FORMAT_R32_SFLOAT, Resource::Buffer, VK_FORMAT_R32_SFLOAT);
            desc.layout = layout;
            checkTables(desc, words);
        }
    }
}

TEST(SatReproducibleTest, ImagesInAnyGeometry)
{
    Sample sample(1, 6);
    for (const auto& [input, output] : {std::pair{VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32_SFLOAT},
                                        {VK_FORMAT_R16G16B16A16_UINT, VK_FORMAT_R32G32_SFLOAT},
                                        {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}}) {
        for (const Resource sink : {Resource::StorageImage, Resource::Buffer}) {
            if (sample.takes())
                checkTables(reproducibleTable(Resource::SampledImage, input, sink, output), 16);
        }
    }
}

TEST(SatReproducibleTest, BiasAndSquares)
{
    Sample sample(1, 2);
    for (const Resource sink : {Resource::Buffer, Resource::StorageImage}) {
        if (!sample.takes())
            continue;
        SummedAreaTableDesc desc =
            reproducibleTable(Resource::SampledImage, VK_FORMAT_R32G32B32A32_SFLOAT, sink, VK_FORMAT_R32_SFLOAT);
        desc.bias = Bias::Given;
        desc.squares = true;
        checkTables(desc, 16);
    }
}

// The order does not depend on where texels and entries are.
TEST(SatReproducibleTest, LibrarysOwnGeometry)
{
    const SummedAreaTableDesc desc =
        reproducibleTable(Resource::Buffer, VK_FORMAT_R8_UINT, Resource::Buffer, VK_FORMAT_R32_SFLOAT);
    const SummedAreaTable table = createTable(desc);
    TableCase tableCase;
    tableCase.extent = {501, 337, 1};
    checkTableBits(table, desc, tableCase);
}

} // namespace
