#include "study/create.h"

#include "operations/elements.h"
#include "study_abi.h"

namespace vkscan::families {
extern const KernelFamily tree;
}

namespace vkscan::study {

namespace {

constexpr const KernelFamily* kFurtherReduceFamilies[] = {&families::tree};

static_assert(static_cast<uint32_t>(ReduceMethod::Unrolled) == abi::kMethodUnrolled);

} // namespace

Status makeModel(const ReduceDesc& desc, const vkscan::Tuning& tuning, const Capabilities& capabilities,
                 ReduceModel* model) noexcept
{
    const ReduceMethodRow* const method = findRow(kReduceMethods, desc.method);
    if (method == nullptr)
        return {kMethod, Rule::Invalid};
    if (desc.withIndex && method->isTree)
        return {kMethod, Rule::Incompatible};
    if ((method->isTree && !hasKernels(desc.type, desc.input, StoredType::Same)) ||
        (desc.method != ReduceMethod::Auto && desc.reproducible && isFloat(desc.type) && !desc.withIndex))
        return {kMethod, Rule::NotOffered};
    if (desc.kernels.count > 0 && desc.method != ReduceMethod::Auto)
        return {Argument::Kernels, Rule::Incompatible};
    const Status made = reduceModel(desc, desc.method == ReduceMethod::Decomposed, tuning, capabilities, model);
    if (made == Status::Success && method->isTree) {
        model->desc.form = "_further_tree";
        model->desc.constants.set(abi::kIdMethod, static_cast<uint32_t>(desc.method));
    }
    return made;
}

Status createTuned(const Context& context, const ReduceDesc& desc, const vkscan::Tuning& tuning, uint32_t operatorCode,
                   Reduce* reduce) noexcept
{
    OperationKernels kernels = Reduce::Tuned::kernels(desc);
    kernels.operatorCode = operatorCode;
    kernels.further = kFurtherReduceFamilies;
    return createOperation<ReduceModel>(context, desc, tuning, kernels, reduce);
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
