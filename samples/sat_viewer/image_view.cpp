#include "image_view.h"

#include "image_file.h"
#include "room.h"
#include "shaders/image_shared.h"
#include "viewer_shaders.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace viewer {
namespace {

constexpr VkDescriptorType kImageTypes[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                            VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
constexpr VkImageLayout kSourceLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
constexpr const char* kTableStage = "table of squares";
constexpr const char* kFilterStage = "filter";
constexpr float kLargestRadiusOfCodes = 128; // the codes' squares in a box sum up to less than 2^32

constexpr gpu::ImageState kWritten = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                      VK_IMAGE_LAYOUT_GENERAL};
constexpr gpu::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                     VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};

// Also returns notes on the file.
gpu::Image load(gpu::Device& device, const std::string& file, std::string* note)
{
    const auto require = [&device](VkExtent2D extent, VkFormat format) {
        constexpr VkDeviceSize kTable = 16;
        constexpr VkDeviceSize kDrawn = 4;
        const VkDeviceSize texel = format == VK_FORMAT_R8G8B8A8_UNORM ? 4 : 16;
        requireRoom(device, extent, {kTable, texel + kSlots * (2 * kTable + kDrawn)});
    };
    const ImageFile content = readImage(file, require);
    gpu::Image image(device, {.extent = content.extent, .format = content.format, .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
    gpu::upload(device, image, content.texels, kSourceLayout);
    *note = content.note;
    return image;
}

} // namespace

ImageView::ImageView(gpu::Device& device, const vkscan::Context& context, const std::string& file)
    : m_device(device),
      m_context(context),
      m_source(load(device, file, &m_note)),
      m_bindings(device, kImageTypes, VK_SHADER_STAGE_COMPUTE_BIT, kSlots),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT,
                                             sizeof(ImageParameters))),
      m_filter(drawing::createComputePipeline(device, m_layout.get(), image_filter_comp)),
      m_filterCodes(drawing::createComputePipeline(device, m_layout.get(), image_filter_codes_comp))
{
}

void ImageView::resize(VkExtent2D extent)
{
    for (gpu::Image& picture : m_pictures)
        picture = gpu::Image(m_device, {.extent = extent, .usage = VK_IMAGE_USAGE_STORAGE_BIT});
}

void ImageView::prepare(const Settings& settings)
{
    const VkFormat format = m_source.desc().format;
    const bool ofCodes = settings.accumulation == vkscan::Accumulation::U32;
    if (ofCodes && format != VK_FORMAT_R8G8B8A8_UNORM)
        throw std::runtime_error("U32 sums are for pictures of 8 bits a channel, and this one has floats");
    SatPassDesc desc = satPassDesc(
        settings, format, ofCodes ? VK_FORMAT_R32G32B32A32_UINT : VK_FORMAT_R32G32B32A32_SFLOAT, m_source.extent());
    if (ofCodes)
        desc.table.bias = vkscan::Bias::None; // sums of integers are exact
    desc.table.squares = true;
    if (m_sat.is(desc))
        return;
    gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle");
    m_sat = SatPass(m_device, m_context, desc);
    m_ofCodes = ofCodes;
}

void ImageView::record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                       const Settings& settings, float /*seconds*/)
{
    prepare(settings);
    writeBindings(slot);
    // The slot's previous frame has ended, but its writes are not yet ordered before these.
    drawing::computeBarrier(m_device, commandBuffer);
    m_sat.record(commandBuffer, slot, m_source, kSourceLayout);
    timer.mark(commandBuffer, kTableStage);
    drawing::computeBarrier(m_device, commandBuffer);
    gpu::transition(m_device, commandBuffer, m_pictures[slot],
                    {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED}, kWritten);
    filter(commandBuffer, slot, settings);
    gpu::transition(m_device, commandBuffer, m_pictures[slot], kWritten, kCopied);
    timer.mark(commandBuffer, kFilterStage);
    const VkExtent2D drawn = m_pictures[slot].extent();
    const VkDeviceSize picture = VkDeviceSize{4} * drawn.width * drawn.height;
    m_stageBytes = {{kTableStage, m_sat.bytes()}, {kFilterStage, m_sat.bytes() + picture}};
}

glm::vec2 ImageView::imageSize() const
{
    return {m_source.extent().width, m_source.extent().height};
}

glm::vec2 ImageView::drawnSize() const
{
    return {m_pictures[0].extent().width, m_pictures[0].extent().height};
}

void ImageView::navigate(const Events& events, uint32_t /*slot*/, Settings& settings)
{
    constexpr float kStep = 1.15F; // of the wheel
    const glm::vec2 image = imageSize();
    const glm::vec2 drawn = drawnSize();
    const float line = settings.framing.pixelAt({settings.compare * image.x, 0}, image, drawn).x;
    if (m_line.isDragged(events, settings.compare > 0, line))
        settings.compare = std::clamp(settings.framing.texelAt(events.cursor, image, drawn).x / image.x, 0.001F, 1.0F);
    else if (events.dragFrom)
        settings.framing.pan(events.draggedLeft, image, drawn);
    if (events.wheel != 0)
        settings.framing.zoomAt(events.cursor, std::pow(kStep, events.wheel), image, drawn);
}

void ImageView::writeBindings(uint32_t slot)
{
    m_bindings.write(slot, kSourceBinding, m_source.view(), kSourceLayout);
    m_bindings.write(slot, kTableBinding, m_sat.table(slot).view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(slot, kSquaresBinding, m_sat.squares(slot).view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(slot, kDrawnBinding, m_pictures[slot].view(), VK_IMAGE_LAYOUT_GENERAL);
}

void ImageView::filter(VkCommandBuffer commandBuffer, uint32_t slot, const Settings& settings) const
{
    ImageParameters parameters = {};
    parameters.bias = m_sat.bias(slot).address();
    parameters.scale = settings.framing.texelsPerPixel(imageSize(), drawnSize());
    parameters.offset = settings.framing.texelAt({0, 0}, imageSize(), drawnSize());
    parameters.radius = m_ofCodes ? std::min(settings.filterRadius, kLargestRadiusOfCodes) : settings.filterRadius;
    parameters.threshold = settings.filterThreshold;
    parameters.amount = settings.filterAmount;
    parameters.exposure = settings.exposure;
    parameters.compare = settings.compare;
    parameters.filterIndex = static_cast<int>(settings.filter);
    parameters.isHdr = m_source.desc().format == VK_FORMAT_R8G8B8A8_UNORM ? 0 : 1;

    m_bindings.compute(commandBuffer, slot, m_layout, m_ofCodes ? m_filterCodes : m_filter, parameters,
                       m_pictures[slot].extent());
}

} // namespace viewer
