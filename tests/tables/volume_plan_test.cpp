// Plans of summed-area tables of volumes and stacks: steps, grids, barriers, scratch; and what is refused.
#include "hazards.h"
#include "sat_models.h"

#include "layers_abi.h"
#include "tables/volume_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

using LayersPush = vkscan::abi::LayersPush;

Forced<SummedVolumeTableDesc> fullVolumeDesc()
{
    Forced<SummedVolumeTableDesc> desc;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.bias = Bias::Mean;
    desc.layout = TableLayout::ZeroBorder;
    desc.squares = true;
    desc.strategy = Strategy::ReduceThenScan;
    return desc;
}

void toImages(SummedVolumeTableDesc& desc)
{
    desc.input = Resource::SampledImage;
    desc.output = Resource::StorageImage;
}

// From image to image, with all that is optional.
Forced<SummedVolumeTableDesc> fullVolumeImageDesc()
{
    Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
    toImages(desc);
    return desc;
}

template <class Desc>
VolumeModel volumeModelOf(const Desc& desc, const Capabilities& capabilities = portableDevice())
{
    const Capabilities all = withImages(capabilities);
    return {desc, tuningOf(desc, tuningFor(all)), all};
}

VkExtent3D volumeOf(const VolumeModel& model, VkExtent3D extent)
{
    const uint32_t border = model.slices.border();
    return {extent.width + border, extent.height + border, extent.depth + model.border()};
}

// An image as the description wants it, or a buffer at `place` of exactly the bytes.
VolumeSurface validVolume(Resource resource, FormatInfo format, VkExtent3D extent, VkDeviceAddress place)
{
    VolumeSurface surface;
    surface.extent = extent;
    if (resource != Resource::Buffer) {
        const Surface image = validSurface(resource, format, {extent.width, extent.height}, place);
        surface.view = image.view;
        surface.heapOffset = image.heapOffset;
        surface.usage = image.usage;
        return surface;
    }
    surface.rowPitch = extent.width * format.texelBytes() + 2 * format.componentBytes;
    surface.slicePitch = extent.height * surface.rowPitch + 3 * format.componentBytes;
    surface.buffer = {place * kApart, (extent.depth - 1) * surface.slicePitch + (extent.height - 1) * surface.rowPitch +
                                          extent.width * format.texelBytes()};
    return surface;
}

SummedVolumeTableArgs validVolumeArgs(const VolumeModel& model, VkExtent3D extent, uint32_t margin = 0)
{
    const auto offset = static_cast<int32_t>(margin);
    SummedVolumeTableArgs args;
    args.input = validVolume(model.desc.input, model.slices.inputFormat(),
                             {extent.width + margin, extent.height + margin, extent.depth + margin}, 1);
    args.output = validVolume(model.desc.output, model.slices.outputFormat(), volumeOf(model, extent), 2);
    if (model.desc.squares)
        args.squares = validVolume(model.desc.output, model.slices.outputFormat(), volumeOf(model, extent), 3);
    args.region = {{offset, offset, offset}, extent};
    args.scratch = {4 * kApart, volumeScratchSize(model, extent)};
    if (model.desc.bias != Bias::None)
        args.bias = {5 * kApart, 4 * sizeof(float)};
    return args;
}

std::vector<VolumeModel> allVolumeModels()
{
    std::vector<Capabilities> devices = {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(),
                                         fewRegistersDevice()};
    for (const uint32_t width : {4u, 16u, 64u, 128u}) {
        devices.push_back(portableDevice());
        devices.back().subgroupSize = width;
    }
    std::vector<Strategy> strategies = tableStrategies(WithAuto::Yes);
    std::erase(strategies, Strategy::Spine);
    std::vector<VolumeModel> models;
    for (const Capabilities& device : devices)
        for (const Strategy strategy : strategies)
            for (const Accumulation accumulation : valuesOf(kAccumulations))
                for (const uint32_t variant : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 11u}) {
                    const bool isInteger = accumulation == Accumulation::U32;
                    Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
                    desc.separateSlices = variant % 4 >= 2;
                    desc.squares = variant % 2 == 1;
                    desc.layout = variant < 6 ? TableLayout::Inclusive : TableLayout::ZeroBorder;
                    desc.bias = isInteger ? Bias::None : static_cast<Bias>(variant % 3);
                    desc.accumulation = accumulation;
                    desc.inputFormat = isInteger ? VK_FORMAT_R8_UINT : VK_FORMAT_R32_SFLOAT;
                    desc.outputFormat = isInteger                                               ? VK_FORMAT_R32_UINT
                                        : accumulation == Accumulation::F64 && variant % 2 == 0 ? VK_FORMAT_R64_SFLOAT
                                                                                                : VK_FORMAT_R32_SFLOAT;
                    desc.strategy = strategy;
                    models.push_back(volumeModelOf(desc, device));
                    if (accumulation != Accumulation::U32 && accumulation != Accumulation::F32)
                        continue;
                    desc.arrayImages = variant % 3 == 1;
                    for (const uint32_t images : {1u, 2u, 3u}) { // sources, tables, both
                        desc.input = (images & 1) != 0 ? Resource::SampledImage : Resource::Buffer;
                        desc.output = (images & 2) != 0 ? Resource::StorageImage : Resource::Buffer;
                        models.push_back(volumeModelOf(desc, device));
                    }
                }
    return models;
}

std::vector<VkExtent3D> interestingVolumeExtents(const VolumeModel& model)
{
    const SatGeometry tile = satGeometry(model.slices, model.slices.tuning.strategy);
    const uint32_t w = tile.tileWidth() - model.slices.border();
    const uint32_t h = tile.tileHeight() - model.slices.border();
    return {{1, 1, 1},
            {w, h, 2},
            {w + 1, h, 3},
            {w, h + 1, 64},
            {256, 256, 256},
            {w + 7, 40 * h % kMaxVolumeExtent, kMaxVolumeExtent},
            {1024, 1024, 1024},
            {kMaxVolumeExtent, 1, 1},
            {1, kMaxVolumeExtent, kMaxVolumeExtent},
            {1, 1, kMaxVolumeExtent}};
}

std::string describeVolume(const VolumeModel& model, VkExtent3D extent)
{
    return describe(model.slices, {extent.width, extent.height}) + " x " + std::to_string(extent.depth) +
           (model.desc.separateSlices ? ", stack" : ", volume") + (model.desc.arrayImages ? ", arrays" : "");
}

template <class Check>
void forEachVolumePlan(const Check& check)
{
    for (const VolumeModel& model : allVolumeModels()) {
        for (const VkExtent3D& extent : interestingVolumeExtents(model)) {
            SCOPED_TRACE(describeVolume(model, extent));
            if (volumeScratchSize(model, extent) == 0) // wide tiles of thin slices
                continue;
            const SummedVolumeTableArgs args = validVolumeArgs(model, extent, 3);
            Plan plan;
            ASSERT_EQ(planVolume(model, args, &plan), Status::Success);
            check(model, args, plan);
            if (testing::Test::HasFailure())
                return;
        }
    }
}

bool isDepth(const VolumeModel& model, const Step& step)
{
    return step.stage == model.depthStage();
}

bool isRecovery(const VolumeModel& model, const Step& step)
{
    return usesStage(model.slices, TableStage::Recovery) &&
           step.stage == stageIndex(model.slices, TableStage::Recovery);
}

bool touches(const Step& step, BufferRange range, bool write)
{
    const auto* end = step.accesses.items + step.accesses.count;
    return std::any_of(step.accesses.items, end, [&](const Access& access) {
        return access.write == write && access.range.address <= range.address &&
               access.range.address + access.range.size >= range.address + range.size;
    });
}

constexpr uint32_t kInputBit = 1; // binding 0
constexpr uint32_t kSumsBit = 2;
constexpr uint32_t kSquaresBit = 4;

// On drivers that are not listed, and where nothing may wait.
TEST(VolumePlan, WaitsOnlyWhereItMay)
{
    for (const Waiting waiting : valuesOf(kWaitings))
        for (const Capabilities& device : {portableDevice(), listedDevice()}) {
            Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
            desc.strategy = Strategy::Auto;
            desc.waiting = waiting;
            for (const VkExtent3D extent : {VkExtent3D{1, 1, 1}, VkExtent3D{256, 256, 256}}) {
                const Strategy taken = chooseStrategy(volumeModelOf(desc, device), extent);
                EXPECT_EQ(taken == Strategy::FlatSum, waiting == Waiting::Auto && device.forwardProgress);
                EXPECT_TRUE(waiting == Waiting::Auto || taken == Strategy::ReduceThenScan);
            }
        }
}

TEST(VolumePlan, HasItsSteps)
{
    forEachVolumePlan([](const VolumeModel& model, const SummedVolumeTableArgs& args, const Plan& plan) {
        const Strategy strategy = chooseStrategy(model, args.region.extent);
        ASSERT_NE(strategy, Strategy::Auto);
        const uint32_t tiles = volumeGrid(model, args.region.extent).tileCount();
        const bool isSingle = strategy != Strategy::ReduceThenScan;
        const uint32_t again = strategy == Strategy::SpineWithFallback ? vkscan::abi::kPhases : 0;
        for (uint32_t i = 0; i < again; ++i)
            ASSERT_EQ(plan.steps[1 + i].push.get<LayersPush>().phase, i);
        uint32_t steps = isSingle ? 1 + again : (model.desc.bias == Bias::Mean ? 1 : 0) + (tiles > 1 ? 2 : 1);
        if (!model.desc.separateSlices && args.region.extent.depth + model.border() > 1)
            steps += model.desc.squares ? 2 : 1;
        ASSERT_EQ(plan.stepCount, steps);
    });
}

// Every column and slice of the table has an invocation, and none reaches beyond the declared range.
TEST(VolumePlan, GridsCoverTheTable)
{
    forEachVolumePlan([](const VolumeModel& model, const SummedVolumeTableArgs& args, const Plan& plan) {
        const VkExtent3D table = volumeOf(model, args.region.extent);
        const SatGrid grid = volumeGrid(model, args.region.extent);
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            const auto push = step.push.get<LayersPush>();
            const Capabilities& device = model.slices.capabilities;
            ASSERT_GE(step.groupCount[0], 1);
            ASSERT_GE(step.groupCount[1], 1);
            ASSERT_LE(step.groupCount[0], device.maxGroupCount[0]);
            ASSERT_LE(step.groupCount[1], device.maxGroupCount[1]);
            ASSERT_EQ(push.gridWidth, step.groupCount[0]);
            const uint64_t groups = uint64_t{step.groupCount[0]} * step.groupCount[1];
            if (isDepth(model, step)) {
                ASSERT_EQ(push.layers, table.depth);
                if (model.toImages()) {
                    const uint64_t rows = model.depth.lanes / 8; // of the grid of lanes
                    ASSERT_GE(groups, uint64_t{(table.width + 7) / 8} * ((table.height + rows - 1) / rows));
                    ASSERT_EQ(step.accesses.count, 0);
                    continue;
                }
                ASSERT_GE(groups * model.depth.lanes * model.depth.items, uint64_t{table.width} * table.height);
                const VkDeviceSize end = push.outputAddress + (push.layers - 1) * push.outputSlicePitch +
                                         (table.height - 1) * push.outputPitch +
                                         table.width * model.slices.outputFormat().texelBytes();
                ASSERT_TRUE(touches(step, {push.outputAddress, end - push.outputAddress}, true));
                ASSERT_EQ(step.accesses.count, 1);
            } else {
                ASSERT_EQ(push.layers, args.region.extent.depth);
                const uint64_t tiles = uint64_t{grid.tileCount()} * push.layers;
                if (isRecovery(model, step)) { // each workgroup takes every gridWidth-th tile
                    ASSERT_EQ(step.groupCount[1], 1);
                    ASSERT_LE(groups, tiles);
                } else if (chooseStrategy(model, args.region.extent) != Strategy::ReduceThenScan) {
                    ASSERT_GE(groups, tiles);
                } else if (groups > 1) {
                    ASSERT_EQ(step.groupCount[1], grid.spans() * push.layers);
                }
                if (model.toImages())
                    continue;
                // Where the last layer's sums end.
                const VkDeviceSize end = push.outputAddress + (push.layers - 1) * push.outputSlicePitch +
                                         (table.height - 1) * push.outputPitch +
                                         table.width * model.slices.outputFormat().texelBytes();
                ASSERT_LE(end, args.output.buffer.address + args.output.buffer.size);
            }
        }
    });
}

// Each layer's edges have a place of their own.
TEST(VolumePlan, KeepsEdgesInsideTheScratch)
{
    forEachVolumePlan([](const VolumeModel& model, const SummedVolumeTableArgs& args, const Plan& plan) {
        const SatGeometry tile = satGeometry(model.slices, model.slices.tuning.strategy);
        const SatGrid grid = volumeGrid(model, args.region.extent);
        const auto push = plan.steps[0].push.get<LayersPush>();
        const bool reduces = chooseStrategy(model, args.region.extent) == Strategy::ReduceThenScan;
        const uint64_t spans = reduces ? grid.spans() : grid.tiles[1];
        const uint64_t slots =
            (uint64_t{grid.tileCount()} * tile.tileHeight() + grid.tiles[0] * spans * tile.tileWidth()) *
                model.slices.values() +
            (chooseStrategy(model, args.region.extent) == Strategy::SpineWithFallback ? grid.tileCount() : 0);
        ASSERT_EQ(push.layerSlots, slots);
        const uint64_t all = slots * push.layers;
        ASSERT_LT(all, uint64_t{1} << 32) << "slots are numbered by 32 bits";
        ASSERT_LE(vkscan::abi::kScratchHeaderBytes + all * model.slices.elementWords() * vkscan::abi::kScratchWordBytes,
                  args.scratch.size);
    });
}

TEST(VolumePlan, DeclaresWhatEachStepTouches)
{
    forEachVolumePlan([](const VolumeModel& model, const SummedVolumeTableArgs& args, const Plan& plan) {
        bool isStored[2] = {};
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            if (isDepth(model, step)) {
                const bool ofSquares = i > 0 && isDepth(model, plan.steps[i - 1]);
                const uint32_t image = model.toImages() ? (ofSquares ? kSquaresBit : kSumsBit) : 0;
                ASSERT_TRUE(step.images.reads == image && step.images.writes == image);
                continue;
            }
            const bool fromImage = model.desc.input != Resource::Buffer;
            ASSERT_EQ(step.images.reads, fromImage ? kInputBit : 0);
            ASSERT_TRUE(fromImage || touches(step, args.input.buffer, false));
            const bool isLast = i + 1 == plan.stepCount || isDepth(model, plan.steps[i + 1]);
            const auto stores = [&](uint32_t bit, BufferRange buffer) {
                return model.toImages() ? (step.images.writes & bit) != 0 : touches(step, buffer, true);
            };
            const bool isPass = i == 0 && chooseStrategy(model, args.region.extent) != Strategy::ReduceThenScan;
            ASSERT_EQ(stores(kSumsBit, args.output.buffer), isLast || isPass);
            ASSERT_EQ(stores(kSquaresBit, args.squares.buffer), (isLast || isPass) && model.desc.squares);
            isStored[0] |= stores(kSumsBit, args.output.buffer);
            isStored[1] |= stores(kSquaresBit, args.squares.buffer);
        }
        ASSERT_TRUE(isStored[0]);
        ASSERT_EQ(isStored[1], model.desc.squares);
    });
}

// All dispatches are ordered, but the sums of squares run beside those of the sums.
TEST(VolumePlan, OrdersConflictsByBarriersThatAreAllNeeded)
{
    uint32_t barriers = 0;
    forEachVolumePlan([&](const VolumeModel& model, const SummedVolumeTableArgs&, const Plan& plan) {
        const bool hasTwoDepths =
            model.desc.squares && plan.stepCount > 1 && isDepth(model, plan.steps[plan.stepCount - 1]);
        const uint32_t found = checkBarriers(plan);
        ASSERT_EQ(found, plan.stepCount - (hasTwoDepths ? 2 : 1));
        barriers += found;
    });
    EXPECT_GT(barriers, 1000);
}

TEST(VolumePlan, ScratchIsMonotone)
{
    constexpr uint32_t kSteps[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 513, 1000, 1024};
    for (const VolumeModel& model : allVolumeModels()) {
        const auto sizeOf = [&](uint32_t width, uint32_t height, uint32_t depth) {
            return volumeScratchSize(model, {width, height, depth});
        };
        for (std::size_t i = 1; i < std::size(kSteps); ++i) {
            const uint32_t less = kSteps[i - 1];
            const uint32_t more = kSteps[i];
            for (const uint32_t other : {1u, 65u, 1024u}) {
                ASSERT_GT(sizeOf(less, other, other), 0);
                ASSERT_LE(sizeOf(less, other, other), sizeOf(more, other, other)) << describeVolume(model, {});
                ASSERT_LE(sizeOf(other, less, other), sizeOf(other, more, other)) << describeVolume(model, {});
                ASSERT_LE(sizeOf(other, other, less), sizeOf(other, other, more)) << describeVolume(model, {});
            }
        }
        for (const VkExtent3D refused :
             {VkExtent3D{0, 1, 1}, VkExtent3D{1, 0, 1}, VkExtent3D{1, 1, 0}, VkExtent3D{kMaxVolumeExtent + 1, 1, 1},
              VkExtent3D{1, kMaxVolumeExtent + 1, 1}, VkExtent3D{1, 1, kMaxVolumeExtent + 1}}) {
            ASSERT_EQ(volumeScratchSize(model, refused), 0);
            ASSERT_EQ(chooseStrategy(model, refused), Strategy::Auto);
        }
    }
}

// Pairs of words and squares in flat tiles.
TEST(VolumePlan, RefusesMoreScratchThanTheLimit)
{
    Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
    desc.accumulation = Accumulation::F32x2;
    desc.strategy = Strategy::FlatSum;
    Capabilities wide = portableDevice();
    wide.subgroupSize = 128;
    const VolumeModel model = volumeModelOf(desc, wide);
    VkExtent3D extent = {kMaxVolumeExtent, kMaxVolumeExtent, kMaxVolumeExtent};
    Plan plan;
    ASSERT_EQ(volumeScratchSize(model, extent), 0);
    EXPECT_EQ(chooseStrategy(model, extent), Strategy::Auto);
    EXPECT_EQ(planVolume(model, validVolumeArgs(model, extent), &plan), Status(Argument::Region, Rule::TooLarge));
    while (volumeScratchSize(model, extent) == 0)
        --extent.depth;
    EXPECT_GE(extent.depth, 256);
    EXPECT_LE(volumeScratchSize(model, extent), kMaxVolumeScratch);
    EXPECT_EQ(planVolume(model, validVolumeArgs(model, extent), &plan), Status::Success);
}

TEST(VolumePlan, PushesWhatTheCallerGave)
{
    const VolumeModel model = volumeModelOf(fullVolumeDesc());
    SummedVolumeTableArgs args = validVolumeArgs(model, {100, 70, 50}, 5);
    args.region.offset = {3, 4, 2};
    args.output.rowPitch = args.output.slicePitch = 0;
    args.output.buffer.size = 101 * 71 * 51 * 4;
    Plan plan;
    ASSERT_EQ(planVolume(model, args, &plan), Status::Success);
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        const auto push = plan.steps[i].push.get<LayersPush>();
        const bool ofDepth = isDepth(model, plan.steps[i]);
        const bool ofSquares = i + 1 == plan.stepCount;
        EXPECT_EQ(push.inputAddress, args.input.buffer.address + 2 * args.input.slicePitch);
        // The slices' tables lie behind the border's slice.
        const VolumeSurface& table = ofSquares ? args.squares : args.output;
        const VkDeviceSize slicePitch = ofSquares ? args.squares.slicePitch : 101 * 71 * 4;
        EXPECT_EQ(push.outputAddress, table.buffer.address + (ofDepth ? 0 : slicePitch));
        EXPECT_EQ(push.outputSlicePitch, slicePitch);
        EXPECT_EQ(push.outputPitch, ofSquares ? args.squares.rowPitch : 101 * 4);
        EXPECT_EQ(push.squaresAddress, args.squares.buffer.address + args.squares.slicePitch);
        EXPECT_EQ(push.squaresPitch, args.squares.rowPitch);
        EXPECT_EQ(push.squaresSlicePitch, args.squares.slicePitch);
        EXPECT_EQ(push.scratchAddress, args.scratch.address);
        EXPECT_EQ(push.biasAddress, args.bias.address);
        EXPECT_EQ(push.inputPitch, args.input.rowPitch);
        EXPECT_EQ(push.inputSlicePitch, args.input.slicePitch);
        EXPECT_EQ(push.regionX, 3);
        EXPECT_EQ(push.regionY, 4);
        EXPECT_EQ(push.regionWidth, 100);
        EXPECT_EQ(push.regionHeight, 70);
        EXPECT_EQ(push.layers, ofDepth ? 51 : 50);
    }
}

// Images have indices of layers instead of addresses, and no vectors.
TEST(VolumePlan, PushesLayersOfImages)
{
    for (const bool isStack : {false, true}) {
        Forced<SummedVolumeTableDesc> desc = fullVolumeImageDesc();
        desc.separateSlices = isStack;
        const VolumeModel model = volumeModelOf(desc);
        SummedVolumeTableArgs args = validVolumeArgs(model, {96, 64, 48}, 5);
        args.region.offset = {3, 4, 2};
        Plan plan;
        ASSERT_EQ(planVolume(model, args, &plan), Status::Success);
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            const auto push = step.push.get<LayersPush>();
            EXPECT_EQ(push.inputAddress, 2);
            EXPECT_EQ(push.inputSlicePitch, 1);
            EXPECT_EQ(push.outputSlicePitch, 1);
            if (isDepth(model, step)) {
                EXPECT_EQ(push.outputAddress, 0);
                EXPECT_EQ(push.layers, 49);
                EXPECT_EQ(push.vectorAccess, i + 1 == plan.stepCount ? vkscan::abi::kVectorSquares : 0);
            } else {
                EXPECT_EQ(push.outputAddress, isStack ? 0 : 1);
                EXPECT_EQ(push.layers, 48);
                EXPECT_EQ(push.vectorAccess, 0);
            }
        }
        EXPECT_EQ(isDepth(model, plan.steps[plan.stepCount - 1]), !isStack);
    }
}

// Vectors only where every row's first one is aligned in every slice.
TEST(VolumePlan, AccessesVectorsWhereTheyAreAligned)
{
    Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
    desc.layout = TableLayout::Inclusive;
    const VolumeModel model = volumeModelOf(desc);
    const auto accessOf = [&](const std::function<void(SummedVolumeTableArgs&)>& change) {
        SummedVolumeTableArgs args = validVolumeArgs(model, {64, 8, 4}, 0);
        for (VolumeSurface* surface : {&args.input, &args.output, &args.squares}) {
            surface->rowPitch = 64 * 4 + 16;
            surface->slicePitch = 9 * surface->rowPitch;
            surface->buffer.size += 65536;
        }
        change(args);
        Plan plan;
        EXPECT_EQ(planVolume(model, args, &plan), Status::Success);
        const uint32_t slices = plan.steps[0].push.get<LayersPush>().vectorAccess;
        const uint32_t ofSums = plan.steps[plan.stepCount - 2].push.get<LayersPush>().vectorAccess;
        const uint32_t ofSquares = plan.steps[plan.stepCount - 1].push.get<LayersPush>().vectorAccess;
        EXPECT_EQ(ofSums & vkscan::abi::kVectorOutput, slices & vkscan::abi::kVectorOutput);
        EXPECT_EQ((ofSquares & vkscan::abi::kVectorOutput) != 0, (slices & vkscan::abi::kVectorSquares) != 0);
        return slices;
    };
    using Args = SummedVolumeTableArgs;
    constexpr uint32_t kAll = vkscan::abi::kVectorInput | vkscan::abi::kVectorOutput | vkscan::abi::kVectorSquares;
    EXPECT_EQ(accessOf([](Args&) {}), kAll);
    EXPECT_EQ(accessOf([](Args& a) { a.input.slicePitch += 8; }), kAll & ~vkscan::abi::kVectorInput);
    EXPECT_EQ(accessOf([](Args& a) { a.input.rowPitch += 4; }), kAll & ~vkscan::abi::kVectorInput);
    EXPECT_EQ(accessOf([](Args& a) { a.output.slicePitch += 8; }), kAll & ~vkscan::abi::kVectorOutput);
    EXPECT_EQ(accessOf([](Args& a) { a.output.buffer.address += 4; }), kAll & ~vkscan::abi::kVectorOutput);
    EXPECT_EQ(accessOf([](Args& a) { a.squares.slicePitch += 4; }), kAll & ~vkscan::abi::kVectorSquares);
}

// Wrong arguments: each is refused with its own status, and the plan stays as it was.
TEST(VolumeMisuse, IsNamedAndPlansNothing)
{
    using Args = SummedVolumeTableArgs;
    const VolumeModel model = volumeModelOf(fullVolumeDesc());
    constexpr VkExtent3D kExtent = {50, 30, 20};
    std::vector<std::pair<Status, std::function<void(Args&)>>> misuses = {
        {{Argument::Input, Rule::Zero}, [](Args& a) { a.region.extent.depth = 0; }},
        {{Argument::Input, Rule::Zero},
         [](Args& a) {
             a.region = {};
             a.input.extent.depth = 0;
         }},
        {{Argument::Region, Rule::Invalid}, [](Args& a) { a.region.offset.z = -1; }},
        {{Argument::Region, Rule::Invalid}, [](Args& a) { ++a.region.offset.x; }},
        {{Argument::Region, Rule::Invalid}, [](Args& a) { ++a.region.offset.y; }},
        {{Argument::Region, Rule::Invalid}, [](Args& a) { ++a.region.offset.z; }},
        {{Argument::Region, Rule::Invalid}, [](Args& a) { a.region.extent.depth = ~0u; }},
        {{Argument::Region, Rule::TooLarge},
         [](Args& a) {
             a.region = {};
             a.input.extent = {1, 1, kMaxVolumeExtent + 1};
         }},
        {{Argument::Output, Rule::ExtentTooSmall}, [](Args& a) { --a.output.extent.depth; }},
        {{Argument::Squares, Rule::ExtentTooSmall}, [](Args& a) { --a.squares.extent.depth; }},
        {{Argument::Squares, Rule::ExtentTooSmall}, [](Args& a) { --a.squares.extent.width; }},
        {{Argument::Bias, Rule::Null}, [](Args& a) { a.bias = {}; }},
        {{Argument::Scratch, Rule::TooSmall}, [](Args& a) { --a.scratch.size; }},
        {{Argument::Output, Rule::Overlaps}, [](Args& a) { a.output.buffer.address = a.input.buffer.address; }},
        {{Argument::Squares, Rule::Overlaps}, [](Args& a) { a.squares.buffer.address = a.output.buffer.address; }},
    };
    const std::pair<Argument, VolumeSurface Args::*> kSurfaces[] = {
        {Argument::Input, &Args::input}, {Argument::Output, &Args::output}, {Argument::Squares, &Args::squares}};
    for (const auto& [argument, surface] : kSurfaces) {
        const auto add = [&](Rule rule, const std::function<void(VolumeSurface&)>& change) {
            misuses.push_back({Status(argument, rule), [at = surface, change](Args& a) { change(a.*at); }});
        };
        add(Rule::Null, [](VolumeSurface& s) { s.buffer.address = 0; });
        add(Rule::Misaligned, [](VolumeSurface& s) { s.buffer.address += 2; });
        add(Rule::TooSmall, [](VolumeSurface& s) { --s.buffer.size; });
        add(Rule::TooSmall, [](VolumeSurface& s) { s.buffer.address = kLastByte - 4095; });
        add(Rule::TooSmall, [](VolumeSurface& s) { s.slicePitch = 1 << 30; });
        add(Rule::PitchTooSmall, [](VolumeSurface& s) { s.rowPitch = s.extent.width * 4 - 4; });
        add(Rule::PitchTooSmall,
            [](VolumeSurface& s) { s.slicePitch = (s.extent.height - 1) * s.rowPitch + s.extent.width * 4 - 4; });
        add(Rule::PitchTooSmall, [](VolumeSurface& s) { s.slicePitch = 4; });
        add(Rule::PitchInvalid, [](VolumeSurface& s) { s.slicePitch += 2; });
        add(Rule::PitchInvalid, [](VolumeSurface& s) { s.slicePitch = (VkDeviceSize{1} << 31) + 4; });
        add(Rule::PitchInvalid, [](VolumeSurface& s) { s.slicePitch = VkDeviceSize{1} << 63; });
        add(Rule::PitchInvalid, [](VolumeSurface& s) { s.rowPitch = (VkDeviceSize{1} << 31) + 4; });
    }
    int index = 0;
    for (const auto& [status, change] : misuses) {
        SCOPED_TRACE("misuse " + std::to_string(index++) + ": " + toString(status));
        Args args = validVolumeArgs(model, kExtent, 2);
        Plan plan;
        ASSERT_EQ(planVolume(model, args, &plan), Status::Success) << "before it is broken";
        change(args);
        unsigned char before[sizeof(Plan)];
        std::memcpy(before, &plan, sizeof(Plan));
        EXPECT_EQ(planVolume(model, args, &plan), status);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(Plan)), 0) << "the plan was touched";
    }
}

TEST(VolumeMisuse, OfImagesIsNamed)
{
    using Args = SummedVolumeTableArgs;
    constexpr VkExtent3D kExtent = {50, 30, 20};
    const std::pair<Argument, VolumeSurface Args::*> kSurfaces[] = {
        {Argument::Input, &Args::input}, {Argument::Output, &Args::output}, {Argument::Squares, &Args::squares}};
    for (const bool isArray : {false, true}) {
        Forced<SummedVolumeTableDesc> desc = fullVolumeImageDesc();
        desc.arrayImages = isArray;
        const auto statusOf = [&](const std::function<void(Args&, Capabilities&)>& change) {
            Capabilities device = withImages(portableDevice());
            device.imageDescriptorAlignment = 32;
            Args args = validVolumeArgs(volumeModelOf(desc), kExtent, 2);
            change(args, device);
            const VolumeModel model = {desc, tuningFor(device), device};
            Plan plan;
            const Status planned = planVolume(model, args, &plan);
            const Status checked = checkSurfaces(model, args);
            EXPECT_TRUE(checked == planned || planned.rule == Rule::Overlaps); // which sets may hold
            return planned;
        };
        EXPECT_EQ(statusOf([](Args&, Capabilities&) {}), Status::Success);
        for (const auto& [argument, surface] : kSurfaces) {
            const auto expect = [&, its = argument, at = surface](Rule rule, const auto& change) {
                EXPECT_EQ(statusOf([&](Args& args, Capabilities& device) { change(args.*at, device); }),
                          rule == Rule::None ? Status(Status::Success) : Status(its, rule))
                    << toString(its) << ", rule " << static_cast<int>(rule);
            };
            using S = VolumeSurface;
            using C = Capabilities;
            expect(Rule::ViewNull, [](S& s, C&) { s.view = VK_NULL_HANDLE; });
            expect(Rule::UsageMissing, [](S& s, C&) { s.usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT; });
            expect(Rule::LayoutInvalid, [](S& s, C&) { s.imageLayout = VK_IMAGE_LAYOUT_UNDEFINED; });
            const bool isInput = argument == Argument::Input;
            expect(isInput ? Rule::None : Rule::LayoutInvalid,
                   [](S& s, C&) { s.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL; });
            expect(Rule::HeapOffsetInvalid, [](S& s, C& c) {
                c.descriptorHeaps = true;
                s.heapOffset += 16;
            });
            expect(Rule::None, [](S& s, C& c) {
                c.descriptorHeaps = true;
                s.view = VK_NULL_HANDLE;
            });
            // The device's largest images.
            const uint32_t most[] = {16384, isArray ? 4096u : 16384u};
            expect(Rule::None, [&](S& s, C&) { s.extent = {most[0], most[0], most[1]}; });
            expect(Rule::ExtentTooLarge, [&](S& s, C&) { s.extent.width = most[0] + 1; });
            expect(Rule::ExtentTooLarge, [&](S& s, C&) { s.extent.height = most[0] + 1; });
            expect(Rule::ExtentTooLarge, [&](S& s, C&) { s.extent.depth = most[1] + 1; });
            if (!isInput)
                expect(Rule::ExtentTooSmall, [](S& s, C&) { --s.extent.depth; });
        }
        EXPECT_EQ(statusOf([](Args& a, Capabilities&) { a.output.view = a.input.view; }),
                  Status(Argument::Output, Rule::Overlaps));
        EXPECT_EQ(statusOf([](Args& a, Capabilities&) { a.squares.view = a.output.view; }),
                  Status(Argument::Squares, Rule::Overlaps));
        EXPECT_EQ(statusOf([](Args& a, Capabilities&) { a.squares.view = a.input.view; }),
                  Status(Argument::Squares, Rule::Overlaps));
        // Fields of buffers are ignored.
        EXPECT_EQ(statusOf([](Args& a, Capabilities&) { a.input.rowPitch = a.output.slicePitch = 3; }),
                  Status::Success);
    }
}

// The least slice pitch: the next slice begins behind the last row's end.
TEST(VolumeMisuse, IsNotSeenWhereThereIsNone)
{
    const VolumeModel model = volumeModelOf(fullVolumeDesc());
    SummedVolumeTableArgs args = validVolumeArgs(model, {50, 30, 20}, 2);
    for (VolumeSurface* surface : {&args.input, &args.output, &args.squares})
        surface->slicePitch = (surface->extent.height - 1) * surface->rowPitch + surface->extent.width * 4;
    Plan plan;
    EXPECT_EQ(planVolume(model, args, &plan), Status::Success);
    args.output.extent.depth += 1000; // entries that nothing reaches
    EXPECT_EQ(planVolume(model, args, &plan), Status::Success);
    args.output.buffer.address = args.input.buffer.address + args.input.buffer.size;
    EXPECT_EQ(planVolume(model, args, &plan), Status::Success);
}

TEST(VolumeMisuse, OfDescriptionsIsNamed)
{
    using Desc = SummedVolumeTableDesc;
    struct Case {
        Status status;
        void (*change)(Desc&, Capabilities&);
    };
    const Case kCases[] = {
        {Status::Success, [](Desc&, Capabilities&) {}},
        {Status::Success, [](Desc& d, Capabilities&) { d.separateSlices = true; }},
        {Status::Success, [](Desc& d, Capabilities&) { toImages(d); }},
        {Status::Success,
         [](Desc& d, Capabilities&) {
             toImages(d);
             d.arrayImages = d.separateSlices = true;
         }},
        {{Argument::Input, Rule::NotOffered}, [](Desc& d, Capabilities&) { d.input = Resource::StorageImage; }},
        {{Argument::Input, Rule::Invalid}, [](Desc& d, Capabilities&) { d.input = static_cast<Resource>(3); }},
        {{Argument::Output, Rule::Invalid}, [](Desc& d, Capabilities&) { d.output = Resource::SampledImage; }},
        {{Argument::Accumulation, Rule::Incompatible},
         [](Desc& d, Capabilities&) {
             d.input = Resource::SampledImage;
             d.accumulation = Accumulation::F64;
         }},
        {{Argument::Accumulation, Rule::Incompatible},
         [](Desc& d, Capabilities&) {
             d.output = Resource::StorageImage;
             d.accumulation = Accumulation::F32x2;
         }},
        {{Argument::OutputFormat, Rule::Unsupported},
         [](Desc& d, Capabilities& c) {
             toImages(d);
             c.storageImageWrite = false;
         }},
        {{Argument::OutputFormat, Rule::Unsupported},
         [](Desc& d, Capabilities& c) {
             toImages(d);
             d.inputFormat = d.outputFormat = VK_FORMAT_R32G32_SFLOAT;
             c.storageImageExtendedFormats = false;
         }},
        {Status::Success,
         [](Desc& d, Capabilities& c) {
             toImages(d);
             d.inputFormat = d.outputFormat = VK_FORMAT_R32G32_SFLOAT;
             d.separateSlices = true;
             c.storageImageExtendedFormats = false;
         }},
        {{Argument::InputFormat, Rule::Unsupported},
         [](Desc& d, Capabilities&) {
             toImages(d);
             d.inputFormat = VK_FORMAT_R8_SNORM;
         }},
        {{Argument::InputFormat, Rule::Unsupported}, [](Desc& d, Capabilities&) { d.inputFormat = {}; }},
        {{Argument::InputFormat, Rule::Unsupported},
         [](Desc& d, Capabilities&) { d.inputFormat = VK_FORMAT_R16_SFLOAT; }},
        {{Argument::OutputFormat, Rule::Unsupported}, [](Desc& d, Capabilities&) { d.outputFormat = {}; }},
        {{Argument::InputFormat, Rule::Unsupported},
         [](Desc& d, Capabilities&) { d.outputFormat = VK_FORMAT_R32G32_SFLOAT; }},
        {{Argument::OutputFormat, Rule::Unsupported},
         [](Desc& d, Capabilities&) { d.outputFormat = VK_FORMAT_R64_SFLOAT; }},
        {{Argument::Accumulation, Rule::Invalid},
         [](Desc& d, Capabilities&) { d.accumulation = static_cast<Accumulation>(4); }},
        {{Argument::Accumulation, Rule::Incompatible},
         [](Desc& d, Capabilities&) {
             d.accumulation = Accumulation::U32;
             d.outputFormat = VK_FORMAT_R32_UINT;
         }},
        {{Argument::Accumulation, Rule::Unsupported},
         [](Desc& d, Capabilities& c) {
             d.accumulation = Accumulation::F64;
             c.float64 = false;
         }},
        {{Argument::Bias, Rule::Invalid}, [](Desc& d, Capabilities&) { d.bias = static_cast<Bias>(3); }},
        {{Argument::Layout, Rule::Invalid}, [](Desc& d, Capabilities&) { d.layout = static_cast<TableLayout>(2); }},
        {{Argument::Waiting, Rule::Invalid}, [](Desc& d, Capabilities&) { d.waiting = static_cast<Waiting>(2); }}};
    int index = 0;
    for (const auto& [status, change] : kCases) {
        Desc desc = fullVolumeDesc();
        Capabilities capabilities = withImages(portableDevice());
        change(desc, capabilities);
        EXPECT_EQ(checkVolumeDesc(desc, capabilities, kAllFormats), status) << "case " << index;
        ++index;
    }
}

} // namespace
