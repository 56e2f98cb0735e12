// Summed-area tables entry by entry: every format, resource, accumulation, strategy and layout.
#include "sample.h"
#include "sat_check.h"

#include <algorithm>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr TableLayout kLayouts[] = {TableLayout::Inclusive, TableLayout::ZeroBorder};

struct Input {
    Resource resource;
    VkFormat format;
};

// All formats of buffers, and of images the formats that the device has.
std::vector<Input> allInputs()
{
    std::vector<Input> inputs;
    for (const VkFormat format : {VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT})
        inputs.push_back({Resource::Buffer, format});
    for (const VkFormat format : imageInputFormats()) {
        if (gpu::supportsFormat(device(), format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
            inputs.push_back({Resource::SampledImage, format});
    }
    return inputs;
}

bool takes(Accumulation accumulation, VkFormat input)
{
    return accumulation != Accumulation::U32 || texelFormat(input).kind != TexelKind::Sfloat;
}

VkFormat outputFormat(Accumulation accumulation, bool wide, uint32_t channels)
{
    return tableFormat(accumulation == Accumulation::U32 ? TexelKind::Uint : TexelKind::Sfloat, wide ? 8 : 4, channels);
}

Forced<SummedAreaTableDesc> describeTable(const Input& input, Resource output, VkFormat format, Accumulation accumulation,
                                  Strategy strategy)
{
    Forced<SummedAreaTableDesc> desc;
    desc.input = input.resource;
    desc.inputFormat = input.format;
    desc.output = output;
    desc.outputFormat = format;
    desc.accumulation = accumulation;
    desc.strategy = strategy;
    return desc;
}

// Around the edges of vectors, tiles and windows.
std::vector<VkExtent2D> interestingExtents(const SatGeometry& tile)
{
    const uint32_t w = tile.tileWidth();
    const uint32_t h = tile.tileHeight();
    return {{1, 1},         {1, 2 * h + 3}, {2 * w + 5, 1},     {7, 5},
            {w - 1, h + 1}, {w, h},         {w + 1, 2 * h - 1}, {7 * w + 3, 5 * h + 1}};
}

// Where the surfaces of a case lie: mostly apart from vectors.
TableCase randomPlacement(const SummedAreaTableDesc& desc, std::mt19937& random)
{
    const auto placement = [&](VkFormat format) {
        const VkDeviceSize component = texelFormat(format).componentBytes;
        testing_support::Placement result;
        result.padding = random() % 3 * component * (1 + random() % 7);
        result.misalignment = random() % 2 * component * (random() % 4) % 16;
        result.layers = 1 + static_cast<uint32_t>(random() % 3);
        result.layer = static_cast<uint32_t>(random() % result.layers);
        return result;
    };
    TableCase tableCase;
    tableCase.input = placement(desc.inputFormat);
    tableCase.output = placement(desc.outputFormat);
    if (random() % 2 == 0) {
        tableCase.offset = {static_cast<int32_t>(random() % 12), static_cast<int32_t>(random() % 7)};
        tableCase.inputMargin = {static_cast<uint32_t>(random() % 6), static_cast<uint32_t>(random() % 3)};
    } else {
        tableCase.wholeInput = random() % 2 == 0;
    }
    if (random() % 2 == 0)
        tableCase.outputMargin = {static_cast<uint32_t>(random() % 5), static_cast<uint32_t>(random() % 4)};
    tableCase.ownScratch = random() % 3 == 0;
    return tableCase;
}

class SatExactTest : public testing::TestWithParam<Accumulation> {
protected:
    // All extents if `extents` is 0, or some of them.
    void check(const SummedAreaTableDesc& desc, const std::optional<Tuning>& tuning, std::size_t extents)
    {
        const SummedAreaTable table = createTable(desc, tuning);
        std::vector<VkExtent2D> all =
            interestingExtents(tableGeometry(desc, tuning.value_or(tuningFor(capabilities()))));
        std::shuffle(all.begin(), all.end(), m_random);
        if (extents > 0)
            all.resize(std::min(all.size(), extents));
        for (const VkExtent2D& extent : all) {
            TableCase tableCase = randomPlacement(desc, m_random);
            tableCase.extent = extent;
            tableCase.tuning = tuning;
            checkTable(table, desc, tableCase);
            if (HasFailure())
                return;
        }
    }

    template <class T, std::size_t N>
    T oneOf(const T (&values)[N])
    {
        return values[m_random() % N];
    }

    std::mt19937 m_random{static_cast<unsigned>(GetParam())};
};

// Each input with other choices of all else. Those that extend floats take every third: what differs between inputs
// comes before what differs between accumulations.
TEST_P(SatExactTest, EveryInput)
{
    const Accumulation accumulation = GetParam();
    const std::size_t stride = accumulation > Accumulation::F32 ? 3 : 1;
    const std::vector<Input> inputs = allInputs();
    unsigned count = 0;
    Sample sample(static_cast<unsigned>(accumulation), 12);
    for (std::size_t i = static_cast<std::size_t>(accumulation) % stride; i < inputs.size(); i += stride) {
        const Input& input = inputs[i];
        if (!takes(accumulation, input.format))
            continue;
        const uint32_t inputChannels = texelFormat(input.format).channels;
        const uint32_t channels = count % 3 == 0 && inputChannels > 1 ? inputChannels / 2 : inputChannels;
        const bool toBuffer = m_random() % 2 == 0 || accumulation == Accumulation::F64;
        const bool wide = toBuffer && accumulation == Accumulation::F64 && m_random() % 2 == 0;
        SummedAreaTableDesc desc =
            describeTable(input, toBuffer ? Resource::Buffer : Resource::StorageImage,
                          outputFormat(accumulation, wide, channels), accumulation, tableStrategies(WithAuto::Yes)[count % 4]);
        desc.layout = oneOf(kLayouts);
        desc.squares = m_random() % 2 == 0;
        if (accumulation != Accumulation::U32)
            desc.bias = oneOf(kBiases).value;
        if (sample.takes())
            check(desc, smallTableTuning(desc), 3);
        if (HasFailure())
            return;
        ++count;
    }
    EXPECT_GE(count * stride, 12);
}

// Every strategy, layout and kind of output, with every extent.
TEST_P(SatExactTest, EveryStrategyAndOutput)
{
    const Accumulation accumulation = GetParam();
    const VkFormat format = accumulation == Accumulation::U32 ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT;
    unsigned count = 0;
    Sample sample(static_cast<unsigned>(accumulation), 6);
    for (const Strategy strategy : tableStrategies(WithAuto::No)) {
        for (const TableLayout layout : kLayouts) {
            for (const int kind : {0, 1, 2}) { // image, buffer, buffer of doubles
                ++count;
                // Half of the cells of floats, whose kernels are slow to compile.
                if (kind == (accumulation == Accumulation::F64 ? 0 : 2) ||
                    (accumulation != Accumulation::U32 && count % 2 == 0))
                    continue;
                const Input input = {count / 2 % 2 == 0 ? Resource::Buffer : Resource::SampledImage, format};
                SummedAreaTableDesc desc =
                    describeTable(input, kind == 0 ? Resource::StorageImage : Resource::Buffer,
                                  outputFormat(accumulation, kind == 2, 1), accumulation, strategy);
                desc.layout = layout;
                desc.squares = count % 3 == 2;
                if (accumulation != Accumulation::U32)
                    desc.bias = kBiases[count / 2 % 3].value;
                if (sample.takes())
                    check(desc, smallTableTuning(desc), 0);
                if (HasFailure())
                    return;
            }
        }
    }
}

// The library's own tiles, with other choices for each accumulation.
TEST_P(SatExactTest, OwnTuning)
{
    const Accumulation accumulation = GetParam();
    const int index = static_cast<int>(accumulation);
    constexpr uint32_t kChannels[] = {1, 4, 2, 1};
    const TexelKind kind = accumulation == Accumulation::U32 ? TexelKind::Uint : TexelKind::Sfloat;
    const bool toBuffer = accumulation != Accumulation::F32;
    SummedAreaTableDesc desc =
        describeTable({Resource::SampledImage, tableFormat(kind, 4, kChannels[index])},
                      toBuffer ? Resource::Buffer : Resource::StorageImage,
                      outputFormat(accumulation, false, kChannels[index]), accumulation, tableStrategies(WithAuto::Yes)[index]);
    desc.layout = kLayouts[index / 2 % 2];
    desc.squares = index == 2;
    check(desc, std::nullopt, 0);
}

// Screens, as engines have them.
TEST_P(SatExactTest, Screens)
{
    const Accumulation accumulation = GetParam();
    const bool integer = accumulation == Accumulation::U32;
    const bool toBuffer = integer || accumulation == Accumulation::F64;
    const Input input = {integer ? Resource::Buffer : Resource::SampledImage,
                         integer ? VK_FORMAT_R32_UINT : VK_FORMAT_R16_SFLOAT};
    const std::pair<VkExtent2D, Strategy> kScreens[] = {
        {{640, 480}, Strategy::ReduceThenScan},
        {{640, 480}, Strategy::FlatSum},
        {{1920, 1080}, tableStrategies(WithAuto::Yes)[static_cast<int>(accumulation)]}};
    for (const auto& [extent, strategy] : kScreens) {
        Forced<SummedAreaTableDesc> desc = describeTable(input, toBuffer ? Resource::Buffer : Resource::StorageImage,
                                                 outputFormat(accumulation, false, 1), accumulation, strategy);
        desc.bias = integer ? Bias::None : Bias::Mean;
        TableCase tableCase;
        tableCase.extent = extent;
        checkTable(createTable(desc), desc, tableCase);
        if (HasFailure())
            return;
    }
}

// The geometry of devices with few registers, which no device at hand takes: lanes hold the least that they can.
TEST_P(SatExactTest, TilesOfFewRegisters)
{
    const Accumulation accumulation = GetParam();
    Capabilities device = capabilities();
    device.fewRegisters = true;
    const bool integer = accumulation == Accumulation::U32;
    const Input inputs[] = {
        {Resource::Buffer, integer ? VK_FORMAT_R8_UINT : VK_FORMAT_R32_SFLOAT},
        {Resource::SampledImage, integer ? VK_FORMAT_R8_UINT : VK_FORMAT_R16_SFLOAT},
        {Resource::SampledImage, integer ? VK_FORMAT_R8G8B8A8_UINT : VK_FORMAT_R16G16B16A16_SFLOAT}};
    for (const Input& input : inputs) {
        const bool squares = m_random() % 2 == 0;
        Forced<SummedAreaTableDesc> desc =
            describeTable(input, accumulation == Accumulation::F64 ? Resource::Buffer : Resource::StorageImage,
                          outputFormat(accumulation, false, texelFormat(input.format).channels), accumulation,
                          squares ? Strategy::SpineWithFallback : Strategy::ReduceThenScan);
        desc.squares = squares;
        check(desc, tuningFor(device), 2);
        if (HasFailure())
            return;
    }
}

std::string accumulationName(const testing::TestParamInfo<Accumulation>& info)
{
    constexpr const char* kNames[] = {"u32", "f32", "f32x2", "f64"};
    return kNames[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Matrix, SatExactTest, testing::ValuesIn(valuesOf(kAccumulations)), accumulationName);

} // namespace
