#ifndef VKSCAN_TABLES_SUMMED_VOLUME_TABLE_IMPL_H
#define VKSCAN_TABLES_SUMMED_VOLUME_TABLE_IMPL_H

#include "plan/images.h"
#include "plan/operation.h"
#include "tables/volume_model.h"

#include <vkscan/summed_volume_table.h>

namespace vkscan {

struct SummedVolumeTable::Impl : Operation::Impl {
    VolumeModel model;
    ImageLayouts images;

    Impl(const Context::Impl& owner, const VolumeModel& of) noexcept : Operation::Impl(owner), model(of) {}
    ~Impl() override;

    [[nodiscard]] Status createPipelines() noexcept;

    // SummedVolumeTable::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const SummedVolumeTableDesc& desc, const Tuning& tuning,
                              SummedVolumeTable* table) noexcept;
    // The strategy that takes the extent; Auto for one that record refuses. For tests and benchmarks.
    static Strategy strategyFor(const SummedVolumeTable& table, VkExtent3D extent) noexcept;
};

} // namespace vkscan

#endif
