// Times summed-area tables beside a kernel that copies as many bytes, and verifies every one of them.
//
//     sat_bench --benchmark_filter='sat/image_r32f/.*/auto/.*' --benchmark_out=tables.json
//
// A row's time is that of one table, measured like scan_bench's. The copy reads half of the bytes of input and output
// texels and writes as many. Rows of HDR pictures also count the errors of entries and of the means of random boxes,
// relative to the picture's mean times the entry's texels, and to its mean.
#include "gpu_program.h"
#include "hdr_image.h"
#include "sat_rows.h"
#include "yardstick.h"

#include <image.h>
#include <vkscan/summed_area_table_query.h>
#include <vkscan/vkscan.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace {

using bench::TableRow;

constexpr unsigned kLargestLog2 = 28; // 16384 x 16384
constexpr uint32_t kBoxes = 20000;

void require(vkscan::Status status, const char* what)
{
    if (status != vkscan::Status::Success)
        throw std::runtime_error(std::string(what) + " failed: " + vkscan::toString(status));
}

// Texels in a buffer or an image, which the next row with the same ones finds there.
class Texels {
public:
    Texels(gpu::Device& device, vkscan::Resource resource, VkFormat format, VkExtent2D extent, VkDeviceSize texelBytes)
        : m_device(device),
          m_extent(extent),
          m_bytes(texelBytes * extent.width * extent.height)
    {
        const bool sampled = resource == vkscan::Resource::SampledImage;
        m_layout = sampled ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_GENERAL;
        if (resource == vkscan::Resource::Buffer)
            m_buffer = device.createBuffer((m_bytes + 15) / 16 * 16);
        else
            m_image = gpu::Image(device, {.extent = extent,
                                          .format = format,
                                          .usage = VkImageUsageFlags{sampled ? VK_IMAGE_USAGE_SAMPLED_BIT
                                                                             : VK_IMAGE_USAGE_STORAGE_BIT}});
    }

    [[nodiscard]] VkDeviceSize bytes() const { return m_bytes; }

    [[nodiscard]] vkscan::Surface surface() const
    {
        if (m_image.handle() != VK_NULL_HANDLE)
            return m_image.surface(m_layout);
        vkscan::Surface surface;
        surface.buffer = {m_buffer.address(), m_bytes};
        surface.extent = m_extent;
        return surface;
    }

    void upload(const std::vector<std::byte>& bytes)
    {
        if (m_image.handle() != VK_NULL_HANDLE)
            gpu::upload(m_device, m_image, bytes, m_layout);
        else
            m_device.upload(m_buffer, bytes);
    }

    [[nodiscard]] std::vector<std::byte> download() const
    {
        std::vector<std::byte> bytes(m_bytes);
        if (m_image.handle() != VK_NULL_HANDLE)
            gpu::download(m_device, m_image, bytes, m_layout);
        else
            m_device.download(m_buffer, bytes);
        return bytes;
    }

private:
    gpu::Device& m_device;
    VkExtent2D m_extent;
    VkDeviceSize m_bytes;
    VkImageLayout m_layout = VK_IMAGE_LAYOUT_GENERAL;
    gpu::Buffer m_buffer;
    gpu::Image m_image;
};

class TableHarness {
public:
    explicit TableHarness(const gpu::DeviceOptions& options)
        : m_device(options),
          m_copy(m_device),
          m_bias(m_device.createBuffer(4 * sizeof(float)))
    {
        require(vkscan::Context::create(m_device.contextDesc(), &m_context), "Context::create");
    }

    [[nodiscard]] gpu::Device& device() { return m_device; }

    // Whether the device offers it.
    [[nodiscard]] bool offers(const TableRow& row)
    {
        for (const VkFormat format : {row.desc.inputFormat, row.desc.outputFormat})
            if (!gpu::supportsFormat(m_device, format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) &&
                row.desc.input != vkscan::Resource::Buffer)
                return false;
        return row.desc.accumulation != vkscan::Accumulation::F64 || m_device.features().shaderFloat64 == VK_TRUE;
    }

    [[nodiscard]] bench::Result measure(const TableRow& row)
    {
        vkscan::SummedAreaTable table;
        require(vkscan::SummedAreaTable::create(m_context, row.desc, &table), "SummedAreaTable::create");
        prepare(row, table);
        vkscan::SummedAreaTableArgs args;
        args.input = m_input->surface();
        args.output = m_output->surface();
        args.scratch = m_scratch.range();
        args.bias = m_bias.range();
        const auto record = [&](VkCommandBuffer commandBuffer) {
            require(table.record(commandBuffer, args), "SummedAreaTable::record");
        };
        m_device.run(record);
        verify(row);

        bench::Result result;
        result.bytes = m_input->bytes() + m_output->bytes();
        result.label = vkscan::toString(table.strategyFor(row.extent));
        const auto copy = [&](VkCommandBuffer commandBuffer) {
            m_copy.record(commandBuffer, m_source.address(), m_destination.address(), result.bytes / 2);
        };
        bench::raiseClocks(m_device, copy);
        result.times = bench::timeBeside(m_device, copy, record);
        result.counters = verify(row); // of the last one timed
        return result;
    }

    void recover()
    {
        if (m_scratch.size() > 0)
            m_device.fill(m_scratch, 0);
    }

private:
    using Counters = std::vector<std::pair<std::string, double>>;

    void prepare(const TableRow& row, const vkscan::SummedAreaTable& table)
    {
        if (m_key != row.surfaceKey()) {
            m_key.clear();
            m_input.reset();
            m_output.reset();
            m_source = {};
            m_destination = {};
            m_input = std::make_unique<Texels>(m_device, row.desc.input, row.desc.inputFormat, row.extent,
                                               row.kind.inputBytes());
            m_output = std::make_unique<Texels>(m_device, row.desc.output, row.desc.outputFormat, row.extent,
                                                row.kind.outputBytes());
            const VkDeviceSize half = (m_input->bytes() + m_output->bytes()) / 2 + 16;
            m_source = m_device.createBuffer(half);
            m_destination = m_device.createBuffer(half);
            m_picture = row.isPicture ? bench::hdrImage(row.extent.width, row.extent.height) : std::vector<float>{};
            m_input->upload(row.isPicture ? bench::bytesOf(m_picture) : bench::numbers(row.kind, row.extent));
            m_key = row.surfaceKey();
        }
        // Wipes out what an earlier row may have left right.
        m_output->upload(std::vector<std::byte>(m_output->bytes(), std::byte{0xcc}));
        if (row.desc.bias == vkscan::Bias::Given) {
            const float mean = static_cast<float>(bench::meanOf(m_picture));
            m_device.upload(m_bias, std::vector<float>(4, mean));
        }
        const VkDeviceSize scratchBytes = table.scratchSize(row.extent);
        if (m_scratch.size() < scratchBytes) {
            m_scratch = m_device.createBuffer(scratchBytes);
            m_device.fill(m_scratch, 0);
        }
    }

    // Throws if a result is wrong; of pictures, tells how wrong.
    Counters verify(const TableRow& row)
    {
        uint32_t status = 0;
        m_device.download(m_scratch, std::span(&status, 1), vkscan::kScratchStatusOffset);
        if (status != static_cast<uint32_t>(vkscan::ScratchStatus::Complete))
            throw std::runtime_error("a wait was given up: the scratch status is " + std::to_string(status));
        const std::vector<std::byte> entries = m_output->download();
        if (!row.isPicture) {
            bench::verifyNumbers(row.kind, row.extent, entries);
            return {};
        }
        float bias = 0;
        if (row.desc.bias != vkscan::Bias::None)
            m_device.download(m_bias, std::span(&bias, 1));
        std::vector<float> values(entries.size() / sizeof(float));
        std::memcpy(values.data(), entries.data(), entries.size());
        return countErrors(row.extent, values, bias);
    }

    Counters countErrors(VkExtent2D extent, const std::vector<float>& entries, float bias) const
    {
        const std::vector<double> exact = bench::exactTable(m_picture, extent);
        const double mean = exact.back() / (static_cast<double>(extent.width) * extent.height);
        bench::Errors ofEntries;
        bench::Errors ofBoxes;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const double texels = static_cast<double>(i % extent.width + 1) * static_cast<double>(i / extent.width + 1);
            const double sum = static_cast<double>(entries[i]) + static_cast<double>(bias) * texels;
            ofEntries.add((sum - exact[i]) / (mean * texels));
        }
        const auto at = [&](int32_t x, int32_t y) {
            return static_cast<std::size_t>(y) * extent.width + static_cast<std::size_t>(x);
        };
        const auto entryAt = [&](int32_t x, int32_t y) { return entries[at(x, y)]; };
        const auto exactAt = [&](int32_t x, int32_t y) { return exact[at(x, y)]; };
        const vkscan::TableView<float, decltype(entryAt)> table = {entryAt, extent, vkscan::TableLayout::Inclusive,
                                                                   bias};
        const vkscan::TableView<double, decltype(exactAt)> reference = {exactAt, extent};
        uint64_t drawn = 0;
        const auto random = [&](uint32_t below) { return static_cast<int32_t>(bench::randomBits(drawn++) % below); };
        for (uint32_t i = 0; i < kBoxes; ++i) {
            const VkOffset2D begin = {random(extent.width), random(extent.height)};
            const VkOffset2D end = {begin.x + 1 + random(256), begin.y + 1 + random(256)};
            ofBoxes.add((static_cast<double>(boxMean(table, begin, end)) - boxMean(reference, begin, end)) / mean);
        }
        if (!(ofBoxes.max() < 1))
            throw std::runtime_error("the means of boxes are wrong by " + std::to_string(ofBoxes.max()));
        return {{"entry_max", ofEntries.max()},
                {"entry_rms", ofEntries.rms()},
                {"box_max", ofBoxes.max()},
                {"box_rms", ofBoxes.rms()}};
    }

    gpu::Device m_device;
    vkscan::Context m_context;
    bench::Copy m_copy;
    gpu::Buffer m_bias;
    gpu::Buffer m_scratch; // zeroed when it is created, and shared by all tables

    std::string m_key; // of what lies in these
    std::unique_ptr<Texels> m_input;
    std::unique_ptr<Texels> m_output;
    gpu::Buffer m_source;
    gpu::Buffer m_destination;
    std::vector<float> m_picture;
};

int run(int argc, char** argv)
{
    const bench::GpuOptions options = bench::parseGpuOptions(
        argc, argv,
        "Times summed-area tables beside a kernel that copies as many bytes, and verifies every one of them.",
        kLargestLog2);
    bench::Program program(argv[0], options.program);
    if (!program.isReady())
        return 1;
    TableHarness harness(options.device);
    for (const TableRow& row : bench::listTableRows(options.program.maxLog2))
        if (harness.offers(row))
            program.addRow(
                row.name(), [&harness, row] { return harness.measure(row); }, [&harness] { harness.recover(); });
    return runOn(program, harness.device());
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sat_bench: %s\n", error.what());
        return 1;
    }
}
