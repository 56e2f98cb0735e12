#include "tables/summed_area_table_impl.h"

#include "tables/table_images.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <utility>

namespace vkscan {

namespace families {
extern const KernelFamily table;
}

namespace {

constexpr const KernelFamily* kTableFamilies[] = {&families::table};

} // namespace

PackedCode kernelCode(const TableStageRow& stage, const SummedAreaTableDesc& desc) noexcept
{
    return kernelCode(kTableFamilies, stage, desc, hasFixedOrder(desc) ? "_fixed" : "");
}

SummedAreaTable::Impl::~Impl()
{
    pipelines.release(*context); // before their layout, whose handle may soon be another's
    images.destroy(*context);
}

Status SummedAreaTable::Impl::createPipelines() noexcept
{
    std::snprintf(pipelines.operation, sizeof(pipelines.operation), "SummedAreaTable");
    for (const TableStageRow& row : kTableStages) {
        if (!usesStage(model, row.value))
            continue;
        KernelCode code;
        const Status unpacked = unpack(*context, kernelCode(row, model.desc), &code);
        if (unpacked != Status::Success)
            return unpacked;
        pipelines.add(model.capabilities, row.name, code, constantsOf(model, row));
    }
    return images.compile(*context, &pipelines);
}

Status SummedAreaTable::Impl::createTuned(const Context& context, const SummedAreaTableDesc& desc, const Tuning& tuning,
                                          SummedAreaTable* table) noexcept
{
    if (table == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (context.impl() == nullptr)
        return {Argument::Context, Rule::NotCreated};
    const Context::Impl& device = *context.impl();
    Status status = checkSatDesc(desc, device.capabilities, formatSupport(device, desc.inputFormat, desc.outputFormat));
    if (status != Status::Success)
        return status;

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl(device, {desc, tuning, device.capabilities}));
    if (impl == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    status = impl->images.create(device, imageBindings(desc));
    if (status == Status::Success)
        status = impl->createPipelines();
    if (status == Status::Success)
        Operation::Impl::give(std::move(impl), table);
    return status;
}

Status SummedAreaTable::create(const Context& context, const SummedAreaTableDesc& desc, SummedAreaTable* table) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), table);
}

const SummedAreaTable::Impl* SummedAreaTable::impl() const noexcept
{
    return static_cast<const Impl*>(m_impl);
}

VkDeviceSize SummedAreaTable::scratchSize(VkExtent2D maxExtent) const noexcept
{
    return impl() != nullptr ? satScratchSize(impl()->model, maxExtent) : 0;
}

Strategy SummedAreaTable::strategyFor(VkExtent2D extent) const noexcept
{
    return impl() != nullptr ? chooseStrategy(impl()->model, extent) : Strategy::Auto;
}

VkDescriptorSetLayout SummedAreaTable::descriptorSetLayout() const noexcept
{
    return impl() != nullptr ? impl()->images.callersLayout(*impl()->context) : VK_NULL_HANDLE;
}

Status SummedAreaTable::writeDescriptors(VkDescriptorSet set, const SummedAreaTableArgs& args) const noexcept
{
    return writeTableDescriptors(impl(), args, set);
}

Status SummedAreaTable::plan(const SummedAreaTableArgs& args, DispatchList* list) const noexcept
{
    return planOperation(impl(), TableBatch(args), list, planTables);
}

Status SummedAreaTable::record(VkCommandBuffer commandBuffer, const SummedAreaTableArgs& args) const noexcept
{
    return recordBatch(commandBuffer, &args, 1);
}

Status SummedAreaTable::recordBatch(VkCommandBuffer commandBuffer, const SummedAreaTableArgs* tables,
                                    uint32_t count) const noexcept
{
    const Status checked = checkRecording(m_impl, commandBuffer);
    if (checked != Status::Success)
        return checked;
    if (tables == nullptr)
        return {Argument::Input, Rule::Null};
    const TableBatch batch(tables, count);
    ImageDescriptors images[kMaxTableBatch];
    Descriptors descriptors[kMaxTableBatch];
    for (uint32_t i = 0; i < std::min(count, kMaxTableBatch); ++i) {
        const Status taken =
            images[i].take(impl()->model.capabilities, impl()->images.bindings,
                           imageSurfaces(impl()->model.desc, tables[i]), tables[i].descriptorSet, &descriptors[i]);
        if (taken != Status::Success)
            return taken;
    }
    return recordOperation(*impl(), commandBuffer, batch, planTables,
                           {.layout = impl()->images.layoutIn(*impl()->context), .descriptors = descriptors});
}

} // namespace vkscan
