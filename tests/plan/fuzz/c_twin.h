// An operation that C and C++ create and call with the same values, on contexts for plans: statuses, kernels, sizes and
// plans are the same.
#ifndef VKSCAN_TESTS_FUZZ_C_TWIN_H
#define VKSCAN_TESTS_FUZZ_C_TWIN_H

#include "c_api/c_api.h"
#include "operations.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

namespace testing_support {

// The kernels of descriptions that are given to C.
using CKernels = std::deque<std::vector<VkscanCustomKernel>>;

// Gives a value to C.
template <class T, class C>
void give(const T& value, C* given, CKernels* kernels)
{
    using namespace vkscan;
    if constexpr (std::is_same_v<T, bool>) {
        *given = value ? VK_TRUE : VK_FALSE;
    } else if constexpr (std::is_enum_v<T>) {
        const auto number = static_cast<uint32_t>(value);
        static_assert(sizeof(*given) == sizeof(number));
        std::memcpy(given, &number, sizeof(number)); // it may be no enumerator
    } else if constexpr (std::is_same_v<T, Scalar>) {
        given->hasValue = value.hasValue() ? VK_TRUE : VK_FALSE;
        give(value.type(), &given->type, kernels);
        given->value.u64 = value.bits();
    } else if constexpr (std::is_same_v<T, CustomKernels>) {
        auto& items = kernels->emplace_back();
        for (uint32_t i = 0; value.items != nullptr && i < value.count; ++i)
            items.push_back({value.items[i].name, value.items[i].code, value.items[i].codeBytes});
        *given = {value.items != nullptr ? items.data() : nullptr, value.count};
    } else if constexpr (requires { typename c_api::Fields<T>::C; }) {
        c_api::Fields<T>::each([&](auto to, auto from, auto...) { give(value.*from, &(given->*to), kernels); });
    } else {
        *given = value;
    }
}

template <class Operation>
class CTwin {
public:
    using Desc = DescOf<Operation>;
    using Args = ArgsOf<Operation>;
    using Functions = vkscan::c_api::Functions<Operation>;

    explicit CTwin(vkscan::ContextDesc desc)
    {
        desc.plansOnly = true;
        VkscanContextDesc given = VKSCAN_CONTEXT_DESC_INIT;
        give(desc, &given, &m_kernels);
        if (vkscanCreateContext(&given, &m_cContext) != VKSCAN_SUCCESS ||
            vkscan::Context::create(desc, &m_context) != vkscan::Status::Success ||
            vkscanCreatePlan(&m_cPlan) != VKSCAN_SUCCESS)
            std::abort();
    }
    CTwin(const CTwin&) = delete;
    CTwin& operator=(const CTwin&) = delete;
    ~CTwin()
    {
        vkscanDestroyOperation(m_cOperation);
        vkscanDestroyPlan(m_cPlan);
        vkscanDestroyContext(m_cContext);
    }

    // Creates both. Returns a difference, or null. `status` receives the status of both.
    const char* create(const Desc& desc, vkscan::Status* status)
    {
        using namespace vkscan;
        vkscanDestroyOperation(m_cOperation);
        m_cOperation = nullptr;
        m_kernels.clear();
        auto given = c_api::Fields<Desc>::init();
        give(desc, &given, &m_kernels);
        const VkscanStatus created = Functions::create(m_cContext, &given, &m_cOperation);
        m_operation = {};
        *status = Operation::create(m_context, desc, &m_operation);
        if (created != c_api::toC(*status))
            return "C and C++ create with different statuses";
        if (*status != Status::Success)
            return m_cOperation != nullptr ? "a refused description creates in C" : nullptr;
        if constexpr (std::is_base_of_v<ArrayOperation, Operation>) {
            const uint64_t count = m_operation.maxCount() / 3;
            if (vkscanMaxCount(m_cOperation) != m_operation.maxCount() ||
                vkscanScratchSize(m_cOperation, count) != m_operation.scratchSize(count))
                return "counts and sizes of C are others";
        }
        if constexpr (requires { m_operation.temporarySize(1); }) {
            if (Functions::temporarySize(m_cOperation, 1 << 20) != m_operation.temporarySize(1 << 20))
                return "the temporary size of C is another";
        }
        const KernelList kernels = m_operation.kernels();
        bool same = vkscanKernelCount(m_cOperation) == kernels.count;
        for (uint32_t i = 0; same && i < kernels.count; ++i) {
            VkscanKernel kernel = {};
            kernel.size = sizeof(kernel);
            vkscanGetKernel(m_cOperation, i, &kernel);
            const Kernel& expected = kernels.items[i];
            same = std::strcmp(kernel.name, expected.name) == 0 && kernel.codeBytes == expected.codeBytes &&
                   std::memcmp(kernel.code, expected.code, expected.codeBytes) == 0 &&
                   kernel.constantCount == expected.constantCount &&
                   std::equal(kernel.constants, kernel.constants + kernel.constantCount, expected.constants) &&
                   std::equal(kernel.workgroupSize, kernel.workgroupSize + 3, expected.workgroupSize) &&
                   kernel.pushConstantBytes == expected.pushConstantBytes &&
                   (kernel.requiresFullSubgroups != VK_FALSE) == expected.requiresFullSubgroups &&
                   kernel.requiredSubgroupSize == expected.requiredSubgroupSize;
        }
        return same ? nullptr : "the kernels of C are others";
    }

    // Plans both. Returns a difference, or null. `status` receives the status of both.
    const char* plan(const Args& args, vkscan::Status* status)
    {
        using namespace vkscan;
        auto given = c_api::Fields<Args>::init();
        give(args, &given, &m_kernels);
        const VkscanStatus planned = Functions::plan(m_cOperation, &given, m_cPlan);
        *status = m_operation.plan(args, &m_list);
        if (planned != c_api::toC(*status))
            return "C and C++ plan with different statuses";
        if (*status != Status::Success)
            return nullptr;
        bool same = vkscanDispatchCount(m_cPlan) == m_list.count;
        for (uint32_t i = 0; same && i < m_list.count; ++i) {
            VkscanDispatch dispatch = {};
            dispatch.size = sizeof(dispatch);
            vkscanGetDispatch(m_cPlan, i, &dispatch);
            const Dispatch& expected = m_list.items[i];
            same = dispatch.kernel == expected.kernel &&
                   (dispatch.barrierBefore != VK_FALSE) == expected.barrierBefore &&
                   std::equal(dispatch.groupCount, dispatch.groupCount + 3, expected.groupCount) &&
                   dispatch.pushConstantBytes == expected.pushConstantBytes &&
                   std::memcmp(dispatch.pushConstants, expected.pushConstants, expected.pushConstantBytes) == 0 &&
                   dispatch.accessCount == expected.accessCount;
            for (uint32_t k = 0; same && k < expected.accessCount; ++k) {
                VkscanBufferRange range;
                VkBool32 write;
                vkscanGetAccess(m_cPlan, i, k, &range, &write);
                const Access& access = expected.accesses[k];
                same = range.address == access.range.address && range.size == access.range.size &&
                       (write != VK_FALSE) == access.write;
            }
        }
        return same ? nullptr : "the plan of C is another";
    }

private:
    CKernels m_kernels;
    vkscan::Context m_context;
    Operation m_operation;
    vkscan::DispatchList m_list;
    VkscanContext* m_cContext = nullptr;
    VkscanOperation* m_cOperation = nullptr;
    VkscanPlan* m_cPlan = nullptr;
};

} // namespace testing_support

#endif
