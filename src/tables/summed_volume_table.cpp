#include "tables/table_record.h"

namespace vkscan {

namespace families {
extern const KernelFamily table_buffer, volume;
}

namespace {

constexpr const KernelFamily* kVolumeFamilies[] = {&families::table_buffer, &families::volume};

} // namespace

template <>
struct TableRecord<SummedVolumeTableArgs> {
    static TableKernels kernels() noexcept { return {"SummedVolumeTable", kVolumeFamilies}; }
};
template class TableOperationOf<SummedVolumeTableDesc, SummedVolumeTableArgs, VkExtent3D>;

} // namespace vkscan
