// Summed-area tables for planning without a device: descriptions on hand-made devices, and arguments for them.
#ifndef VKSCAN_TESTS_TABLE_MODELS_H
#define VKSCAN_TESTS_TABLE_MODELS_H

#include "plan_models.h"

#include "schedule/array_operation.h"

#include "tables/table_plan.h"

#include "layers_abi.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace testing_support {

// A device that offers all that summed-area tables can use.
[[nodiscard]] vkscan::Capabilities withImages(vkscan::Capabilities capabilities);

inline constexpr vkscan::FormatSupport kAllFormats = {~VkFormatFeatureFlags{0}, ~VkFormatFeatureFlags{0}};

// Floats from buffer to buffer with all that is optional.
[[nodiscard]] vkscan::Forced<vkscan::SummedAreaTableDesc> fullBufferDesc();
[[nodiscard]] vkscan::Forced<vkscan::SummedVolumeTableDesc> fullVolumeDesc();
// As above, from image to image.
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

// Arguments that planTables takes, of exact sizes: the region is all of the input but its first `margin` columns, rows
// and, of slices, slices. Buffers and images are apart from those of other indices.
[[nodiscard]] vkscan::TableArgs validTableArgs(const vkscan::TableModel& model, VkExtent3D extent, uint32_t margin = 0,
                                               uint32_t index = 0);

// The stage of a step, which must be one that the model uses.
[[nodiscard]] vkscan::TableStage stageOfStep(const vkscan::TableModel& model, const vkscan::Step& step);

// The push constants of a step, whose kernel may take those of one layer.
[[nodiscard]] vkscan::abi::LayersPush pushOfStep(const vkscan::TableModel& model, const vkscan::Step& step);

[[nodiscard]] std::string describe(const vkscan::TableModel& model, VkExtent3D extent);

// Every kind, strategy, layout, bias, number of values and accumulation on every kind of device.
[[nodiscard]] std::vector<vkscan::TableModel> allTableModels();

// Around the ends of tiles, and the limits.
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
