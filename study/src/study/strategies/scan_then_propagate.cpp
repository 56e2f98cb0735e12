// Tiles are scanned each on its own, their aggregates in the same way, level by level up to one of a single tile, and
// passes back down add the carries. Harris, Sengupta & Owens, GPU Gems 3, 2007.
#include "study/strategy.h"

namespace vkscan::study::strategies {

namespace {

// The array, its tiles' aggregates, their tiles' aggregates, and so on.
struct Level {
    uint64_t positions = 0;
    uint64_t tiles = 0;      // workgroups, and positions of the next level
    VkDeviceSize offset = 0; // in scratch, but the first's
};

struct Levels {
    static constexpr uint32_t kCapacity = 4;
    Level items[kCapacity] = {};
    uint32_t count = 0;
    VkDeviceSize scratchBytes = 0; // none for a single level
};
static_assert(Plan::kCapacity >= 2 * Levels::kCapacity - 1,
              "all levels are scanned, and all but the top propagated to");

// Helper stages, in the order of Stage::further.
enum LevelStage : uint32_t { kScanAggregates, kPropagate, kPropagateAggregates };

uint64_t maxLevelTiles(uint64_t tileElements) noexcept
{
    uint64_t tiles = 1;
    for (uint32_t i = 1; i < Levels::kCapacity; ++i)
        tiles *= tileElements;
    return tiles;
}

Levels levelsOf(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept
{
    const VkDeviceSize element = schedule.elementBytes;
    Levels levels;
    levels.items[levels.count++] = {positions, workgroupCount(schedule, stage, positions), 0};
    VkDeviceSize end = abi::kScratchHeaderBytes;
    while (levels.items[levels.count - 1].tiles > 1 && levels.count < Levels::kCapacity) {
        const uint64_t aggregates = levels.items[levels.count - 1].tiles;
        levels.items[levels.count++] = {aggregates, workgroupCount(schedule, stage, aggregates), end};
        end += roundUp<VkDeviceSize>(aggregates * element, abi::kVectorBytes);
        levels.scratchBytes = end;
    }
    return levels;
}

void addScanThenPropagateStages(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept
{
    const Schedule& schedule = stages->schedule();
    const uint64_t groups = uint64_t{schedule.gridWidth} * schedule.capabilities.maxGroupCount[1];
    StageDesc stage = {.name = "ScanTiles", .kernel = "scan_tiles", .geometry = tuning.tiles, .slots = 1};
    stage.maxTiles = std::min({kMaxTiles, groups, maxLevelTiles(stages->tileElements(stage))});
    if (!stages->choose(strategy.value, stage, &strategy.carries))
        return;
    StageDesc aggregates = stage;
    aggregates.constants.set(abi::kIdBackward, VK_FALSE);
    aggregates.constants.set(abi::kIdExclusive, VK_TRUE);
    aggregates.name = "ScanAggregates";
    stages->addFurther(aggregates);
    stage.kernel = aggregates.kernel = "scan_propagate";
    stage.name = "Propagate";
    stages->addFurther(stage);
    aggregates.name = "PropagateAggregates";
    stages->addFurther(aggregates);
}

void appendScanThenPropagate(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const PassBuffers& buffers = pass.buffers;
    const Levels levels = levelsOf(schedule, schedule[stage], pass.positions);
    const uint32_t top = levels.count - 1;
    const auto elementsOf = [&](uint32_t level) {
        return level == 0 ? buffers.output
                          : Access{{buffers.scratch.range.address + levels.items[level].offset,
                                    levels.items[level].positions * schedule.elementBytes},
                                   true};
    };
    // Push constants of both steps of a level: where its elements and their aggregates are.
    const auto pushAt = [&](uint32_t level) {
        auto push = pass.push.get<abi::ScanPush>();
        if (level > 0) {
            push.inputAddress = push.outputAddress = elementsOf(level).range.address;
            push.maxCount = levels.items[level].positions;
            push.countAddress = 0;
            push.head = 0;
        }
        push.scratchAddress = level < top ? elementsOf(level + 1).range.address : 0;
        if (level < top) {
            push.totalAddress = 0;
            push.hasInitial = 0;
        }
        return push;
    };
    for (uint32_t level = 0; level <= top; ++level) {
        const bool isArray = level == 0;
        appendStep(plan, schedule, isArray ? stage : schedule[stage].further[kScanAggregates],
                   levels.items[level].tiles, pushAt(level),
                   {isArray ? buffers.input : Access{}, isArray ? buffers.countBuffer : Access{}, elementsOf(level),
                    level < top ? elementsOf(level + 1) : buffers.total});
    }
    for (uint32_t level = top; level-- > 0;) {
        const bool isArray = level == 0;
        abi::ScanPush push = pushAt(level);
        push.inputAddress = push.outputAddress;
        appendStep(plan, schedule, schedule[stage].further[isArray ? kPropagate : kPropagateAggregates],
                   levels.items[level].tiles, push,
                   {isArray ? buffers.countBuffer : Access{}, elementsOf(level), elementsOf(level + 1)});
    }
}

VkDeviceSize scratchOfScanThenPropagate(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept
{
    return levelsOf(schedule, stage, positions).scratchBytes;
}

} // namespace

extern const StudyStrategy scan_then_propagate = {
    .value = kScanThenPropagate,
    .carries = {.append = appendScanThenPropagate, .scratchBytes = scratchOfScanThenPropagate},
    .addStages = addScanThenPropagateStages,
    .takesOrders = false,
    .takesUserKernels = false};

} // namespace vkscan::study::strategies
