// Summed-area tables for planning without a device: descriptions on hand-made devices, and arguments for them.
#ifndef VKSCAN_TESTS_TABLE_MODELS_H
#define VKSCAN_TESTS_TABLE_MODELS_H

#include "plan_models.h"

#include "schedule/array_operation.h"

#include "tables/table_plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace testing_support {

// A device with every feature that summed-area tables use.
[[nodiscard]] vkscan::Capabilities withImages(vkscan::Capabilities capabilities);

inline constexpr vkscan::FormatSupport kAllFormats = {~VkFormatFeatureFlags{0}, ~VkFormatFeatureFlags{0}};

// Floats from buffer to buffer with all options.
[[nodiscard]] vkscan::Forced<vkscan::SummedAreaTableDesc> fullBufferDesc();
[[nodiscard]] vkscan::Forced<vkscan::SummedVolumeTableDesc> fullVolumeDesc();
// Floats from image to image with all options.
[[nodiscard]] vkscan::Forced<vkscan::SummedAreaTableDesc> fullImageDesc();
[[nodiscard]] vkscan::Forced<vkscan::SummedVolumeTableDesc> fullVolumeImageDesc(bool areArrays = false);

// The description of either class, and the strategy that it forces.
struct AnyTable : vkscan::TableDesc {
    vkscan::Strategy strategy;

    template <class Desc>
    AnyTable(const Desc& desc) : TableDesc(desc),
                                 strategy(tuningOf(desc, vkscan::Tuning()).strategy)
    {
    }
};

[[nodiscard]] vkscan::TableModel tableModelOf(const AnyTable& desc,
                                              const vkscan::Capabilities& capabilities = portableDevice());

// Arguments that planTables accepts, of exact sizes: the region is the whole input except its first `margin` columns,
// rows and, for slices, slices. Buffers and images of different indices do not overlap.
[[nodiscard]] vkscan::TableArgs validTableArgs(const vkscan::TableModel& model, VkExtent3D extent, uint32_t margin = 0,
                                               uint32_t index = 0);

// The stage of a step, which must be one of the model's.
[[nodiscard]] vkscan::TableStage stageOfStep(const vkscan::TableModel& model, const vkscan::Step& step);

[[nodiscard]] std::string describe(const vkscan::TableModel& model, VkExtent3D extent);

// Every kind, strategy, layout, bias, number of values and accumulation on every kind of device.
[[nodiscard]] std::vector<vkscan::TableModel> allTableModels();

// Extents around the ends of tiles, and the limits.
[[nodiscard]] std::vector<VkExtent3D> interestingTableExtents(const vkscan::TableModel& model);

// Calls check(model, args, plan) for each of these.
template <class Check>
void forEachTablePlan(const Check& check)
{
    for (const vkscan::TableModel& model : allTableModels()) {
        for (const VkExtent3D& extent : interestingTableExtents(model)) {
            SCOPED_TRACE(describe(model, extent));
            if (model.desc.kind != vkscan::TableKind::Image && tableScratchSize(model, extent) == 0)
                continue; // wide tiles of thin slices
            const vkscan::TableArgs args = validTableArgs(model, extent, 3);
            vkscan::Plan plan;
            ASSERT_EQ(planTables(model, args, &plan), vkscan::Status::Success);
            check(model, args, plan);
        }
    }
}

} // namespace testing_support

#endif
