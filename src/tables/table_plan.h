// Checks the arguments of tables and plans their steps. Pure functions.
#ifndef VKSCAN_TABLES_TABLE_PLAN_H
#define VKSCAN_TABLES_TABLE_PLAN_H

#include "plan/plan.h"
#include "tables/table_model.h"

namespace vkscan {

// Whether two images are one, as far as their views or descriptors tell.
[[nodiscard]] inline bool isOneImage(const Capabilities& device, const VolumeSurface& a,
                                     const VolumeSurface& b) noexcept
{
    return device.descriptorHeaps ? a.heapOffset == b.heapOffset : a.view == b.view;
}

// Checks the surfaces alone; the region is empty where it is to be the whole input.
[[nodiscard]] Status checkSurfaces(const TableModel& model, const TableArgs& args) noexcept;

// Checks the arguments and plans the steps, stage by stage. *plan is written on success only. Images of slices are in
// the steps' accesses, by binding. Those of a batch are not: no step writes an input, and steps that write the same
// table also conflict in scratch.
[[nodiscard]] Status planTables(const TableModel& model, const TableBatch& batch, Plan* plan) noexcept;

} // namespace vkscan

#endif
