#include "operations/runs.h"

namespace vkscan {

namespace {

constexpr Geometry kStartsGeometry = {256, 4}; // rows are words of an invocation

} // namespace

void addRunStages(const ScheduleDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                  RunModel* model) noexcept
{
    ScheduleDesc schedule = desc;
    const bool hasValues = model->valueBytes > 0;
    schedule.form = hasValues ? "_run_values" : "_runs";
    schedule.stateWords = abi::kRunStateWords + model->valueBytes / static_cast<uint32_t>(kWordBytes);
    static_cast<Schedule&>(*model) = {schedule, tuning, capabilities};
    Tuning own = tuning;
    own.flatSum = hasValues ? tuning.runValueFlatSum : tuning.selectFlatSum;
    own.spine = hasValues ? tuning.runValueSpine : tuning.selectSpine;
    const TileForm form;
    StageList stages(model, form);
    addStages(own, &stages);
    model->fillsStarts = stages.add({.name = "RunStarts", .kernel = "run_starts", .geometry = kStartsGeometry});
    model->maxCount = std::min<uint64_t>(model->maxCount, ~uint32_t{0});
}

} // namespace vkscan
