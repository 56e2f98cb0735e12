// Forms of the operations of the catalogue, and calls of them.
#ifndef VKSCAN_TESTS_CALLS_H
#define VKSCAN_TESTS_CALLS_H

#include "custom_modules.h"
#include "generated/catalogue.h"

#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <vkscan/segments.h>

#include <algorithm>
#include <string>
#include <vector>

namespace testing_support {

// Whether a form has a user's kernels, which cannot be compiled.
[[nodiscard]] inline bool isCustom(const auto& form)
{
    if constexpr (requires { form.desc.kernels.count; })
        return form.desc.kernels.count > 0;
    return false;
}

// A user's kernels for a description. Their states have one word, or six if allowed. `more` are flags of their stamp.
template <class Desc, uint32_t more>
vkscan::CustomKernels customKernelsOf()
{
    using namespace vkscan::abi;
    constexpr bool isTopK = std::is_same_v<Desc, vkscan::TopKDesc>;
    constexpr bool isSort = std::is_same_v<Desc, vkscan::RadixSortDesc>;
    constexpr bool isExpand = std::is_same_v<Desc, vkscan::ExpandDesc>;
    constexpr bool isSegmented =
        std::is_same_v<Desc, vkscan::SegmentedScanDesc> || std::is_same_v<Desc, vkscan::SegmentedReduceDesc>;
    constexpr uint32_t kFlags = isTopK        ? kStampSorts | kStampVectors | kStampLoads
                                : isSort      ? kStampSorts | kStampVectors | more
                                : isExpand    ? kStampExpands | kStampVectors | kStampLoads | more
                                : isSegmented ? kStampSegments | more
                                : std::is_same_v<Desc, vkscan::CompactDesc> ? kStampSelects | more
                                                                            : more;
    static const CustomModules modules(customStamp(isTopK || isSort || isExpand ? 1 : 6, kFlags));
    return modules.kernels();
}

// Forms that together take each kernel and each list of arguments of an operation; the default one comes first.
template <class Operation>
std::vector<Form<Operation>> formsOf()
{
    using namespace vkscan;
    using Desc = DescOf<Operation>;
    using Args = ArgsOf<Operation>;
    Forms<Operation> forms;
    const auto add = [&](const std::string& name, const auto& describe) { forms.add(name, describe); };
    if constexpr (requires(Desc desc) { desc.reproducible, desc.type; })
        add("`reproducible`", [](Desc& desc) {
            desc.type = ElementType::F32;
            desc.reproducible = true;
        });
    else if constexpr (requires(Desc desc) { desc.reproducible; })
        add("`reproducible`", [](Desc& desc) { desc.reproducible = true; });
    if constexpr (requires(Desc desc) { desc.binCount; })
        add("65,536 bins", [](Desc& desc) { desc.binCount = kMaxBinCount; });
    else if constexpr (requires(Desc desc) { desc.type; })
        add("u64", [](Desc& desc) { desc.type = ElementType::U64; });
    if constexpr (requires(Desc desc) { desc.type, desc.input; }) {
        const auto addStored = [&](StoredType stored, StoredType output) {
            const StoredTypeRow& row = *findRow(kStoredTypes, stored);
            add("stored in " + std::to_string(8 * row.bytes) + " bits", [=](Desc& desc) {
                desc.type = row.type;
                desc.input = stored;
                if constexpr (requires { desc.output = stored; })
                    desc.output = output;
            });
        };
        addStored(StoredType::U8, StoredType::Same);
        addStored(StoredType::F16, StoredType::F16);
        if constexpr (!requires(Desc desc) { desc.binCount; })
            addStored(StoredType::I32, StoredType::Same);
    }
    if constexpr (requires { addForms(&forms); })
        addForms(&forms);
    if constexpr (requires(Desc desc) { desc.segments; })
        for (const SegmentsRow& row : kSegmentForms)
            if (std::is_same_v<Operation, SegmentedReduce> ? row.isReduced : row.value != Segments::Kernels)
                add(row.name, [&](Desc& desc) { desc.segments = row.value; });
    if constexpr (requires(Desc desc) { desc.squares; }) {
        add("images", [](Desc& desc, Args& args) {
            desc.input = Resource::SampledImage;
            desc.output = Resource::StorageImage;
            for (auto* surface : {&args.input, &args.output}) {
                surface->view = reinterpret_cast<VkImageView>(uintptr_t{surface == &args.input ? 64u : 128u});
                surface->usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
            }
            args.descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{64});
        });
        add("`squares`", [](Desc& desc) { desc.squares = true; });
        add("`F32x2`", [](Desc& desc) { desc.accumulation = Accumulation::F32x2; });
        for (const Bias bias : {Bias::Given, Bias::Mean})
            add(bias == Bias::Given ? "`Bias::Given`" : "`Bias::Mean`", [=](Desc& desc) { desc.bias = bias; });
    }
    if constexpr (requires(Desc desc) { desc.separateSlices; })
        add("`separateSlices`", [](Desc& desc) { desc.separateSlices = true; });
    if constexpr (requires(Desc desc) { desc.kernels; }) {
        static constexpr uint32_t kParameters[] = {11, 12};
        constexpr uint32_t kOwnMemory = vkscan::abi::kStampLoads | vkscan::abi::kStampStores;
        add("kernels of your own", [](Desc& desc, Args& args) {
            desc.kernels = customKernelsOf<Desc, 0>();
            args.parameters = {kParameters, sizeof(kParameters)};
        });
        if constexpr (!requires(Desc desc) { desc.maxK; }) // no kernel stores the results of these
            add("kernels of your own that load and store",
                [](Desc& desc) { desc.kernels = customKernelsOf<Desc, kOwnMemory>(); });
    }
    return forms.all;
}

inline constexpr VkDeviceAddress kArgumentsApart = VkDeviceAddress{1} << 50;

template <class Desc, class Args>
void listArguments(const vkscan::ArrayOperationOf<Desc, Args>& operation, const Args& args, vkscan::BufferList* list)
{
    vkscan::ArrayOperationOf<Desc, Args>::Tuned::listArguments(operation, args, list);
}

// A field of a call's arguments for memory.
struct MemoryField {
    std::string name;
    vkscan::BufferRange* range;
    vkscan::Presence presence;
    bool isNeeded;
    VkDeviceSize alignment;
};

template <class Operation>
std::vector<MemoryField> memoryOf(const Operation& operation, const Form<Operation>& form, ArgsOf<Operation>* args)
{
    using vkscan::Presence;
    std::vector<MemoryField> fields;
    if constexpr (std::is_base_of_v<vkscan::ArrayOperation, Operation>) {
        vkscan::BufferList list;
        listArguments(operation, *args, &list);
        for (const vkscan::ListedArgument& item : list)
            fields.push_back({toString(item.argument), const_cast<vkscan::BufferRange*>(item.given), item.presence,
                              item.presence == Presence::IfTouched && item.bytes > 0, item.alignment});
    } else {
        const auto add = [&](const char* name, vkscan::BufferRange* range, bool isNeeded) {
            fields.push_back({name, range, isNeeded ? Presence::IfTouched : Presence::Refused, isNeeded, 16});
        };
        const auto& desc = form.desc;
        const bool isWritten = desc.output == vkscan::Resource::Buffer;
        add("input", &args->input.buffer, desc.input == vkscan::Resource::Buffer);
        add("bias", &args->bias, desc.bias != vkscan::Bias::None);
        add("output", &args->output.buffer, isWritten);
        add("squares", &args->squares.buffer, desc.squares && isWritten);
        add("scratch", &args->scratch, true);
    }
    return fields;
}

// A call on `count` elements, or on a table of that width and height. It has memory for required arguments, and for
// optional ones if requested: kArgumentsApart apart, in the order listed, `shift` elements after an aligned address.
template <class Operation>
ArgsOf<Operation> callOf(const Operation& operation, const Form<Operation>& form, uint64_t count, bool optionalToo,
                         uint64_t shift = 0)
{
    ArgsOf<Operation> args;
    const auto side = static_cast<uint32_t>(count);
    if constexpr (requires { args.count; })
        args.count = count;
    else if constexpr (requires { args.input.extent.depth; })
        args.input.extent = args.output.extent = args.squares.extent = {side, side, 4};
    else
        args.input.extent = args.output.extent = args.squares.extent = {side, side};
    if constexpr (requires { args.segmentCount; })
        args.segmentCount = 100;
    if constexpr (requires { args.k; })
        args.k = 100;
    else if constexpr (requires { args.rowLength; } && !requires { args.quantiles; })
        args.rowLength = static_cast<uint32_t>(std::max<uint64_t>(100, count >> 16));
    if constexpr (requires { args.rowPitch; })
        args.rowPitch = args.rowLength > 0 ? args.rowLength + 7 : 0;
    if constexpr (requires { args.inner; }) {
        args.extent = static_cast<uint32_t>(std::max<uint64_t>(100, count >> 16));
        args.inner = 7;
    }
    form.change(args);
    for (int round = 0; round < 2; ++round) { // the listed arguments may depend on the given ones
        VkDeviceAddress next = kArgumentsApart;
        for (const MemoryField& field : memoryOf(operation, form, &args)) {
            if (field.isNeeded || (field.presence == vkscan::Presence::Optional && optionalToo))
                *field.range = {next + shift * field.alignment, kArgumentsApart / 2};
            next += kArgumentsApart;
        }
        form.change(args);
    }
    return args;
}

} // namespace testing_support

#endif
