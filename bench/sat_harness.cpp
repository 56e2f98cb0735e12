#include "sat_harness.h"

#include "hdr_image.h"
#include "recording_cost.h"
#include "require.h"
#include "sat_numbers.h"

#include <cstring>
#include <span>
#include <stdexcept>

namespace bench {

TableHarness::TableHarness(const gpu::DeviceOptions& options)
    : m_device(options),
      m_copy(m_device),
      m_bias(m_device.createBuffer(4 * sizeof(float))),
      m_scratch(m_device)
{
    require(vkscan::Context::create(m_device.contextDesc(), &m_context), "Context::create");
}

bool TableHarness::offers(const TableRow& row) const
{
    using vkscan::Resource;
    const VkPhysicalDeviceFeatures& features = m_device.features();
    const auto has = [&](VkFormat format, VkFormatFeatureFlagBits bit) {
        return gpu::supportsFormat(m_device, format, bit);
    };
    if (row.desc.input == Resource::SampledImage && !has(row.desc.inputFormat, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
        return false;
    if (row.desc.input == Resource::StorageImage && (!has(row.desc.inputFormat, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) ||
                                                     features.shaderStorageImageReadWithoutFormat != VK_TRUE))
        return false;
    if (row.desc.output == Resource::StorageImage &&
        (!has(row.desc.outputFormat, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) ||
         features.shaderStorageImageWriteWithoutFormat != VK_TRUE))
        return false;
    return row.desc.accumulation != vkscan::Accumulation::F64 || features.shaderFloat64 == VK_TRUE;
}

Result TableHarness::measure(const TableRow& row)
{
    vkscan::SummedAreaTable table;
    require(vkscan::SummedAreaTable::create(m_context, row.desc, &table), "SummedAreaTable::create");
    prepare(row);
    vkscan::SummedAreaTableArgs args;
    args.input = m_input->surface();
    args.output = m_output->surface();
    if (m_squares)
        args.squares = m_squares->surface();
    args.scratch = m_scratch.atLeast(table.scratchSize(row.extent));
    args.bias = m_bias.range();
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(table.record(commandBuffer, args), "SummedAreaTable::record");
    };
    m_device.run(record);
    Counters errors = verify(row);

    const vkscan::Strategy strategy = table.strategyFor(row.extent);
    const auto byHand = [&](VkCommandBuffer commandBuffer) { recordByHand(commandBuffer, row, strategy); };
    Result result;
    if (row.recordingOnly) {
        result = recordingResult(m_device, byHand, record);
    } else {
        result = recordedResult(recordingCost(m_device, byHand, record));
        result.bytes = m_bytes;
        const auto copy = [&](VkCommandBuffer commandBuffer) {
            m_copy.record(commandBuffer, m_source.address(), m_destination.address(), m_bytes / 2);
        };
        raiseClocks(m_device, copy);
        result.times = timeBeside(m_device, copy, record);
        errors = verify(row); // of the last one timed
    }
    result.counters.emplace_back("count", static_cast<double>(row.extent.width) * row.extent.height);
    result.counters.insert(result.counters.end(), errors.begin(), errors.end());
    result.label = vkscan::toString(strategy);
    return result;
}

void TableHarness::createSurfaces(const TableRow& row)
{
    m_key.clear();
    m_input.reset();
    m_output.reset();
    m_squares.reset();
    m_source = {};
    m_destination = {};
    const auto createTable = [&] {
        return std::make_unique<Texels>(m_device, row.desc.output, row.desc.outputFormat, row.tableExtent());
    };
    m_input = std::make_unique<Texels>(m_device, row.desc.input, row.desc.inputFormat, row.extent);
    m_output = createTable();
    if (row.desc.squares)
        m_squares = createTable();
    m_bytes = m_input->bytes() + (row.desc.squares ? 2 : 1) * m_output->bytes();
    m_source = m_device.createBuffer(m_bytes / 2 + 16);
    m_destination = m_device.createBuffer(m_bytes / 2 + 16);
    m_picture = row.isPicture ? hdrImage(row.extent.width, row.extent.height) : std::vector<float>{};
    m_input->upload(row.isPicture ? bytesOf(m_picture) : numbers(row.kind, row.extent));
    m_key = row.surfaceKey();
}

void TableHarness::prepare(const TableRow& row)
{
    if (m_key != row.surfaceKey())
        createSurfaces(row);
    // Wipes out what an earlier row may have left right.
    const std::vector<std::byte> wrong(m_output->bytes(), std::byte{0xcc});
    m_output->upload(wrong);
    if (m_squares)
        m_squares->upload(wrong);
    if (row.desc.bias == vkscan::Bias::Given) {
        const float mean = static_cast<float>(meanOf(m_picture));
        m_device.upload(m_bias, std::vector<float>(4, mean));
    }
}

void TableHarness::recordByHand(VkCommandBuffer commandBuffer, const TableRow& row, vkscan::Strategy strategy) const
{
    const unsigned dispatches =
        1 + (strategy == vkscan::Strategy::ReduceThenScan ? 1 : 0) + (row.desc.bias == vkscan::Bias::Mean ? 1 : 0);
    for (unsigned i = 0; i < dispatches; ++i) {
        if (i > 0)
            gpu::recordComputeBarrier(m_device, commandBuffer);
        m_copy.record(commandBuffer, m_source.address(), m_destination.address(), m_bytes / 2);
    }
}

TableHarness::Counters TableHarness::verify(const TableRow& row)
{
    m_scratch.verify();
    const std::vector<std::byte> entries = m_output->download();
    if (!row.isPicture) {
        verifyNumbers(row, entries, false);
        if (m_squares)
            verifyNumbers(row, m_squares->download(), true);
        return {};
    }
    float bias = 0;
    if (row.desc.bias != vkscan::Bias::None)
        m_device.download(m_bias, std::span(&bias, 1));
    std::vector<float> values(entries.size() / sizeof(float));
    std::memcpy(values.data(), entries.data(), entries.size());
    return pictureErrors(m_picture, row.extent, values, bias);
}

} // namespace bench
