#include "tables/summed_volume_table_impl.h"

#include "tables/table_images.h"

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

// The sums along z: modules are named like those of a stage that does, or does not, write a table to an image, and have
// its constants but for the shape of the workgroup.
constexpr TableStageRow depthStage(bool toImages) noexcept
{
    return {toImages ? TableStage::Scan : TableStage::Reduce, "TableDepth", "sat_depth", Strategy::ReduceThenScan};
}

// The module of a stage, whose images have the description's shape. The sums along z have one for each table's format.
PackedCode layersCode(const TableStageRow& row, const SummedVolumeTableDesc& desc, SummedAreaTableDesc slice,
                      bool ofDepth) noexcept
{
    if (ofDepth)
        slice.input = Resource::Buffer; // which it does not read
    const bool stores = row.value != TableStage::Mean && row.value != TableStage::Reduce;
    const bool hasImages = slice.input != Resource::Buffer || (stores && slice.output != Resource::Buffer);
    constexpr const char* kFormats[] = {"_r32", "_rg32", "", "_rgba32"};
    const bool hasFormat = ofDepth && hasImages;
    char suffix[16];
    std::snprintf(suffix, sizeof(suffix), "%s%s",
                  hasFormat ? kFormats[formatInfo(slice.outputFormat).channels - 1] : "",
                  !hasImages         ? "_layers"
                  : desc.arrayImages ? "_array"
                                     : "_3d");
    return kernelCode(kVolumeFamilies, row, slice, suffix);
}

} // namespace

SummedVolumeTable::Impl::~Impl()
{
    pipelines.release(*context); // before their layout, whose handle may soon be another's
    images.destroy(*context);
}

Status SummedVolumeTable::Impl::createPipelines() noexcept
{
    std::snprintf(pipelines.operation, sizeof(pipelines.operation), "SummedVolumeTable");
    const auto add = [&](const TableStageRow& row, const SpecConstants& constants, bool ofDepth) {
        KernelCode code;
        const Status unpacked = unpack(*context, layersCode(row, model.desc, model.slices.desc, ofDepth), &code);
        if (unpacked == Status::Success)
            pipelines.add(model.slices.capabilities, row.name, code, constants);
        return unpacked;
    };
    for (const TableStageRow& row : kTableStages) {
        if (!usesStage(model.slices, row.value))
            continue;
        const Status added = add(row, constantsOf(model.slices, row), false);
        if (added != Status::Success)
            return added;
    }
    if (model.usesDepth()) {
        const TableStageRow row = depthStage(model.toImages());
        SpecConstants constants = constantsOf(model.slices, row);
        constants[abi::kIdWorkgroupSize] = model.depth.workgroupSize;
        constants[abi::kIdRows] = model.depth.rows;
        constants[abi::kIdLaneColumns] = model.depth.lanes;
        const Status added = add(row, constants, true);
        if (added != Status::Success)
            return added;
    }
    return images.compile(*context, &pipelines);
}

Status SummedVolumeTable::Impl::createTuned(const Context& context, const SummedVolumeTableDesc& desc,
                                            const Tuning& tuning, SummedVolumeTable* table) noexcept
{
    if (table == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (context.impl() == nullptr)
        return {Argument::Context, Rule::NotCreated};
    const Context::Impl& device = *context.impl();
    Status status =
        checkVolumeDesc(desc, device.capabilities, formatSupport(device, desc.inputFormat, desc.outputFormat));
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

Strategy SummedVolumeTable::Impl::strategyFor(const SummedVolumeTable& table, VkExtent3D extent) noexcept
{
    return table.impl() != nullptr ? chooseStrategy(table.impl()->model, extent) : Strategy::Auto;
}

VkDescriptorSetLayout SummedVolumeTable::descriptorSetLayout() const noexcept
{
    return impl() != nullptr ? impl()->images.callersLayout(*impl()->context) : VK_NULL_HANDLE;
}

Status SummedVolumeTable::writeDescriptors(VkDescriptorSet set, const SummedVolumeTableArgs& args) const noexcept
{
    return writeTableDescriptors(impl(), args, set);
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
    ImageDescriptors images;
    Descriptors descriptors;
    const Status taken = images.take(impl()->model.slices.capabilities, impl()->images.bindings,
                                     imageSurfaces(impl()->model.desc, args), args.descriptorSet, &descriptors);
    if (taken != Status::Success)
        return taken;
    return recordOperation(*impl(), commandBuffer, args, planVolume,
                           {.layout = impl()->images.layoutIn(*impl()->context), .descriptors = &descriptors});
}

} // namespace vkscan
