#include "schedule/levels.h"

namespace vkscan {

namespace {

static_assert(Plan::kCapacity >= 2 * Levels::kCapacity - 1,
              "all levels are scanned, and all but the top propagated to");

VkDeviceSize roundUp(VkDeviceSize bytes, VkDeviceSize multiple) noexcept
{
    return (bytes + multiple - 1) / multiple * multiple;
}

} // namespace

uint64_t maxLevelTiles(uint64_t tileElements) noexcept
{
    uint64_t tiles = 1;
    for (uint32_t i = 1; i < Levels::kCapacity; ++i)
        tiles *= tileElements;
    return tiles;
}

Levels levelsOf(const Schedule& schedule, uint64_t positions) noexcept
{
    const VkDeviceSize element = sizeOf(schedule.desc.type);
    Levels levels;
    levels.items[levels.count++] = {positions, workgroupCount(schedule, Stage::ScanTiles, positions), 0};
    VkDeviceSize end = abi::kScratchHeaderBytes;
    while (levels.items[levels.count - 1].tiles > 1 && levels.count < Levels::kCapacity) {
        const uint64_t aggregates = levels.items[levels.count - 1].tiles;
        levels.items[levels.count++] = {aggregates, workgroupCount(schedule, Stage::ScanTiles, aggregates), end};
        end += roundUp(aggregates * element, abi::kVectorBytes);
        levels.scratchBytes = end;
    }
    return levels;
}

void appendLevels(Plan* plan, const Schedule& schedule, uint64_t positions, const abi::ScanPush& push,
                  const ScanBuffers& buffers) noexcept
{
    const Levels levels = levelsOf(schedule, positions);
    const uint32_t top = levels.count - 1;
    const auto elementsOf = [&](uint32_t level) {
        return level == 0 ? buffers.output
                          : Access{{buffers.scratch.range.address + levels.items[level].offset,
                                    levels.items[level].positions * sizeOf(schedule.desc.type)},
                                   true};
    };
    // What both steps of a level push: where its elements and their aggregates are.
    const auto pushOf = [&](uint32_t level) {
        abi::ScanPush pushed = push;
        if (level > 0) {
            pushed.inputAddress = pushed.outputAddress = elementsOf(level).range.address;
            pushed.maxCount = levels.items[level].positions;
            pushed.countAddress = 0;
            pushed.head = 0;
        }
        pushed.scratchAddress = level < top ? elementsOf(level + 1).range.address : 0;
        if (level < top) {
            pushed.totalAddress = 0;
            pushed.hasInitial = 0;
        }
        return pushed;
    };
    for (uint32_t level = 0; level <= top; ++level) {
        const bool isArray = level == 0;
        appendStep(plan, schedule, isArray ? Stage::ScanTiles : Stage::ScanAggregates, levels.items[level].tiles,
                   pushOf(level),
                   {isArray ? buffers.input : Access{}, isArray ? buffers.countBuffer : Access{}, elementsOf(level),
                    level < top ? elementsOf(level + 1) : buffers.total});
    }
    for (uint32_t level = top; level-- > 0;) {
        const bool isArray = level == 0;
        abi::ScanPush pushed = pushOf(level);
        pushed.inputAddress = pushed.outputAddress;
        appendStep(plan, schedule, isArray ? Stage::Propagate : Stage::PropagateAggregates, levels.items[level].tiles,
                   pushed, {isArray ? buffers.countBuffer : Access{}, elementsOf(level), elementsOf(level + 1)});
    }
}

} // namespace vkscan
