#include "scan_strategy.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr uint64_t kMinSpans = 1024; // enough to fill a large GPU
constexpr uint64_t kSpanTiles = 256; // beyond kMinSpans times this many tiles, there are more spans
constexpr uint64_t kMaxTiles = uint64_t{1} << 30;

uint64_t divideRoundingUp(uint64_t value, uint64_t divisor) noexcept
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

uint64_t tileElements(const ScanModel& model, Strategy strategy) noexcept
{
    return geometryOf(model.tuning, scanStage(strategy)).tileElements(model.desc.type);
}

uint64_t tileCount(const ScanModel& model, Strategy strategy, uint64_t count) noexcept
{
    return divideRoundingUp(count, tileElements(model, strategy));
}

uint64_t spanCount(const ScanModel& model, uint64_t tiles) noexcept
{
    const uint64_t wanted = std::max(std::min(tiles, kMinSpans), divideRoundingUp(tiles, kSpanTiles));
    return std::clamp<uint64_t>(wanted, 1, gridWidth(model));
}

uint64_t maxTiles(const ScanModel& model, Strategy strategy) noexcept
{
    const uint64_t axis = gridWidth(model);
    const uint64_t groups = axis * model.capabilities.maxGroupCount[1];
    switch (strategy) {
    case Strategy::SingleWorkgroup: return kSpanTiles;
    case Strategy::FlatSum: return model.tuning.window;
    case Strategy::ReduceThenScan: return std::min(kMaxTiles, axis * kSpanTiles);
    default: return std::min(kMaxTiles, groups - 1); // one may be the spine's
    }
}

uint64_t maxCountOf(const ScanModel& model, Strategy strategy) noexcept
{
    return maxTiles(model, strategy) * tileElements(model, strategy);
}

// The strategies a scan may take, each up to a count.
struct Candidate {
    Strategy strategy;
    uint64_t maxCount;
};

struct Candidates {
    Candidate items[3] = {};
    uint32_t count = 0;

    void append(Strategy strategy, uint64_t maxCount) noexcept { items[count++] = {strategy, maxCount}; }
};

Candidates candidatesOf(const ScanModel& model) noexcept
{
    Candidates candidates;
    const auto append = [&](Strategy strategy) { candidates.append(strategy, maxCountOf(model, strategy)); };
    if (model.desc.strategy != Strategy::Auto) {
        append(model.desc.strategy);
        return candidates;
    }
    candidates.append(Strategy::SingleWorkgroup, tileElements(model, Strategy::SingleWorkgroup));
    if (model.capabilities.forwardProgress && model.capabilities.bufferInt64Atomics) {
        append(Strategy::FlatSum);
        append(Strategy::Spine);
    } else {
        append(Strategy::ReduceThenScan);
    }
    return candidates;
}

} // namespace

Status checkScanDesc(const ScanDesc& desc, const Capabilities& capabilities) noexcept
{
    if (sizeOf(desc.type) == 0)
        return Status::TypeInvalid;
    if (desc.type == Type::F64 && !capabilities.float64)
        return Status::TypeUnsupported;
    if (desc.op < Op::Add || desc.op > Op::Xor)
        return Status::OpInvalid;
    if (desc.op >= Op::And && (desc.type == Type::F32 || desc.type == Type::F64))
        return Status::OpNeedsInteger;
    if (desc.kind != Kind::Inclusive && desc.kind != Kind::Exclusive)
        return Status::KindInvalid;
    if (desc.direction != Direction::Forward && desc.direction != Direction::Backward)
        return Status::DirectionInvalid;
    switch (desc.strategy) {
    case Strategy::Auto:
    case Strategy::SingleWorkgroup:
    case Strategy::ReduceThenScan: return Status::Success;
    case Strategy::FlatSum:
    case Strategy::Spine:
        if (!capabilities.forwardProgress && !desc.assumeForwardProgress)
            return Status::StrategyNeedsForwardProgress;
        [[fallthrough]];
    case Strategy::DecoupledLookback:
        return capabilities.bufferInt64Atomics ? Status::Success : Status::StrategyUnsupported;
    }
    return Status::StrategyInvalid;
}

uint32_t gridWidth(const ScanModel& model) noexcept
{
    return std::min(model.capabilities.maxGroupCount[0], model.tuning.maxGridWidth);
}

bool usesStage(const ScanModel& model, Stage stage) noexcept
{
    const Stage scan = stage == Stage::ReduceSpans ? Stage::ScanSpans : stage;
    const Candidates candidates = candidatesOf(model);
    for (uint32_t i = 0; i < candidates.count; ++i)
        if (scanStage(candidates.items[i].strategy) == scan)
            return true;
    return false;
}

Stage scanStage(Strategy strategy) noexcept
{
    switch (strategy) {
    case Strategy::FlatSum: return Stage::FlatSum;
    case Strategy::Spine: return Stage::Spine;
    case Strategy::DecoupledLookback: return Stage::LookBack;
    case Strategy::ReduceThenScan: return Stage::ScanSpans;
    default: return Stage::SingleWorkgroup;
    }
}

Geometry geometryOf(const Tuning& tuning, Stage stage) noexcept
{
    switch (stage) {
    case Stage::FlatSum: return tuning.flatSum;
    case Stage::Spine: return tuning.spine;
    case Stage::LookBack: return tuning.lookBack;
    case Stage::ReduceSpans:
    case Stage::ScanSpans: return tuning.spans;
    default: return tuning.singleWorkgroup;
    }
}

uint64_t maxScanCount(const ScanModel& model) noexcept
{
    const Candidates candidates = candidatesOf(model);
    return candidates.items[candidates.count - 1].maxCount;
}

Strategy chooseStrategy(const ScanModel& model, uint64_t count) noexcept
{
    const Candidates candidates = candidatesOf(model);
    for (uint32_t i = 0; i < candidates.count; ++i)
        if (count <= candidates.items[i].maxCount)
            return candidates.items[i].strategy;
    return Strategy::Auto;
}

uint64_t workgroupCount(const ScanModel& model, Strategy strategy, uint64_t count) noexcept
{
    const uint64_t tiles = tileCount(model, strategy, count);
    switch (strategy) {
    case Strategy::Spine: return std::max<uint64_t>(tiles, 1) + (model.tuning.spineSubgroups > 0 ? 1 : 0);
    case Strategy::FlatSum:
    case Strategy::DecoupledLookback: return std::max<uint64_t>(tiles, 1);
    case Strategy::ReduceThenScan: return spanCount(model, tiles);
    default: return 1;
    }
}

VkDeviceSize recordingScratchSize(const ScanModel& model, Strategy strategy, uint64_t count) noexcept
{
    const uint64_t tiles = tileCount(model, strategy, count);
    uint64_t slots = 0;
    switch (strategy) {
    case Strategy::FlatSum:
    case Strategy::Spine:
    case Strategy::DecoupledLookback: slots = 2 * tiles; break;
    case Strategy::ReduceThenScan: slots = spanCount(model, tiles); break;
    default: return 0;
    }
    const uint64_t words = sizeOf(model.desc.type) / sizeof(uint32_t);
    return abi::kScratchHeaderBytes + slots * words * abi::kScratchWordBytes;
}

VkDeviceSize scanScratchSize(const ScanModel& model, uint64_t maxCount) noexcept
{
    // A smaller count may take another strategy and need more, so the most that any takes.
    const Candidates candidates = candidatesOf(model);
    VkDeviceSize size = 0;
    uint64_t firstCount = 0;
    for (uint32_t i = 0; i < candidates.count && firstCount <= maxCount; ++i) {
        const Candidate& candidate = candidates.items[i];
        const uint64_t most = std::min(maxCount, candidate.maxCount);
        size = std::max(size, recordingScratchSize(model, candidate.strategy, most));
        firstCount = candidate.maxCount + 1;
    }
    return size;
}

} // namespace vkscan
