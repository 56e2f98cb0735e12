#include "sat_harness.h"

#include "hdr_image.h"
#include "recording_cost.h"
#include "require.h"
#include "sat_numbers.h"

#include <cstring>
#include <stdexcept>

namespace bench {

namespace {

constexpr uint32_t kBriefStride = 61; // rows of entries of which brief runs verify one

// Bytes from one slice to the next of the buffers that are copied.
VkDeviceSize copyStride(const TableRow& row)
{
    return (row.bytes() / 2 + 15) / 16 * 16;
}

} // namespace

TableHarness::TableHarness(const gpu::DeviceOptions& options, Effort effort)
    : m_device(options),
      m_effort(effort),
      m_timer(m_device),
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

void TableHarness::createAndForget(const TableRow& row) const
{
    vkscan::SummedAreaTable table;
    require(vkscan::SummedAreaTable::create(m_context, row.desc, &table), "SummedAreaTable::create");
}

std::vector<vkscan::SummedAreaTableArgs> TableHarness::argsOf(const TableRow& row, const vkscan::SummedAreaTable& table)
{
    std::vector<vkscan::SummedAreaTableArgs> all;
    for (const Surfaces& surfaces : m_slices) {
        vkscan::SummedAreaTableArgs& args = all.emplace_back();
        args.input = surfaces.input.surface();
        args.output = surfaces.output.surface();
        if (surfaces.squares)
            args.squares = surfaces.squares->surface();
        args.scratch = m_scratch.atLeast(table.scratchSize(row.extent));
        args.bias = m_bias.range();
    }
    return all;
}

Result TableHarness::measure(const TableRow& row)
{
    vkscan::SummedAreaTable table;
    require(vkscan::SummedAreaTable::create(m_context, row.desc, &table), "SummedAreaTable::create");
    prepare(row);
    const std::vector<vkscan::SummedAreaTableArgs> slices = argsOf(row, table);
    std::size_t turn = 0;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(table.record(commandBuffer, slices[turn++ % slices.size()]), "SummedAreaTable::record");
    };
    m_device.run([&](VkCommandBuffer commandBuffer) {
        for (std::size_t i = 0; i < slices.size(); ++i) {
            record(commandBuffer);
            gpu::recordComputeBarrier(m_device, commandBuffer);
        }
    });
    Counters errors;
    if (m_effort == Effort::Full || row.recordingOnly)
        errors = verify(row);

    const vkscan::Strategy strategy = table.strategyFor(row.extent);
    const auto byHand = [&](VkCommandBuffer commandBuffer) { recordByHand(commandBuffer, row, strategy); };
    Result result;
    if (row.recordingOnly) {
        result = recordingResult(m_device, byHand, record);
    } else {
        if (m_effort == Effort::Full)
            result = recordedResult(recordingCost(m_device, byHand, record));
        time(row, record, &result);
        errors = verify(row); // of the last one timed
    }
    result.counters.emplace_back("count", static_cast<double>(row.extent.width) * row.extent.height);
    result.counters.insert(result.counters.end(), errors.begin(), errors.end());
    result.label = vkscan::toString(strategy);
    return result;
}

void TableHarness::time(const TableRow& row, const gpu::Device::Record& record, Result* result)
{
    result->bytes = row.bytes();
    std::size_t turn = 0;
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        const VkDeviceSize offset = turn++ % m_slices.size() * copyStride(row);
        m_copy.record(commandBuffer, m_source.address() + offset, m_destination.address() + offset, row.bytes() / 2);
    };
    result->times = m_timer.timeBeside(copy, record, m_effort);
}

void TableHarness::createSurfaces(const TableRow& row)
{
    m_key.clear();
    m_slices.clear();
    m_source = {};
    m_destination = {};
    m_picture = row.isPicture ? hdrImage(row.extent.width, row.extent.height) : std::vector<float>{};
    const std::vector<std::byte> texels = row.isPicture ? bytesOf(m_picture) : numbers(row.kind, row.extent);
    const auto createTable = [&] {
        return Texels(m_device, row.desc.output, row.desc.outputFormat, row.tableExtent());
    };
    for (unsigned i = 0; i < row.slices(); ++i) {
        m_slices.push_back({Texels(m_device, row.desc.input, row.desc.inputFormat, row.extent), createTable(),
                            row.desc.squares ? std::make_unique<Texels>(createTable()) : nullptr});
        m_slices.back().input.upload(texels);
    }
    m_source = m_device.createBuffer(m_slices.size() * copyStride(row));
    m_destination = m_device.createBuffer(m_slices.size() * copyStride(row));
    m_key = row.surfaceKey();
}

void TableHarness::prepare(const TableRow& row)
{
    if (m_key != row.surfaceKey())
        createSurfaces(row);
    // Wipes out what an earlier row may have left right.
    const std::vector<std::byte> wrong(m_slices[0].output.bytes(), std::byte{0xcc});
    for (Surfaces& surfaces : m_slices) {
        surfaces.output.upload(wrong);
        if (surfaces.squares)
            surfaces.squares->upload(wrong);
    }
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
        m_copy.record(commandBuffer, m_source.address(), m_destination.address(), row.bytes() / 2);
    }
}

TableHarness::Counters TableHarness::verify(const TableRow& row)
{
    m_scratch.verify();
    std::array<float, 4> bias = {};
    if (row.desc.bias != vkscan::Bias::None)
        m_device.download(m_bias, bias);
    Counters errors = verify(row, m_slices.front(), bias);
    if (m_slices.size() > 1)
        errors = verify(row, m_slices.back(), bias);
    return errors;
}

TableHarness::Counters TableHarness::verify(const TableRow& row, const Surfaces& surfaces,
                                            const std::array<float, 4>& bias)
{
    const std::vector<std::byte> entries = surfaces.output.download();
    if (!row.isPicture) {
        const uint32_t stride = m_effort == Effort::Full ? 1 : kBriefStride;
        verifyNumbers(row, entries, {bias, false, stride});
        if (surfaces.squares)
            verifyNumbers(row, surfaces.squares->download(), {bias, true, stride});
        return {};
    }
    std::vector<float> values(entries.size() / sizeof(float));
    std::memcpy(values.data(), entries.data(), entries.size());
    return pictureErrors(m_picture, row.extent, values, bias[0]);
}

} // namespace bench
