#ifndef VKSCAN_TABLES_SUMMED_AREA_TABLE_IMPL_H
#define VKSCAN_TABLES_SUMMED_AREA_TABLE_IMPL_H

#include "plan/images.h"
#include "plan/operation.h"
#include "tables/table_model.h"

#include <vkscan/summed_area_table.h>

namespace vkscan {

struct SummedAreaTable::Impl : Operation::Impl {
    SatModel model;
    ImageLayouts images;

    Impl(const Context::Impl& owner, const SatModel& of) noexcept : Operation::Impl(owner), model(of) {}
    ~Impl() override;

    [[nodiscard]] Status createPipelines() noexcept;

    // SummedAreaTable::create with a tuning of one's own: for tests and the benchmark's search.
    static Status createTuned(const Context& context, const SummedAreaTableDesc& desc, const Tuning& tuning,
                              SummedAreaTable* table) noexcept;
    // The strategy that takes the extent; Auto for one that record refuses. For tests and benchmarks.
    static Strategy strategyFor(const SummedAreaTable& table, VkExtent2D extent) noexcept;
};

} // namespace vkscan

#endif
