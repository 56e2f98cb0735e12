#include "tables/summed_volume_table_impl.h"

#include <cstdio>
#include <memory>
#include <new>
#include <utility>

namespace vkscan {

namespace families {
extern const KernelFamily volume;
}

namespace {

constexpr const KernelFamily* kVolumeFamilies[] = {&families::volume};

// The sums along z: named like the first stage, and with its constants but for the shape of the workgroup.
constexpr TableStageRow kDepthStage = {TableStage::Reduce, "TableDepth", "sat_depth", Strategy::ReduceThenScan};

} // namespace

Status SummedVolumeTable::Impl::createPipelines() noexcept
{
    std::snprintf(pipelines.operation, sizeof(pipelines.operation), "SummedVolumeTable");
    const auto add = [&](const TableStageRow& row, const SpecConstants& constants) {
        KernelCode code;
        const Status unpacked = unpack(*context, kernelCode(kVolumeFamilies, row, model.slices.desc, "_layers"), &code);
        if (unpacked == Status::Success)
            pipelines.add(model.slices.capabilities, row.name, code, constants);
        return unpacked;
    };
    for (const TableStageRow& row : kTableStages) {
        if (!usesStage(model.slices, row.value))
            continue;
        const Status added = add(row, constantsOf(model.slices, row));
        if (added != Status::Success)
            return added;
    }
    if (model.usesDepth()) {
        SpecConstants constants = constantsOf(model.slices, kDepthStage);
        constants[abi::kIdWorkgroupSize] = model.depth.workgroupSize;
        constants[abi::kIdRows] = model.depth.rows;
        constants[abi::kIdLaneColumns] = model.depth.lanes;
        const Status added = add(kDepthStage, constants);
        if (added != Status::Success)
            return added;
    }
    return pipelines.compile(*context, {.layout = context->pipelineLayout});
}

Status SummedVolumeTable::Impl::createTuned(const Context& context, const SummedVolumeTableDesc& desc,
                                            const Tuning& tuning, SummedVolumeTable* table) noexcept
{
    if (table == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (context.impl() == nullptr)
        return {Argument::Context, Rule::NotCreated};
    const Context::Impl& device = *context.impl();
    Status status = checkVolumeDesc(desc, device.capabilities);
    if (status != Status::Success)
        return status;
    std::unique_ptr<Impl> impl(new (std::nothrow) Impl(device, {desc, tuning, device.capabilities}));
    if (impl == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    status = impl->createPipelines();
    if (status == Status::Success)
        Operation::Impl::give(std::move(impl), table);
    return status;
}

Status SummedVolumeTable::create(const Context& context, const SummedVolumeTableDesc& desc,
                                 SummedVolumeTable* table) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), table);
}

const SummedVolumeTable::Impl* SummedVolumeTable::impl() const noexcept
{
    return static_cast<const Impl*>(m_impl);
}

VkDeviceSize SummedVolumeTable::scratchSize(VkExtent3D maxExtent) const noexcept
{
    return impl() != nullptr ? volumeScratchSize(impl()->model, maxExtent) : 0;
}

Strategy SummedVolumeTable::strategyFor(VkExtent3D extent) const noexcept
{
    return impl() != nullptr ? chooseStrategy(impl()->model, extent) : Strategy::Auto;
}

Status SummedVolumeTable::plan(const SummedVolumeTableArgs& args, DispatchList* list) const noexcept
{
    return planOperation(impl(), args, list, planVolume);
}

Status SummedVolumeTable::record(VkCommandBuffer commandBuffer, const SummedVolumeTableArgs& args) const noexcept
{
    const Status checked = checkRecording(m_impl, commandBuffer);
    if (checked != Status::Success)
        return checked;
    return recordOperation(*impl(), commandBuffer, args, planVolume, {.layout = impl()->context->pipelineLayout});
}

} // namespace vkscan
