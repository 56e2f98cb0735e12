// Recordings in command buffers with descriptor heaps, on drivers that have them: right results, and heaps that the
// host binds once and that stay bound.
#include "axis_values.h"
#include "descriptor_heap.h"
#include "environment.h"
#include "table_reference.h"

#include "study/create.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

using namespace testing_support;
using namespace vkscan;

namespace {

class DescriptorHeapTest : public testing::Test {
protected:
    void SetUp() override
    {
        m_device = createHeapDevice();
        if (!m_device.has_value())
            GTEST_SKIP() << "the driver does not have VK_EXT_descriptor_heap";
        ContextDesc desc = m_device->contextDesc();
        desc.descriptorHeaps = true;
        const Status status = Context::create(desc, &m_context);
        ASSERT_EQ(status, Status::Success) << toString(status);
    }

    void TearDown() override
    {
        m_context = {};
        if (m_device.has_value()) {
            EXPECT_EQ(m_device->validationMessageCount(), 0u);
        }
    }

    template <class Operation, class Desc>
    Operation create(const Desc& desc)
    {
        Operation operation;
        const Status status = study::createAny(m_context, desc, &operation);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return operation;
    }

    // A buffer of the host's with these elements.
    template <class T>
    gpu::Buffer bufferOf(const std::vector<T>& values)
    {
        gpu::Buffer buffer = m_device->createBuffer(values.size() * sizeof(T), gpu::Memory::Host);
        m_device->upload(buffer, values);
        return buffer;
    }
    // Zeroed.
    gpu::Buffer bytes(VkDeviceSize count) { return bufferOf(std::vector<std::byte>(count)); }

    std::optional<gpu::Device> m_device;
    Context m_context;
};

template <class T>
std::vector<T> contentsOf(const gpu::Buffer& buffer)
{
    return {buffer.as<T>().begin(), buffer.as<T>().end()};
}

TEST_F(DescriptorHeapTest, ScansAndSorts)
{
    constexpr uint64_t kCount = 50'021;
    std::vector<uint32_t> keys(kCount);
    for (uint64_t i = 0; i < kCount; ++i)
        keys[i] = static_cast<uint32_t>(i * 2654435761u);
    std::vector<uint32_t> sums(kCount);
    std::partial_sum(keys.begin(), keys.end(), sums.begin());
    std::vector<uint32_t> sorted = keys;
    std::sort(sorted.begin(), sorted.end());

    const auto scan = create<Scan>(ScanDesc{});
    const auto sort = create<RadixSort>(RadixSortDesc{});
    const gpu::Buffer input = bufferOf(keys);
    const gpu::Buffer scanned = bytes(kCount * sizeof(uint32_t));
    const gpu::Buffer output = bytes(kCount * sizeof(uint32_t));
    const gpu::Buffer temporary = bytes(sort.temporarySize(kCount));
    const gpu::Buffer scratch = bytes(std::max(scan.scratchSize(kCount), sort.scratchSize(kCount)));
    ScanArgs scanArgs;
    scanArgs.input = input.range();
    scanArgs.output = scanned.range();
    scanArgs.scratch = scratch.range();
    scanArgs.count = kCount;
    scanArgs.barrierAfter = true;
    RadixSortArgs sortArgs;
    sortArgs.input = input.range();
    sortArgs.output = output.range();
    sortArgs.temporary = temporary.range();
    sortArgs.scratch = scratch.range();
    sortArgs.count = kCount;
    m_device->run([&](VkCommandBuffer commandBuffer) {
        EXPECT_EQ(scan.record(commandBuffer, scanArgs), Status::Success);
        EXPECT_EQ(sort.record(commandBuffer, sortArgs), Status::Success);
    });
    EXPECT_EQ(contentsOf<uint32_t>(scanned), sums);
    EXPECT_EQ(contentsOf<uint32_t>(output), sorted);
}

constexpr VkExtent2D kExtent = {131, 97};
constexpr std::size_t kTexels = std::size_t{kExtent.width} * kExtent.height;

// A buffer, or an image with a descriptor in the heap.
class HeapSurface {
public:
    HeapSurface(gpu::Device& device, DescriptorHeaps& heaps, Resource resource, VkFormat format,
                const std::vector<std::byte>& texels)
        : m_device(device)
    {
        if (resource == Resource::Buffer) {
            m_buffer = device.createBuffer(texels.size(), gpu::Memory::Host);
            device.upload(m_buffer, texels);
            surface.buffer = m_buffer.range();
            surface.extent = kExtent;
            return;
        }
        const bool sampled = resource == Resource::SampledImage;
        gpu::ImageDesc desc;
        desc.extent = kExtent;
        desc.format = format;
        desc.usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
        m_image = gpu::Image(device, desc);
        m_layout = sampled ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_GENERAL;
        gpu::upload(device, m_image, texels, m_layout);
        surface = heaps.add(m_image, resource, m_layout);
    }

    [[nodiscard]] std::vector<uint32_t> read() const
    {
        std::vector<uint32_t> entries(kTexels);
        if (surface.buffer.address != 0)
            m_device.download(m_buffer, entries);
        else
            gpu::download(m_device, m_image, std::as_writable_bytes(std::span(entries)), m_layout);
        return entries;
    }

    Surface surface;

private:
    gpu::Device& m_device;
    gpu::Buffer m_buffer;
    gpu::Image m_image;
    VkImageLayout m_layout = VK_IMAGE_LAYOUT_UNDEFINED;
};

// A table of random texels.
struct HeapTable {
    SummedAreaTable operation;
    std::vector<std::byte> texels;
    HeapSurface input;
    HeapSurface output;
    std::optional<HeapSurface> squares;
    gpu::Buffer scratch;
    SummedAreaTableArgs args;

    HeapTable(gpu::Device& device, DescriptorHeaps& heaps, const SummedAreaTableDesc& desc, SummedAreaTable created,
              uint32_t seed)
        : operation(std::move(created)),
          texels(randomTexels(texelFormat(desc.inputFormat), kExtent, false, seed)),
          input(device, heaps, desc.input, desc.inputFormat, texels),
          output(device, heaps, desc.output, desc.outputFormat, std::vector<std::byte>(kTexels * sizeof(uint32_t))),
          scratch(device.createBuffer(operation.scratchSize(kExtent)))
    {
        device.fill(scratch, 0);
        args.input = input.surface;
        args.output = output.surface;
        if (desc.squares) {
            squares.emplace(device, heaps, desc.output, desc.outputFormat,
                            std::vector<std::byte>(kTexels * sizeof(uint32_t)));
            args.squares = squares->surface;
        }
        args.scratch = scratch.range();
    }

    void expectEntries(VkFormat inputFormat) const
    {
        constexpr float kNoBias[4] = {};
        const ReferenceTable reference = referenceTable(texelFormat(inputFormat), texels, kExtent, {{0, 0}, kExtent}, 1,
                                                        kNoBias, TableLayout::Inclusive);
        std::vector<uint32_t> sums;
        std::vector<uint32_t> sumsOfSquares;
        for (const ReferenceEntry& entry : reference.entries) {
            sums.push_back(entry.integer);
            sumsOfSquares.push_back(entry.integerSquare);
        }
        EXPECT_TRUE(output.read() == sums);
        EXPECT_TRUE(!squares.has_value() || squares->read() == sumsOfSquares);
    }
};

// Tables of all resources follow a scan and each other in one command buffer, which binds the heaps once.
TEST_F(DescriptorHeapTest, TablesFindTheirImages)
{
    const auto scan = create<Scan>(ScanDesc{});
    const gpu::Buffer ones = bufferOf(std::vector<uint32_t>(100, 1));
    ScanArgs scanArgs;
    scanArgs.input = scanArgs.output = ones.range();
    scanArgs.count = 100;
    for (const Strategy strategy : tableStrategies(WithAuto::No)) {
        DescriptorHeaps heaps(*m_device, 64);
        std::vector<Forced<SummedAreaTableDesc>> descs;
        for (const Resource input : valuesOf(kResources, &ResourceRow::isRead)) {
            for (const Resource output : valuesOf(kResources, &ResourceRow::isWritten)) {
                for (const VkFormat format : {VK_FORMAT_R32_UINT, VK_FORMAT_R8_UNORM}) {
                    if (input == Resource::Buffer && format == VK_FORMAT_R8_UNORM)
                        continue;
                    Forced<SummedAreaTableDesc>& desc = descs.emplace_back();
                    desc.input = input;
                    desc.inputFormat = format;
                    desc.output = output;
                    desc.outputFormat = VK_FORMAT_R32_UINT;
                    desc.accumulation = Accumulation::U32;
                    desc.squares = descs.size() % 2 == 0;
                    desc.strategy = strategy;
                }
            }
        }
        std::vector<std::unique_ptr<HeapTable>> tables;
        for (const Forced<SummedAreaTableDesc>& desc : descs)
            tables.push_back(std::make_unique<HeapTable>(*m_device, heaps, desc, create<SummedAreaTable>(desc),
                                                         static_cast<uint32_t>(tables.size())));
        m_device->run([&](VkCommandBuffer commandBuffer) {
            heaps.bind(commandBuffer);
            EXPECT_EQ(scan.record(commandBuffer, scanArgs), Status::Success);
            for (const std::unique_ptr<HeapTable>& table : tables) {
                const Status status = table->operation.record(commandBuffer, table->args);
                EXPECT_EQ(status, Status::Success) << toString(status);
            }
        });
        for (std::size_t i = 0; i < tables.size(); ++i) {
            SCOPED_TRACE(testing::Message() << vkscan::study::toString(strategy) << ", table " << i);
            tables[i]->expectEntries(descs[i].inputFormat);
        }
    }
}

// The image of a distribution, whose second dispatch has none.
TEST_F(DescriptorHeapTest, DistributionsFindTheirImage)
{
    const auto distribution =
        create<Distribution>(DistributionDesc{.input = Resource::SampledImage, .inputFormat = VK_FORMAT_R32_SFLOAT});
    DescriptorHeaps heaps(*m_device, 4);
    const std::vector<float> ones(kTexels, 1.0F);
    const auto bytesOfOnes = std::as_bytes(std::span(ones));
    const HeapSurface image(*m_device, heaps, Resource::SampledImage, VK_FORMAT_R32_SFLOAT,
                            {bytesOfOnes.begin(), bytesOfOnes.end()});
    const gpu::Buffer table = bytes(distributionEntries(kTexels, kExtent.width) * sizeof(float));
    m_device->run([&](VkCommandBuffer commandBuffer) {
        heaps.bind(commandBuffer);
        const Status status = distribution.record(commandBuffer, {.output = table.range(), .image = image.surface});
        EXPECT_EQ(status, Status::Success) << toString(status);
    });
    const std::vector<float> sums = contentsOf<float>(table);
    for (uint32_t row = 0; row < kExtent.height; ++row)
        ASSERT_EQ(sums[row], static_cast<float>((row + 1) * kExtent.width)) << "row " << row;
}

TEST_F(DescriptorHeapTest, HistogramsFindTheirImage)
{
    const auto histogram =
        create<Histogram>(HistogramDesc{.type = ElementType::F32, .binCount = 4, .inputFormat = VK_FORMAT_R32_SFLOAT});
    DescriptorHeaps heaps(*m_device, 4);
    const std::vector<float> ones(kTexels, 1.0F);
    const auto bytesOfOnes = std::as_bytes(std::span(ones));
    const HeapSurface image(*m_device, heaps, Resource::SampledImage, VK_FORMAT_R32_SFLOAT,
                            {bytesOfOnes.begin(), bytesOfOnes.end()});
    const gpu::Buffer counts = bytes(4 * sizeof(uint32_t));
    const gpu::Buffer mean = bytes(sizeof(float));
    m_device->run([&](VkCommandBuffer commandBuffer) {
        heaps.bind(commandBuffer);
        const Status status = histogram.record(
            commandBuffer,
            {.counts = counts.range(), .lower = -2.0f, .width = 1.0f, .image = image.surface, .mean = mean.range()});
        EXPECT_EQ(status, Status::Success) << toString(status);
    });
    EXPECT_EQ(contentsOf<uint32_t>(counts), (std::vector<uint32_t>{0, 0, kTexels, 0}));
    EXPECT_EQ(contentsOf<float>(mean).front(), 0.5f);
}

// Dispatches of a batch alternate between its tables' images.
TEST_F(DescriptorHeapTest, BatchesFindTheirImages)
{
    Forced<SummedAreaTableDesc> desc;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.output = Resource::StorageImage;
    desc.accumulation = Accumulation::U32;
    desc.squares = true;
    desc.strategy = Strategy::ReduceThenScan;
    DescriptorHeaps heaps(*m_device, 16);
    std::vector<std::unique_ptr<HeapTable>> tables;
    std::vector<SummedAreaTableArgs> batch;
    for (uint32_t i = 0; i < 3; ++i) {
        tables.push_back(std::make_unique<HeapTable>(*m_device, heaps, desc, create<SummedAreaTable>(desc), i));
        batch.push_back(tables.back()->args);
    }
    m_device->run([&](VkCommandBuffer commandBuffer) {
        heaps.bind(commandBuffer);
        EXPECT_EQ(tables[0]->operation.recordBatch(commandBuffer, batch.data(), 3), Status::Success);
    });
    for (const std::unique_ptr<HeapTable>& table : tables)
        table->expectEntries(desc.inputFormat);
}

// A secondary command buffer inherits the heaps of its primary one.
TEST_F(DescriptorHeapTest, SecondaryCommandBuffersInheritHeaps)
{
    SummedAreaTableDesc desc;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.output = Resource::StorageImage;
    desc.accumulation = Accumulation::U32;
    DescriptorHeaps heaps(*m_device, 16);
    const HeapTable table(*m_device, heaps, desc, create<SummedAreaTable>(desc), 1);
    const VolkDeviceTable& vk = m_device->vk();
    auto allocateInfo = gpu::structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocateInfo.commandPool = m_device->commandPool();
    allocateInfo.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
    allocateInfo.commandBufferCount = 1;
    VkCommandBuffer secondary = VK_NULL_HANDLE;
    gpu::check(vk.vkAllocateCommandBuffers(m_device->handle(), &allocateInfo, &secondary), "vkAllocateCommandBuffers");
    const VkCommandBufferInheritanceDescriptorHeapInfoEXT inheritedHeaps = heaps.inheritance();
    auto inheritance =
        gpu::structure<VkCommandBufferInheritanceInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO);
    inheritance.pNext = &inheritedHeaps;
    auto beginInfo = gpu::structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    beginInfo.pInheritanceInfo = &inheritance;
    gpu::check(vk.vkBeginCommandBuffer(secondary, &beginInfo), "vkBeginCommandBuffer");
    EXPECT_EQ(table.operation.record(secondary, table.args), Status::Success);
    gpu::check(vk.vkEndCommandBuffer(secondary), "vkEndCommandBuffer");
    m_device->run([&](VkCommandBuffer primary) {
        heaps.bind(primary);
        vk.vkCmdExecuteCommands(primary, 1, &secondary);
    });
    vk.vkFreeCommandBuffers(m_device->handle(), m_device->commandPool(), 1, &secondary);
    table.expectEntries(desc.inputFormat);
}

} // namespace
