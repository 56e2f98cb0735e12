// The public headers as a C++17 host without exceptions and RTTI sees them.
#include "operations.h"

#include <vkscan/custom.h>
#include <vkscan/reference.h>
#include <vkscan/study.h>
#include <vkscan/vkscan.h>

#include <type_traits>

#if defined(__GNUC__) && (__cplusplus != 201703L || defined(__cpp_exceptions) || defined(__cpp_rtti))
#error "compile this as C++17, without exceptions and RTTI"
#endif

// Descriptions and arguments are plain aggregates.
static_assert(std::is_aggregate_v<vkscan::DeviceSupport> && std::is_trivially_copyable_v<vkscan::DeviceSupport>);
static_assert(std::is_aggregate_v<vkscan::ContextDesc> && std::is_trivially_copyable_v<vkscan::ContextDesc>);
static_assert(std::is_aggregate_v<vkscan::study::ScanDesc> && std::is_aggregate_v<vkscan::study::ReduceDesc>);
static_assert(std::is_aggregate_v<vkscan::CustomKernel> && std::is_trivially_copyable_v<vkscan::CustomKernel>);
static_assert(std::is_aggregate_v<vkscan::CustomKernels> && std::is_trivially_copyable_v<vkscan::CustomKernels>);
static_assert(std::is_aggregate_v<vkscan::Parameters> && std::is_trivially_copyable_v<vkscan::Parameters>);

// Objects only move, and nothing throws.
template <class Object>
constexpr bool onlyMoves()
{
    return std::is_nothrow_move_constructible_v<Object> && std::is_nothrow_move_assignable_v<Object> &&
           !std::is_copy_constructible_v<Object> && !std::is_copy_assignable_v<Object>;
}
template <class Operation>
constexpr bool isSound()
{
    using testing_support::ArgsOf;
    using testing_support::DescOf;
    return onlyMoves<Operation>() && std::is_aggregate_v<DescOf<Operation>> && std::is_aggregate_v<ArgsOf<Operation>> &&
           std::is_trivially_copyable_v<DescOf<Operation>> &&
           std::is_trivially_copyable_v<ArgsOf<Operation>>&& noexcept(Operation::create(
               {}, DescOf<Operation>(),
               nullptr))&& noexcept(Operation().record(nullptr,
                                                       ArgsOf<Operation>()))&& noexcept(Operation()
                                                                                            .plan(ArgsOf<Operation>(),
                                                                                                  nullptr));
}
template <class... Operations>
constexpr bool areSound(testing_support::OperationList<Operations...>)
{
    return (isSound<Operations>() && ...);
}
static_assert(onlyMoves<vkscan::Context>());
static_assert(areSound(testing_support::ArrayOperations()) && areSound(testing_support::TableOperations()));

// Plans are plain data.
static_assert(std::is_aggregate_v<vkscan::Kernel> && std::is_trivially_copyable_v<vkscan::Kernel>);
static_assert(std::is_aggregate_v<vkscan::Dispatch> && std::is_trivially_copyable_v<vkscan::Dispatch>);
static_assert(std::is_trivially_copyable_v<vkscan::DispatchList>&& noexcept(vkscan::DispatchList()));

static_assert(noexcept(vkscan::Scan().kernels()) && noexcept(vkscan::Context::create({}, nullptr)));
static_assert(noexcept(vkscan::study::create({}, vkscan::study::ScanDesc{}, nullptr)));
static_assert(noexcept(vkscan::Scan().scratchSize(0)) && noexcept(vkscan::RadixSort().temporarySize(0)));
static_assert(noexcept(vkscan::queryDeviceSupport(nullptr, nullptr, nullptr)));

vkscan::Status recordFromCxx17(const vkscan::Scan& scan, VkCommandBuffer commandBuffer, uint64_t count);

vkscan::Status recordFromCxx17(const vkscan::Scan& scan, VkCommandBuffer commandBuffer, uint64_t count)
{
    vkscan::ScanArgs args;
    args.input = args.output = {64, count * sizeOf(vkscan::ElementType::F32)};
    args.count = count;
    args.initial = 1.0f;
    return scan.record(commandBuffer, args);
}

// A kernel of the host's, and its twin.
struct Sum {
    constexpr uint32_t identity() const { return 0; }
    constexpr uint32_t combine(uint32_t earlier, uint32_t later) const { return earlier + later; }
};

vkscan::Status scanFromCxx17(const vkscan::Context& context, const vkscan::CustomKernel& spans, vkscan::Scan* scan);
bool checkFromCxx17(const uint32_t* values, const uint32_t* end, uint32_t* results);

vkscan::Status scanFromCxx17(const vkscan::Context& context, const vkscan::CustomKernel& spans, vkscan::Scan* scan)
{
    vkscan::ScanDesc desc;
    desc.kernels = {&spans, 1};
    desc.waiting = vkscan::Waiting::Never;
    const uint32_t factor = 3;
    vkscan::ScanArgs args;
    args.parameters = {&factor, sizeof(factor)};
    static_assert(sizeof(factor) <= vkscan::kMaxParameterBytes && vkscan::kMaxStateBytes == 64);
    const vkscan::Status status = vkscan::Scan::create(context, desc, scan);
    return status == vkscan::Status::Success ? scan->plan(args, nullptr) : status;
}

bool checkFromCxx17(const uint32_t* values, const uint32_t* end, uint32_t* results)
{
    const Sum sum;
    const auto areEqual = [](uint32_t a, uint32_t b) { return a == b; };
    return vkscan::reference::isMonoid(values, end, sum, areEqual) &&
           vkscan::reference::scan(values, end, results, sum, vkscan::Kind::Exclusive, vkscan::Direction::Backward) ==
               vkscan::reference::reduce(values, end, sum);
}
