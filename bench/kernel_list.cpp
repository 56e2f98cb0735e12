#include "kernel_list.h"

#include "custom_kernels.h"
#include "tables/format.h"

#include <support/reference.h>
#include <tests/support/operations.h>
#include <vkscan/self_test.h>
#include <vkscan/vkscan.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace bench {

namespace {

using support::kTypes;
using vkscan::Accumulation;
using vkscan::Bias;
using vkscan::Condition;
using vkscan::Direction;
using vkscan::ElementType;
using vkscan::Kind;
using vkscan::kOps;
using vkscan::Op;
using vkscan::OpRow;
using vkscan::Resource;
using vkscan::Segments;
using vkscan::Status;
using vkscan::TableLayout;

constexpr uint32_t kOrders[] = {1, 2, 3, 5, 8, 16};
constexpr uint32_t kTupleSizes[] = {1, 2, 3, 4, 5, 8, 16};
// Bytes. Kernels move each size in another way.
constexpr uint32_t kElementSizes[] = {4, 8, 16, 64, vkscan::kIndicesOnly};

struct Form {
    Kind kind;
    Direction direction;
};
constexpr Form kForms[] = {{Kind::Inclusive, Direction::Forward},
                           {Kind::Exclusive, Direction::Forward},
                           {Kind::Inclusive, Direction::Backward},
                           {Kind::Exclusive, Direction::Backward}};

bool isSigned(ElementType type)
{
    return type == ElementType::I32 || type == ElementType::I64;
}

bool isForward(Kind kind, Direction direction)
{
    return kind == Kind::Inclusive && direction == Direction::Forward;
}

bool isBackward(Kind kind, Direction direction)
{
    return kind == Kind::Exclusive && direction == Direction::Backward;
}

// True for all descriptions of operations without a function below.
template <class Desc>
bool isRepresentative(const Desc&)
{
    return true;
}

// True: Coverage::Classes has the description. It is chosen so that the 16 cores beside an H100 compile it in less than
// a minute: operators, kinds and directions vary where all else is plain. Elsewhere signed integers add like unsigned
// ones, and kind and direction vary together and with one type.
bool isRepresentative(const vkscan::ScanDesc& desc)
{
    if (desc.order == 1 && desc.tupleSize == 1)
        return desc.op == Op::Add || isForward(desc.kind, desc.direction);
    const bool isOrderOfTuples = desc.order > 1 && desc.tupleSize > 1;
    if (isOrderOfTuples && (desc.order > 2 || desc.tupleSize == 3 || desc.tupleSize == 4))
        return false;
    return !isSigned(desc.type) && desc.op == Op::Add &&
           (isForward(desc.kind, desc.direction) ||
            (isBackward(desc.kind, desc.direction) && desc.type == ElementType::U32));
}

bool isRepresentative(const vkscan::SegmentedScanDesc& desc)
{
    if (isSigned(desc.type))
        return false;
    if (isForward(desc.kind, desc.direction))
        return desc.op == Op::Add || desc.segments == Segments::HeadFlags;
    return desc.op == Op::Add && isBackward(desc.kind, desc.direction) && desc.type == ElementType::U32;
}

bool isRepresentative(const vkscan::SegmentedReduceDesc& desc)
{
    return !isSigned(desc.type) && desc.op == Op::Add;
}

bool isRepresentative(const vkscan::ReduceByKeyDesc& desc)
{
    return !isSigned(desc.type) && desc.op == Op::Add;
}

bool isRepresentative(const vkscan::CompactDesc& desc)
{
    const vkscan::Predicate& predicate = desc.predicate;
    return (desc.elementSize == 4 && (predicate.type == ElementType::U32 || predicate.condition == Condition::Less)) ||
           predicate.condition == Condition::AnyBit;
}

// Types of one size differ by one constant, for floats.
bool isRepresentative(const vkscan::RadixSortDesc& desc)
{
    if (desc.endBit < vkscan::kMaxSplitBits)
        return desc.valueSize == 4;
    return desc.type == ElementType::U32 || desc.type == ElementType::U64;
}

// All options come together. Inputs that are converted come with few channels, accumulations and options.
bool isRepresentative(const vkscan::SummedAreaTableDesc& desc)
{
    const bool isInteger = desc.accumulation == Accumulation::U32;
    const bool isWide = desc.accumulation > Accumulation::F32;
    const bool hasBorder = desc.layout == TableLayout::ZeroBorder;
    const uint32_t channels = vkscan::formatInfo(desc.outputFormat).channels;
    const vkscan::Numeric numeric = vkscan::formatInfo(desc.inputFormat).numeric;
    const bool isConverted = numeric != (isInteger ? vkscan::Numeric::Uint : vkscan::Numeric::Sfloat);
    const bool isSampled = desc.input == Resource::SampledImage;
    if (!desc.squares && !hasBorder && desc.bias == Bias::Mean)
        return channels == 1 && desc.accumulation == Accumulation::F32 && desc.output == Resource::Buffer;
    if (desc.squares || hasBorder)
        return desc.squares && hasBorder && (isInteger || desc.bias == Bias::Mean) && !isConverted && channels != 2;
    if (desc.bias != Bias::None)
        return false;
    if (isConverted)
        return channels == 1 ? !isWide || numeric == vkscan::Numeric::Uint : channels == 4 && isSampled && !isWide;
    return channels != 2 || isSampled;
}

bool isRepresentative(const vkscan::SummedVolumeTableDesc& desc)
{
    return desc.inputFormat == (desc.accumulation == Accumulation::U32 ? VK_FORMAT_R8_UINT : VK_FORMAT_R32_SFLOAT);
}

// True: the library or the device does not offer the description.
bool isRefusal(Status status)
{
    return status.rule == vkscan::Rule::Unsupported || status.rule == vkscan::Rule::Incompatible;
}

// Bit i is set where the module uses its specialisation constant of id i; the values of others mean nothing. glslang
// also declares those of includes that are not used. A literal may be taken for a use, which only keeps kernels apart.
uint64_t constantsOf(const vkscan::Kernel& kernel)
{
    static_assert(vkscan::kMaxKernelConstants <= 64);
    constexpr uint32_t kHeaderWords = 5;
    enum : uint32_t {
        OpTypeArray = 28,
        OpSpecConstantComposite = 51,
        OpSpecConstantOp = 52,
        OpFunction = 54,
        OpDecorate = 71
    };
    constexpr uint32_t kSpecId = 1;
    std::map<uint32_t, uint32_t> idOf; // by the result's id
    uint64_t used = 0;
    bool inFunctions = false;
    const std::size_t words = kernel.codeBytes / sizeof(uint32_t);
    for (std::size_t i = kHeaderWords; i < words; i += kernel.code[i] >> 16) {
        const uint32_t* instruction = kernel.code + i;
        const uint32_t opcode = instruction[0] & 0xffff;
        if (opcode == OpDecorate && instruction[2] == kSpecId && instruction[3] < vkscan::kMaxKernelConstants)
            idOf[instruction[1]] = instruction[3];
        inFunctions |= opcode == OpFunction;
        if (inFunctions || opcode == OpTypeArray || opcode == OpSpecConstantComposite || opcode == OpSpecConstantOp)
            for (uint32_t operand = 1; operand < instruction[0] >> 16; ++operand)
                if (const auto found = idOf.find(instruction[operand]); found != idOf.end())
                    used |= uint64_t{1} << found->second;
    }
    return used;
}

class Lister {
public:
    explicit Lister(const vkscan::Context& context) : m_context(context) {}

    void cover(Coverage coverage) { m_coverage = coverage; }

    // Adds the kernels of an operation, if they are covered. `words` describe the operation.
    template <class Operation, class Desc>
    void add(std::initializer_list<std::string> words, const Desc& desc, KernelResources resources = {})
    {
        if (m_coverage == Coverage::Classes && !isRepresentative(desc))
            return;
        const auto operation = std::make_shared<Operation>();
        const Status status = Operation::create(m_context, desc, operation.get());
        if (isRefusal(status))
            return;
        std::string name;
        for (const std::string& word : words)
            name += (name.empty() || word.empty() ? "" : " ") + word;
        if (status != Status::Success)
            throw std::runtime_error(name + ": " + toString(status));
        for (const vkscan::Kernel& kernel : operation->kernels())
            addKernel(name + std::strrchr(kernel.name, ':'), kernel, resources, operation);
    }

    [[nodiscard]] std::vector<ListedKernel> take() { return std::move(m_kernels); }

private:
    struct Module {
        const uint32_t* code = nullptr;
        uint64_t constants = 0;
    };
    using Key = std::pair<const uint32_t*, std::array<uint32_t, vkscan::kMaxKernelConstants>>;

    // Returns the first module with the same words.
    const Module& moduleOf(const vkscan::Kernel& kernel)
    {
        const std::string_view bytes(reinterpret_cast<const char*>(kernel.code), kernel.codeBytes);
        const auto [found, isNew] = m_modules.try_emplace(bytes);
        if (isNew)
            found->second = {kernel.code, constantsOf(kernel)};
        return found->second;
    }

    void addKernel(const std::string& name, const vkscan::Kernel& kernel, KernelResources resources,
                   const std::shared_ptr<const vkscan::Operation>& operation)
    {
        const Module& module = moduleOf(kernel);
        Key key = {module.code, {}};
        for (uint32_t id = 0; id < kernel.constantCount; ++id)
            key.second[id] = (module.constants >> id & 1) != 0 ? kernel.constants[id] : 0;
        if (m_keys.insert(key).second)
            m_kernels.push_back({name, kernel, resources, operation});
    }

    const vkscan::Context& m_context;
    Coverage m_coverage = Coverage::Classes;
    std::map<std::string_view, Module> m_modules;
    std::set<Key> m_keys;
    std::vector<ListedKernel> m_kernels;
};

std::string counted(const char* what, uint32_t count)
{
    return count == 1 ? "" : what + std::to_string(count);
}

std::string elementText(uint32_t elementSize)
{
    return elementSize == vkscan::kIndicesOnly ? "indices" : std::to_string(elementSize) + " bytes";
}

void addScans(Lister& lister)
{
    const auto add = [&](const vkscan::ScanDesc& desc) {
        lister.add<vkscan::Scan>({"Scan", toString(desc.type), toString(desc.op), toString(desc.kind),
                                  toString(desc.direction), counted("order ", desc.order),
                                  counted("tuples of ", desc.tupleSize)},
                                 desc);
    };
    for (const ElementType type : kTypes)
        for (const OpRow& op : kOps)
            for (const Form& form : kForms)
                for (const uint32_t order : kOrders)
                    for (const uint32_t tupleSize : kTupleSizes)
                        add({.type = type,
                             .op = op.value,
                             .kind = form.kind,
                             .direction = form.direction,
                             .order = order,
                             .tupleSize = tupleSize});
}

// Users' kernels that stand for all.
void addCustom(Lister& lister)
{
    const std::pair<const char*, vkscan::CustomKernels> customs[] = {
        {"sum", custom::sum}, {"affine", custom::affine}, {"bounds", custom::bounds}, {"matrix", custom::matrix}};
    for (const auto& [name, kernels] : customs)
        for (const Form& form : kForms)
            lister.add<vkscan::Scan>(
                {"Scan custom", name, toString(form.kind), toString(form.direction)},
                vkscan::ScanDesc{.kind = form.kind, .direction = form.direction, .kernels = kernels});
    for (const Segments segments : {Segments::Offsets, Segments::Rows})
        for (const auto& [name, kernels] :
             {std::pair{"sum", custom::sum_of_segments}, std::pair{"bounds", custom::bounds_of_segments}})
            lister.add<vkscan::SegmentedReduce>({"SegmentedReduce custom", name, toString(segments)},
                                                vkscan::SegmentedReduceDesc{.segments = segments, .kernels = kernels});
    lister.add<vkscan::Compact>({"Compact custom", "records"}, vkscan::CompactDesc{.kernels = custom::records});
}

void addSegmented(Lister& lister)
{
    const auto add = [&](const vkscan::SegmentedScanDesc& desc) {
        lister.add<vkscan::SegmentedScan>({"SegmentedScan", toString(desc.type), toString(desc.op), toString(desc.kind),
                                           toString(desc.direction), "by", toString(desc.segments)},
                                          desc);
    };
    for (const vkscan::SegmentsRow& segments : vkscan::kSegmentForms)
        for (const ElementType type : kTypes)
            for (const OpRow& op : kOps)
                for (const Form& form : kForms)
                    if (segments.value != Segments::Kernels)
                        add({.type = type,
                             .op = op.value,
                             .kind = form.kind,
                             .direction = form.direction,
                             .segments = segments.value});
    for (const vkscan::SegmentsRow& segments : vkscan::kSegmentForms)
        for (const ElementType type : kTypes)
            for (const OpRow& op : kOps)
                if (segments.isReduced)
                    lister.add<vkscan::SegmentedReduce>(
                        {"SegmentedReduce", toString(type), op.name, "by", segments.name},
                        vkscan::SegmentedReduceDesc{.type = type, .op = op.value, .segments = segments.value});
}

void addReductions(Lister& lister)
{
    for (const ElementType type : kTypes)
        for (const OpRow& op : kOps)
            lister.add<vkscan::Reduce>({"Reduce", toString(type), op.name},
                                       vkscan::ReduceDesc{.type = type, .op = op.value});
    for (const ElementType type : kTypes)
        for (const Op op : {Op::Min, Op::Max})
            lister.add<vkscan::Reduce>({"Reduce", toString(type), toString(op), "with index"},
                                       vkscan::ReduceDesc{.type = type, .op = op, .withIndex = true});
}

void addCompactions(Lister& lister)
{
    for (const vkscan::ConditionRow& condition : vkscan::kConditions)
        for (const ElementType type : kTypes) {
            if (vkscan::sizeOf(type) > 4 || (type != ElementType::U32 && !condition.compares))
                continue; // flags and masks have no type
            for (const uint32_t size : kElementSizes)
                for (const bool withRest : {false, true})
                    lister.add<vkscan::Compact>({"Compact", elementText(size), "by", condition.name,
                                                 condition.compares ? toString(type) : "", withRest ? "with rest" : ""},
                                                vkscan::CompactDesc{.predicate = {condition.value, type},
                                                                    .elementSize = size,
                                                                    .withRest = withRest});
        }
}

void addSelections(Lister& lister)
{
    addCompactions(lister);
    for (uint32_t bits = 1; bits <= vkscan::kMaxSplitBits; ++bits)
        for (const uint32_t size : kElementSizes)
            lister.add<vkscan::RadixSort>(
                {"Split", elementText(size), "by", std::to_string(bits), "bits"},
                vkscan::RadixSortDesc{.valueSize = size, .withIndex = size == vkscan::kIndicesOnly, .endBit = bits});
}

// Sums of floats in a fixed order.
void addReproducible(Lister& lister)
{
    for (const ElementType type : {ElementType::F32, ElementType::F64}) {
        for (const Form& form : kForms)
            lister.add<vkscan::Scan>(
                {"Scan reproducible", toString(type), toString(form.kind), toString(form.direction)},
                vkscan::ScanDesc{.type = type, .kind = form.kind, .direction = form.direction, .reproducible = true});
        lister.add<vkscan::Reduce>({"Reduce reproducible", toString(type)},
                                   vkscan::ReduceDesc{.type = type, .reproducible = true});
        for (const vkscan::SegmentsRow& segments : vkscan::kSegmentForms) {
            if (segments.value != Segments::Kernels)
                lister.add<vkscan::SegmentedScan>(
                    {"SegmentedScan reproducible", toString(type), "by", segments.name},
                    vkscan::SegmentedScanDesc{.type = type, .segments = segments.value, .reproducible = true});
            if (segments.isReduced)
                lister.add<vkscan::SegmentedReduce>(
                    {"SegmentedReduce reproducible", toString(type), "by", segments.name},
                    vkscan::SegmentedReduceDesc{.type = type, .segments = segments.value, .reproducible = true});
        }
    }
}

// Sums of elements that are stored in fewer bytes; and selections of such, which differ by their bytes.
void addStored(Lister& lister)
{
    const auto add = [&](const std::string& stored, ElementType type, vkscan::StoredType input,
                         vkscan::StoredType output) {
        for (const Form& form : kForms)
            lister.add<vkscan::Scan>(
                {"Scan", stored, toString(form.kind), toString(form.direction)},
                vkscan::ScanDesc{
                    .type = type, .kind = form.kind, .direction = form.direction, .input = input, .output = output});
        for (const vkscan::SegmentsRow& segments : vkscan::kSegmentForms) {
            if (segments.value != Segments::Kernels)
                lister.add<vkscan::SegmentedScan>(
                    {"SegmentedScan", stored, "by", segments.name},
                    vkscan::SegmentedScanDesc{
                        .type = type, .segments = segments.value, .input = input, .output = output});
            if (segments.isReduced)
                lister.add<vkscan::SegmentedReduce>(
                    {"SegmentedReduce", stored, "by", segments.name},
                    vkscan::SegmentedReduceDesc{
                        .type = type, .segments = segments.value, .input = input, .output = output});
        }
    };
    for (const vkscan::StoredTypeRow& row : vkscan::kStoredTypes) {
        if (row.bytes == 0)
            continue;
        add(std::string("of ") + row.name, row.type, row.value, row.value);
        add(std::string("from ") + row.name, row.type, row.value, vkscan::StoredType::Same);
        add(std::string("to ") + row.name, row.type, vkscan::StoredType::Same, row.value);
        lister.add<vkscan::Reduce>({"Reduce of", row.name}, vkscan::ReduceDesc{.type = row.type, .input = row.value});
        lister.add<vkscan::Reduce>(
            {"Reduce of", row.name, "with index"},
            vkscan::ReduceDesc{.type = row.type, .op = Op::Min, .withIndex = true, .input = row.value});
        if (sizeOf(row.type) == sizeof(uint32_t))
            lister.add<vkscan::Histogram>({"Histogram of", row.name},
                                          vkscan::HistogramDesc{.type = row.type, .input = row.value});
    }
    for (const uint32_t size : {1u, 2u}) {
        vkscan::CompactDesc desc = {.predicate = {Condition::AnyBit}, .elementSize = size};
        lister.add<vkscan::Compact>({"Compact", elementText(size)}, desc);
        desc.withRest = true;
        lister.add<vkscan::Compact>({"Compact", elementText(size), "with rest"}, desc);
    }
}

void addOthers(Lister& lister)
{
    for (const ElementType type : support::typesOfBytes(4))
        for (const uint32_t binCount : {256u, 4096u, vkscan::kMaxBinCount})
            lister.add<vkscan::Histogram>({"Histogram", toString(type), std::to_string(binCount), "bins"},
                                          vkscan::HistogramDesc{.type = type, .binCount = binCount});
    lister.add<vkscan::Distribution>({"Distribution"}, vkscan::DistributionDesc{.withAlias = true});
    for (const auto& [name, format] :
         {std::pair{"R32F", VK_FORMAT_R32_SFLOAT}, std::pair{"RGBA16F", VK_FORMAT_R16G16B16A16_SFLOAT}})
        lister.add<vkscan::Distribution>(
            {"Distribution", "of", name},
            vkscan::DistributionDesc{.input = vkscan::Resource::SampledImage, .inputFormat = format},
            {.input = vkscan::Resource::SampledImage});
    lister.add<vkscan::Histogram>(
        {"Histogram of RGBA16F"},
        vkscan::HistogramDesc{.type = ElementType::F32, .inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT},
        {.input = vkscan::Resource::SampledImage});
    for (const ElementType type : kTypes)
        lister.add<vkscan::TopK>({"TopK", toString(type)}, vkscan::TopKDesc{.type = type});
    using vkscan::RunValue;
    for (const uint32_t keySize : {4u, 8u}) {
        lister.add<vkscan::ReduceByKey>({"RunLengths", "keys of", std::to_string(keySize)},
                                        vkscan::ReduceByKeyDesc{.keySize = keySize, .runValue = RunValue::None});
        for (const ElementType type : kTypes)
            for (const OpRow& op : kOps)
                if (op.takesFloats || !support::isFloat(type))
                    lister.add<vkscan::ReduceByKey>(
                        {"ReduceByKey", toString(type), op.name, "keys of", std::to_string(keySize)},
                        vkscan::ReduceByKeyDesc{.keySize = keySize, .type = type, .op = op.value});
        for (const ElementType type : {ElementType::U32, ElementType::U64})
            lister.add<vkscan::ReduceByKey>(
                {"UniqueByKey", toString(type), "keys of", std::to_string(keySize)},
                vkscan::ReduceByKeyDesc{.keySize = keySize, .runValue = RunValue::First, .type = type});
    }
    for (const ElementType type : kTypes)
        for (const uint32_t size : {0u, 4u, 8u, 16u})
            for (const bool segmented : {false, true})
                lister.add<vkscan::RadixSort>(
                    {"RadixSort", toString(type), "values of", std::to_string(size), segmented ? "segmented" : ""},
                    vkscan::RadixSortDesc{.type = type, .valueSize = size, .segmented = segmented});
    for (const ElementType type : kTypes)
        lister.add<vkscan::RadixSort>({"RadixSort", toString(type), "by 8 bits"},
                                      vkscan::RadixSortDesc{.type = type, .endBit = 8});
    // All that other operations have.
    testing_support::forEachArrayOperation([&]<class Operation>() {
        lister.add<Operation>({testing_support::nameOf<Operation>()}, testing_support::validDesc<Operation>());
    });
}

std::string formatText(VkFormat format)
{
    constexpr const char* kChannels[] = {"", "R", "RG", "", "RGBA"};
    const vkscan::FormatInfo info = vkscan::formatInfo(format);
    const char* numeric = info.numeric == vkscan::Numeric::Uint     ? "_UINT"
                          : info.numeric == vkscan::Numeric::Sfloat ? "_SFLOAT"
                                                                    : "_UNORM";
    return kChannels[info.channels] + std::to_string(8 * info.componentBytes) + numeric;
}

const char* resourceText(Resource resource)
{
    return resource == Resource::Buffer ? "buffer" : resource == Resource::SampledImage ? "sampled" : "storage";
}

std::vector<VkFormat> tableFormats()
{
    std::vector<VkFormat> formats;
    for (int i = VK_FORMAT_UNDEFINED; i <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; ++i)
        if (vkscan::formatInfo(static_cast<VkFormat>(i)).channels > 0)
            formats.push_back(static_cast<VkFormat>(i));
    return formats;
}

void addTables(Lister& lister)
{
    const auto add = [&](const vkscan::SummedAreaTableDesc& desc) {
        std::string accumulation = findRow(vkscan::kAccumulations, desc.accumulation)->name;
        accumulation[0] = static_cast<char>(std::toupper(accumulation[0]));
        lister.add<vkscan::SummedAreaTable>({"SummedAreaTable", accumulation, resourceText(desc.input),
                                             formatText(desc.inputFormat), "to", resourceText(desc.output),
                                             formatText(desc.outputFormat), desc.squares ? "squares" : "",
                                             desc.layout == TableLayout::ZeroBorder ? "zero border" : "",
                                             desc.bias == Bias::None    ? ""
                                             : desc.bias == Bias::Given ? "bias"
                                                                        : "mean bias",
                                             desc.reproducible ? "reproducible" : ""},
                                            desc, {desc.input, desc.output});
    };
    const std::vector<VkFormat> formats = tableFormats();
    for (const vkscan::ResourceRow& input : vkscan::kResources)
        for (const VkFormat inputFormat : formats)
            for (const vkscan::ResourceRow& output : vkscan::kResources) {
                if (!input.isRead || !output.isWritten)
                    continue;
                for (const VkFormat outputFormat : formats)
                    for (const vkscan::AccumulationRow& accumulation : vkscan::kAccumulations)
                        for (const vkscan::BiasRow& bias : vkscan::kBiases)
                            for (const vkscan::TableLayoutRow& layout : vkscan::kTableLayouts)
                                for (const bool squares : {false, true})
                                    add({.input = input.value,
                                         .inputFormat = inputFormat,
                                         .output = output.value,
                                         .outputFormat = outputFormat,
                                         .accumulation = accumulation.value,
                                         .bias = bias.value,
                                         .layout = layout.value,
                                         .squares = squares});
            }
    for (const vkscan::ResourceRow& output : vkscan::kResources)
        for (const Resource input : {Resource::Buffer, Resource::SampledImage})
            if (output.isWritten)
                add({.input = input,
                     .inputFormat = VK_FORMAT_R32_SFLOAT,
                     .output = output.value,
                     .outputFormat = VK_FORMAT_R32_SFLOAT,
                     .reproducible = true});
}

void addVolumes(Lister& lister)
{
    const auto add = [&](const vkscan::SummedVolumeTableDesc& desc) {
        std::string accumulation = findRow(vkscan::kAccumulations, desc.accumulation)->name;
        accumulation[0] = static_cast<char>(std::toupper(accumulation[0]));
        const char* const shape = desc.arrayImages ? "array" : "3D image";
        lister.add<vkscan::SummedVolumeTable>(
            {"SummedVolumeTable", accumulation, desc.input != vkscan::Resource::Buffer ? shape : "",
             formatText(desc.inputFormat), "to", desc.output != vkscan::Resource::Buffer ? shape : "",
             formatText(desc.outputFormat), desc.separateSlices ? "stack" : "", desc.squares ? "squares" : ""},
            desc, {desc.input, desc.output});
    };
    for (const VkFormat inputFormat : {VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT})
        for (const VkFormat outputFormat : {VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R64_SFLOAT})
            for (const vkscan::AccumulationRow& accumulation : vkscan::kAccumulations)
                for (const bool separateSlices : {false, true})
                    for (const bool squares : {false, true})
                        add({.separateSlices = separateSlices,
                             .inputFormat = inputFormat,
                             .outputFormat = outputFormat,
                             .accumulation = accumulation.value,
                             .squares = squares});
    struct ImagePair {
        VkFormat input;
        VkFormat output;
        Accumulation accumulation;
    };
    using vkscan::Resource;
    for (const ImagePair& formats :
         {ImagePair{VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32_SFLOAT, Accumulation::F32},
          ImagePair{VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT, Accumulation::F32},
          ImagePair{VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, Accumulation::U32}})
        for (const bool isArray : {false, true})
            for (const auto& [input, output] : {std::pair{Resource::SampledImage, Resource::StorageImage},
                                                {Resource::SampledImage, Resource::Buffer},
                                                {Resource::Buffer, Resource::StorageImage}})
                for (const bool squares : {false, true})
                    add({.arrayImages = isArray,
                         .input = input,
                         .inputFormat = formats.input,
                         .output = output,
                         .outputFormat = formats.output,
                         .accumulation = formats.accumulation,
                         .squares = squares});
}

} // namespace

std::vector<ListedKernel> listKernels(const vkscan::Context& context, Coverage coverage)
{
    Lister lister(context);
    for (const Coverage covered : {Coverage::Classes, Coverage::Everything}) {
        if (covered > coverage)
            break;
        lister.cover(covered);
        addScans(lister);
        addCustom(lister);
        addSegmented(lister);
        addReductions(lister);
        addSelections(lister);
        addReproducible(lister);
        addStored(lister);
        lister.add<vkscan::SelfTest>({"SelfTest"}, vkscan::SelfTestDesc());
        addOthers(lister);
        addTables(lister);
        addVolumes(lister);
    }
    return lister.take();
}

} // namespace bench
