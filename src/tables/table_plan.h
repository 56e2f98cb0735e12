// Checks the arguments of tables and plans their steps. Pure functions.
#ifndef VKSCAN_TABLES_TABLE_PLAN_H
#define VKSCAN_TABLES_TABLE_PLAN_H

#include "plan/plan.h"
#include "tables/table_model.h"

namespace vkscan {

// Whether two images are the same, judging by their views or descriptors.
[[nodiscard]] inline bool isOneImage(const Capabilities& device, const VolumeSurface& a,
                                     const VolumeSurface& b) noexcept
{
    return device.descriptorHeaps ? a.heapOffset == b.heapOffset : a.view == b.view;
}

// Checks only the surfaces; an empty region stands for the whole input.
[[nodiscard]] Status checkSurfaces(const TableModel& model, const TableArgs& args) noexcept;

// Checks the arguments and plans the steps, stage by stage. *plan is only written on success. Steps list images of
// slices by binding. Steps of a batch do not: no step writes an input, and steps that write the same table also
// conflict in scratch.
[[nodiscard]] Status planTables(const TableModel& model, const TableBatch& batch, Plan* plan) noexcept;

} // namespace vkscan

#endif
