#include "study/reduce.h"

#include "operations/elements.h"
#include "schedule/array_operation.h"
#include "study/strategy.h"

namespace vkscan::families {
extern const KernelFamily span, reduce, index, fixed_order, tree;
}

namespace vkscan::study {

namespace {

constexpr const KernelFamily* kReduceFamilies[] = {&families::span, &families::reduce, &families::index,
                                                   &families::fixed_order};
constexpr const KernelFamily* kReduceStudyFamilies[] = {&families::tree};

static_assert(static_cast<uint32_t>(ReduceMethod::Unrolled) == abi::kMethodUnrolled);

} // namespace

Status makeModel(const ReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ReduceModel* model) noexcept
{
    const ReduceMethodRow* const method = findRow(kReduceMethods, desc.method);
    if (method == nullptr)
        return {kMethod, Rule::Invalid};
    if (desc.withIndex && method->isTree)
        return {kMethod, Rule::Incompatible};
    const bool hasFixedOrder = desc.reproducible && isFloat(desc.type) && !desc.withIndex;
    if ((method->isTree && !hasKernels(desc.type, desc.input, StoredType::Same)) ||
        (hasFixedOrder && desc.method != ReduceMethod::Auto))
        return {kMethod, Rule::NotOffered};
    return reduceModel(
        desc,
        {static_cast<uint32_t>(desc.method), method->isTree ? "_tree" : "", desc.method == ReduceMethod::Decomposed},
        tuning, capabilities, model);
}

Status createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   Reduce* reduce) noexcept
{
    return createOperation<ReduceModel>(context, desc, tuning,
                                        {"Reduce", vkscan::toString(desc.type), vkscan::toString(desc.op), operatorCode,
                                         kReduceFamilies, desc.kernels, kReduceStudyFamilies},
                                        reduce);
}

Status create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept
{
    return createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), reduce);
}

const char* toString(ReduceMethod method) noexcept
{
    const ReduceMethodRow* const row = findRow(kReduceMethods, method);
    return row != nullptr ? row->name : "not a vkscan::study::ReduceMethod";
}

} // namespace vkscan::study
