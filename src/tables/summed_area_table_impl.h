#ifndef VKSCAN_TABLES_SUMMED_AREA_TABLE_IMPL_H
#define VKSCAN_TABLES_SUMMED_AREA_TABLE_IMPL_H

#include "plan/operation.h"
#include "plan/pipelines.h"
#include "tables/table_model.h"

#include <vkscan/summed_area_table.h>

namespace vkscan {

struct SummedAreaTable::Impl : Operation::Impl {
    SatModel model;
    VkSampler sampler = VK_NULL_HANDLE;               // of a sampled input
    VkDescriptorSetLayout setLayout = VK_NULL_HANDLE; // null, as the next, without images
    VkPipelineLayout ownLayout = VK_NULL_HANDLE;

    Impl(const Context::Impl& owner, const SatModel& of) noexcept : Operation::Impl(owner), model(of) {}
    ~Impl() override;

    [[nodiscard]] bool hasImages() const noexcept;
    [[nodiscard]] VkPipelineLayout layout() const noexcept;
    [[nodiscard]] Status createLayouts() noexcept;
    [[nodiscard]] Status createPipelines() noexcept;

    // SummedAreaTable::create with a tuning of one's own: for tests and the benchmark's search.
    static Status createTuned(const Context& context, const SummedAreaTableDesc& desc, const Tuning& tuning,
                              SummedAreaTable* table) noexcept;
};

} // namespace vkscan

#endif
