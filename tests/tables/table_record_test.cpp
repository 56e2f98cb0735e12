// Promises of recording summed-area tables: again and again, beside scans, with garbage in scratch, with either kind of
// descriptors, waits that end, and sizes that grow with the extent.
#include "table_check.h"

#include "garbage.h"
#include "scan_check.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

Forced<SummedAreaTableDesc> bufferDesc(Strategy strategy)
{
    Forced<SummedAreaTableDesc> desc;
    desc.input = desc.output = Resource::Buffer;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = Accumulation::U32;
    desc.strategy = strategy;
    return desc;
}

Forced<SummedVolumeTableDesc> sliceDesc(Strategy strategy)
{
    Forced<SummedVolumeTableDesc> desc;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = Accumulation::U32;
    desc.strategy = strategy;
    return desc;
}

// Buffers of words for a table of an image or a volume, packed.
template <class Table>
struct Recorded {
    static constexpr bool kIsVolume = std::is_same_v<Table, SummedVolumeTable>;
    using Args = std::conditional_t<kIsVolume, SummedVolumeTableArgs, SummedAreaTableArgs>;
    using Extent = std::conditional_t<kIsVolume, VkExtent3D, VkExtent2D>;
    static constexpr VkExtent3D kWhole = kIsVolume ? VkExtent3D{67, 19, 7} : VkExtent3D{131, 97, 1};
    static constexpr std::size_t kTexels = std::size_t{kWhole.width} * kWhole.height * kWhole.depth;

    TestArray input{kTexels * sizeof(uint32_t)};
    TestArray output{kTexels * sizeof(uint32_t)};
    Args args;

    static Extent extent()
    {
        if constexpr (kIsVolume)
            return kWhole;
        else
            return {kWhole.width, kWhole.height};
    }

    Recorded()
    {
        args.input = {.buffer = input.range(), .extent = extent()};
        args.output = {.buffer = output.range(), .extent = extent()};
    }

    void fill(uint32_t texel)
    {
        const std::vector<uint32_t> texels(kTexels, texel);
        input.write(texels.data(), texels.size() * sizeof(uint32_t));
    }

    // Whether the entries are those of one texel everywhere.
    [[nodiscard]] bool holds(uint32_t texel) const
    {
        const auto entries = output.values<uint32_t>();
        std::size_t i = 0;
        for (uint32_t z = 1; z <= kWhole.depth; ++z)
            for (uint32_t y = 1; y <= kWhole.height; ++y)
                for (uint32_t x = 1; x <= kWhole.width; ++x)
                    if (entries[i++] != texel * x * y * z)
                        return false;
        return true;
    }
};

// Calls check.operator()<Table>(description) for both classes, if they take the strategy.
template <class Check>
void forBoth(Strategy strategy, const Check& check)
{
    check.template operator()<SummedAreaTable>(bufferDesc(strategy));
    if (strategy != Strategy::Spine)
        check.template operator()<SummedVolumeTable>(sliceDesc(strategy));
}

// A context whose tables take sets of the caller's.
Context contextWithoutPush()
{
    ContextDesc desc = device().contextDesc();
    desc.pushDescriptorEnabled = false;
    Context withoutPush;
    EXPECT_EQ(Context::create(desc, &withoutPush), Status::Success);
    return withoutPush;
}

class TableRecordTest : public testing::TestWithParam<Strategy> {};

// Between two submissions a scan on the same scratch makes the next input of this one.
void submitOftenBesideScans(Strategy strategy, bool inOrder)
{
    constexpr VkExtent2D kExtent = {131, 37};
    constexpr uint64_t kCount = uint64_t{kExtent.width} * kExtent.height;
    const Forced<SummedAreaTableDesc> desc = bufferDesc(strategy);
    study::ScanDesc scanDesc;
    scanDesc.strategy = Strategy::Spine;
    scanDesc.assumeForwardProgress = true;
    Tuning tuning = smallTableTuning(desc);
    tuning.waits.inOrder = tuning.shortWaits.inOrder = inOrder;
    const SummedAreaTable table = createTable(desc, tuning);
    const Scan scan = createScan(scanDesc, study::Tuning(tuning, capabilities()));

    std::vector<uint32_t> values = randomValues<uint32_t>(Op::Add, kCount, 11);
    TestArray input(values);
    TestArray output(kCount * sizeof(uint32_t));
    SummedAreaTableArgs args;
    args.input.buffer = input.range();
    args.output.buffer = output.range();
    args.input.extent = args.output.extent = kExtent;
    args.scratch = sharedScratch(std::max(table.scratchSize(kExtent), scan.scratchSize(kCount)));
    args.barrierBefore = args.barrierAfter = true;
    ScanArgs scanArgs;
    scanArgs.input = scanArgs.output = input.range();
    scanArgs.scratch = args.scratch;
    scanArgs.count = kCount;
    scanArgs.barrierBefore = scanArgs.barrierAfter = true;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        const Status status = scan.record(commandBuffer, scanArgs);
        return status == Status::Success ? table.record(commandBuffer, args) : status;
    };
    std::vector<uint32_t> actual(kCount);
    std::vector<uint32_t> expected(kCount);
    const auto check = [&](unsigned submission) {
        uint32_t running = 0;
        for (uint32_t& value : values)
            value = running += value;
        for (uint32_t y = 0; y < kExtent.height; ++y) {
            uint32_t row = 0;
            for (uint32_t x = 0; x < kExtent.width; ++x) {
                const std::size_t i = std::size_t{y} * kExtent.width + x;
                row += values[i];
                expected[i] = row + (y > 0 ? expected[i - kExtent.width] : 0);
            }
        }
        output.read(actual.data(), kCount * sizeof(uint32_t));
        EXPECT_TRUE(actual == expected) << "submission " << submission;
    };
    submitRecorded(record, {.count = 300, .scratch = {args.scratch}, .afterEach = check});
}

TEST_P(TableRecordTest, RecordedOnceSubmittedOftenBesideScans)
{
    submitOftenBesideScans(GetParam(), false);
}

TEST_P(TableRecordTest, SubmittedOftenWithoutTickets)
{
    submitOftenBesideScans(GetParam(), true);
}

// Each submission has a constant input of its own: entries are zero only if every tile takes that submission's mean.
TEST_P(TableRecordTest, FindsTheMeanOfEachSubmission)
{
    constexpr VkExtent2D kExtent = {131, 37};
    constexpr std::size_t kCount = std::size_t{kExtent.width} * kExtent.height;
    Forced<SummedAreaTableDesc> desc = bufferDesc(GetParam());
    desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.accumulation = Accumulation::F32;
    desc.bias = Bias::Mean;
    for (const bool inOrder : {false, true}) {
        Tuning tuning = smallTableTuning(desc);
        tuning.waits.inOrder = inOrder;
        const SummedAreaTable table = createTable(desc, tuning);
        TestArray input(kCount * sizeof(uint32_t));
        TestArray output(kCount * sizeof(float));
        TestArray bias(4 * sizeof(float));
        const auto fill = [&](uint32_t value) {
            const std::vector<uint32_t> values(kCount, value);
            input.write(values.data(), kCount * sizeof(uint32_t));
            output.fill(0xcc);
        };
        SummedAreaTableArgs args;
        args.input.buffer = input.range();
        args.output.buffer = output.range();
        args.input.extent = args.output.extent = kExtent;
        args.bias = bias.range();
        args.scratch = sharedScratch(table.scratchSize(kExtent));
        args.barrierBefore = args.barrierAfter = true;
        fill(1);
        const auto check = [&](unsigned submission) {
            float mean[4] = {};
            bias.read(mean, sizeof(mean));
            const float value = static_cast<float>(submission + 1);
            EXPECT_FLOAT_EQ(mean[0], value); // devices' divisions round
            const auto entries = output.values<float>();
            const float error = std::abs(value - mean[0]) * static_cast<float>(2 * kCount);
            const auto [least, most] = std::minmax_element(entries.begin(), entries.end());
            EXPECT_TRUE(*least >= -error && *most <= error) << "submission " << submission;
            fill(submission + 2);
        };
        submitRecorded([&](VkCommandBuffer commandBuffer) { return table.record(commandBuffer, args); },
                       {.count = 50, .scratch = {args.scratch}, .afterEach = check});
    }
}

// An image that a shader has just written as a storage image, here a table, is summed as it is: through a view to
// sample, in layout GENERAL.
TEST_P(TableRecordTest, SumsAnImageThatAShaderHasJustWritten)
{
    constexpr VkExtent2D kExtent = {131, 37};
    constexpr std::size_t kCount = std::size_t{kExtent.width} * kExtent.height;
    Forced<SummedAreaTableDesc> toImage = bufferDesc(GetParam());
    toImage.output = Resource::StorageImage;
    Forced<SummedAreaTableDesc> ofImage = bufferDesc(GetParam());
    ofImage.input = Resource::SampledImage;
    const SummedAreaTable writer = createTable(toImage, smallTableTuning(toImage));
    const SummedAreaTable table = createTable(ofImage, smallTableTuning(ofImage));
    const gpu::Image image(device(), {.extent = kExtent,
                                      .format = VK_FORMAT_R32_UINT,
                                      .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT});
    TestArray output(kCount * sizeof(uint32_t));
    TestArray ones(kCount * sizeof(uint32_t));
    std::vector<uint32_t> entries(kCount, 1);
    ones.write(entries.data(), kCount * sizeof(uint32_t));
    gpu::upload(device(), image, std::as_bytes(std::span(entries)), VK_IMAGE_LAYOUT_GENERAL);
    SummedAreaTableArgs first;
    first.input.buffer = ones.range();
    first.input.extent = kExtent;
    first.output = image.surface(VK_IMAGE_LAYOUT_GENERAL);
    first.scratch = sharedScratch(std::max(writer.scratchSize(kExtent), table.scratchSize(kExtent)));
    SummedAreaTableArgs second;
    second.input = first.output;
    second.output.buffer = output.range();
    second.output.extent = kExtent;
    second.scratch = first.scratch;
    second.barrierBefore = second.barrierAfter = true;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        const Status status = writer.record(commandBuffer, first);
        return status == Status::Success ? table.record(commandBuffer, second) : status;
    };
    submitRecorded(record, {.count = 2, .scratch = {first.scratch}});
    output.read(entries.data(), kCount * sizeof(uint32_t));
    for (uint32_t y = 0; y < kExtent.height; ++y)
        for (uint32_t x = 0; x < kExtent.width; ++x) // sums of (i + 1) * (j + 1)
            ASSERT_EQ(entries[std::size_t{y} * kExtent.width + x], (x + 1) * (x + 2) / 2 * ((y + 1) * (y + 2) / 2));
}

// Without push descriptors, sets of the caller's; with them, what checkTable does everywhere else.
TEST_P(TableRecordTest, DescriptorSetsOfTheCaller)
{
    const Context withoutPush = contextWithoutPush();
    bool squares = false;
    forBoth(GetParam(), [&]<class Table>(auto desc) {
        for (const Resource input : valuesOf(kResources, &ResourceRow::isRead)) {
            for (const Resource output : valuesOf(kResources, &ResourceRow::isWritten)) {
                desc.input = input;
                desc.output = output;
                desc.squares = squares = !squares;
                const Table table = createTable(desc, smallTableTuning(desc), withoutPush);
                const bool hasImages = input != Resource::Buffer || output != Resource::Buffer;
                EXPECT_EQ(table.descriptorSetLayout() != VK_NULL_HANDLE, hasImages);
                TableCase tableCase;
                tableCase.extent = {67, 41, Recorded<Table>::kIsVolume ? 6u : 1u};
                tableCase.tuning = smallTableTuning(desc);
                tableCase.descriptorSet = hasImages;
                tableCase.output.layers = 2;
                tableCase.output.layer = 1;
                checkTable(table, desc, tableCase);
                device().run([&](VkCommandBuffer commandBuffer) {
                    EXPECT_EQ(table.record(commandBuffer, {}), hasImages ? Status(Argument::DescriptorSet, Rule::Null)
                                                                         : Status(Argument::Input, Rule::Zero));
                });
            }
        }
    });
}

// A batch has the bits of its tables recorded one by one, with either kind of descriptors.
TEST_P(TableRecordTest, BatchesAreTheirTables)
{
    const Context withoutPush = contextWithoutPush();
    constexpr VkExtent2D kExtents[] = {{67, 41}, {131, 37}, {1, 1}};
    for (const bool isImage : {false, true}) {
        Forced<SummedAreaTableDesc> desc = bufferDesc(GetParam());
        desc.input = isImage ? Resource::SampledImage : Resource::Buffer;
        desc.output = isImage ? Resource::StorageImage : Resource::Buffer;
        desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        desc.accumulation = Accumulation::F32;
        desc.bias = Bias::Mean;
        for (const bool pushes : {false, true}) {
            const SummedAreaTable table = createTable(desc, smallTableTuning(desc), pushes ? context() : withoutPush);
            std::vector<std::unique_ptr<TestSurface>> inputs;
            std::vector<std::unique_ptr<TestSurface>> outputs;
            std::vector<std::unique_ptr<TestArray>> arrays;
            std::vector<std::unique_ptr<TableDescriptors>> sets;
            std::vector<SummedAreaTableArgs> batch;
            std::vector<std::vector<std::byte>> expected;
            for (const VkExtent2D& extent : kExtents) {
                inputs.push_back(
                    std::make_unique<TestSurface>(desc.input, desc.inputFormat, extent, testing_support::Placement{}));
                outputs.push_back(std::make_unique<TestSurface>(desc.output, desc.outputFormat, extent,
                                                                testing_support::Placement{}));
                inputs.back()->write(randomTexels(texelFormat(desc.inputFormat), extent, true, extent.width));
                SummedAreaTableArgs& args = batch.emplace_back();
                args.input = inputs.back()->surface();
                args.output = outputs.back()->surface();
                for (BufferRange SummedAreaTableArgs::*range :
                     {&SummedAreaTableArgs::scratch, &SummedAreaTableArgs::bias}) {
                    const bool isBias = range == &SummedAreaTableArgs::bias;
                    arrays.push_back(std::make_unique<TestArray>(isBias ? 16 : table.scratchSize(extent)));
                    arrays.back()->fill(0);
                    args.*range = arrays.back()->range();
                }
                if (table.descriptorSetLayout() != VK_NULL_HANDLE) {
                    sets.push_back(std::make_unique<TableDescriptors>(table, args));
                    args.descriptorSet = sets.back()->set();
                }
                submit(table, args);
                expected.push_back(outputs.back()->read());
                outputs.back()->fill(0xcc);
            }
            batch[2].barrierBefore = batch[0].barrierAfter = true;
            submitRecorded(
                [&](VkCommandBuffer commandBuffer) { return table.recordBatch(commandBuffer, batch.data(), 3); },
                {.count = 3, .scratch = {batch[0].scratch, batch[1].scratch, batch[2].scratch}});
            for (std::size_t i = 0; i < batch.size(); ++i)
                EXPECT_TRUE(outputs[i]->read() == expected[i] && outputs[i]->intact() && inputs[i]->intact()) << i;
            device().run([&](VkCommandBuffer commandBuffer) {
                EXPECT_EQ(table.recordBatch(commandBuffer, nullptr, 1), Status(Argument::Input, Rule::Null));
                EXPECT_EQ(table.recordBatch(commandBuffer, batch.data(), 0), Status(Argument::Count, Rule::Zero));
                EXPECT_EQ(table.recordBatch(VK_NULL_HANDLE, batch.data(), 1),
                          Status(Argument::CommandBuffer, Rule::Null));
                if (!sets.empty()) {
                    batch[1].descriptorSet = VK_NULL_HANDLE;
                    EXPECT_EQ(table.recordBatch(commandBuffer, batch.data(), 3),
                              Status(Argument::DescriptorSet, Rule::Null));
                }
            });
        }
    }
}

// Tiles that never publish: the waits of the others end, scratch says so, and the next run is right again.
TEST_P(TableRecordTest, GivesUpWaitingAndRecovers)
{
    if (GetParam() != Strategy::FlatSum && GetParam() != Strategy::Spine)
        return;
    forBoth(GetParam(), [&]<class Table>(const auto& desc) {
        Tuning impatient = smallTableTuning(desc);
        impatient.waits.polls = 1;
        impatient.waits.rounds = 64;
        impatient.testHooks = vkscan::abi::kHookWithhold;
        const Table table = createTable(desc, smallTableTuning(desc));
        Recorded<Table> recorded;
        recorded.fill(2);
        TestArray scratch(table.scratchSize(Recorded<Table>::extent()));
        recorded.args.scratch = scratch.range();
        scratch.fill(0);
        submit(createTable(desc, impatient), recorded.args, 1, 1);
        EXPECT_EQ(scratchStatus(scratch), ScratchStatus::GaveUp);

        scratch.fill(0);
        recorded.output.fill(0xcc);
        submit(table, recorded.args);
        EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
        EXPECT_TRUE(recorded.holds(2));
    });
}

TEST_P(TableRecordTest, GarbageStaysInTheTable)
{
    if (GetParam() == Strategy::Auto)
        return;
    forBoth(GetParam(), [&]<class Table>(const auto& desc) {
        for (const bool inOrder : {false, true}) {
            if (inOrder && Recorded<Table>::kIsVolume)
                continue; // a single pass of slices draws tickets
            Tuning patient = smallTableTuning(desc);
            patient.waits.inOrder = patient.shortWaits.inOrder = inOrder;
            Tuning hasty = patient;
            hasty.waits.polls = 1;
            hasty.waits.rounds = 64;
            const Table table = createTable(desc, patient);
            Recorded<Table> recorded;
            recorded.fill(3);
            TestArray scratch(table.scratchSize(Recorded<Table>::extent()));
            const std::vector<TestArray*> outputs = {&recorded.output};
            const Strategy taken = strategyFor(table, Recorded<Table>::extent());
            const bool takesTickets = taken != Strategy::ReduceThenScan && !inOrder;
            OwnCall call(recorded.args, scratch, outputs);
            checkGarbage(createTable(desc, hasty), table, call, takesTickets);
        }
    });
}

// Single passes of slices that end a run must not heed the order of workgroups.
TEST_P(TableRecordTest, OfAVolumeIsSubmittedOften)
{
    if (GetParam() == Strategy::Auto || GetParam() == Strategy::Spine)
        return;
    const Forced<SummedVolumeTableDesc> desc = sliceDesc(GetParam());
    Tuning tuning = smallTableTuning(desc);
    tuning.waits.inOrder = tuning.shortWaits.inOrder = true;
    const SummedVolumeTable table = createTable(desc, tuning);
    Recorded<SummedVolumeTable> volume;
    volume.args.scratch = sharedScratch(table.scratchSize(volume.kWhole));
    volume.args.barrierBefore = volume.args.barrierAfter = true;
    volume.fill(1);
    const auto check = [&](unsigned submission) {
        EXPECT_TRUE(volume.holds(submission + 1)) << "submission " << submission;
        volume.fill(submission + 2);
    };
    submitRecorded([&](VkCommandBuffer commandBuffer) { return table.record(commandBuffer, volume.args); },
                   {.count = 100, .scratch = {volume.args.scratch}, .afterEach = check});
}

// Each submission has an input of its own, and reads what the last one left of the images of the table.
TEST_P(TableRecordTest, OfAVolumeInImagesIsSubmittedOften)
{
    if (GetParam() != Strategy::FlatSum && GetParam() != Strategy::ReduceThenScan)
        return;
    constexpr VkExtent3D kExtent = {37, 19, 7};
    for (const bool areArrays : {false, true}) {
        Forced<SummedVolumeTableDesc> desc = sliceDesc(GetParam());
        desc.arrayImages = areArrays;
        desc.input = Resource::SampledImage;
        desc.output = Resource::StorageImage;
        const SummedVolumeTable table = createTable(desc, smallTableTuning(desc));
        const ImageShape shape = areArrays ? ImageShape::Array : ImageShape::Volume;
        TestSurface input(desc.input, desc.inputFormat, kExtent, {}, shape);
        TestSurface output(desc.output, desc.outputFormat, kExtent, {}, shape);
        const auto fill = [&](uint32_t texel) {
            const std::vector<uint32_t> texels(std::size_t{kExtent.width} * kExtent.height * kExtent.depth, texel);
            const auto bytes = std::as_bytes(std::span(texels));
            input.write({bytes.begin(), bytes.end()});
        };
        const auto holds = [&](uint32_t texel) {
            const std::vector<std::byte> entries = output.read();
            std::size_t i = 0;
            for (uint32_t z = 1; z <= kExtent.depth; ++z)
                for (uint32_t y = 1; y <= kExtent.height; ++y)
                    for (uint32_t x = 1; x <= kExtent.width; ++x, i += sizeof(uint32_t))
                        if (componentCode(output.info(), &entries[i]) != texel * x * y * z)
                            return false;
            return true;
        };
        fill(1);
        output.fill(0xcc);
        SummedVolumeTableArgs args;
        args.input = input.volume();
        args.output = output.volume();
        args.scratch = sharedScratch(table.scratchSize(kExtent));
        args.barrierBefore = args.barrierAfter = true;
        submitRecorded([&](VkCommandBuffer commandBuffer) { return table.record(commandBuffer, args); },
                       {.count = 20, .scratch = {args.scratch}, .afterEach = [&](unsigned submission) {
                            EXPECT_TRUE(holds(submission + 1)) << "submission " << submission;
                            fill(submission + 2);
                        }});
    }
}

// A texel's value is its slice: the mean's texels are spread over all of them.
TEST_P(TableRecordTest, FindsTheMeanOfAllSlices)
{
    if (GetParam() == Strategy::Auto || GetParam() == Strategy::Spine)
        return;
    Forced<SummedVolumeTableDesc> desc = sliceDesc(GetParam());
    desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.accumulation = Accumulation::F32;
    desc.bias = Bias::Mean;
    const SummedVolumeTable table = createTable(desc, smallTableTuning(desc));
    Recorded<SummedVolumeTable> volume;
    std::vector<uint32_t> texels;
    for (uint32_t z = 0; z < volume.kWhole.depth; ++z)
        texels.insert(texels.end(), volume.kTexels / volume.kWhole.depth, z);
    volume.input.write(texels.data(), texels.size() * sizeof(uint32_t));
    TestArray bias(4 * sizeof(float));
    volume.args.bias = bias.range();
    volume.args.scratch = sharedScratch(table.scratchSize(volume.kWhole));
    submit(table, volume.args);
    float mean[4] = {};
    bias.read(mean, sizeof(mean));
    EXPECT_NEAR(mean[0], 0.5f * static_cast<float>(volume.kWhole.depth - 1), 0.15f);
    std::vector<float> entries(volume.kTexels);
    volume.output.read(entries.data(), entries.size() * sizeof(float));
    EXPECT_NEAR(entries.back(), (3.0f - mean[0]) * static_cast<float>(volume.kTexels), 1.0f);
}

INSTANTIATE_TEST_SUITE_P(Contracts, TableRecordTest, testing::ValuesIn(tableStrategies(WithAuto::Yes)), strategyName);

} // namespace
