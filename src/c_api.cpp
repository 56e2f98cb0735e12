// The C interface: each function reads its structures into those of the C++ interface, and calls that.
#include <vkscan/c_api.h>

#include <vkscan/vkscan.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

using namespace vkscan;

struct VkscanContext {
    Context context;
};

// The class of an operation is identified by the address of its constant.
template <class T>
static constexpr char kClassOf = 0;

struct VkscanOperation {
    const char* const itsClass;
    const Operation* const operation;
    const ArrayOperation* const array; // null of tables

    VkscanOperation(const char* given, const Operation& its, const ArrayOperation* itsArray) noexcept
        : itsClass(given),
          operation(&its),
          array(itsArray)
    {
    }
    VkscanOperation(const VkscanOperation&) = delete;
    VkscanOperation& operator=(const VkscanOperation&) = delete;
    virtual ~VkscanOperation() = default;
};

struct VkscanPlan {
    DispatchList list;
};

namespace {

template <class T>
const ArrayOperation* arrayOf(const T& operation) noexcept
{
    if constexpr (std::is_base_of_v<ArrayOperation, T>)
        return &operation;
    else
        return nullptr;
}

// A program links the kernels of the operations alone that it creates: nothing else refers to these classes.
template <class T>
struct Holder final : VkscanOperation {
    T held;

    Holder() noexcept : VkscanOperation(&kClassOf<T>, held, arrayOf(held)) {}
};

template <class T>
const T* as(const VkscanOperation* operation) noexcept
{
    return operation != nullptr && operation->itsClass == &kClassOf<T> ? &static_cast<const Holder<T>*>(operation)->held
                                                                       : nullptr;
}

// Statuses

VkscanStatus toC(Status status) noexcept
{
    return static_cast<uint32_t>(status.rule) << 8 | static_cast<uint32_t>(status.argument);
}

Status fromC(VkscanStatus status) noexcept
{
    return {static_cast<Argument>(status & 0xff), static_cast<Rule>(status >> 8 & 0xff)};
}

constexpr Status kOutOfMemory = {Argument::None, Rule::OutOfHostMemory};

template <class C, class Cxx>
constexpr bool isValue(C value, Cxx expected)
{
    return static_cast<int>(value) == static_cast<int>(expected);
}
static_assert(isValue(VKSCAN_RULE_OUT_OF_HOST_MEMORY, Rule::OutOfHostMemory) &&
              isValue(VKSCAN_RULE_OUT_OF_DEVICE_MEMORY, Rule::OutOfDeviceMemory) &&
              isValue(VKSCAN_RULE_CREATION_FAILED, Rule::CreationFailed) &&
              isValue(VKSCAN_RULE_UNSUPPORTED, Rule::Unsupported) &&
              isValue(VKSCAN_RULE_NEEDS_FORWARD_PROGRESS, Rule::NeedsForwardProgress));
// The last of each enumeration, and strategies one by one: C has none of those behind.
static_assert(isValue(VKSCAN_TYPE_U16, ElementType::U16) && isValue(VKSCAN_OP_XOR, Op::Xor) &&
              isValue(VKSCAN_KIND_EXCLUSIVE, Kind::Exclusive) &&
              isValue(VKSCAN_DIRECTION_BACKWARD, Direction::Backward) &&
              isValue(VKSCAN_STRATEGY_SINGLE_WORKGROUP, Strategy::SingleWorkgroup) &&
              isValue(VKSCAN_STRATEGY_FLAT_SUM, Strategy::FlatSum) && isValue(VKSCAN_STRATEGY_SPINE, Strategy::Spine) &&
              isValue(VKSCAN_STRATEGY_DECOUPLED_LOOKBACK, Strategy::DecoupledLookback) &&
              isValue(VKSCAN_STRATEGY_REDUCE_THEN_SCAN, Strategy::ReduceThenScan) &&
              isValue(VKSCAN_CONDITION_GREATER_EQUAL, Condition::GreaterEqual) &&
              isValue(VKSCAN_RESOURCE_STORAGE_IMAGE, Resource::StorageImage) &&
              isValue(VKSCAN_ACCUMULATION_F64, Accumulation::F64) && isValue(VKSCAN_BIAS_MEAN, Bias::Mean) &&
              isValue(VKSCAN_LAYOUT_ZERO_BORDER, TableLayout::ZeroBorder) &&
              isValue(VKSCAN_SCRATCH_GAVE_UP_AND_NOT_A_MONOID, ScratchStatus::GaveUpAndNotAMonoid));
static_assert(VKSCAN_SCRATCH_STATUS_OFFSET == kScratchStatusOffset && VKSCAN_NO_INDEX == kNoIndex);

// Structures, by their size

constexpr uint32_t kMaxStructure = 4096; // bytes: who forgets the size hardly meets a smaller one by chance

// Copies what the caller's structure has of this library's. Refuses one with more in it than this library knows.
template <class T>
Status read(const T* given, T* known) noexcept
{
    if (given == nullptr)
        return {Argument::Structure, Rule::Null};
    *known = {};
    const uint32_t size = given->size;
    if (size < sizeof(size) || size > kMaxStructure)
        return {Argument::Structure, Rule::Invalid};
    const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
    if (size > sizeof(T) && std::any_of(bytes + sizeof(T), bytes + size, [](unsigned char byte) { return byte != 0; }))
        return {Argument::Structure, Rule::Invalid};
    std::memcpy(known, given, std::min<std::size_t>(size, sizeof(T)));
    return Status::Success;
}

// Fills what the caller's structure has of this library's.
template <class T>
void write(T known, T* given) noexcept
{
    known.size = given->size;
    std::memcpy(given, &known, std::min<std::size_t>(given->size, sizeof(T)));
}

// Fields of structures

// The C++ value of a field of C, which may hold any number: those that no enumerator has are refused later. The field
// is copied, since loading such a number as a C enumeration would be undefined.
template <class T, class C>
T to(const C& field) noexcept
{
    std::underlying_type_t<T> number;
    static_assert(std::is_enum_v<C> && std::is_same_v<decltype(number), int> && sizeof(C) == sizeof(number));
    std::memcpy(&number, &field, sizeof(number));
    return static_cast<T>(number);
}

BufferRange rangeOf(const VkscanBufferRange& range) noexcept
{
    return {range.address, range.size};
}

// Whether a scalar is none, or of a type that initial values and operands may have.
bool isScalar(const VkscanScalar& scalar) noexcept
{
    const auto type = to<ElementType>(scalar.type);
    return scalar.hasValue == VK_FALSE || (type >= ElementType::U32 && type <= ElementType::F64);
}

template <class Given>
Status checkScalars(const Given& given) noexcept
{
    if constexpr (requires { given.initial; })
        return isScalar(given.initial) ? Status::Success : Status(Argument::Initial, Rule::WrongType);
    else if constexpr (requires { given.operand; })
        return isScalar(given.operand) ? Status::Success : Status(Argument::Operand, Rule::WrongType);
    else
        return Status::Success;
}

// The value of a checked scalar.
Scalar scalarOf(const VkscanScalar& scalar) noexcept
{
    if (scalar.hasValue == VK_FALSE)
        return {};
    switch (to<ElementType>(scalar.type)) {
    case ElementType::I32: return scalar.value.i32;
    case ElementType::F32: return scalar.value.f32;
    case ElementType::U64: return scalar.value.u64;
    case ElementType::I64: return scalar.value.i64;
    case ElementType::F64: return scalar.value.f64;
    case ElementType::U16:
    case ElementType::U32: break;
    }
    return scalar.value.u32;
}

Surface surfaceOf(const VkscanSurface& given) noexcept
{
    Surface surface;
    surface.buffer = rangeOf(given.buffer);
    surface.rowPitch = given.rowPitch;
    surface.view = given.view;
    surface.imageLayout = given.imageLayout == VK_IMAGE_LAYOUT_UNDEFINED ? VK_IMAGE_LAYOUT_GENERAL : given.imageLayout;
    surface.usage = given.usage;
    surface.extent = given.extent;
    return surface;
}

// Kernels of one's own, for the time of a create.
struct Kernels {
    std::unique_ptr<CustomKernel[]> items;
    CustomKernels kernels;

    template <class Given>
    Status read(const Given& desc) noexcept
    {
        if (desc.kernelCount == 0)
            return Status::Success;
        if (desc.kernels == nullptr)
            return {Argument::Kernels, Rule::Invalid};
        items.reset(new (std::nothrow) CustomKernel[desc.kernelCount]);
        if (items == nullptr)
            return kOutOfMemory;
        for (uint32_t i = 0; i < desc.kernelCount; ++i)
            items[i] = {desc.kernels[i].name, desc.kernels[i].code, desc.kernels[i].codeBytes};
        kernels = {items.get(), desc.kernelCount};
        return Status::Success;
    }
};

// Reads a description that may have kernels.
template <class T>
Status read(const T* given, T* known, Kernels* kernels) noexcept
{
    const Status status = read(given, known);
    return status == Status::Success ? kernels->read(*known) : status;
}

// Fields that descriptions of arrays have in common, and arguments.
template <class Given, class Desc>
void readChoice(const Given& given, Desc* desc) noexcept
{
    desc->strategy = to<Strategy>(given.strategy);
    desc->assumeForwardProgress = given.assumeForwardProgress != VK_FALSE;
}

template <class Given, class Args>
void readBarriers(const Given& given, Args* args) noexcept
{
    args->barrierBefore = given.barrierBefore != VK_FALSE;
    args->barrierAfter = given.barrierAfter != VK_FALSE;
}

template <class Given, class Args>
void readCounts(const Given& given, Args* args) noexcept
{
    args->input = rangeOf(given.input);
    args->scratch = rangeOf(given.scratch);
    args->count = given.count;
    args->countBuffer = rangeOf(given.countBuffer);
    readBarriers(given, args);
}

ScanArgs argsOf(const VkscanScanArgs& given) noexcept
{
    ScanArgs args;
    readCounts(given, &args);
    args.output = rangeOf(given.output);
    args.initial = scalarOf(given.initial);
    args.parameters = {given.parameters, given.parameterBytes};
    args.total = rangeOf(given.total);
    return args;
}

ReduceArgs argsOf(const VkscanReduceArgs& given) noexcept
{
    ReduceArgs args;
    readCounts(given, &args);
    args.result = rangeOf(given.result);
    args.index = rangeOf(given.index);
    args.initial = scalarOf(given.initial);
    args.parameters = {given.parameters, given.parameterBytes};
    return args;
}

CompactArgs argsOf(const VkscanCompactArgs& given) noexcept
{
    CompactArgs args;
    readCounts(given, &args);
    args.output = rangeOf(given.output);
    args.tested = rangeOf(given.tested);
    args.operand = scalarOf(given.operand);
    args.parameters = {given.parameters, given.parameterBytes};
    args.selectedCount = rangeOf(given.selectedCount);
    args.indirect.field = rangeOf(given.indirect.field);
    args.indirect.divisor = std::max(given.indirect.divisor, 1u);
    args.indirect.rounding = given.indirect.roundedDown != VK_FALSE ? Rounding::Down : Rounding::Up;
    return args;
}

RadixSortArgs argsOf(const VkscanRadixSortArgs& given) noexcept
{
    RadixSortArgs args;
    readCounts(given, &args);
    args.output = rangeOf(given.output);
    args.values = rangeOf(given.values);
    args.sortedValues = rangeOf(given.sortedValues);
    args.segments = rangeOf(given.segments);
    args.segmentCount = given.segmentCount;
    args.parameters = {given.parameters, given.parameterBytes};
    args.temporary = rangeOf(given.temporary);
    return args;
}

SummedAreaTableArgs argsOf(const VkscanSummedAreaTableArgs& given) noexcept
{
    SummedAreaTableArgs args;
    args.input = surfaceOf(given.input);
    args.output = surfaceOf(given.output);
    args.squares = surfaceOf(given.squares);
    args.bias = rangeOf(given.bias);
    args.region = given.region;
    args.scratch = rangeOf(given.scratch);
    args.descriptorSet = given.descriptorSet;
    readBarriers(given, &args);
    return args;
}

// Calls

template <class T, class Desc>
VkscanStatus create(const VkscanContext* context, const Desc& desc, VkscanOperation** operation) noexcept
{
    if (operation == nullptr)
        return toC({Argument::OutputPointer, Rule::Null});
    std::unique_ptr<Holder<T>> holder(new (std::nothrow) Holder<T>);
    if (holder == nullptr)
        return toC(kOutOfMemory);
    const Context none;
    const Status status = T::create(context != nullptr ? context->context : none, desc, &holder->held);
    if (status == Status::Success)
        *operation = holder.release();
    return toC(status);
}

// Gives a call the operation, if it is one, and the arguments.
template <class T, class Given, class Call>
VkscanStatus callWith(const VkscanOperation* operation, const Given* given, const Call& call) noexcept
{
    if (operation == nullptr)
        return toC({Argument::Operation, Rule::NotCreated});
    const T* const held = as<T>(operation);
    if (held == nullptr)
        return toC({Argument::Operation, Rule::WrongType});
    Given known;
    Status status = read(given, &known);
    if (status == Status::Success)
        status = checkScalars(known);
    return toC(status == Status::Success ? call(*held, argsOf(known)) : status);
}

template <class T, class Given>
VkscanStatus record(const VkscanOperation* operation, VkCommandBuffer commandBuffer, const Given* given) noexcept
{
    return callWith<T>(operation, given,
                       [&](const T& held, const auto& args) { return held.record(commandBuffer, args); });
}

template <class T, class Given>
VkscanStatus plan(const VkscanOperation* operation, const Given* given, VkscanPlan* plan) noexcept
{
    return callWith<T>(operation, given, [&](const T& held, const auto& args) {
        return held.plan(args, plan != nullptr ? &plan->list : nullptr);
    });
}

const Dispatch* dispatchOf(const VkscanPlan* plan, uint32_t index) noexcept
{
    return plan != nullptr && index < plan->list.count ? &plan->list.items[index] : nullptr;
}

} // namespace

uint32_t vkscanVersion(void)
{
    return static_cast<uint32_t>(version());
}

const char* vkscanStatusSentence(VkscanStatus status)
{
    return toString(fromC(status));
}

const char* vkscanStatusArgument(VkscanStatus status)
{
    return toString(fromC(status).argument);
}

void vkscanQueryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                              PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkscanDeviceSupport* support)
{
    const DeviceSupport its = queryDeviceSupport(instance, physicalDevice, getInstanceProcAddr);
    if (support == nullptr)
        return;
    VkscanDeviceSupport known = {};
    known.supported = its.supported ? VK_TRUE : VK_FALSE;
    known.reason = its.reason;
    known.extension = its.extension;
    known.features = its.features;
    known.features12 = its.features12;
    known.subgroupSizeControl = its.subgroupSizeControl;
    write(known, support);
}

const char* vkscanMergeFeatures(const VkscanDeviceSupport* support, VkPhysicalDeviceFeatures2* chain)
{
    VkscanDeviceSupport known = {};
    if (const Status status = read(support, &known); status != Status::Success)
        return toString(status);
    DeviceSupport its;
    its.supported = known.supported != VK_FALSE;
    its.reason = known.reason;
    its.extension = known.extension;
    its.features = known.features;
    its.features12 = known.features12;
    its.subgroupSizeControl = known.subgroupSizeControl;
    return its.mergeInto(chain);
}

VkscanStatus vkscanCreateContext(const VkscanContextDesc* desc, VkscanContext** context)
{
    VkscanContextDesc known;
    if (const Status status = read(desc, &known); status != Status::Success)
        return toC(status);
    if (context == nullptr)
        return toC({Argument::OutputPointer, Rule::Null});
    ContextDesc its;
    its.instance = known.instance;
    its.physicalDevice = known.physicalDevice;
    its.device = known.device;
    its.getInstanceProcAddr = known.getInstanceProcAddr;
    its.getDeviceProcAddr = known.getDeviceProcAddr;
    its.features = known.features;
    its.pipelineCache = known.pipelineCache;
    its.allocationCallbacks = known.allocationCallbacks;
    its.pushDescriptorEnabled = known.pushDescriptorEnabled != VK_FALSE;
    its.debugLabels = known.debugLabels != VK_FALSE;
    its.plansOnly = known.plansOnly != VK_FALSE;
    std::unique_ptr<VkscanContext> created(new (std::nothrow) VkscanContext);
    if (created == nullptr)
        return toC(kOutOfMemory);
    const Status status = Context::create(its, &created->context);
    if (status == Status::Success)
        *context = created.release();
    return toC(status);
}

void vkscanDestroyContext(VkscanContext* context)
{
    delete context;
}

VkBool32 vkscanHasForwardProgress(const VkscanContext* context)
{
    return context != nullptr && context->context.hasForwardProgress() ? VK_TRUE : VK_FALSE;
}

void vkscanDestroyOperation(VkscanOperation* operation)
{
    delete operation;
}

VkDeviceSize vkscanScratchSize(const VkscanOperation* operation, uint64_t maxCount)
{
    return operation != nullptr && operation->array != nullptr ? operation->array->scratchSize(maxCount) : 0;
}

uint64_t vkscanMaxCount(const VkscanOperation* operation)
{
    return operation != nullptr && operation->array != nullptr ? operation->array->maxCount() : 0;
}

VkscanStrategy vkscanStrategyFor(const VkscanOperation* operation, uint64_t count)
{
    return operation != nullptr && operation->array != nullptr
               ? static_cast<VkscanStrategy>(operation->array->strategyFor(count))
               : VKSCAN_STRATEGY_AUTO;
}

VkscanStatus vkscanCreateScan(const VkscanContext* context, const VkscanScanDesc* desc, VkscanOperation** scan)
{
    VkscanScanDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    ScanDesc its;
    its.type = to<ElementType>(known.type);
    its.op = to<Op>(known.op);
    its.kind = to<Kind>(known.kind);
    its.direction = to<Direction>(known.direction);
    its.order = std::max(known.order, 1u);
    its.tupleSize = std::max(known.tupleSize, 1u);
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    readChoice(known, &its);
    return create<Scan>(context, its, scan);
}

VkscanStatus vkscanRecordScan(const VkscanOperation* scan, VkCommandBuffer commandBuffer, const VkscanScanArgs* args)
{
    return record<Scan>(scan, commandBuffer, args);
}

VkscanStatus vkscanPlanScan(const VkscanOperation* scan, const VkscanScanArgs* args, VkscanPlan* plan)
{
    return ::plan<Scan>(scan, args, plan);
}

VkscanStatus vkscanCreateReduce(const VkscanContext* context, const VkscanReduceDesc* desc, VkscanOperation** reduce)
{
    VkscanReduceDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    ReduceDesc its;
    its.type = to<ElementType>(known.type);
    its.op = to<Op>(known.op);
    its.withIndex = known.withIndex != VK_FALSE;
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    return create<Reduce>(context, its, reduce);
}

VkscanStatus vkscanRecordReduce(const VkscanOperation* reduce, VkCommandBuffer commandBuffer,
                                const VkscanReduceArgs* args)
{
    return record<Reduce>(reduce, commandBuffer, args);
}

VkscanStatus vkscanPlanReduce(const VkscanOperation* reduce, const VkscanReduceArgs* args, VkscanPlan* plan)
{
    return ::plan<Reduce>(reduce, args, plan);
}

VkscanStatus vkscanCreateCompact(const VkscanContext* context, const VkscanCompactDesc* desc, VkscanOperation** compact)
{
    VkscanCompactDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    CompactDesc its;
    if (known.kernelCount == 0 || known.condition != 0 || known.predicateType != 0 || known.elementSize != 0) {
        its.predicate = {to<Condition>(known.condition), to<ElementType>(known.predicateType)};
        its.elementSize = known.elementSize;
    }
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    readChoice(known, &its);
    return create<Compact>(context, its, compact);
}

VkscanStatus vkscanRecordCompact(const VkscanOperation* compact, VkCommandBuffer commandBuffer,
                                 const VkscanCompactArgs* args)
{
    return record<Compact>(compact, commandBuffer, args);
}

VkscanStatus vkscanPlanCompact(const VkscanOperation* compact, const VkscanCompactArgs* args, VkscanPlan* plan)
{
    return ::plan<Compact>(compact, args, plan);
}

VkscanStatus vkscanCreateRadixSort(const VkscanContext* context, const VkscanRadixSortDesc* desc,
                                   VkscanOperation** sort)
{
    VkscanRadixSortDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    RadixSortDesc its;
    its.type = to<ElementType>(known.type);
    its.descending = known.descending != VK_FALSE;
    its.valueSize = known.valueSize;
    its.withIndex = known.withIndex != VK_FALSE;
    its.firstBit = known.firstBit;
    its.endBit = known.endBit != 0 ? known.endBit : kAllBits;
    its.segmented = known.segmented != VK_FALSE;
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    readChoice(known, &its);
    return create<RadixSort>(context, its, sort);
}

VkDeviceSize vkscanTemporarySize(const VkscanOperation* sort, uint64_t maxCount)
{
    const auto* const held = as<RadixSort>(sort);
    return held != nullptr ? held->temporarySize(maxCount) : 0;
}

VkscanStatus vkscanRecordRadixSort(const VkscanOperation* sort, VkCommandBuffer commandBuffer,
                                   const VkscanRadixSortArgs* args)
{
    return record<RadixSort>(sort, commandBuffer, args);
}

VkscanStatus vkscanPlanRadixSort(const VkscanOperation* sort, const VkscanRadixSortArgs* args, VkscanPlan* plan)
{
    return ::plan<RadixSort>(sort, args, plan);
}

VkscanStatus vkscanCreateSummedAreaTable(const VkscanContext* context, const VkscanSummedAreaTableDesc* desc,
                                         VkscanOperation** table)
{
    VkscanSummedAreaTableDesc known;
    if (const Status status = read(desc, &known); status != Status::Success)
        return toC(status);
    SummedAreaTableDesc its;
    its.input = to<Resource>(known.input);
    its.inputFormat = known.inputFormat;
    its.output = to<Resource>(known.output);
    its.outputFormat = known.outputFormat;
    its.accumulation = to<Accumulation>(known.accumulation);
    its.bias = to<Bias>(known.bias);
    its.layout = to<TableLayout>(known.layout);
    its.squares = known.squares != VK_FALSE;
    its.maxExtent = known.maxExtent;
    readChoice(known, &its);
    return create<SummedAreaTable>(context, its, table);
}

VkDeviceSize vkscanTableScratchSize(const VkscanOperation* table, uint32_t maxWidth, uint32_t maxHeight)
{
    const auto* const held = as<SummedAreaTable>(table);
    return held != nullptr ? held->scratchSize({maxWidth, maxHeight}) : 0;
}

VkscanStrategy vkscanTableStrategyFor(const VkscanOperation* table, uint32_t width, uint32_t height)
{
    const auto* const held = as<SummedAreaTable>(table);
    return held != nullptr ? static_cast<VkscanStrategy>(held->strategyFor({width, height})) : VKSCAN_STRATEGY_AUTO;
}

VkDescriptorSetLayout vkscanTableDescriptorSetLayout(const VkscanOperation* table)
{
    const auto* const held = as<SummedAreaTable>(table);
    return held != nullptr ? held->descriptorSetLayout() : VK_NULL_HANDLE;
}

VkscanStatus vkscanWriteTableDescriptors(const VkscanOperation* table, VkDescriptorSet set,
                                         const VkscanSummedAreaTableArgs* args)
{
    return callWith<SummedAreaTable>(table, args, [&](const SummedAreaTable& held, const SummedAreaTableArgs& its) {
        return held.writeDescriptors(set, its);
    });
}

VkscanStatus vkscanRecordSummedAreaTable(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                         const VkscanSummedAreaTableArgs* args)
{
    return record<SummedAreaTable>(table, commandBuffer, args);
}

VkscanStatus vkscanPlanSummedAreaTable(const VkscanOperation* table, const VkscanSummedAreaTableArgs* args,
                                       VkscanPlan* plan)
{
    return ::plan<SummedAreaTable>(table, args, plan);
}

uint32_t vkscanKernelCount(const VkscanOperation* operation)
{
    return operation != nullptr ? operation->operation->kernels().count : 0;
}

void vkscanGetKernel(const VkscanOperation* operation, uint32_t index, VkscanKernel* kernel)
{
    VkscanKernel known = {};
    if (index < vkscanKernelCount(operation)) {
        const Kernel& its = operation->operation->kernels().items[index];
        known.constantCount = its.constantCount;
        known.name = its.name;
        known.code = its.code;
        known.codeBytes = its.codeBytes;
        known.entryPoint = its.entryPoint;
        known.constants = its.constants;
        std::copy(std::begin(its.workgroupSize), std::end(its.workgroupSize), known.workgroupSize);
        known.pushConstantBytes = its.pushConstantBytes;
        known.requiresFullSubgroups = its.requiresFullSubgroups ? VK_TRUE : VK_FALSE;
        known.requiredSubgroupSize = its.requiredSubgroupSize;
    }
    if (kernel != nullptr)
        write(known, kernel);
}

VkscanStatus vkscanCreatePlan(VkscanPlan** plan)
{
    if (plan == nullptr)
        return toC({Argument::OutputPointer, Rule::Null});
    auto* const created = new (std::nothrow) VkscanPlan;
    if (created == nullptr)
        return toC(kOutOfMemory);
    *plan = created;
    return VKSCAN_SUCCESS;
}

void vkscanDestroyPlan(VkscanPlan* plan)
{
    delete plan;
}

uint32_t vkscanDispatchCount(const VkscanPlan* plan)
{
    return plan != nullptr ? plan->list.count : 0;
}

void vkscanGetDispatch(const VkscanPlan* plan, uint32_t index, VkscanDispatch* dispatch)
{
    VkscanDispatch known = {};
    if (const Dispatch* const its = dispatchOf(plan, index)) {
        known.kernel = its->kernel;
        known.barrierBefore = its->barrierBefore ? VK_TRUE : VK_FALSE;
        std::copy(std::begin(its->groupCount), std::end(its->groupCount), known.groupCount);
        known.pushConstants = its->pushConstants;
        known.pushConstantBytes = its->pushConstantBytes;
        known.accessCount = its->accessCount;
    }
    if (dispatch != nullptr)
        write(known, dispatch);
}

void vkscanGetAccess(const VkscanPlan* plan, uint32_t dispatch, uint32_t access, VkscanBufferRange* range,
                     VkBool32* write)
{
    const Dispatch* const its = dispatchOf(plan, dispatch);
    const Access found = its != nullptr && access < its->accessCount ? its->accesses[access] : Access();
    if (range != nullptr)
        *range = {found.range.address, found.range.size};
    if (write != nullptr)
        *write = found.write ? VK_TRUE : VK_FALSE;
}
