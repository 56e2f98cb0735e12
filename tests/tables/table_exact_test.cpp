// Summed-area tables entry by entry: every kind, format, resource, accumulation, strategy and layout.
#include "sample.h"
#include "table_check.h"

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

// All formats of buffers, and of images the formats that the device samples.
std::vector<Input> allInputs()
{
    std::vector<Input> inputs;
    for (const VkFormat format : {VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT})
        inputs.push_back({Resource::Buffer, format});
    for (const VkFormat format : imageInputFormats())
        if (gpu::supportsFormat(device(), format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
            inputs.push_back({Resource::SampledImage, format});
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

template <class Desc = SummedAreaTableDesc>
Forced<Desc> describeTable(const Input& input, Resource output, VkFormat format, Accumulation accumulation,
                           Strategy strategy)
{
    Forced<Desc> desc;
    desc.input = input.resource;
    desc.inputFormat = input.format;
    desc.output = output;
    desc.outputFormat = format;
    desc.accumulation = accumulation;
    desc.strategy = strategy;
    return desc;
}

// Checks random cases of a description: of some of the interesting extents, or of all.
class Checker {
public:
    explicit Checker(unsigned seed) : m_random(seed) {}

    template <class Desc>
    void operator()(const Desc& desc, const std::optional<Tuning>& tuning, std::size_t most = ~std::size_t{0})
    {
        std::vector<VkExtent3D> extents =
            interestingExtents(desc, tuningOf(desc, tuning.value_or(tuningFor(capabilities()))));
        std::shuffle(extents.begin(), extents.end(), m_random);
        extents.resize(std::min(extents.size(), most));
        (*this)(desc, tuning, extents);
    }

    template <class Desc>
    void operator()(const Desc& desc, const std::optional<Tuning>& tuning, const std::vector<VkExtent3D>& extents)
    {
        const auto table = createTable(desc, tuning);
        for (const VkExtent3D& extent : extents) {
            TableCase tableCase = randomTableCase(desc, extent, &m_random);
            tableCase.tuning = tuning;
            checkTable(table, desc, tableCase);
        }
    }

    std::mt19937& random() { return m_random; }
    template <class T, std::size_t N>
    T oneOf(const T (&values)[N])
    {
        return values[m_random() % N];
    }

private:
    std::mt19937 m_random;
};

class TableExactTest : public testing::TestWithParam<Accumulation> {
protected:
    Checker m_check{static_cast<unsigned>(GetParam())};
};

// Each input with other choices of all else. Those that extend floats take every third: what differs between inputs
// comes before what differs between accumulations.
TEST_P(TableExactTest, EveryInput)
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
        const bool toBuffer = m_check.random()() % 2 == 0 || accumulation == Accumulation::F64;
        const bool wide = accumulation == Accumulation::F64 && m_check.random()() % 2 == 0;
        Forced<SummedAreaTableDesc> desc = describeTable(input, toBuffer ? Resource::Buffer : Resource::StorageImage,
                                                         outputFormat(accumulation, wide, channels), accumulation,
                                                         tableStrategies(WithAuto::Yes)[count % 4]);
        desc.layout = m_check.oneOf(kLayouts);
        desc.squares = m_check.random()() % 2 == 0;
        if (accumulation != Accumulation::U32)
            desc.bias = m_check.oneOf(kBiases).value;
        if (sample.takes())
            m_check(desc, smallTableTuning(desc), 3);
        ++count;
    }
    EXPECT_GE(count * stride, 12);
}

// Every strategy, layout and kind of output, with every extent.
TEST_P(TableExactTest, EveryStrategyAndOutput)
{
    const Accumulation accumulation = GetParam();
    const VkFormat format = accumulation == Accumulation::U32 ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT;
    unsigned count = 0;
    Sample sample(static_cast<unsigned>(accumulation), 12);
    for (const Strategy strategy : tableStrategies(WithAuto::No)) {
        for (const TableLayout layout : kLayouts) {
            for (const int kind : {0, 1, 2}) { // image, buffer, buffer of doubles
                ++count;
                // Half of the cells of floats, whose kernels are slow to compile.
                if (kind == (accumulation == Accumulation::F64 ? 0 : 2) ||
                    (accumulation != Accumulation::U32 && count % 2 == 0))
                    continue;
                const Input input = {count / 2 % 2 == 0 ? Resource::Buffer : Resource::SampledImage, format};
                Forced<SummedAreaTableDesc> desc =
                    describeTable(input, kind == 0 ? Resource::StorageImage : Resource::Buffer,
                                  outputFormat(accumulation, kind == 2, 1), accumulation, strategy);
                desc.layout = layout;
                desc.squares = count % 3 == 2;
                if (accumulation != Accumulation::U32)
                    desc.bias = kBiases[count / 2 % 3].value;
                if (sample.takes())
                    m_check(desc, smallTableTuning(desc));
            }
        }
    }
}

// The library's own tiles, with other choices for each accumulation.
TEST_P(TableExactTest, OwnTuning)
{
    const Accumulation accumulation = GetParam();
    const int index = static_cast<int>(accumulation);
    constexpr uint32_t kChannels[] = {1, 4, 2, 1};
    const TexelKind kind = accumulation == Accumulation::U32 ? TexelKind::Uint : TexelKind::Sfloat;
    Forced<SummedAreaTableDesc> desc = describeTable(
        {Resource::SampledImage, tableFormat(kind, 4, kChannels[index])},
        accumulation == Accumulation::F32 ? Resource::StorageImage : Resource::Buffer,
        outputFormat(accumulation, false, kChannels[index]), accumulation, tableStrategies(WithAuto::Yes)[index]);
    desc.layout = kLayouts[index / 2 % 2];
    desc.squares = index == 2;
    m_check(desc, std::nullopt);
}

// Screens, as engines have them.
TEST_P(TableExactTest, Screens)
{
    const Accumulation accumulation = GetParam();
    const bool integer = accumulation == Accumulation::U32;
    const bool toBuffer = integer || accumulation == Accumulation::F64;
    const Input input = {integer ? Resource::Buffer : Resource::SampledImage,
                         integer ? VK_FORMAT_R32_UINT : VK_FORMAT_R16_SFLOAT};
    const std::pair<VkExtent3D, Strategy> kScreens[] = {
        {{640, 480, 1}, Strategy::ReduceThenScan},
        {{640, 480, 1}, Strategy::FlatSum},
        {{1920, 1080, 1}, tableStrategies(WithAuto::Yes)[static_cast<int>(accumulation)]}};
    Sample sample(static_cast<unsigned>(accumulation), std::size(kScreens));
    for (const auto& [extent, strategy] : kScreens) {
        if (!sample.takes())
            continue;
        Forced<SummedAreaTableDesc> desc = describeTable(input, toBuffer ? Resource::Buffer : Resource::StorageImage,
                                                         outputFormat(accumulation, false, 1), accumulation, strategy);
        desc.bias = integer ? Bias::None : Bias::Mean;
        TableCase tableCase;
        tableCase.extent = extent;
        checkTable(createTable(desc), desc, tableCase);
    }
}

// The geometry of devices with more registers than the one at hand, or with fewer.
TEST_P(TableExactTest, TilesOfOtherDevices)
{
    const Accumulation accumulation = GetParam();
    Capabilities device = capabilities();
    device.fewRegisters = !device.fewRegisters;
    const bool integer = accumulation == Accumulation::U32;
    const Input inputs[] = {
        {Resource::Buffer, integer ? VK_FORMAT_R8_UINT : VK_FORMAT_R32_SFLOAT},
        {Resource::SampledImage, integer ? VK_FORMAT_R8_UINT : VK_FORMAT_R16_SFLOAT},
        {Resource::SampledImage, integer ? VK_FORMAT_R8G8B8A8_UINT : VK_FORMAT_R16G16B16A16_SFLOAT}};
    Sample sample(static_cast<unsigned>(accumulation), std::size(inputs));
    for (const Input& input : inputs) {
        if (!sample.takes())
            continue;
        const bool squares = m_check.random()() % 2 == 0;
        Forced<SummedAreaTableDesc> desc =
            describeTable(input, accumulation == Accumulation::F64 ? Resource::Buffer : Resource::StorageImage,
                          outputFormat(accumulation, false, texelFormat(input.format).channels), accumulation,
                          squares ? Strategy::SpineWithFallback : Strategy::ReduceThenScan);
        desc.squares = squares;
        Tuning tuning = tuningFor(device);
        tuning.table.gatherParts = 2;
        m_check(desc, tuning, 2);
    }
}

// Stacks and volumes in buffers: description number `index` of those of the accumulation.
Forced<SummedVolumeTableDesc> sliceDesc(Accumulation accumulation, unsigned index)
{
    const bool isInteger = accumulation == Accumulation::U32;
    constexpr VkFormat kInputs[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT};
    const std::vector<Strategy> strategies = sliceStrategies(WithAuto::Yes);
    const bool isWide = accumulation == Accumulation::F64 && index / 2 % 2 == 0;
    auto desc = describeTable<SummedVolumeTableDesc>(
        {Resource::Buffer, isInteger ? kInputs[1 + index / 2 % 2] : kInputs[index / 2 % 3]}, Resource::Buffer,
        outputFormat(accumulation, isWide, 1), accumulation, strategies.at((index + index / 4) % strategies.size()));
    desc.separateSlices = index % 2 == 1;
    desc.bias = isInteger ? Bias::None : static_cast<Bias>(index / 4 % 3);
    desc.layout = kLayouts[index / 3 % 2];
    desc.squares = index / 5 % 2 == 1;
    return desc;
}

TEST_P(TableExactTest, EverySliceExtent)
{
    Sample sample(static_cast<unsigned>(GetParam()), 12);
    for (unsigned index = 0; index < 24; ++index) {
        const Forced<SummedVolumeTableDesc> desc = sliceDesc(GetParam(), index);
        if (sample.takes())
            m_check(desc, smallTableTuning(desc));
    }
}

// Rows and slices at multiples of 16 bytes are accessed in vectors, with the library's own tiles and blocks, too.
TEST_P(TableExactTest, OwnVolumeTuning)
{
    const auto alignedPlacement = [](VkFormat format, uint32_t width, uint32_t height) {
        const VkDeviceSize row = VkDeviceSize{width} * texelFormat(format).texelBytes();
        testing_support::Placement placement;
        placement.padding = (16 - row % 16) % 16;
        placement.slicePadding = 16 * (height % 2);
        return placement;
    };
    Sample sample(static_cast<unsigned>(GetParam()), 4);
    for (const unsigned index : {0u, 1u, 10u, 9u}) {
        if (!sample.takes())
            continue;
        const Forced<SummedVolumeTableDesc> desc = sliceDesc(GetParam(), index);
        const uint32_t border = desc.layout == TableLayout::ZeroBorder ? 1 : 0;
        for (const std::optional<Tuning>& tuning : {std::optional<Tuning>(), std::optional(smallTableTuning(desc))}) {
            const SummedVolumeTable table = createTable(desc, tuning);
            for (const VkExtent3D& extent : {VkExtent3D{67, 61, 67}, VkExtent3D{131, 70, 9}}) {
                TableCase tableCase;
                tableCase.extent = extent;
                tableCase.tuning = tuning;
                tableCase.wholeInput = true;
                tableCase.input = alignedPlacement(desc.inputFormat, extent.width, extent.height);
                tableCase.output = alignedPlacement(desc.outputFormat, extent.width + border, extent.height + border);
                checkTable(table, desc,
                           extent.depth > 9 || tuning ? tableCase : randomTableCase(desc, extent, &m_check.random()));
            }
        }
    }
}

std::string accumulationName(const testing::TestParamInfo<Accumulation>& info)
{
    constexpr const char* kNames[] = {"u32", "f32", "f32x2", "f64"};
    return kNames[static_cast<int>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Matrix, TableExactTest, testing::ValuesIn(valuesOf(kAccumulations)), accumulationName);

// The largest extents, one at a time.
TEST(TableExtents, OfSlicesMayBeTheLargest)
{
    for (const Strategy strategy : sliceStrategies(WithAuto::Yes)) {
        const auto desc = describeTable<SummedVolumeTableDesc>({Resource::Buffer, VK_FORMAT_R8_UINT}, Resource::Buffer,
                                                               VK_FORMAT_R32_UINT, Accumulation::U32, strategy);
        const SummedVolumeTable table = createTable(desc, smallTableTuning(desc));
        for (const VkExtent3D extent : {VkExtent3D{3, 2, kMaxVolumeExtent}, VkExtent3D{kMaxVolumeExtent, 3, 4},
                                        VkExtent3D{2, kMaxVolumeExtent, 3}}) {
            TableCase tableCase;
            tableCase.extent = extent;
            checkTable(table, desc, tableCase);
        }
    }
}

// Stacks and volumes in images. The parameter: whether images are arrays.
class SliceImageTest : public testing::TestWithParam<bool> {
protected:
    // Descriptions of one input, of which `index` chooses the rest.
    static Forced<SummedVolumeTableDesc> descOf(const Input& input, uint32_t channels, Resource output, unsigned index)
    {
        const bool isInteger = texelFormat(input.format).kind != TexelKind::Sfloat && index % 3 != 0;
        const Accumulation accumulation = isInteger ? Accumulation::U32 : Accumulation::F32;
        const std::vector<Strategy> strategies = sliceStrategies(WithAuto::Yes);
        auto desc = describeTable<SummedVolumeTableDesc>(input, output, outputFormat(accumulation, false, channels),
                                                         accumulation, strategies[index / 2 % strategies.size()]);
        desc.separateSlices = index % 4 == 3;
        desc.arrayImages = GetParam();
        desc.bias = isInteger ? Bias::None : static_cast<Bias>(index / 2 % 3);
        desc.layout = kLayouts[index % 5 < 3 ? 0 : 1];
        desc.squares = index / 3 % 2 == 1;
        return desc;
    }

    Checker m_check{GetParam() ? 2u : 1u};
};

// Every format of an input to both kinds of tables, of every number of channels.
TEST_P(SliceImageTest, EveryFormat)
{
    Sample sample(GetParam() ? 1 : 0, 16);
    unsigned index = 0;
    for (const Input& input : allInputs())
        for (const Resource output : {Resource::StorageImage, Resource::Buffer})
            for (const uint32_t channels : {1u, 2u, 4u}) {
                if (channels > texelFormat(input.format).channels ||
                    (input.resource == Resource::Buffer && output == Resource::Buffer))
                    continue;
                const Forced<SummedVolumeTableDesc> desc = descOf(input, channels, output, ++index);
                if (sample.takes())
                    m_check(desc, smallTableTuning(desc), {{43, 21, 11}});
            }
}

TEST_P(SliceImageTest, EveryExtent)
{
    Sample sample(GetParam() ? 1 : 0, 12);
    for (unsigned index = 0; index < 24; ++index) {
        const VkFormat format = index % 4 == 1 ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT;
        const Resource resource = index % 6 == 5 ? Resource::Buffer : Resource::SampledImage;
        const Forced<SummedVolumeTableDesc> desc =
            descOf({resource, format}, 1, index % 6 == 2 ? Resource::Buffer : Resource::StorageImage, index);
        if (sample.takes())
            m_check(desc, smallTableTuning(desc));
    }
}

// The library's own tiles and blocks, from image to image.
TEST_P(SliceImageTest, OwnVolumeTuning)
{
    Sample sample(GetParam() ? 1 : 0, 2);
    for (const unsigned index : {1u, 14u}) {
        if (!sample.takes())
            continue;
        const Forced<SummedVolumeTableDesc> desc =
            descOf({Resource::SampledImage, VK_FORMAT_R32_SFLOAT}, 1, Resource::StorageImage, index);
        m_check(desc, std::nullopt, {{67, 61, 67}, {131, 70, 9}});
    }
}

INSTANTIATE_TEST_SUITE_P(Matrix, SliceImageTest, testing::Bool(), [](const testing::TestParamInfo<bool>& info) {
    return info.param ? std::string("array") : std::string("volume");
});

} // namespace
