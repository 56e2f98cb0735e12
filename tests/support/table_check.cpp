#include "table_check.h"

#include "abi.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace testing_support {

namespace {

using vkscan::Accumulation;
using vkscan::Bias;
using vkscan::TableDesc;
using vkscan::TableKind;

constexpr uint8_t kPoison = 0xcc;

VkExtent3D enlarged(VkExtent3D extent, VkExtent3D by)
{
    return {extent.width + by.width, extent.height + by.height, extent.depth + by.depth};
}

// Entries, with the border.
VkExtent3D tableExtent(const TableDesc& desc, VkExtent3D region)
{
    const uint32_t border = desc.layout == vkscan::TableLayout::ZeroBorder ? 1 : 0;
    return enlarged(region, {border, border, desc.kind == TableKind::Volume ? border : 0});
}

// A bias near the mean of randomTexels, so that sums become small; one channel is far off.
void chooseBias(const TexelFormat& info, float bias[4])
{
    float mean = 2.2f;
    if (info.kind == TexelKind::Unorm)
        mean = 0.47f;
    else if (info.kind == TexelKind::Uint)
        mean = static_cast<float>(1u << std::min(8 * info.componentBytes, 24u)) * 0.5f;
    const float parts[4] = {1.0f, 0.9375f, -0.5f, 1.03125f};
    for (int c = 0; c < 4; ++c)
        bias[c] = mean * parts[c];
}

// Maximum additions of a texel on its way into an entry: in the tile over vectors, subgroup, columns, rows and
// subgroups, then over the tiles left and above; and along z.
long double depthOf(const TableDesc& desc, const TableCase& tableCase)
{
    const vkscan::Tuning tuning = tableCase.tuning.value_or(vkscan::tuningFor(capabilities()));
    const vkscan::TableGeometry tile = tableGeometry(desc, tuning);
    const long double subgroups = tile.workgroupSize / tile.subgroupSize;
    const long double slices = desc.kind == TableKind::Volume ? 24 + tableCase.extent.depth / 2 : 0;
    return 40 + subgroups + static_cast<long double>(tableCase.extent.width) / tile.tileWidth() +
           static_cast<long double>(tableCase.extent.height) / tile.tileHeight() + slices;
}

// The tolerance of a component. Rounding the sum of n numbers in a tree errs by at most the tree's depth times u times
// the sum of their absolute values (N. J. Higham, "The accuracy of floating point summation", 1993).
long double toleranceOf(const TableDesc& desc, const TableCase& tableCase, long double expected,
                        const ReferenceEntry& entry, bool ofSquares)
{
    const long double u32 = std::ldexp(1.0L, -24);
    const bool wide = texelFormat(desc.outputFormat).componentBytes == 8;
    const long double magnitude = ofSquares ? entry.square : static_cast<long double>(entry.magnitude);
    const long double texels = static_cast<long double>(entry.texels);
    // UNORM texels reach the kernel as floats, rounded by Vulkan no worse than this.
    long double inputError = 0;
    if (texelFormat(desc.inputFormat).kind == TexelKind::Unorm)
        inputError = 4 * u32 * (ofSquares ? entry.square + texels : texels);
    // Volumes: slices are rounded, then their sums.
    const long double ofSlices = desc.kind == TableKind::Volume ? magnitude : 0;
    const long double storing = wide ? 0 : u32 * (std::fabs(expected) + ofSlices + inputError);
    switch (desc.accumulation) {
    case Accumulation::F32: return inputError + (depthOf(desc, tableCase) + (ofSquares ? 3 : 1)) * u32 * magnitude;
    // Twice u: the lower half of the pair has gaps if the higher half is a power of two.
    case Accumulation::F32x2:
        return inputError + 2 * storing + std::ldexp(magnitude, desc.kind == TableKind::Image ? -44 : -43);
    default: return inputError + storing * 1.001L + 1e-12L * magnitude;
    }
}

// The tables of all slices, without the border's slice.
using ReferenceSlices = std::vector<ReferenceTable>;

ReferenceSlices referenceSlices(const TexelFormat& info, const std::vector<std::byte>& texels, VkExtent3D inputExtent,
                                const TableCase& tableCase, const float (&biases)[4], const TableDesc& desc,
                                vkscan::TableLayout layout)
{
    const auto& offset = tableCase.offset;
    const auto& extent = tableCase.extent;
    const std::size_t sliceBytes = std::size_t{inputExtent.width} * inputExtent.height * info.texelBytes();
    ReferenceSlices slices;
    for (uint32_t z = 0; z < extent.depth; ++z) {
        const auto first =
            texels.begin() + static_cast<std::ptrdiff_t>((static_cast<uint32_t>(offset.z) + z) * sliceBytes);
        slices.push_back(referenceTable(info, {first, first + static_cast<std::ptrdiff_t>(sliceBytes)},
                                        {inputExtent.width, inputExtent.height},
                                        {{offset.x, offset.y}, {extent.width, extent.height}},
                                        texelFormat(desc.outputFormat).channels, biases, layout));
        if (desc.kind == TableKind::Volume && z > 0)
            for (std::size_t i = 0; i < slices[z].entries.size(); ++i)
                slices[z].entries[i] += slices[z - 1].entries[i];
    }
    return slices;
}

// Compares entry by entry, and poison outside; a sentence about the first error, or nothing.
class Comparison {
public:
    Comparison(const TableDesc& desc, const TableCase& tableCase, const ReferenceSlices& expected)
        : m_desc(desc),
          m_case(tableCase),
          m_info(texelFormat(desc.outputFormat)),
          m_expected(expected)
    {
    }

    [[nodiscard]] std::string findError(const TestSurface& surface, bool ofSquares) const
    {
        const std::vector<std::byte> entries = surface.read();
        const std::vector<std::byte> poison(m_info.texelBytes(), std::byte{kPoison});
        const VkExtent3D whole = surface.extent();
        const VkExtent3D table = tableExtent(m_desc, m_case.extent);
        const std::byte* entry = entries.data();
        for (uint32_t z = 0; z < whole.depth; ++z)
            for (uint32_t y = 0; y < whole.height; ++y)
                for (uint32_t x = 0; x < whole.width; ++x, entry += m_info.texelBytes()) {
                    const bool isEntry = x < table.width && y < table.height && z < table.depth;
                    if (!isEntry && !std::equal(poison.begin(), poison.end(), entry))
                        return at(x, y, z, ofSquares) + " is beyond the table and was written";
                    const std::string error = isEntry ? findError(entry, x, y, z, ofSquares) : std::string();
                    if (!error.empty())
                        return error;
                }
        return {};
    }

private:
    [[nodiscard]] std::string findError(const std::byte* entry, uint32_t x, uint32_t y, uint32_t z,
                                        bool ofSquares) const
    {
        const uint32_t border = tableExtent(m_desc, m_case.extent).depth - m_case.extent.depth;
        for (uint32_t c = 0; c < m_info.channels; ++c) {
            const std::byte* component = entry + std::size_t{c} * m_info.componentBytes;
            ReferenceEntry expected;
            if (z >= border) {
                const ReferenceTable& slice = m_expected[z - border];
                expected = slice.entries[(std::size_t{y} * slice.extent.width + x) * slice.channels + c];
            }
            std::ostringstream text;
            text.precision(17);
            if (m_desc.accumulation == Accumulation::U32) {
                const uint32_t sum = ofSquares ? expected.integerSquare : expected.integer;
                if (componentCode(m_info, component) == sum)
                    continue;
                text << componentCode(m_info, component) << ", not " << sum;
            } else {
                const long double sum = ofSquares ? expected.square : expected.sum;
                const long double actual = componentValue(m_info, component);
                const long double allowed = toleranceOf(m_desc, m_case, sum, expected, ofSquares);
                if (std::fabs(actual - sum) <= allowed) // false for NaN
                    continue;
                text << actual << ", not " << sum << " +- " << allowed;
            }
            return at(x, y, z, ofSquares) + " channel " + std::to_string(c) + " is " + text.str();
        }
        return {};
    }

    [[nodiscard]] static std::string at(uint32_t x, uint32_t y, uint32_t z, bool ofSquares)
    {
        return std::string(ofSquares ? "squares" : "sums") + " at " + std::to_string(x) + ", " + std::to_string(y) +
               ", " + std::to_string(z);
    }

    const TableDesc& m_desc;
    const TableCase& m_case;
    const TexelFormat& m_info;
    const ReferenceSlices& m_expected;
};

// Expects that the mean of some texels is near the mean of all; with no more texels than the grid's, it is equal.
void expectMean(const float actual[4], const ReferenceTable& unbiased, VkExtent3D extent)
{
    const long double texels = static_cast<long double>(extent.width) * extent.height;
    for (uint32_t c = 0; c < unbiased.channels; ++c) {
        const ReferenceEntry& corner = unbiased.entries[unbiased.entries.size() - unbiased.channels + c];
        const long double mean = corner.sum / texels;
        constexpr uint32_t kGrid = vkscan::abi::kMeanGrid;
        const bool all = extent.width <= kGrid && extent.height <= kGrid;
        // Six standard deviations of the mean of at least half the grid's rows and columns, or of all texels.
        const long double deviation = std::sqrt(std::max(corner.square / texels - mean * mean, 0.0L));
        const long double samples = std::min(extent.width, kGrid / 2) * std::min(extent.height, kGrid / 2);
        const long double allowed = all ? 0 : 6 * deviation / std::sqrt(samples);
        EXPECT_LE(std::fabs(static_cast<long double>(actual[c]) - mean),
                  allowed + static_cast<long double>(corner.texels) / texels * 1e-5L)
            << "bias of channel " << c;
    }
}

ImageShape shapeOf(const TableDesc& desc)
{
    return desc.kind == TableKind::Image ? ImageShape::Layer
           : desc.arrayImages            ? ImageShape::Array
                                         : ImageShape::Volume;
}

void give(const TestSurface& from, vkscan::Surface* to)
{
    *to = from.surface();
}
void give(const TestSurface& from, vkscan::VolumeSurface* to)
{
    *to = from.volume();
}
void giveRegion(const TableCase& from, vkscan::SummedAreaTableArgs* to)
{
    to->region = {{from.offset.x, from.offset.y}, {from.extent.width, from.extent.height}};
}
void giveRegion(const TableCase& from, vkscan::SummedVolumeTableArgs* to)
{
    to->region = {from.offset, from.extent};
}
VkDeviceSize scratchSizeOf(const vkscan::SummedAreaTable& table, VkExtent3D extent)
{
    return table.scratchSize({extent.width, extent.height});
}
VkDeviceSize scratchSizeOf(const vkscan::SummedVolumeTable& table, VkExtent3D extent)
{
    return table.scratchSize(extent);
}

template <class Args, class Table>
void check(const Table& table, const TableDesc& desc, const TableCase& tableCase)
{
    SCOPED_TRACE(describe(desc, tableCase));
    const VkExtent3D& region = tableCase.extent;
    const VkExtent3D before = {static_cast<uint32_t>(tableCase.offset.x), static_cast<uint32_t>(tableCase.offset.y),
                               static_cast<uint32_t>(tableCase.offset.z)};
    const VkExtent3D inputExtent = enlarged(enlarged(region, before), tableCase.inputMargin);
    const VkExtent3D outputExtent = enlarged(tableExtent(desc, region), tableCase.outputMargin);
    TestSurface input(desc.input, desc.inputFormat, inputExtent, tableCase.input, shapeOf(desc));
    TestSurface output(desc.output, desc.outputFormat, outputExtent, tableCase.output, shapeOf(desc));
    Placement ofSquares = tableCase.output; // with pitches of its own, and as many vectors
    ofSquares.padding += 16;
    ofSquares.slicePadding += 16;
    TestSurface squares(desc.output, desc.outputFormat, desc.squares ? outputExtent : VkExtent3D{1, 1, 1}, ofSquares,
                        shapeOf(desc));
    const VkDeviceSize scratchBytes = scratchSizeOf(table, region);
    const bool ownScratch = tableCase.ownScratch || scratchBytes > kSharedScratchBytes;
    TestArray scratch(ownScratch ? scratchBytes : 0);
    TestArray bias(4 * sizeof(float));
    scratch.fill(0);
    const std::vector<std::byte> texels =
        randomTexels(input.info(), {inputExtent.width, inputExtent.height * inputExtent.depth},
                     desc.accumulation != Accumulation::U32, 7 * inputExtent.width + 1);
    input.write(texels);

    Args args;
    give(input, &args.input);
    give(output, &args.output);
    if (desc.squares)
        give(squares, &args.squares);
    if (!tableCase.wholeInput)
        giveRegion(tableCase, &args);
    args.scratch = ownScratch ? scratch.range() : sharedScratch(scratchBytes);
    if (desc.bias != Bias::None)
        args.bias = bias.range();
    std::optional<TableDescriptors> descriptors;
    if (tableCase.descriptorSet) {
        descriptors.emplace(table, args);
        args.descriptorSet = descriptors->set();
    }

    float biasValues[4] = {};
    std::vector<std::byte> first[2];
    for (int run = 0; run < 2; ++run) {
        output.fill(kPoison);
        squares.fill(kPoison);
        bias.fill(kPoison);
        if (desc.bias == Bias::Given) {
            chooseBias(input.info(), biasValues);
            bias.write(biasValues, sizeof(biasValues));
        }
        submit(table, args);
        if (run == 0) {
            first[0] = output.read();
            first[1] = squares.read();
        }
    }
    ASSERT_TRUE(first[0] == output.read() && first[1] == squares.read()) << "two runs differ";

    const auto reference = [&](const float(&biases)[4], vkscan::TableLayout layout) {
        return referenceSlices(input.info(), texels, inputExtent, tableCase, biases, desc, layout);
    };
    if (desc.bias == Bias::Mean) {
        bias.read(biasValues, sizeof(biasValues));
        for (const float value : biasValues)
            ASSERT_TRUE(std::isfinite(value));
        const float none[4] = {};
        if (desc.kind == TableKind::Image)
            expectMean(biasValues, reference(none, vkscan::TableLayout::Inclusive)[0], region);
    }
    const ReferenceSlices expected = reference(biasValues, desc.layout);
    const Comparison comparison(desc, tableCase, expected);
    ASSERT_EQ(comparison.findError(output, false), "");
    ASSERT_EQ(desc.squares ? comparison.findError(squares, true) : std::string(), "");
    ASSERT_TRUE(input.read() == texels) << "the input was written";
    ASSERT_TRUE(input.intact() && output.intact() && squares.intact() && scratch.intact() && bias.intact());
    ASSERT_EQ(ownScratch ? scratchStatus(scratch) : sharedScratchStatus(), vkscan::ScratchStatus::Complete);
}

template <class Table, class Desc>
Table tableOf(const Desc& desc, const std::optional<vkscan::Tuning>& tuning, const vkscan::Context& inContext)
{
    Table table;
    const vkscan::Status status =
        tuning ? createTuned(inContext, desc, *tuning, &table) : Table::create(inContext, desc, &table);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status) << " for " << describe(desc, TableCase());
    return table;
}

} // namespace

std::vector<vkscan::Strategy> sliceStrategies(WithAuto withAuto)
{
    std::vector<vkscan::Strategy> all = tableStrategies(withAuto);
    std::erase(all, vkscan::Strategy::Spine);
    return all;
}

std::string describe(const TableDesc& desc, const TableCase& tableCase)
{
    constexpr const char* kKinds[] = {"image: ", "stack: ", "volume: "};
    constexpr const char* kBiases[] = {"", ", given bias", ", mean bias"};
    const auto& [extent, offset, inputMargin, outputMargin, input, output, whole, own, set, tuning] = tableCase;
    std::ostringstream text;
    text << kKinds[static_cast<int>(desc.kind)] << (desc.arrayImages ? "arrays, " : "")
         << findRow(vkscan::kResources, desc.input)->name << ' ' << texelFormat(desc.inputFormat).name << " to "
         << findRow(vkscan::kResources, desc.output)->name << ' ' << texelFormat(desc.outputFormat).name << " by "
         << findRow(vkscan::kAccumulations, desc.accumulation)->name << ' ' << toString(desc.waiting)
         << kBiases[static_cast<int>(desc.bias)] << (desc.squares ? ", squares" : "")
         << (desc.layout == vkscan::TableLayout::ZeroBorder ? ", zero border" : "") << "; " << extent.width << 'x'
         << extent.height << 'x' << extent.depth << " at " << offset.x << ", " << offset.y << ", " << offset.z
         << "; padding " << input.padding << ", " << input.slicePadding << " and " << output.padding << ", "
         << output.slicePadding << "; misalignment " << input.misalignment << ", " << output.misalignment << "; layer "
         << input.layer << ", " << output.layer;
    return text.str();
}

vkscan::SummedAreaTable createTunedTable(const vkscan::SummedAreaTableDesc& desc,
                                         const std::optional<vkscan::Tuning>& tuning, const vkscan::Context& inContext)
{
    return tableOf<vkscan::SummedAreaTable>(desc, tuning, inContext);
}

vkscan::SummedVolumeTable createTunedTable(const vkscan::SummedVolumeTableDesc& desc,
                                           const std::optional<vkscan::Tuning>& tuning,
                                           const vkscan::Context& inContext)
{
    return tableOf<vkscan::SummedVolumeTable>(desc, tuning, inContext);
}

vkscan::Tuning smallTableTuning(const TableDesc& desc, const vkscan::Tuning& forced)
{
    vkscan::Tuning tuning = forced;
    const vkscan::TableModel model = {desc, tuning, capabilities()};
    tuning.table.workgroupSize = 64;
    tuning.table.words = 2 * model.values() * model.elementWords() * geometryOf(model, tuning.strategy).vector;
    tuning.table.flatWords = tuning.table.words;
    tuning.table.rowWindow = 3;
    tuning.table.columnWindow = 2;
    constexpr uint32_t kVectorBytes = 16;
    tuning.table.depthWords = 3 * kVectorBytes / model.outputFormat().componentBytes * model.elementWords();
    return tuning;
}

vkscan::TableGeometry tableGeometry(const TableDesc& desc, const vkscan::Tuning& tuning)
{
    return geometryOf({desc, tuning, capabilities()}, tuning.strategy);
}

std::vector<VkExtent3D> interestingExtents(const TableDesc& desc, const vkscan::Tuning& tuning)
{
    const vkscan::TableGeometry tile = tableGeometry(desc, tuning);
    const uint32_t w = tile.tileWidth();
    const uint32_t h = tile.tileHeight();
    if (desc.kind == TableKind::Image)
        return {{1, 1, 1},         {1, 2 * h + 3, 1}, {2 * w + 5, 1, 1},     {7, 5, 1},
                {w - 1, h + 1, 1}, {w, h, 1},         {w + 1, 2 * h - 1, 1}, {7 * w + 3, 5 * h + 1, 1}};
    const uint32_t d = vkscan::TableModel(desc, tuning, capabilities()).depth.blockSlices();
    return {{1, 1, 1},
            {1, 1, 2 * d + 3},
            {2 * w + 5, 1, d - 1},
            {7, 5, d},
            {w - 1, h + 1, d + 1},
            {w, h, 2},
            {w + 1, 2 * h - 1, 3},
            {3 * w + 3, 3 * h + 1, 5},
            {1, 2 * h + 3, 2 * d}};
}

TableCase randomTableCase(const TableDesc& desc, VkExtent3D extent, std::mt19937* random)
{
    const auto below = [&](uint32_t end) { return static_cast<uint32_t>((*random)() % end); };
    const uint32_t slices = desc.kind == TableKind::Image ? 0 : 1; // 0: there are none beyond the region
    const auto placement = [&](VkFormat format) {
        const uint32_t component = texelFormat(format).componentBytes;
        Placement result;
        result.padding = below(3) * component * (1 + below(7));
        result.slicePadding = slices * below(3) * component * (1 + below(9));
        result.misalignment = below(2) * component * below(4) % 16;
        result.layers = 1 + below(3);
        result.layer = below(result.layers);
        result.fence = below(2) == 0 ? Fence::Behind : Fence::Before;
        return result;
    };
    TableCase tableCase;
    tableCase.extent = extent;
    tableCase.input = placement(desc.inputFormat);
    tableCase.output = placement(desc.outputFormat);
    if (below(2) == 0) {
        tableCase.offset = {static_cast<int32_t>(below(12)), static_cast<int32_t>(below(7)),
                            static_cast<int32_t>(slices * below(4))};
        tableCase.inputMargin = {below(6), below(3), slices * below(3)};
    } else {
        tableCase.wholeInput = below(2) == 0;
    }
    if (below(2) == 0)
        tableCase.outputMargin = {below(5), below(4), slices * below(3)};
    tableCase.ownScratch = below(3) == 0;
    return tableCase;
}

void checkTable(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableDesc& desc,
                const TableCase& tableCase)
{
    check<vkscan::SummedAreaTableArgs>(table, desc, tableCase);
}

void checkTable(const vkscan::SummedVolumeTable& table, const vkscan::SummedVolumeTableDesc& desc,
                const TableCase& tableCase)
{
    check<vkscan::SummedVolumeTableArgs>(table, desc, tableCase);
}

} // namespace testing_support
