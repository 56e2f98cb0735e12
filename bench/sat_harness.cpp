// Verifies summed-area tables and times them beside a copy of as many bytes.
#include "harness.h"
#include "sat_picture.h"
#include "sat_rows.h"

#include <support/image.h>

#include <algorithm>
#include <memory>
#include <span>

namespace bench {

namespace {

using vkscan::formatInfo;
using vkscan::SummedAreaTable;

// Texels or entries in a buffer or an image.
class Texels {
public:
    Texels(gpu::Device& device, vkscan::Resource resource, VkFormat format, VkExtent2D extent)
        : m_device(device),
          m_bytes(formatInfo(format).texelBytes() * extent.width * extent.height)
    {
        const bool sampled = resource == vkscan::Resource::SampledImage;
        m_layout = sampled ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_GENERAL;
        m_surface.extent = extent;
        if (resource == vkscan::Resource::Buffer) {
            m_buffer = device.createBuffer((m_bytes + 15) / 16 * 16);
            m_surface.buffer = {m_buffer.address(), m_bytes};
            return;
        }
        const VkImageUsageFlags usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
        m_image = gpu::Image(device, {.extent = extent, .format = format, .usage = usage});
        m_surface = m_image.surface(m_layout);
    }

    [[nodiscard]] VkDeviceSize bytes() const { return m_bytes; }
    [[nodiscard]] const vkscan::Surface& surface() const { return m_surface; }

    // Copy the texels, tightly packed, from or to the start of a buffer.
    void copyFrom(const gpu::Buffer& buffer)
    {
        if (m_image.handle() != VK_NULL_HANDLE)
            gpu::upload(m_device, m_image, buffer, m_layout);
        else
            copy(buffer, m_buffer);
    }
    void copyTo(const gpu::Buffer& buffer) const
    {
        if (m_image.handle() != VK_NULL_HANDLE)
            gpu::download(m_device, m_image, buffer, m_layout);
        else
            copy(m_buffer, buffer);
    }

private:
    void copy(const gpu::Buffer& from, const gpu::Buffer& to) const
    {
        const VkBufferCopy region = {0, 0, m_bytes};
        m_device.run([&](VkCommandBuffer commandBuffer) {
            m_device.vk().vkCmdCopyBuffer(commandBuffer, from.handle(), to.handle(), 1, &region);
        });
    }

    gpu::Device& m_device;
    VkDeviceSize m_bytes;
    VkImageLayout m_layout = VK_IMAGE_LAYOUT_GENERAL;
    gpu::Buffer m_buffer;
    gpu::Image m_image;
    vkscan::Surface m_surface;
};

// Inputs and tables, which rows with the same surfaces share.
class Tables {
public:
    explicit Tables(Harness& harness)
        : m_harness(harness),
          m_device(harness.device()),
          m_copy(m_device),
          m_checks(m_device),
          m_bias(m_device.createBuffer(4 * sizeof(float)))
    {
    }

    [[nodiscard]] Result measure(const TableRow& row, const SummedAreaTable& table);

private:
    using Counters = std::vector<std::pair<std::string, double>>;

    struct Slice {
        Texels input;
        Texels output;
        std::unique_ptr<Texels> squares; // where there are any
    };

    // Creates and fills the input, and overwrites results of an earlier row.
    void prepare(const TableRow& row);
    void createSurfaces(const TableRow& row);
    [[nodiscard]] vkscan::SummedAreaTableArgs argsOf(const Slice& slice, const vkscan::BufferRange& scratch) const;
    // Throws if a result of the first or the last slice is wrong. Returns the errors of pictures.
    [[nodiscard]] Counters verify(const TableRow& row);
    void verify(const TableRow& row, const Texels& entries, bool ofSquares);

    Harness& m_harness;
    gpu::Device& m_device;
    Copy m_copy;
    Checks m_checks;
    gpu::Buffer m_bias;

    std::string m_key; // the surfaces' that follow
    std::vector<Slice> m_slices;
    gpu::Buffer m_texels; // one input or table, tightly packed
    gpu::Buffer m_sums;   // running sums of an input's rows
    gpu::Buffer m_source; // the copy's, for all slices
    gpu::Buffer m_destination;
    std::vector<float> m_picture;
};

vkscan::SummedAreaTableArgs Tables::argsOf(const Slice& slice, const vkscan::BufferRange& scratch) const
{
    vkscan::SummedAreaTableArgs args;
    args.input = slice.input.surface();
    args.output = slice.output.surface();
    if (slice.squares)
        args.squares = slice.squares->surface();
    args.scratch = scratch;
    args.bias = m_bias.range();
    return args;
}

Result Tables::measure(const TableRow& row, const SummedAreaTable& table)
{
    prepare(row);
    std::vector<vkscan::SummedAreaTableArgs> all;
    for (const Slice& slice : m_slices)
        all.push_back(argsOf(slice, m_harness.scratch().atLeast(table.scratchSize(row.extent))));
    std::size_t turn = 0;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(table.record(commandBuffer, all[turn++ % all.size()]), "SummedAreaTable::record");
    };
    m_device.run([&](VkCommandBuffer commandBuffer) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            record(commandBuffer);
            gpu::recordComputeBarrier(m_device, commandBuffer);
        }
    });
    std::size_t copyTurn = 0;
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        const VkDeviceSize offset = copyTurn++ % m_slices.size() * (m_source.size() / m_slices.size());
        m_copy.record(commandBuffer, m_source.address() + offset, m_destination.address() + offset, row.bytes() / 2);
    };
    const vkscan::Strategy strategy = strategyFor(table, row.extent);
    const uint64_t count = uint64_t{row.extent.width} * row.extent.height;
    Counters counters;
    Result result;
    if (row.recordingOnly) {
        counters = verify(row);
        result = recordingResult(
            m_harness.timer(),
            [&](VkCommandBuffer commandBuffer) {
                copy(commandBuffer);
                if (strategy == vkscan::Strategy::ReduceThenScan) {
                    gpu::recordComputeBarrier(m_device, commandBuffer);
                    copy(commandBuffer);
                }
            },
            record);
        counters.emplace_back("count", static_cast<double>(count));
    } else {
        result = measureVerified(m_harness, count, copy, record, [&] { counters = verify(row); });
        result.bytes = row.bytes();
    }
    result.counters.insert(result.counters.end(), counters.begin(), counters.end());
    result.label = vkscan::study::toString(strategy);
    return result;
}

void Tables::createSurfaces(const TableRow& row)
{
    m_key.clear();
    m_slices.clear();
    for (gpu::Buffer* buffer : {&m_source, &m_destination, &m_texels, &m_sums})
        *buffer = {};
    const auto createTable = [&] {
        return Texels(m_device, row.desc.output, row.desc.outputFormat, row.tableExtent());
    };
    for (unsigned i = 0; i < row.slices(); ++i)
        m_slices.push_back({Texels(m_device, row.desc.input, row.desc.inputFormat, row.extent), createTable(),
                            row.desc.squares ? std::make_unique<Texels>(createTable()) : nullptr});
    m_texels = m_device.createBuffer((std::max(m_slices[0].input.bytes(), m_slices[0].output.bytes()) + 15) / 16 * 16);
    const uint64_t texels = uint64_t{row.extent.width} * row.extent.height;
    m_sums = m_device.createBuffer(texels * formatInfo(row.desc.outputFormat).channels * sizeof(int32_t));
    m_picture.clear();
    if (row.isPicture) {
        m_picture = hdrImage(row.extent.width, row.extent.height);
        m_device.upload(m_texels, m_picture);
    } else {
        m_checks.fill(m_texels.address(), row.numbers(), texels * formatInfo(row.desc.inputFormat).channels);
    }
    for (Slice& slice : m_slices)
        slice.input.copyFrom(m_texels);
    const VkDeviceSize copied = (row.bytes() / 2 + 15) / 16 * 16;
    m_source = m_device.createBuffer(m_slices.size() * copied);
    m_destination = m_device.createBuffer(m_slices.size() * copied);
    m_key = row.surfaceKey();
}

void Tables::prepare(const TableRow& row)
{
    if (m_key != row.surfaceKey())
        createSurfaces(row);
    m_device.fill(m_texels, kWrong);
    for (Slice& slice : m_slices) {
        slice.output.copyFrom(m_texels);
        if (slice.squares)
            slice.squares->copyFrom(m_texels);
    }
    if (row.desc.bias == vkscan::Bias::Given)
        m_device.upload(m_bias, std::vector<float>(4, static_cast<float>(meanOf(m_picture))));
}

Tables::Counters Tables::verify(const TableRow& row)
{
    m_harness.scratch().verify();
    if (row.isPicture) {
        float bias = 0;
        if (row.desc.bias != vkscan::Bias::None)
            m_device.download(m_bias, std::span(&bias, 1));
        std::vector<float> entries(m_picture.size());
        m_slices[0].output.copyTo(m_texels);
        m_device.download(m_texels, entries);
        return pictureErrors(m_picture, row.extent, entries, bias);
    }
    for (std::size_t i = 0; i < m_slices.size(); i += std::max<std::size_t>(1, m_slices.size() - 1)) {
        verify(row, m_slices[i].output, false);
        if (m_slices[i].squares)
            verify(row, *m_slices[i].squares, true);
    }
    return {};
}

void Tables::verify(const TableRow& row, const Texels& entries, bool ofSquares)
{
    const vkscan::FormatInfo entry = formatInfo(row.desc.outputFormat);
    CheckPush push = {.results = m_texels.address(),
                      .others = m_sums.address(),
                      .count = uint64_t{row.extent.height} * entry.channels,
                      .numbers = row.numbers(),
                      .initial = row.desc.bias == vkscan::Bias::None ? 0 : m_bias.address(),
                      .flags = (row.ofFloats() ? kIsFloat : 0) | (ofSquares ? kIsSquared : 0) |
                               (row.desc.layout == vkscan::TableLayout::ZeroBorder ? kIsBordered : 0) |
                               (entry.componentBytes == 8 ? kIsDouble : 0),
                      .order = row.extent.width,
                      .tupleSize = formatInfo(row.desc.inputFormat).channels,
                      .segment = row.extent.height,
                      .block = entry.channels};
    m_checks.run(Check::RowSums, std::span(&push, 1));
    entries.copyTo(m_texels);
    push.count = uint64_t{row.tableExtent().width} * entry.channels;
    m_checks.require(Check::Table, push);
}

// True: the device has what the row needs.
bool offers(const gpu::Device& device, const TableRow& row)
{
    using vkscan::Resource;
    const VkPhysicalDeviceFeatures& features = device.features();
    const auto has = [&](VkFormat format, VkFormatFeatureFlagBits bit) {
        return gpu::supportsFormat(device, format, bit);
    };
    if (row.desc.input == Resource::SampledImage && !has(row.desc.inputFormat, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
        return false;
    if (row.desc.output == Resource::StorageImage &&
        (!has(row.desc.outputFormat, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) ||
         features.shaderStorageImageWriteWithoutFormat != VK_TRUE))
        return false;
    return row.desc.accumulation != vkscan::Accumulation::F64 || features.shaderFloat64 == VK_TRUE;
}

} // namespace

void addTableRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto tables = std::make_shared<Tables>(harness);
    for (const TableRow& row : listTableRows(maxLog2))
        if (offers(harness.device(), row))
            addRow<SummedAreaTable>(
                program, harness, row.name(), row.operationKey(), row.desc,
                [tables, row](const SummedAreaTable& table) { return tables->measure(row, table); });
}

} // namespace bench
