#include "plan_models.h"

#include <set>

using namespace vkscan;

namespace testing_support {

uint32_t stepsOf(const Schedule& model, Stage stage, uint64_t count)
{
    if (stage == Stage::ScanSpans)
        return 2;
    if (stage == Stage::CascadeScan || stage == Stage::TruncatedScan)
        return 3;
    if (stage != Stage::ScanTiles)
        return 1;
    uint32_t steps = 1;
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
    for (const Stage stage : kScanStages) {
        const uint64_t tile = geometryOf(model, stage).tileElements(model.desc.type);
        const uint64_t width = model.gridWidth;
        for (const uint64_t tiles : {uint64_t{1}, uint64_t{2}, uint64_t{model.tuning.window}, uint64_t{256},
                                     uint64_t{1024}, uint64_t{1024} * 256, width - 1, width, width + 1, 2 * width,
                                     width * 256, width * 65535, uint64_t{1} << 30})
            addAround(tiles * tile);
    }
    addAround(4);
    addAround(uint64_t{1} << 32);
    addAround(most);
    return {counts.begin(), counts.end()};
}

} // namespace testing_support
