#include "plan_models.h"

#include <set>

using namespace vkscan;

namespace testing_support {

uint32_t stepsOf(const Schedule& model, std::string_view stage, uint64_t count)
{
    if (stage == "ScanSpans" || stage == "SpineWithFallback")
        return 2;
    if (stage == "CascadeScan" || stage == "TruncatedScan")
        return 3;
    uint32_t steps = 1;
    if (stage == "DoublingScan") { // an odd number, between one stage before and two around
        for (uint64_t distance = 1; distance < groupsOf(model, stage, count) || steps % 2 == 1; distance *= 2)
            ++steps;
        return 2 + steps;
    }
    if (stage != "ScanTiles")
        return steps;
    for (uint64_t tiles = tilesOf(model, stage, count); tiles > 1; tiles = tilesOf(model, stage, tiles))
        steps += 2;
    return steps;
}

std::vector<uint64_t> interestingCounts(const Schedule& model)
{
    const uint64_t most = maxScanCount(model);
    std::set<uint64_t> counts = {0, most};
    const auto addAround = [&](uint64_t count) {
        for (const uint64_t near : {count - 1, count, count + 1})
            if (near <= most)
                counts.insert(near);
    };
    for (const std::string& stage : choicesOf(model)) {
        const uint64_t tile = stageOf(model, stage).tileElements;
        const uint64_t width = model.gridWidth;
        for (const uint64_t tiles : {uint64_t{1}, uint64_t{2}, uint64_t{windowOf(model, stage)}, uint64_t{256},
                                     uint64_t{1024}, uint64_t{1024} * 256, width - 1, width, width + 1, 2 * width,
                                     width * 256, width * 65535, uint64_t{1} << 30})
            addAround(tiles * tile);
        addAround(model[stageNamed(model, stage)].maxPositions);
    }
    addAround(4);
    addAround(uint64_t{1} << 32);
    addAround(most);
    return {counts.begin(), counts.end()};
}

} // namespace testing_support
