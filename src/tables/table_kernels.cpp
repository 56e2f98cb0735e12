#include "tables/table_kernels.h"

#include "tables/format.h"

#include <cstdio>

namespace vkscan {

namespace {

constexpr const KernelFamily* kTableFamilies[] = {&families::table};

const char* sumsOf(Stage stage, const SummedAreaTableDesc& desc) noexcept
{
    if (stage == Stage::TableMean)
        return "b32";
    switch (desc.accumulation) {
    case Accumulation::F32x2: return "f32x2";
    case Accumulation::F64: return "f64";
    default: return "b32";
    }
}

const char* sinkOf(Stage stage, const SummedAreaTableDesc& desc) noexcept
{
    if (stage == Stage::TableMean || stage == Stage::TableReduce)
        return "";
    if (desc.output == Resource::Buffer)
        return "_buffer";
    return desc.accumulation == Accumulation::U32 ? "_uint_image" : "_float_image";
}

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

PackedCode kernelCode(Stage stage, const SummedAreaTableDesc& desc) noexcept
{
    char name[64] = "";
    std::snprintf(name, sizeof(name), "%s_%s_%s%s", infoOf(stage).kernel, sumsOf(stage, desc), sourceOf(desc),
                  sinkOf(stage, desc));
    return findKernel(kTableFamilies, name);
}

} // namespace vkscan
