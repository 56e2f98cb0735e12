// The definitions of the class template of summed-area tables. Only included by the classes' sources.
#ifndef VKSCAN_TABLES_TABLE_RECORD_H
#define VKSCAN_TABLES_TABLE_RECORD_H

#include "tables/table.h"

namespace vkscan {

// The modules of a class, identified by the type of its arguments. Programs without the class do not link them.
// Specialised in the class's source, which then instantiates the class:
//
//     static TableKernels kernels() noexcept;
template <class Args>
struct TableRecord;

template <class Desc, class Args, class Extent>
Status TableOperationOf<Desc, Args, Extent>::Tuned::create(const Context& context, const Desc& desc,
                                                           const Tuning& tuning, TableOperationOf* table) noexcept
{
    return createTable(context, desc, tuning, TableRecord<Args>::kernels(), table);
}

template <class Desc, class Args, class Extent>
Status TableOperationOf<Desc, Args, Extent>::create(const Context& context, const Desc& desc,
                                                    TableOperationOf* table) noexcept
{
    return Tuned::create(context, desc, tuningFor(context), table);
}

template <class Desc, class Args, class Extent>
VkDeviceSize TableOperationOf<Desc, Args, Extent>::scratchSize(Extent maxExtent) const noexcept
{
    return m_impl != nullptr ? tableScratchSize(static_cast<const TableImpl*>(m_impl)->model, inSlices(maxExtent)) : 0;
}

template <class Desc, class Args, class Extent>
Strategy TableOperationOf<Desc, Args, Extent>::Tuned::strategyFor(const TableOperationOf& table, Extent extent) noexcept
{
    const auto* const impl = static_cast<const TableImpl*>(table.m_impl);
    return impl != nullptr ? chooseStrategy(impl->model, inSlices(extent)) : Strategy::Auto;
}

template <class Desc, class Args, class Extent>
VkDescriptorSetLayout TableOperationOf<Desc, Args, Extent>::descriptorSetLayout() const noexcept
{
    return setLayoutOf(static_cast<const TableImpl*>(m_impl));
}

template <class Desc, class Args, class Extent>
Status TableOperationOf<Desc, Args, Extent>::writeDescriptors(VkDescriptorSet set, const Args& args) const noexcept
{
    return writeTableDescriptors(static_cast<const TableImpl*>(m_impl), inSlices(args), set);
}

template <class Desc, class Args, class Extent>
Status TableOperationOf<Desc, Args, Extent>::plan(const Args& args, DispatchList* list) const noexcept
{
    return planOperation(static_cast<const TableImpl*>(m_impl), TableBatch(args), list, planTables);
}

template <class Desc, class Args, class Extent>
Status TableOperationOf<Desc, Args, Extent>::record(VkCommandBuffer commandBuffer, const Args& args) const noexcept
{
    const Status checked = checkRecording(m_impl, commandBuffer);
    return checked == Status::Success ? recordTables(static_cast<const TableImpl&>(*m_impl), commandBuffer, args)
                                      : checked;
}

} // namespace vkscan

#endif
