// Hand-made devices, scans on them, and their arguments: for tests of planning without a device.
#ifndef VKSCAN_TESTS_PLAN_MODELS_H
#define VKSCAN_TESTS_PLAN_MODELS_H

#include "axis_values.h"
#include "statuses.h"

#include "operations/scan.h"
#include "study/create.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace testing_support {

inline constexpr VkDeviceAddress kApart = VkDeviceAddress{1}
                                          << 50; // distance of arguments: more than the largest array
inline constexpr uint64_t kLastByte = std::numeric_limits<uint64_t>::max();

// The least limits of Vulkan 1.2 and vkscan, with the optional features, unlisted.
[[nodiscard]] inline vkscan::Capabilities portableDevice()
{
    vkscan::Capabilities capabilities;
    capabilities.float64 = true;
    capabilities.bufferInt64Atomics = true;
    return capabilities;
}

[[nodiscard]] inline vkscan::Capabilities listedDevice()
{
    vkscan::Capabilities capabilities = portableDevice();
    capabilities.forwardProgress = true;
    return capabilities;
}

[[nodiscard]] inline vkscan::Capabilities listedLargeDevice()
{
    vkscan::Capabilities capabilities = listedDevice();
    capabilities.maxWorkgroupInvocations = 1024;
    capabilities.maxGroupCount[0] = 0x7fffffff;
    capabilities.multiprocessors = 132;
    return capabilities;
}

[[nodiscard]] inline vkscan::Capabilities boundedLoopsDevice()
{
    vkscan::Capabilities capabilities = portableDevice();
    capabilities.subgroupSize = 8;
    capabilities.maxWorkgroupInvocations = 1024;
    capabilities.fewRegisters = true;
    capabilities.boundedLoops = true;
    return capabilities;
}

[[nodiscard]] inline vkscan::Capabilities fewRegistersDevice()
{
    vkscan::Capabilities capabilities = portableDevice();
    capabilities.subgroupSize = 8;
    capabilities.maxWorkgroupInvocations = 1024;
    capabilities.fewRegisters = true;
    return capabilities;
}

// The model of a description, which must be valid.
template <class Model, class Desc, class Tuning>
[[nodiscard]] Model modelFor(const Desc& desc, const Tuning& tuning, const vkscan::Capabilities& capabilities)
{
    Model model;
    EXPECT_EQ(makeModel(desc, tuning, capabilities, &model), vkscan::Status::Success);
    return model;
}

// The parts of a scan's model, which tests change before it is made.
struct ScanCase {
    vkscan::study::ScanDesc desc;
    vkscan::study::Tuning tuning;
    vkscan::Capabilities capabilities;

    operator vkscan::ScanModel() const { return modelFor<vkscan::ScanModel>(desc, tuning, capabilities); }
};

[[nodiscard]] inline vkscan::Status checkScanDesc(const vkscan::study::ScanDesc& desc,
                                                  const vkscan::Capabilities& capabilities)
{
    vkscan::ScanModel model;
    return makeModel(desc, vkscan::study::Tuning(capabilities), capabilities, &model);
}

// A stage by its name, if the schedule has it.
[[nodiscard]] inline uint32_t stageNamed(const vkscan::Schedule& schedule, std::string_view name)
{
    for (uint32_t i = 0; i < schedule.stageCount; ++i)
        if (name == schedule[i].name)
            return i;
    return vkscan::kNoStage;
}
[[nodiscard]] inline bool usesStage(const vkscan::Schedule& schedule, std::string_view name)
{
    return stageNamed(schedule, name) != vkscan::kNoStage;
}
[[nodiscard]] inline const vkscan::Stage& stageOf(const vkscan::Schedule& schedule, std::string_view name)
{
    static const vkscan::Stage kNone = {};
    EXPECT_TRUE(usesStage(schedule, name)) << name;
    return usesStage(schedule, name) ? schedule[stageNamed(schedule, name)] : kNone;
}
[[nodiscard]] inline std::string nameOf(const vkscan::Schedule& schedule, const vkscan::Step& step)
{
    return schedule[step.stage].name;
}
// The stage for a number of positions; "none" if there is none.
[[nodiscard]] inline std::string chosenStage(const vkscan::Schedule& schedule, uint64_t positions)
{
    const uint32_t stage = vkscan::chooseStage(schedule, positions);
    return stage != vkscan::kNoStage ? schedule[stage].name : "none";
}
[[nodiscard]] inline vkscan::Geometry geometryOf(const vkscan::Schedule& schedule, std::string_view stage)
{
    return stageOf(schedule, stage).geometry;
}
[[nodiscard]] inline uint32_t windowOf(const vkscan::Schedule& schedule, std::string_view stage)
{
    return stageOf(schedule, stage).window;
}
[[nodiscard]] inline uint64_t groupsOf(const vkscan::Schedule& schedule, std::string_view stage, uint64_t positions)
{
    return workgroupCount(schedule, stageOf(schedule, stage), positions);
}
[[nodiscard]] inline uint64_t groupsOf(const vkscan::Schedule& schedule, const vkscan::Step& step, uint64_t positions)
{
    return workgroupCount(schedule, schedule[step.stage], positions);
}
// Workgroups of a step.
[[nodiscard]] inline uint64_t dispatchedBy(const vkscan::Step& step)
{
    return uint64_t{step.groupCount[0]} * step.groupCount[1];
}
[[nodiscard]] inline VkDeviceSize scratchOf(const vkscan::Schedule& schedule, std::string_view stage,
                                            uint64_t positions)
{
    return recordingScratchSize(schedule, stageNamed(schedule, stage), positions);
}
[[nodiscard]] inline uint64_t maxHeadOf(const vkscan::Schedule& schedule)
{
    return maxHead(schedule);
}
// The names of the stages that take arrays.
[[nodiscard]] inline std::vector<std::string> choicesOf(const vkscan::Schedule& schedule)
{
    std::vector<std::string> names;
    for (uint32_t i = 0; i < schedule.stageCount; ++i)
        if (schedule[i].isChoice)
            names.push_back(schedule[i].name);
    return names;
}
[[nodiscard]] inline uint32_t partCount(const vkscan::Schedule& schedule)
{
    return schedule.desc.order * schedule.desc.tupleSize;
}
[[nodiscard]] inline uint64_t maxScanCount(const vkscan::Schedule& schedule)
{
    return schedule.maxCount;
}

[[nodiscard]] inline ScanCase modelOf(const vkscan::Capabilities& capabilities, vkscan::ElementType type,
                                      vkscan::Strategy strategy)
{
    vkscan::study::ScanDesc desc;
    desc.type = type;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return {desc, vkscan::study::Tuning(capabilities), capabilities};
}

// Small grids, a spine's workgroup, and different sizes of tiles for each strategy.
[[nodiscard]] inline ScanCase modelOfSmallNumbers(vkscan::ElementType type, vkscan::Strategy strategy)
{
    ScanCase model = modelOf(listedDevice(), type, strategy);
    model.capabilities.maxGroupCount[1] = 9;
    model.tuning.maxGridWidth = 7;
    model.tuning.singleWorkgroup = {64, 1};
    model.tuning.flatSum = {64, 2};
    model.tuning.tiles = {8, 1};
    model.tuning.window = 16;
    model.tuning.samWorkgroups = 9;
    model.tuning.cascadeWorkgroups = 5;
    vkscan::Tuning& tuning = model.tuning;
    for (vkscan::Geometry* spine :
         {&tuning.spine, &tuning.blockSpine, &tuning.largeStateSpine, &tuning.sharedStateSpine, &tuning.segmentSpine,
          &tuning.keySpine, &tuning.customSpine, &tuning.largeCustomSpine, &tuning.selectSpine, &tuning.runValueSpine})
        spine->spineSubgroups = 4;
    return model;
}

// Reproducible scans, by each of vkscan's strategies on every kind of device.
[[nodiscard]] inline std::vector<ScanCase> reproducibleModels(vkscan::ElementType type)
{
    std::vector<ScanCase> models;
    for (const vkscan::Strategy strategy : ownStrategies(WithAuto::Yes)) {
        for (const vkscan::Capabilities& capabilities :
             {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
            models.push_back(modelOf(capabilities, type, strategy));
    }
    for (ScanCase& model : models)
        model.desc.reproducible = true;
    return models;
}

// Every type and strategy on every kind of device, in small numbers, and with tuples.
[[nodiscard]] inline std::vector<ScanCase> allModels()
{
    std::vector<ScanCase> models;
    for (const vkscan::ElementType type : kTypes) {
        for (const vkscan::Strategy strategy : scanStrategies(WithAuto::Yes)) {
            if (!takesType(strategy, type))
                continue;
            for (const vkscan::Capabilities& capabilities :
                 {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
                models.push_back(modelOf(capabilities, type, strategy));
            models.push_back(modelOfSmallNumbers(type, strategy));
            if (strategy == vkscan::study::kScanThenPropagate || strategy == vkscan::study::kRecursiveDoubling)
                continue; // no tuples
            for (const uint32_t tupleSize : {5u, 16u}) {
                for (const vkscan::Capabilities& capabilities : {portableDevice(), listedLargeDevice()}) {
                    models.push_back(modelOf(capabilities, type, strategy));
                    models.back().desc.tupleSize = tupleSize;
                    vkscan::ScanModel taken;
                    if (makeModel(models.back().desc, models.back().tuning, capabilities, &taken) !=
                        vkscan::Status::Success)
                        models.pop_back(); // the strategy takes no tuples
                }
            }
        }
    }
    for (const vkscan::ElementType type : {vkscan::ElementType::F32, vkscan::ElementType::F64})
        for (const ScanCase& model : reproducibleModels(type))
            models.push_back(model);
    return models;
}

[[nodiscard]] inline std::string describe(const vkscan::Schedule& model, uint64_t count)
{
    const vkscan::Capabilities& capabilities = model.capabilities;
    return std::string(toString(model.desc.type)) + " " + vkscan::study::toString(model.strategy) + ", tuples of " +
           std::to_string(model.desc.tupleSize) + ", count " + std::to_string(count) +
           (capabilities.forwardProgress ? ", listed" : ", not listed") + ", axis " + std::to_string(model.gridWidth) +
           (capabilities.boundedLoops ? ", bounded loops" : "");
}

// Tiles of a stage in an array that begins with a whole vector.
[[nodiscard]] inline uint64_t tilesOf(const vkscan::Schedule& model, std::string_view stage, uint64_t count)
{
    return tileCount(stageOf(model, stage), count);
}

// The number of steps of a scan.
[[nodiscard]] uint32_t stepsOf(const vkscan::Schedule& model, std::string_view stage, uint64_t count);

// Counts at which plans may change: at the ends of vectors, tiles, windows, spans, axes and strategies, and one to
// either side. Ascending, up to maxScanCount.
[[nodiscard]] std::vector<uint64_t> interestingCounts(const vkscan::Schedule& model);

// Arguments that planScan accepts: exact sizes, no overlap, no optional range.
[[nodiscard]] inline vkscan::ScanArgs validArgs(const vkscan::Schedule& model, uint64_t count)
{
    const VkDeviceSize bytes = count * sizeOf(model.desc.type);
    vkscan::ScanArgs args;
    args.count = count;
    args.input = {1 * kApart, bytes};
    args.output = {2 * kApart, bytes};
    args.scratch = {3 * kApart, scratchSize(model, count)};
    return args;
}

[[nodiscard]] inline bool touches(const vkscan::Step& step, vkscan::BufferRange range, bool write)
{
    for (uint32_t i = 0; i < step.accesses.count; ++i) {
        const vkscan::Access& access = step.accesses.items[i];
        if (access.write == write && access.range.address == range.address && access.range.size == range.size)
            return true;
    }
    return false;
}

// The optional ranges, apart from other ranges.
[[nodiscard]] inline vkscan::BufferRange validCountBuffer()
{
    return {VkDeviceAddress{4} << 50, sizeof(uint32_t)};
}
[[nodiscard]] inline vkscan::BufferRange validTotal(const vkscan::Schedule& model)
{
    return {VkDeviceAddress{5} << 50, model.desc.tupleSize * sizeOf(model.desc.type)};
}

} // namespace testing_support

#endif
