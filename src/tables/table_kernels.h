// The modules of summed-area tables: one a kernel, accumulation, kind of input and kind of output.
#ifndef VKSCAN_TABLES_TABLE_KERNELS_H
#define VKSCAN_TABLES_TABLE_KERNELS_H

#include "plan/kernels.h"

#include <vkscan/summed_area_table.h>

namespace vkscan {

[[nodiscard]] PackedCode kernelCode(Stage stage, const SummedAreaTableDesc& desc) noexcept;

} // namespace vkscan

#endif
