#include "schedule/scan_model.h"

#include "abi.h"
#include "study/network.h"

#include <algorithm>
#include <numeric>

namespace vkscan {

namespace {

// Of a tile's vectors, and of what precedes its blocks, in an invocation's registers.
constexpr uint64_t kMostHeldWords = 170;

// Whose tiles had better be long, because there are states to carry that are longer than a vector; of orders, as long.
bool hasLargeState(const ScanModel& model) noexcept
{
    const uint64_t bytes = stateWords(model) * sizeof(uint32_t);
    return passOrder(model) > 1 ? bytes >= abi::kVectorBytes : bytes > abi::kVectorBytes;
}

Geometry spineGeometry(const ScanModel& model) noexcept
{
    if (model.selection || model.encodesRuns)
        return model.tuning.selectSpine;
    if (model.segments) {
        const bool hasWords = *model.segments != Segments::HeadBits && *model.segments < Segments::Rows;
        return hasWords && sizeOf(model.desc.type) == 4 ? model.tuning.keySpine : model.tuning.segmentSpine;
    }
    if (partCount(model) == 1)
        return model.tuning.spine;
    if (stateWords(model) >= abi::kLeastSharedWords)
        return model.tuning.sharedStateSpine;
    return hasLargeState(model) ? model.tuning.largeStateSpine : model.tuning.blockSpine;
}

// Tuples of as many vectors as a power of two, at most a subgroup's lanes: a lane has one of these, and the same
// members in every row.
bool tuplesTakeLanes(const ScanModel& model) noexcept
{
    const uint64_t bytes = model.desc.tupleSize * sizeOf(model.desc.type);
    return passOrder(model) == 1 && bytes % abi::kVectorBytes == 0 &&
           model.capabilities.subgroupSize % (bytes / abi::kVectorBytes) == 0;
}

// Of shared memory, for two states of each of the narrowest subgroups.
uint64_t totalsBytes(Geometry geometry, uint64_t words) noexcept
{
    return uint64_t{2} * geometry.workgroupSize / 4 * words * sizeof(uint32_t);
}

// The same, where elements have words in it: those of two rows, of selections, twice where digits are sorted;
// and all, of reductions by offsets, which look segments up with a word and a bit for each.
uint64_t stagedBytes(const ScanModel& model, Geometry geometry) noexcept
{
    const bool sortsDigits = model.selection && model.desc.tupleSize > 2;
    if (model.selection)
        geometry.rows = std::min(geometry.rows, 2u);
    const uint64_t elements = geometry.tileElements(model.desc.type);
    const uint64_t words = sortsDigits ? 2 * elements + geometry.workgroupSize / model.capabilities.subgroupSize *
                                                            uint64_t{model.desc.tupleSize}
                                       : elements;
    const uint64_t bits = model.selection ? 0 : elements / 8;
    return words * sizeof(uint32_t) + bits + totalsBytes(geometry, stateWords(model) + 1) + kSharedRest;
}

} // namespace

uint32_t passOrder(const ScanModel& model) noexcept
{
    // The sums of higher orders are exact modulo the integer's range, and lose all digits as floats.
    const bool isFloat = model.desc.type == ElementType::F32 || model.desc.type == ElementType::F64;
    uint32_t order = isFloat ? 1 : std::min(model.desc.order, abi::kMaxParts / model.desc.tupleSize);
    while (model.desc.order % order != 0)
        --order;
    return order;
}

uint32_t partCount(const ScanModel& model) noexcept
{
    return passOrder(model) * model.desc.tupleSize;
}

uint64_t stateWords(const ScanModel& model) noexcept
{
    if (model.encodesRuns)
        return abi::kRunStateWords;
    const bool hasMore = model.segments || model.withIndex;
    return partCount(model) * sizeOf(model.desc.type) / sizeof(uint32_t) + (hasMore ? 1 : 0);
}

uint32_t blockVectors(const ScanModel& model, Stage stage) noexcept
{
    if (tuplesTakeLanes(model))
        return 1;
    const auto elements = static_cast<uint32_t>(abi::kVectorBytes / sizeOf(model.desc.type));
    const uint32_t tuples = model.desc.tupleSize / std::gcd(model.desc.tupleSize, elements);
    uint32_t wanted = 1;
    if (passOrder(model) > 1 && hasLargeState(model))
        wanted = stage == Stage::Spine ? model.tuning.orderSpineVectors : model.tuning.orderVectors;
    return std::max(wanted / tuples, 1u) * tuples;
}

bool reducesByTree(const ScanModel& model) noexcept
{
    return model.method != ReduceMethod::Auto && model.method != ReduceMethod::Decomposed;
}

KernelForm kernelFormOf(const ScanModel& model) noexcept
{
    if (model.selection)
        return KernelForm::Select;
    if (model.allocates)
        return KernelForm::Requests;
    if (model.encodesRuns)
        return KernelForm::Runs;
    if (model.segments)
        return KernelForm::Segments;
    if (model.withIndex)
        return KernelForm::Indices;
    if (reducesByTree(model))
        return KernelForm::Trees;
    if (usesNetwork(model.desc))
        return KernelForm::Network;
    return partCount(model) > 1 ? KernelForm::Blocks : KernelForm::Elements;
}

Geometry geometryOf(const ScanModel& model, Stage stage) noexcept
{
    Geometry geometry = stage == Stage::Spine ? spineGeometry(model) : model.tuning.*infoOf(stage).geometry;
    if ((model.selection || model.encodesRuns) && stage == Stage::FlatSum)
        geometry = model.tuning.selectFlatSum;
    if (model.selection)
        geometry.rows = std::min(geometry.rows, abi::kMaxSelectRows);
    if (model.selection || (model.reduces && model.segments == Segments::Offsets))
        while (stagedBytes(model, geometry) > model.capabilities.maxSharedBytes)
            (geometry.rows > 1 && !model.selection ? geometry.rows : geometry.workgroupSize) /= 2;
    if (usesNetwork(model.desc))
        return networkGeometry(model.desc, model.capabilities, geometry);
    if (partCount(model) == 1 || model.selection)
        return geometry;
    const uint32_t block = blockVectors(model, stage);
    geometry.rows = std::max((geometry.rows + block / 2) / block, 1u) * block;
    const uint64_t precedes = tuplesTakeLanes(model) ? 0 : stateWords(model);
    while (geometry.rows > block && geometry.rows * 4 + geometry.rows / block * precedes > kMostHeldWords)
        geometry.rows -= block;
    const auto sharedBytes = [&] {
        const uint32_t items = block > 1 ? geometry.workgroupSize * (block | 1) * abi::kVectorBytes : 0;
        return items + totalsBytes(geometry, stateWords(model)) + kSharedRest;
    };
    while (sharedBytes() > model.capabilities.maxSharedBytes)
        geometry.workgroupSize /= 2;
    return geometry;
}

uint32_t windowOf(const ScanModel& model, Stage stage) noexcept
{
    const uint32_t most = geometryOf(model, stage).workgroupSize;
    switch (stage) {
    case Stage::Chained: return 1;
    case Stage::Sam: return std::min(model.tuning.samWorkgroups, most);
    default: return std::min(model.tuning.window, most);
    }
}

} // namespace vkscan
