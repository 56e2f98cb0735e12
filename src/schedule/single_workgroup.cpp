// One workgroup scans tile after tile and keeps the carry. No scratch.
#include "schedule/carry_strategy.h"

namespace vkscan {

void addSingleWorkgroup(const Tuning& tuning, StageList* stages) noexcept
{
    const bool isAuto = tuning.strategy == Strategy::Auto;
    stages->choose(Strategy::SingleWorkgroup,
                   {.name = "SingleWorkgroupSmall",
                    .kernel = "scan_spans",
                    .geometry = tuning.singleWorkgroupSmall,
                    .grid = Grid::One},
                   {.name = "SingleWorkgroup",
                    .kernel = "scan_spans",
                    .geometry = tuning.singleWorkgroup,
                    .grid = Grid::One,
                    .maxTiles = isAuto ? 1 : stages->workgroupTiles(kSpanTiles, kSpanTiles)});
}

} // namespace vkscan
