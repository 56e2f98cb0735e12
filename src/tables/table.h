// The implementation behind the classes of summed-area tables.
#ifndef VKSCAN_TABLES_TABLE_H
#define VKSCAN_TABLES_TABLE_H

#include "plan/images.h"
#include "plan/operation.h"
#include "schedule/array_operation.h"
#include "tables/table_plan.h"

#include <type_traits>

namespace vkscan {

struct TableImpl final : Operation::Impl {
    TableModel model;
    ImageLayouts images;

    TableImpl(const Context::Impl& owner, const TableModel& of) noexcept : Operation::Impl(owner), model(of) {}
    ~TableImpl() override;
};

// The name of an operation and its modules.
struct TableKernels {
    const char* operation;
    KernelFamilies families;
};

[[nodiscard]] Status createTable(const Context& context, const TableDesc& desc, const Tuning& tuning,
                                 const TableKernels& kernels, Operation* table) noexcept;
[[nodiscard]] VkDescriptorSetLayout setLayoutOf(const TableImpl* table) noexcept;
[[nodiscard]] Status writeTableDescriptors(const TableImpl* table, const TableArgs& args, VkDescriptorSet set) noexcept;
// Checks everything except the operation and the command buffer, which checkRecording() checks.
[[nodiscard]] Status recordTables(const TableImpl& table, VkCommandBuffer commandBuffer,
                                  const TableBatch& batch) noexcept;

// Creation with any tuning: for tests and the benchmark's search.
template <class Desc, class Args, class Extent>
struct TableOperationOf<Desc, Args, Extent>::Tuned {
    static Status create(const Context& context, const Desc& desc, const Tuning& tuning,
                         TableOperationOf* table) noexcept;
    static Strategy strategyFor(const TableOperationOf& table, Extent extent) noexcept;
};

template <class Desc, class Args, class Extent, TunedDesc<Desc> Given = Desc>
Status createTuned(const Context& context, const Given& desc, const Tuning& tuning,
                   TableOperationOf<Desc, Args, Extent>* table) noexcept
{
    return TableOperationOf<Desc, Args, Extent>::Tuned::create(context, desc, tuningOf(desc, tuning), table);
}

template <class Desc, class Args, class Extent>
Status createForced(const Context& context, const Forced<Desc>& desc,
                    TableOperationOf<Desc, Args, Extent>* table) noexcept
{
    return createTuned(context, desc, tuningFor(context), table);
}

// The strategy for the extent; Auto if record refuses it. For tests and benchmarks.
template <class Desc, class Args, class Extent>
[[nodiscard]] Strategy strategyFor(const TableOperationOf<Desc, Args, Extent>& table,
                                   std::type_identity_t<Extent> extent) noexcept
{
    return TableOperationOf<Desc, Args, Extent>::Tuned::strategyFor(table, extent);
}

} // namespace vkscan

#endif
