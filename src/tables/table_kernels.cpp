#include "tables/table_kernels.h"

#include "tables/format.h"

#include <cstdio>

namespace vkscan {

namespace {

constexpr const KernelFamily* kFamilies[] = {&families::table};

// In the order of vkscan::Accumulation.
constexpr const char* kSums[] = {"u32", "f32", "f32x2", "f64"};

const char* sourceOf(const SummedAreaTableDesc& desc) noexcept
{
    const bool isUint = formatInfo(desc.inputFormat).numeric == Numeric::Uint;
    switch (desc.input) {
    case Resource::SampledImage: return isUint ? "uint_texture" : "float_texture";
    case Resource::StorageImage: return isUint ? "uint_image" : "float_image";
    default: return "buffer";
    }
}

} // namespace

KernelCode kernelCode(Stage stage, const SummedAreaTableDesc& desc) noexcept
{
    const bool storesTable = stage != Stage::TableMean && stage != Stage::TableReduce;
    const char* sink = !storesTable ? "" : desc.output == Resource::Buffer ? "_buffer" : "_image";
    const char* sums = stage == Stage::TableMean ? "f32" : kSums[static_cast<uint32_t>(desc.accumulation)];
    char name[64] = "";
    std::snprintf(name, sizeof(name), "%s_%s_%s%s", infoOf(stage).kernel, sums, sourceOf(desc), sink);
    return findKernel(kFamilies, name);
}

} // namespace vkscan
