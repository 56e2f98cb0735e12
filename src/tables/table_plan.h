// The plan of a summed-area table.
#ifndef VKSCAN_TABLES_TABLE_PLAN_H
#define VKSCAN_TABLES_TABLE_PLAN_H

#include "plan/plan.h"
#include "tables/table_model.h"

namespace vkscan {

// Checks the surfaces alone; the region is empty where it is to be the whole input.
[[nodiscard]] Status checkSurfaces(const SatModel& model, const SummedAreaTableArgs& args) noexcept;

// Checks the arguments and plans the steps. *plan is written on success only. Images are not in the steps' accesses: no
// step writes the input, and only the last writes tables.
[[nodiscard]] Status planSummedAreaTable(const SatModel& model, const SummedAreaTableArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
