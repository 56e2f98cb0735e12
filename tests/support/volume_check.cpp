#include "volume_check.h"

#include "axis_values.h"
#include "environment.h"
#include "sat_reference.h"
#include "submit.h"
#include "table_descriptors.h"

#include "tables/summed_volume_table_impl.h"

#include <gtest/gtest.h>

#include <support/image.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>

namespace testing_support {

namespace {

using vkscan::Accumulation;
using vkscan::Bias;

constexpr uint8_t kVolumePoison = 0xcc;

// A volume of texels or entries, in a buffer, or packed in an image; every byte that none lies in holds a pattern.
class TestVolume {
public:
    TestVolume(const vkscan::SummedVolumeTableDesc& desc, vkscan::Resource resource, VkFormat format, VkExtent3D extent,
               const VolumePlacement& placement)
        : m_info(texelFormat(format)),
          m_extent(extent),
          m_layout(resource == vkscan::Resource::SampledImage ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
                                                              : VK_IMAGE_LAYOUT_GENERAL)
    {
        const bool isImage = resource != vkscan::Resource::Buffer;
        m_rowPitch = std::size_t{extent.width} * m_info.texelBytes() + (isImage ? 0 : placement.rowPadding);
        m_slicePitch = extent.height * m_rowPitch + (isImage ? 0 : placement.slicePadding);
        if (!isImage) {
            m_array.emplace(byteCount(), placement.misalignment, placement.fence);
        } else {
            gpu::ImageDesc image;
            image.extent = {extent.width, extent.height};
            (desc.arrayImages ? image.layers : image.depth) = extent.depth;
            image.format = format;
            image.usage =
                resource == vkscan::Resource::SampledImage ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
            m_image = gpu::Image(device(), image);
        }
        fill();
    }

    [[nodiscard]] vkscan::VolumeSurface surface() const
    {
        if (!m_array)
            return m_image.volume(m_layout);
        vkscan::VolumeSurface surface;
        surface.buffer = m_array->range();
        surface.rowPitch = m_rowPitch;
        surface.slicePitch = m_slicePitch;
        surface.extent = m_extent;
        return surface;
    }
    [[nodiscard]] const TexelFormat& info() const { return m_info; }
    [[nodiscard]] VkExtent3D extent() const { return m_extent; }
    [[nodiscard]] std::size_t at(uint32_t x, uint32_t y, uint32_t z) const
    {
        return z * m_slicePitch + y * m_rowPitch + std::size_t{x} * m_info.texelBytes();
    }

    void fill() { write(std::vector<std::byte>(byteCount(), std::byte{kVolumePoison})); }
    // Packed texels of a slice.
    void write(const std::vector<std::byte>& texels, uint32_t slice, std::vector<std::byte>* bytes) const
    {
        const std::size_t rowBytes = std::size_t{m_extent.width} * m_info.texelBytes();
        for (uint32_t y = 0; y < m_extent.height; ++y)
            std::memcpy(&(*bytes)[at(0, y, slice)], &texels[y * rowBytes], rowBytes);
    }
    void write(const std::vector<std::byte>& bytes)
    {
        if (m_array)
            m_array->write(bytes.data(), bytes.size());
        else
            forEachLayer(bytes, [&](std::span<const std::byte> layer, uint32_t i) {
                gpu::upload(device(), m_image, layer, m_layout, i);
            });
    }
    [[nodiscard]] std::vector<std::byte> read() const
    {
        std::vector<std::byte> bytes(byteCount());
        if (m_array)
            m_array->read(bytes.data(), bytes.size());
        else
            forEachLayer(bytes, [&](std::span<std::byte> layer, uint32_t i) {
                gpu::download(device(), m_image, layer, m_layout, i);
            });
        return bytes;
    }
    [[nodiscard]] bool intact() const { return !m_array || m_array->intact(); }

private:
    [[nodiscard]] std::size_t byteCount() const
    {
        return at(0, m_extent.height - 1, m_extent.depth - 1) + std::size_t{m_extent.width} * m_info.texelBytes();
    }
    // Calls `copy` with the bytes of each layer; a 3D image has one.
    template <class Bytes, class Copy>
    void forEachLayer(Bytes& bytes, const Copy& copy) const
    {
        const std::size_t layerBytes = bytes.size() / m_image.desc().layers;
        for (uint32_t i = 0; i < m_image.desc().layers; ++i)
            copy({&bytes[i * layerBytes], layerBytes}, i);
    }

    const TexelFormat& m_info;
    VkExtent3D m_extent;
    VkImageLayout m_layout;
    std::size_t m_rowPitch = 0;
    std::size_t m_slicePitch = 0;
    gpu::Image m_image;
    std::optional<TestArray> m_array;
};

// The entries of all slices, without the border's slice.
using ReferenceVolume = std::vector<ReferenceTable>;

ReferenceVolume referenceVolume(const TexelFormat& info, const std::vector<std::vector<std::byte>>& slices,
                                VkExtent3D inputExtent, const VolumeCase& volumeCase, const float (&biases)[4],
                                const vkscan::SummedVolumeTableDesc& desc)
{
    const uint32_t channels = texelFormat(desc.outputFormat).channels;
    const auto& [offset, extent] = std::pair(volumeCase.offset, volumeCase.extent);
    ReferenceVolume volume;
    for (uint32_t z = 0; z < extent.depth; ++z) {
        volume.push_back(
            referenceTable(info, slices[static_cast<uint32_t>(offset.z) + z], {inputExtent.width, inputExtent.height},
                           {{offset.x, offset.y}, {extent.width, extent.height}}, channels, biases, desc.layout));
        if (!desc.separateSlices && z > 0)
            for (std::size_t i = 0; i < volume[z].entries.size(); ++i)
                volume[z].entries[i] += volume[z - 1].entries[i];
    }
    return volume;
}

// How far an entry may be from the reference: see toleranceOf in sat_check.cpp.
long double volumeTolerance(const vkscan::SummedVolumeTableDesc& desc, VkExtent3D extent, long double expected,
                            const ReferenceEntry& entry, bool ofSquares)
{
    const long double u = std::ldexp(1.0L, -24);
    const long double magnitude = ofSquares ? entry.square : static_cast<long double>(entry.magnitude);
    const bool wide = texelFormat(desc.outputFormat).componentBytes == 8;
    const long double depth = 64 + extent.width / 16 + extent.height / 4 + extent.depth / 2;
    // Slices are rounded, then their sums.
    const long double storing = wide ? 0 : 1.001L * u * (std::fabs(expected) + (desc.separateSlices ? 0 : magnitude));
    // UNORM texels reach the kernel as floats, which Vulkan rounds no worse than this.
    const bool isUnorm = texelFormat(desc.inputFormat).kind == TexelKind::Unorm;
    const auto texels = static_cast<long double>(entry.texels);
    const long double inputError = isUnorm ? 4 * u * (ofSquares ? entry.square + texels : texels) : 0;
    switch (desc.accumulation) {
    case Accumulation::F32: return inputError + (depth + (ofSquares ? 3 : 1)) * u * magnitude;
    case Accumulation::F32x2: return 2 * storing + std::ldexp(magnitude, -43);
    default: return storing + 1e-12L * magnitude;
    }
}

// A sentence about the first entry that is wrong, or byte beyond the table that was written; or nothing.
std::string findVolumeError(const TestVolume& surface, const ReferenceVolume& expected,
                            const vkscan::SummedVolumeTableDesc& desc, VkExtent3D extent, bool ofSquares)
{
    const std::vector<std::byte> bytes = surface.read();
    std::vector<bool> isEntry(bytes.size());
    const TexelFormat& info = surface.info();
    const uint32_t border = desc.layout == vkscan::TableLayout::ZeroBorder ? 1 : 0;
    const uint32_t borderSlices = desc.separateSlices ? 0 : border;
    for (uint32_t z = 0; z < extent.depth + borderSlices; ++z) {
        for (uint32_t y = 0; y < extent.height + border; ++y) {
            for (uint32_t x = 0; x < extent.width + border; ++x) {
                const std::size_t at = surface.at(x, y, z);
                std::fill_n(isEntry.begin() + static_cast<std::ptrdiff_t>(at), info.texelBytes(), true);
                for (uint32_t channel = 0; channel < info.channels; ++channel) {
                    ReferenceEntry entry;
                    const std::size_t index = std::size_t{y} * (extent.width + border) + x;
                    if (z >= borderSlices)
                        entry = expected[z - borderSlices].entries[index * info.channels + channel];
                    const std::byte* const component = &bytes[at + std::size_t{channel} * info.componentBytes];
                    std::ostringstream text;
                    text.precision(17);
                    text << (ofSquares ? "squares" : "sums") << " at " << x << ", " << y << ", " << z << ", channel "
                         << channel << " are ";
                    if (desc.accumulation == Accumulation::U32) {
                        const uint32_t sum = ofSquares ? entry.integerSquare : entry.integer;
                        if (componentCode(info, component) == sum)
                            continue;
                        text << componentCode(info, component) << ", not " << sum;
                    } else {
                        const long double sum = ofSquares ? entry.square : entry.sum;
                        const long double actual = componentValue(info, component);
                        const long double allowed = volumeTolerance(desc, extent, sum, entry, ofSquares);
                        if (std::fabs(actual - sum) <= allowed) // false for NaN
                            continue;
                        text << actual << ", not " << sum << " +- " << allowed;
                    }
                    return text.str();
                }
            }
        }
    }
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (!isEntry[i] && bytes[i] != std::byte{kVolumePoison})
            return "byte " + std::to_string(i) + " is beyond the table and was written";
    return {};
}

VkExtent3D enlarged(VkExtent3D extent, VkExtent3D by)
{
    return {extent.width + by.width, extent.height + by.height, extent.depth + by.depth};
}

} // namespace

std::string describe(const vkscan::SummedVolumeTableDesc& desc, const VolumeCase& volumeCase)
{
    constexpr const char* kAccumulations[] = {"u32", "f32", "f32x2", "f64"};
    constexpr const char* kBiases[] = {"", ", given bias", ", mean bias"};
    constexpr const char* kResources[] = {"buffer of ", "sampled image of ", "storage image of "};
    const auto& [extent, offset, input, output, wholeInput, ownScratch, descriptorSet] = volumeCase;
    std::ostringstream text;
    text << (desc.separateSlices ? "stack, " : "volume, ") << (desc.arrayImages ? "arrays, " : "")
         << kResources[static_cast<int>(desc.input)] << texelFormat(desc.inputFormat).name << " to "
         << kResources[static_cast<int>(desc.output)] << texelFormat(desc.outputFormat).name << " by "
         << kAccumulations[static_cast<int>(desc.accumulation)] << ' ' << toString(desc.waiting)
         << kBiases[static_cast<int>(desc.bias)] << (desc.squares ? ", squares" : "")
         << (desc.layout == vkscan::TableLayout::ZeroBorder ? ", zero border" : "") << "; " << extent.width << 'x'
         << extent.height << 'x' << extent.depth << " at " << offset.x << ", " << offset.y << ", " << offset.z
         << "; padding " << input.rowPadding << ", " << input.slicePadding << " and " << output.rowPadding << ", "
         << output.slicePadding << "; misalignment " << input.misalignment << ", " << output.misalignment;
    return text.str();
}

vkscan::SummedVolumeTable createTunedVolume(const vkscan::SummedVolumeTableDesc& desc,
                                            const std::optional<vkscan::Tuning>& tuning,
                                            const vkscan::Context& inContext)
{
    vkscan::SummedVolumeTable table;
    const vkscan::Status status = tuning
                                      ? vkscan::SummedVolumeTable::Impl::createTuned(inContext, desc, *tuning, &table)
                                      : vkscan::SummedVolumeTable::create(inContext, desc, &table);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status) << " for " << describe(desc, {});
    return table;
}

vkscan::Tuning smallVolumeTuning(const vkscan::SummedVolumeTableDesc& desc, const vkscan::Tuning& forced)
{
    vkscan::Tuning tuning = forced;
    const vkscan::VolumeModel model = {desc, tuning, capabilities()};
    const vkscan::SatModel& slices = model.slices;
    tuning.table.workgroupSize = 64;
    tuning.table.words = 2 * slices.values() * slices.elementWords() * satGeometry(slices, slices.tuning.strategy).vector;
    tuning.table.flatWords = tuning.table.words;
    constexpr uint32_t kVectorBytes = 16;
    tuning.table.depthWords = 3 * kVectorBytes / slices.outputFormat().componentBytes * slices.elementWords();
    return tuning;
}

void checkVolume(const vkscan::SummedVolumeTable& table, const vkscan::SummedVolumeTableDesc& desc,
                 const VolumeCase& volumeCase)
{
    SCOPED_TRACE(describe(desc, volumeCase));
    const uint32_t border = desc.layout == vkscan::TableLayout::ZeroBorder ? 1 : 0;
    const VkOffset3D& offset = volumeCase.offset;
    const VkExtent3D before = {static_cast<uint32_t>(offset.x), static_cast<uint32_t>(offset.y),
                               static_cast<uint32_t>(offset.z)};
    const VkExtent3D inputExtent = enlarged(enlarged(volumeCase.extent, before), volumeCase.input.margin);
    const VkExtent3D tableExtent = enlarged(volumeCase.extent, {border, border, desc.separateSlices ? 0 : border});
    const VkExtent3D outputExtent = enlarged(tableExtent, volumeCase.output.margin);
    TestVolume input(desc, desc.input, desc.inputFormat, inputExtent, volumeCase.input);
    TestVolume output(desc, desc.output, desc.outputFormat, outputExtent, volumeCase.output);
    TestVolume squares(desc, desc.output, desc.outputFormat, desc.squares ? outputExtent : VkExtent3D{1, 1, 1},
                       volumeCase.output);
    std::vector<std::vector<std::byte>> slices;
    std::vector<std::byte> texels = input.read();
    for (uint32_t z = 0; z < inputExtent.depth; ++z) {
        slices.push_back(randomTexels(input.info(), {inputExtent.width, inputExtent.height},
                                      desc.accumulation != Accumulation::U32, 7 * inputExtent.width + 3 * z + 1));
        input.write(slices.back(), z, &texels);
    }
    input.write(texels);
    const VkDeviceSize scratchBytes = table.scratchSize(volumeCase.extent);
    const bool ownScratch = volumeCase.ownScratch || scratchBytes > kSharedScratchBytes;
    TestArray scratch(ownScratch ? scratchBytes : 0);
    TestArray bias(4 * sizeof(float));
    scratch.fill(0);

    vkscan::SummedVolumeTableArgs args;
    args.input = input.surface();
    args.output = output.surface();
    if (desc.squares)
        args.squares = squares.surface();
    if (!volumeCase.wholeInput)
        args.region = {offset, volumeCase.extent};
    args.scratch = ownScratch ? scratch.range() : sharedScratch(scratchBytes);
    if (desc.bias != Bias::None)
        args.bias = bias.range();
    std::optional<TableDescriptors> descriptors;
    if (volumeCase.descriptorSet) {
        descriptors.emplace(table, args);
        args.descriptorSet = descriptors->set();
    }

    float biasValues[4] = {};
    std::vector<std::byte> first[2];
    for (int run = 0; run < 2; ++run) {
        output.fill();
        squares.fill();
        bias.fill(kVolumePoison);
        if (desc.bias == Bias::Given) {
            constexpr float kBiases[] = {0.5f, 1000.5f, 2.2f}; // of UNORM, UINT and SFLOAT
            const float parts[4] = {1.0f, 0.9375f, -0.5f, 1.03125f};
            for (int c = 0; c < 4; ++c)
                biasValues[c] = parts[c] * kBiases[static_cast<int>(input.info().kind)];
            bias.write(biasValues, sizeof(biasValues));
        }
        submit(table, args);
        if (run == 0) {
            first[0] = output.read();
            first[1] = squares.read();
        }
    }
    ASSERT_TRUE(first[0] == output.read() && first[1] == squares.read()) << "two runs differ";
    if (desc.bias == Bias::Mean) {
        bias.read(biasValues, sizeof(biasValues));
        for (const float value : biasValues)
            ASSERT_TRUE(std::isfinite(value));
    }
    const ReferenceVolume expected = referenceVolume(input.info(), slices, inputExtent, volumeCase, biasValues, desc);
    ASSERT_EQ(findVolumeError(output, expected, desc, volumeCase.extent, false), "");
    ASSERT_EQ(desc.squares ? findVolumeError(squares, expected, desc, volumeCase.extent, true) : std::string(), "");
    ASSERT_TRUE(input.read() == texels) << "the input was written";
    ASSERT_TRUE(input.intact() && output.intact() && squares.intact() && scratch.intact() && bias.intact());
    ASSERT_EQ(ownScratch ? scratchStatus(scratch) : sharedScratchStatus(), vkscan::ScratchStatus::Complete);
}

} // namespace testing_support
