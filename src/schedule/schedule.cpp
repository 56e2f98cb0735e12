#include "schedule/schedule.h"

#include "schedule/carry_strategy.h"

#include <vkscan/types.h>

#include <algorithm>

namespace vkscan {

namespace {

uint64_t spanCount(const Schedule& schedule, const Stage& stage, uint64_t tiles) noexcept
{
    const uint64_t wanted =
        std::max(std::min<uint64_t>(tiles, stage.groups), divideRoundingUp(tiles, schedule.spanTiles));
    return std::clamp<uint64_t>(wanted, 1, schedule.gridWidth);
}

uint64_t tilesOfWorkgroup(const Schedule& schedule, uint64_t bounded, uint64_t most) noexcept
{
    if (!schedule.capabilities.boundedLoops)
        return most;
    return schedule.desc.boundedTiles != 0 ? schedule.desc.boundedTiles : bounded;
}

} // namespace

void TileForm::fit(const Schedule& schedule, StageDesc* stage) const noexcept
{
    if (schedule.vectorElements == 1) // the registers of vectors of 4 words
        stage->geometry.rows = std::max(stage->geometry.rows * 4 / schedule.desc.custom.words, 1u);
}

void FixedOrderForm::fit(const Schedule& schedule, StageDesc* stage) const noexcept
{
    const uint32_t most = std::min(schedule.capabilities.maxWorkgroupInvocations, 1024u);
    Geometry& geometry = stage->geometry;
    geometry.workgroupSize = std::max(geometry.workgroupSize, 64u);
    while (schedule.capabilities.fewRegisters && geometry.workgroupSize * 2 <= most)
        geometry.workgroupSize *= 2;
    geometry.rows = kFixedTileVectors / geometry.workgroupSize;
    if (stage->window > 0)
        stage->window = kFixedWindow;
}

void fixOrder(ScheduleDesc* desc) noexcept
{
    desc->form = "_fixed_order";
    desc->hasFixedOrder = true;
    desc->isShifted = false;
    desc->boundedTiles = kFixedWindow;
}

Schedule::Schedule(const ScheduleDesc& of, const Tuning& tuning, const Capabilities& on) noexcept
    : desc(of),
      capabilities(on),
      strategy(tuning.strategy),
      gridWidth(std::min(on.maxGroupCount[0], tuning.maxGridWidth)),
      spanTiles(of.hasFixedOrder ? kFixedWindow : tilesOfWorkgroup(*this, kSpanTiles, kSpanTiles)),
      elementBytes(isCustom(of) ? of.custom.words * sizeof(uint32_t) : sizeOf(of.type)),
      vectorElements(isCustom(of) && !of.custom.inVectors ? 1 : abi::kVectorBytes / elementBytes),
      waits(tuning.waits),
      shortWaits(tuning.shortWaits),
      testHooks(tuning.testHooks)
{
    if (desc.stateWords == 0)
        desc.stateWords = static_cast<uint32_t>(desc.order * desc.tupleSize * elementBytes / sizeof(uint32_t));
    slotBytes = desc.stateWords * uint64_t{abi::kScratchWordBytes};
}

uint64_t StageList::workgroupTiles(uint64_t bounded, uint64_t most) const noexcept
{
    return tilesOfWorkgroup(m_schedule, bounded, most);
}

uint64_t StageList::maxSpanTiles() const noexcept
{
    const uint64_t most = std::min<uint64_t>(kMaxTiles, m_schedule.gridWidth * m_schedule.spanTiles);
    if (m_schedule.desc.hasFixedOrder && m_schedule.capabilities.boundedLoops)
        return std::min(most, kBoundedWindows * kFixedWindow);
    return most;
}

uint64_t StageList::maxSingleTiles() const noexcept
{
    const uint64_t groups = uint64_t{m_schedule.gridWidth} * m_schedule.capabilities.maxGroupCount[1];
    return std::min(kMaxTiles, groups - 1); // one workgroup may keep the spine
}

Stage StageList::resolve(const StageDesc& desc) const noexcept
{
    Stage stage = {desc};
    m_form.fit(m_schedule, &stage);
    const Geometry geometry = stage.geometry;
    stage.tileElements = uint64_t{geometry.workgroupSize} * geometry.rows * m_schedule.vectorElements;
    stage.window = std::min(stage.window, geometry.workgroupSize);
    stage.keepsSpine &= geometry.spineSubgroups > 0;
    if (stage.tilesOfWindow > 0)
        stage.maxTiles = std::min(kMaxTiles, uint64_t{stage.tilesOfWindow} * stage.window);
    stage.maxPositions = stage.maxTiles * stage.tileElements;
    const uint64_t head = maxHead(m_schedule);
    // An array of a tile's elements needs no other stage if it begins within a vector: the workgroup scans a second
    // tile.
    if (stage.maxTiles == 1 && stage.grid == Grid::One)
        stage.maxPositions += head;
    if (m_schedule.desc.maxCount != 0)
        stage.maxPositions = std::min(stage.maxPositions - head, m_schedule.desc.maxCount) + head;
    return stage;
}

bool StageList::choose(Strategy strategy, const StageDesc& desc, const CarryStrategy* carries) noexcept
{
    Stage stage = resolve(desc);
    if (stage.leastPositions > stage.maxPositions)
        return false;
    for (uint32_t i = 0; i < m_schedule.stageCount; ++i)
        if (m_schedule[i].isChoice && m_schedule[i].maxPositions >= stage.maxPositions &&
            m_schedule[i].leastPositions <= stage.leastPositions)
            return false;
    stage.isChoice = true;
    stage.strategy = strategy;
    stage.carries = carries;
    m_schedule.maxCount = std::max(m_schedule.maxCount, stage.maxPositions - maxHead(m_schedule));
    m_choice = static_cast<uint8_t>(m_schedule.stageCount++);
    m_schedule.stages[m_choice] = stage;
    return true;
}

void StageList::choose(Strategy strategy, const StageDesc& small, const StageDesc& desc) noexcept
{
    if (tileElements(small) < tileElements(desc))
        choose(strategy, small);
    choose(strategy, desc);
}

uint8_t StageList::add(const StageDesc& desc) noexcept
{
    m_schedule.stages[m_schedule.stageCount] = resolve(desc);
    return static_cast<uint8_t>(m_schedule.stageCount++);
}

void StageList::addBefore(const StageDesc& desc) noexcept
{
    m_schedule.stages[m_choice].before = add(desc);
}

void StageList::addRecovery(StageDesc pass, const char* name, uint32_t groups) noexcept
{
    pass.name = name;
    pass.grid = Grid::Fixed;
    pass.groups = std::min(groups, m_schedule.gridWidth);
    pass.fallback = abi::kFallbackAgain;
    m_schedule.stages[m_choice].recovery = add(pass);
}

void StageList::addFurther(const StageDesc& desc) noexcept
{
    auto& further = m_schedule.stages[m_choice].further;
    *std::find(std::begin(further), std::end(further), kNoStage) = add(desc);
}

uint64_t totalsBytes(Geometry geometry, uint64_t words) noexcept
{
    return uint64_t{2} * geometry.workgroupSize / 4 * words * sizeof(uint32_t);
}

uint64_t storedBytes(const Schedule& schedule, StoredType stored) noexcept
{
    const StoredTypeRow* const row = findRow(kStoredTypes, stored);
    return row != nullptr && row->bytes > 0 ? row->bytes : schedule.elementBytes;
}

Placement placeArray(const Schedule& schedule, VkDeviceAddress address, uint64_t count, StoredType stored) noexcept
{
    uint64_t head = 0;
    if (count > 0 && schedule.vectorElements > 1 && schedule.desc.isShifted) {
        const uint64_t bytes = storedBytes(schedule, stored);
        head = address % (abi::kVectorBytes * bytes / schedule.elementBytes) / bytes;
    }
    return {head, head + count, chooseStage(schedule, head + count)};
}

uint32_t chooseStage(const Schedule& schedule, uint64_t positions) noexcept
{
    for (uint32_t i = 0; i < schedule.stageCount; ++i) {
        const Stage& stage = schedule[i];
        if (stage.isChoice && positions >= stage.leastPositions && positions <= stage.maxPositions)
            return i;
    }
    return kNoStage;
}

uint64_t tileCount(const Stage& stage, uint64_t positions) noexcept
{
    return divideRoundingUp(positions, stage.tileElements);
}

uint64_t workgroupCount(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept
{
    const uint64_t tiles = tileCount(stage, positions);
    switch (stage.grid) {
    case Grid::One: return 1;
    case Grid::Tiles:
        if (stage.tilesOfWindow > 0)
            return std::clamp<uint64_t>(tiles, 1, stage.window);
        return std::max<uint64_t>(tiles, 1) + (stage.keepsSpine ? 1 : 0);
    case Grid::Spans: return spanCount(schedule, stage, tiles);
    case Grid::Fixed: return stage.groups;
    }
    return 0;
}

VkDeviceSize recordingScratchSize(const Schedule& schedule, uint32_t stage, uint64_t positions) noexcept
{
    const Stage& taken = schedule[stage];
    if (taken.carries != nullptr && taken.carries->scratchBytes != nullptr)
        return taken.carries->scratchBytes(schedule, taken, positions);
    if (taken.slots == 0) // A user's kernels need a readable word, even if there are no arrays.
        return isCustom(schedule.desc) ? abi::kScratchHeaderBytes : 0;
    const uint64_t tiles = tileCount(taken, positions);
    const uint64_t holders = taken.grid == Grid::Spans ? spanCount(schedule, taken, tiles) : tiles;
    const uint64_t slots = taken.slots * (taken.grid == Grid::Fixed ? taken.groups : holders) + taken.slotsBehind;
    const uint64_t marks = taken.recovery != kNoStage ? tiles : 0; // marks of tiles that gave up
    return abi::kScratchHeaderBytes + slots * schedule.slotBytes + marks * abi::kScratchWordBytes;
}

VkDeviceSize scratchSize(const Schedule& schedule, uint64_t maxCount) noexcept
{
    const uint64_t positions = std::min(maxCount, schedule.maxCount) + maxHead(schedule);
    return mostBytes(schedule, positions,
                     [&](uint32_t stage, uint64_t most) { return recordingScratchSize(schedule, stage, most); });
}

SpecConstants constantsOf(const Schedule& schedule, const Stage& stage, uint32_t operatorCode) noexcept
{
    const ScheduleDesc& desc = schedule.desc;
    const Geometry geometry = stage.geometry;
    const uint32_t subgroupSize = schedule.capabilities.subgroupSize;
    const Waits& waits = stage.fallback != abi::kFallbackNone ? schedule.shortWaits : schedule.waits;
    SpecConstants constants;
    constants[abi::kIdWorkgroupSize] = geometry.workgroupSize;
    constants[abi::kIdRows] = geometry.rows;
    constants[abi::kIdType] = static_cast<uint32_t>(desc.type);
    constants[abi::kIdOperator] = operatorCode;
    constants[abi::kIdBackward] = desc.direction == Direction::Backward ? VK_TRUE : VK_FALSE;
    constants[abi::kIdWindow] = stage.window;
    constants[abi::kIdLeaveAlone] = schedule.capabilities.boundedLoops ? VK_FALSE : VK_TRUE;
    constants[abi::kIdPolls] = waits.polls;
    constants[abi::kIdRounds] = waits.rounds;
    constants[abi::kIdInOrder] = waits.inOrder ? VK_TRUE : VK_FALSE;
    constants[abi::kIdFallback] = stage.fallback;
    if (stage.keepsSpine)
        constants[abi::kIdSpineSubgroups] = std::min(geometry.spineSubgroups, geometry.workgroupSize / subgroupSize);
    constants[abi::kIdSubgroupSize] = subgroupSize;
    constants[abi::kIdOrder] = desc.order;
    constants[abi::kIdBlockVectors] = 1;
    constants[abi::kIdTupleSize] = desc.tupleSize;
    constants[abi::kIdTestHooks] = schedule.testHooks;
    for (uint32_t i = 0; i < desc.constants.count; ++i)
        constants[desc.constants.items[i].id] = desc.constants.items[i].value;
    for (uint32_t i = 0; i < stage.constants.count; ++i)
        constants[stage.constants.items[i].id] = stage.constants.items[i].value;
    return constants;
}

} // namespace vkscan
