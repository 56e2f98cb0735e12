#include "tables/table.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <utility>

namespace vkscan {

namespace {

// Features of the description's formats on the device.
FormatSupport formatSupport(const Context::Impl& device, const TableDesc& desc) noexcept
{
    const auto featuresOf = [&](VkFormat format) {
        VkFormatProperties properties = {};
        if (formatInfo(format).channels > 0)
            device.instanceVk.getPhysicalDeviceFormatProperties(device.physicalDevice, format, &properties);
        return properties.optimalTilingFeatures;
    };
    return {featuresOf(desc.inputFormat), featuresOf(desc.outputFormat)};
}

// Set 0 has the input at binding 0, the sums at 1 and the squares at 2. Without squares, the sums are at both, since
// kernels have both bindings.
ImageSurfaces surfacesOf(const TableDesc& desc, const TableArgs& args) noexcept
{
    return {{Image(args.input), Image(args.output), Image(desc.squares ? args.squares : args.output)}};
}

Status createPipelines(TableImpl* table, const TableKernels& kernels) noexcept
{
    const TableModel& model = table->model;
    Pipelines* const pipelines = &table->pipelines;
    std::snprintf(pipelines->operation, sizeof(pipelines->operation), "%s", kernels.operation);
    for (const TableStageRow& row : kTableStages) {
        if (!usesStage(model, row.value))
            continue;
        KernelCode code;
        const PackedCode packed = kernelCode(kernels.families, row, model.desc);
        const Status unpacked = unpack(*table->context, packed, &code);
        if (unpacked != Status::Success)
            return unpacked;
        pipelines->add(model.capabilities, row.name, code, constantsOf(model, row));
    }
    return table->images.compile(*table->context, pipelines);
}

} // namespace

TableImpl::~TableImpl()
{
    pipelines.release(*context); // before their layout, because a new layout may reuse its handle
    images.destroy(*context);
}

Status createTable(const Context& context, const TableDesc& desc, const Tuning& tuning, const TableKernels& kernels,
                   Operation* table) noexcept
{
    if (table == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (context.impl() == nullptr)
        return {Argument::Context, Rule::NotCreated};
    const Context::Impl& device = *context.impl();
    Status status = checkTableDesc(desc, device.capabilities, formatSupport(device, desc));
    if (status != Status::Success)
        return status;
    std::unique_ptr<TableImpl> impl(new (std::nothrow) TableImpl(device, {desc, tuning, device.capabilities}));
    if (impl == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    status = impl->images.create(device, {{desc.input, desc.output, desc.output}});
    if (status == Status::Success)
        status = createPipelines(impl.get(), kernels);
    if (status == Status::Success)
        Operation::Impl::give(std::move(impl), table);
    return status;
}

VkDescriptorSetLayout setLayoutOf(const TableImpl* table) noexcept
{
    return table != nullptr ? table->images.callersLayout(*table->context) : VK_NULL_HANDLE;
}

Status writeTableDescriptors(const TableImpl* table, const TableArgs& args, VkDescriptorSet set) noexcept
{
    Status status = checkWritingDescriptors(table, set);
    if (status == Status::Success)
        status = checkSurfaces(table->model, args);
    if (status == Status::Success)
        writeDescriptors(*table->context, table->images.bindings, surfacesOf(table->model.desc, args), set);
    return status;
}

Status recordTables(const TableImpl& table, VkCommandBuffer commandBuffer, const TableBatch& batch) noexcept
{
    ImageDescriptors images[kMaxTableBatch];
    Descriptors descriptors[kMaxTableBatch];
    for (uint32_t i = 0; i < std::min(batch.count, kMaxTableBatch); ++i) {
        const TableArgs& args = batch.tables[i];
        const Status taken = images[i].take(table.model.capabilities, table.images.bindings,
                                            surfacesOf(table.model.desc, args), args.descriptorSet, &descriptors[i]);
        if (taken != Status::Success)
            return taken;
    }
    return recordOperation(table, commandBuffer, batch, planTables,
                           {.layout = table.images.layoutIn(*table.context), .descriptors = descriptors});
}

} // namespace vkscan
