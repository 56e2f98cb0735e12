#include "ui_renderer.h"

#include "window_shaders.h"

#include <imgui.h>

#include <algorithm>

namespace window {
namespace {

using drawing::kSlots;

constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE};
constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

// The layout of ui.vert.
struct Parameters {
    VkDeviceAddress vertices;
    VkDeviceAddress indices;
    float scale[2];
    float offset[2];
    uint32_t firstVertex;
    uint32_t padding;
};
static_assert(sizeof(ImDrawVert) == 5 * sizeof(uint32_t) && sizeof(ImDrawIdx) == sizeof(uint16_t),
              "ui.vert reads vertices of five words and indices of 16 bits");

gpu::Image createAtlas(gpu::Device& device)
{
    ImGuiIO& io = ImGui::GetIO();
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    const VkExtent2D extent = {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
    gpu::Image image(device, {.extent = extent, .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
    const std::span texels(pixels, std::size_t{4} * extent.width * extent.height);
    gpu::upload(device, image, std::as_bytes(texels), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    return image;
}

// Reserves `bytes` and some more, rounded to whole words, of which the shader reads both halves.
void reserve(const gpu::Device& device, gpu::Buffer& buffer, std::size_t bytes)
{
    if (buffer.size() < bytes + sizeof(uint32_t))
        buffer = device.createBuffer((bytes + bytes / 2 + 4096) & ~std::size_t{3}, gpu::Memory::Host);
}

// Copies consecutive lists.
void copyLists(const ImDrawData& data, std::span<ImDrawVert> vertices, std::span<ImDrawIdx> indices)
{
    auto vertex = vertices.begin();
    auto index = indices.begin();
    for (int i = 0; i < data.CmdListsCount; ++i) {
        vertex = std::copy(data.CmdLists[i]->VtxBuffer.begin(), data.CmdLists[i]->VtxBuffer.end(), vertex);
        index = std::copy(data.CmdLists[i]->IdxBuffer.begin(), data.CmdLists[i]->IdxBuffer.end(), index);
    }
}

VkRect2D scissorOf(const ImDrawData& data, const ImVec4& clip, VkExtent2D extent)
{
    const auto inside = [](float value, uint32_t size) {
        return static_cast<uint32_t>(std::clamp(value, 0.0F, static_cast<float>(size)));
    };
    const uint32_t left = inside((clip.x - data.DisplayPos.x) * data.FramebufferScale.x, extent.width);
    const uint32_t top = inside((clip.y - data.DisplayPos.y) * data.FramebufferScale.y, extent.height);
    const uint32_t right = inside((clip.z - data.DisplayPos.x) * data.FramebufferScale.x, extent.width);
    const uint32_t bottom = inside((clip.w - data.DisplayPos.y) * data.FramebufferScale.y, extent.height);
    return {{static_cast<int32_t>(left), static_cast<int32_t>(top)},
            {right > left ? right - left : 0, bottom > top ? bottom - top : 0}};
}

} // namespace

UiRenderer::UiRenderer(gpu::Device& device, VkRenderPass renderPass)
    : m_device(device),
      m_atlas(createAtlas(device)),
      m_bindings(device, kTypes, VK_SHADER_STAGE_FRAGMENT_BIT, kSlots),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), kStages, sizeof(Parameters)))
{
    drawing::GraphicsPipelineDesc desc;
    desc.layout = m_layout.get();
    desc.renderPass = renderPass;
    desc.vertexCode = ui_vert;
    desc.fragmentCode = ui_frag;
    desc.blend = drawing::Blend::Alpha;
    m_pipeline = drawing::createGraphicsPipeline(device, desc);
    for (uint32_t slot = 0; slot < kSlots; ++slot)
        m_bindings.write(slot, 0, m_atlas.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);

    ImGuiIO& io = ImGui::GetIO();
    io.BackendRendererName = "vkscan";
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
}

void UiRenderer::draw(VkCommandBuffer commandBuffer, uint32_t slot, const ImDrawData& data)
{
    const VkExtent2D extent = {static_cast<uint32_t>(data.DisplaySize.x * data.FramebufferScale.x),
                               static_cast<uint32_t>(data.DisplaySize.y * data.FramebufferScale.y)};
    if (data.TotalIdxCount == 0 || extent.width == 0 || extent.height == 0)
        return;
    Slot& memory = m_slots.at(slot);
    reserve(m_device, memory.vertices, sizeof(ImDrawVert) * static_cast<std::size_t>(data.TotalVtxCount));
    reserve(m_device, memory.indices, sizeof(ImDrawIdx) * static_cast<std::size_t>(data.TotalIdxCount));
    copyLists(data, memory.vertices.as<ImDrawVert>(), memory.indices.as<ImDrawIdx>());

    const VolkDeviceTable& vk = m_device.vk();
    const VkDescriptorSet set = m_bindings.set(slot);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_pipeline.get());
    vk.vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout.get(), 0, 1, &set, 0, nullptr);
    const VkViewport viewport = {0, 0, static_cast<float>(extent.width), static_cast<float>(extent.height), 0, 1};
    vk.vkCmdSetViewport(commandBuffer, 0, 1, &viewport);

    Parameters parameters = {};
    parameters.vertices = memory.vertices.address();
    parameters.indices = memory.indices.address();
    parameters.scale[0] = 2 / data.DisplaySize.x;
    parameters.scale[1] = 2 / data.DisplaySize.y;
    parameters.offset[0] = -1 - data.DisplayPos.x * parameters.scale[0];
    parameters.offset[1] = -1 - data.DisplayPos.y * parameters.scale[1];
    uint32_t listVertex = 0;
    uint32_t listIndex = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            // This program adds no callbacks.
            const VkRect2D scissor = scissorOf(data, command.ClipRect, extent);
            vk.vkCmdSetScissor(commandBuffer, 0, 1, &scissor);
            parameters.firstVertex = listVertex + command.VtxOffset;
            vk.vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(parameters), &parameters);
            vk.vkCmdDraw(commandBuffer, command.ElemCount, 1, listIndex + command.IdxOffset, 0);
        }
        listVertex += static_cast<uint32_t>(list.VtxBuffer.Size);
        listIndex += static_cast<uint32_t>(list.IdxBuffer.Size);
    }
}

} // namespace window
