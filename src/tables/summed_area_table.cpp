#include "tables/table_record.h"

namespace vkscan {

namespace families {
extern const KernelFamily table, table_buffer;
}

namespace {

constexpr const KernelFamily* kTableFamilies[] = {&families::table, &families::table_buffer};

} // namespace

template <>
struct TableRecord<SummedAreaTableArgs> {
    static TableKernels kernels() noexcept { return {"SummedAreaTable", kTableFamilies}; }
};
template class TableOperationOf<SummedAreaTableDesc, SummedAreaTableArgs, VkExtent2D>;

Status SummedAreaTable::recordBatch(VkCommandBuffer commandBuffer, const SummedAreaTableArgs* tables,
                                    uint32_t count) const noexcept
{
    const Status checked = checkRecording(m_impl, commandBuffer);
    if (checked != Status::Success)
        return checked;
    if (tables == nullptr)
        return {Argument::Input, Rule::Null};
    return recordTables(static_cast<const TableImpl&>(*m_impl), commandBuffer, {tables, count});
}

} // namespace vkscan
