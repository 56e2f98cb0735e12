#include "sat_check.h"

#include "abi.h"
#include "tables/summed_area_table_impl.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

namespace testing_support {

namespace {

using vkscan::Accumulation;
using vkscan::Bias;

constexpr uint8_t kPoison = 0xcc;

// About the mean of randomTexels, so that sums become small; one channel far off.
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

// Additions that a texel goes through on its way into an entry, at most: in the tile over vectors, subgroup, columns,
// rows and subgroups, then over the tiles left and above.
long double depthOf(const vkscan::SummedAreaTableDesc& desc, const TableCase& tableCase)
{
    const vkscan::Tuning tuning = tableCase.tuning.value_or(vkscan::tuningFor(capabilities()));
    const vkscan::SatGeometry tile = tableGeometry(desc, tuning);
    const long double subgroups = tile.workgroupSize / tile.subgroupSize;
    return 40 + subgroups + static_cast<long double>(tableCase.extent.width) / tile.tileWidth() +
           static_cast<long double>(tableCase.extent.height) / tile.tileHeight();
}

// How far a component may be from the reference. Rounding n numbers' sum in some tree errs by at most the tree's depth
// times u times the sum of their absolute values (N. J. Higham, "The accuracy of floating point summation", 1993).
long double toleranceOf(const vkscan::SummedAreaTableDesc& desc, const TableCase& tableCase, long double expected,
                        const ReferenceEntry& entry, bool ofSquares)
{
    const long double u32 = std::ldexp(1.0L, -24);
    const bool wide = texelFormat(desc.outputFormat).componentBytes == 8;
    const long double magnitude = ofSquares ? entry.square : static_cast<long double>(entry.magnitude);
    const long double texels = static_cast<long double>(entry.texels);
    // UNORM texels reach the kernel as floats, which Vulkan rounds no worse than this.
    long double inputError = 0;
    if (texelFormat(desc.inputFormat).kind == TexelKind::Unorm)
        inputError = 4 * u32 * (ofSquares ? entry.square + texels : texels);
    const long double storing = wide ? 0 : u32 * (std::fabs(expected) + inputError);
    switch (desc.accumulation) {
    case Accumulation::F32: return inputError + (depthOf(desc, tableCase) + (ofSquares ? 3 : 1)) * u32 * magnitude;
    // Twice u: the pair's lower half has gaps where the higher has a power of two.
    case Accumulation::F32x2: return inputError + 2 * storing + std::ldexp(magnitude, -44);
    default: return inputError + storing * 1.001L + 1e-12L * magnitude;
    }
}

// Entry by entry, and poison where there is none; a sentence about the first that is wrong, or nothing.
class Comparison {
public:
    Comparison(const vkscan::SummedAreaTableDesc& desc, const TableCase& tableCase, const ReferenceTable& expected)
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
        const VkExtent2D extent = surface.extent();
        for (uint32_t y = 0; y < extent.height; ++y) {
            for (uint32_t x = 0; x < extent.width; ++x) {
                const std::byte* entry = &entries[(std::size_t{y} * extent.width + x) * m_info.texelBytes()];
                if (x < m_expected.extent.width && y < m_expected.extent.height) {
                    const std::string error = findError(entry, x, y, ofSquares);
                    if (!error.empty())
                        return error;
                } else if (!std::equal(poison.begin(), poison.end(), entry)) {
                    return at(x, y, ofSquares) + " is beyond the table and was written";
                }
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::string findError(const std::byte* entry, uint32_t x, uint32_t y, bool ofSquares) const
    {
        const std::size_t first = (std::size_t{y} * m_expected.extent.width + x) * m_expected.channels;
        for (uint32_t c = 0; c < m_expected.channels; ++c) {
            const std::byte* component = entry + std::size_t{c} * m_info.componentBytes;
            const ReferenceEntry& expected = m_expected.entries[first + c];
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
            return at(x, y, ofSquares) + " channel " + std::to_string(c) + " is " + text.str();
        }
        return {};
    }

    [[nodiscard]] static std::string at(uint32_t x, uint32_t y, bool ofSquares)
    {
        return std::string(ofSquares ? "squares" : "sums") + " at " + std::to_string(x) + ", " + std::to_string(y);
    }

    const vkscan::SummedAreaTableDesc& m_desc;
    const TableCase& m_case;
    const TexelFormat& m_info;
    const ReferenceTable& m_expected;
};

// The mean of some of the texels is near the mean of all. Of no more texels than the grid's it is their mean.
void expectMean(const float actual[4], const ReferenceTable& unbiased, VkExtent2D extent)
{
    const long double texels = static_cast<long double>(extent.width) * extent.height;
    for (uint32_t c = 0; c < unbiased.channels; ++c) {
        const ReferenceEntry& last = unbiased.entries[unbiased.entries.size() - unbiased.channels + c];
        const long double mean = last.sum / texels;
        constexpr uint32_t kGrid = vkscan::abi::kMeanGrid;
        const bool all = extent.width <= kGrid && extent.height <= kGrid;
        // Six standard deviations of the mean of at least half as many rows and columns as the grid has, or of all.
        const long double deviation = std::sqrt(std::max(last.square / texels - mean * mean, 0.0L));
        const long double samples = std::min(extent.width, kGrid / 2) * std::min(extent.height, kGrid / 2);
        const long double allowed = all ? 0 : 6 * deviation / std::sqrt(samples);
        EXPECT_LE(std::fabs(static_cast<long double>(actual[c]) - mean),
                  allowed + static_cast<long double>(last.texels) / texels * 1e-5L)
            << "bias of channel " << c;
    }
}

} // namespace

std::string describe(const vkscan::SummedAreaTableDesc& desc, const TableCase& tableCase)
{
    constexpr const char* kAccumulations[] = {"u32", "f32", "f32x2", "f64"};
    constexpr const char* kBiases[] = {"", ", given bias", ", mean bias"};
    std::ostringstream text;
    text << findRow(vkscan::kResources, desc.input)->name << ' ' << texelFormat(desc.inputFormat).name << " to "
         << findRow(vkscan::kResources, desc.output)->name << ' ' << texelFormat(desc.outputFormat).name << " by "
         << kAccumulations[static_cast<int>(desc.accumulation)] << ' ' << toString(desc.waiting)
         << kBiases[static_cast<int>(desc.bias)] << (desc.squares ? ", squares" : "")
         << (desc.layout == vkscan::TableLayout::ZeroBorder ? ", zero border" : "") << "; " << tableCase.extent.width
         << 'x' << tableCase.extent.height << " at " << tableCase.offset.x << ", " << tableCase.offset.y << "; padding "
         << tableCase.input.padding << ", " << tableCase.output.padding << "; misalignment "
         << tableCase.input.misalignment << ", " << tableCase.output.misalignment << "; layer " << tableCase.input.layer
         << ", " << tableCase.output.layer;
    return text.str();
}

vkscan::SummedAreaTable createTunedTable(const vkscan::SummedAreaTableDesc& desc,
                                         const std::optional<vkscan::Tuning>& tuning, const vkscan::Context& inContext)
{
    vkscan::SummedAreaTable table;
    const vkscan::Status status = tuning ? vkscan::SummedAreaTable::Impl::createTuned(inContext, desc, *tuning, &table)
                                         : vkscan::SummedAreaTable::create(inContext, desc, &table);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status) << " for " << describe(desc, {});
    return table;
}

vkscan::Tuning smallTableTuning(const vkscan::SummedAreaTableDesc& desc, const vkscan::Tuning& forced)
{
    vkscan::Tuning tuning = forced;
    const vkscan::SatModel model = {desc, tuning, capabilities()};
    tuning.table.workgroupSize = 64;
    tuning.table.words = 2 * model.values() * model.elementWords() * satGeometry(model, tuning.strategy).vector;
    tuning.table.flatWords = tuning.table.words;
    tuning.table.rowWindow = 3;
    tuning.table.columnWindow = 2;
    return tuning;
}

vkscan::SatGeometry tableGeometry(const vkscan::SummedAreaTableDesc& desc, const vkscan::Tuning& tuning)
{
    return vkscan::satGeometry({desc, tuning, capabilities()}, tuning.strategy);
}

void checkTable(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableDesc& desc,
                const TableCase& tableCase)
{
    SCOPED_TRACE(describe(desc, tableCase));
    const TexelFormat& inputInfo = texelFormat(desc.inputFormat);
    const uint32_t border = desc.layout == vkscan::TableLayout::ZeroBorder ? 1 : 0;
    const VkRect2D region = {tableCase.offset, tableCase.extent};
    const VkExtent2D inputExtent = {
        static_cast<uint32_t>(region.offset.x) + region.extent.width + tableCase.inputMargin.width,
        static_cast<uint32_t>(region.offset.y) + region.extent.height + tableCase.inputMargin.height};
    const VkExtent2D outputExtent = {region.extent.width + border + tableCase.outputMargin.width,
                                     region.extent.height + border + tableCase.outputMargin.height};

    TestSurface input(desc.input, desc.inputFormat, inputExtent, tableCase.input);
    TestSurface output(desc.output, desc.outputFormat, outputExtent, tableCase.output);
    TestSurface squares(desc.output, desc.outputFormat, desc.squares ? outputExtent : VkExtent2D{1, 1},
                        tableCase.output);
    const VkDeviceSize scratchBytes = table.scratchSize(region.extent);
    const bool ownScratch = tableCase.ownScratch || scratchBytes > kSharedScratchBytes;
    TestArray scratch(ownScratch ? scratchBytes : 0);
    TestArray bias(4 * sizeof(float));
    scratch.fill(0);
    const std::vector<std::byte> texels =
        randomTexels(inputInfo, inputExtent, desc.accumulation != Accumulation::U32, 7 * inputExtent.width + 1);
    input.write(texels);

    vkscan::SummedAreaTableArgs args;
    args.input = input.surface();
    args.output = output.surface();
    if (desc.squares)
        args.squares = squares.surface();
    if (!tableCase.wholeInput)
        args.region = region;
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
            chooseBias(inputInfo, biasValues);
            bias.write(biasValues, sizeof(biasValues));
        }
        submit(table, args);
        if (run == 0) {
            first[0] = output.read();
            first[1] = squares.read();
        }
    }
    ASSERT_TRUE(first[0] == output.read() && first[1] == squares.read()) << "two runs differ";

    const uint32_t channels = texelFormat(desc.outputFormat).channels;
    if (desc.bias == Bias::Mean) {
        const float none[4] = {};
        bias.read(biasValues, sizeof(biasValues));
        expectMean(
            biasValues,
            referenceTable(inputInfo, texels, inputExtent, region, channels, none, vkscan::TableLayout::Inclusive),
            region.extent);
    }
    const ReferenceTable expected =
        referenceTable(inputInfo, texels, inputExtent, region, channels, biasValues, desc.layout);
    const Comparison comparison(desc, tableCase, expected);
    ASSERT_EQ(comparison.findError(output, false), "");
    ASSERT_EQ(desc.squares ? comparison.findError(squares, true) : std::string(), "");
    ASSERT_TRUE(input.read() == texels) << "the input was written";
    ASSERT_TRUE(input.intact() && output.intact() && squares.intact() && scratch.intact() && bias.intact());
    ASSERT_EQ(sharedScratchStatus(), vkscan::ScratchStatus::Complete);
}

} // namespace testing_support
