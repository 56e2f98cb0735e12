#include "simulation.h"

#include "particles_shaders.h"
#include "shaders/physics.h"

#include <support/operation.h>

#include <algorithm>
#include <cstddef>

namespace particles {
namespace {

vkscan::BufferRange wordOf(const gpu::Buffer& arguments, std::size_t offset)
{
    return {arguments.address() + offset, sizeof(uint32_t)};
}

} // namespace

Simulation::Simulation(gpu::Device& device, const vkscan::Context& context, uint32_t capacity, uint32_t stars,
                       uint32_t frames)
    : m_device(device),
      m_layout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(Tick))),
      m_simulate(drawing::createComputePipeline(device, m_layout.get(), simulate_comp)),
      m_emit(drawing::createComputePipeline(device, m_layout.get(), emit_comp)),
      m_framesLeft(device.createBuffer(VkDeviceSize{capacity} * sizeof(uint32_t))),
      m_arguments(device.createBuffer(sizeof(Arguments))),
      m_counts(device.createBuffer(VkDeviceSize{frames} * sizeof(uint32_t))),
      m_countedFrames(frames)
{
    // Frames left: not 0.
    gpu::require(vkscan::Compact::create(
        context, {.predicate = {.condition = vkscan::Condition::FlagWords}, .elementSize = sizeof(Particle)},
        &m_compact));
    m_scratch = device.createBuffer(m_compact.scratchSize(capacity));
    for (gpu::Buffer& particles : m_particles)
        particles = device.createBuffer(VkDeviceSize{capacity} * sizeof(Particle));
    const Arguments none = {6, 0, 0, 0, 0, 1, 1, 0};
    device.upload(m_arguments, std::span(&none, 1));
    device.fill(m_scratch, 0);
    m_tick = {0, m_framesLeft.address(), m_arguments.address(), capacity, 0, stars, std::max(capacity / 4096, 1U)};
}

void Simulation::record(VkCommandBuffer commandBuffer, drawing::FrameTimer* timer)
{
    const gpu::Buffer& from = m_particles[m_tick.frame % 2];
    const gpu::Buffer& to = m_particles[(m_tick.frame + 1) % 2];
    const VolkDeviceTable& vk = m_device.vk();
    drawing::orderFrames(m_device, commandBuffer);
    m_tick.particles = from.address();
    vk.vkCmdPushConstants(commandBuffer, m_layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(m_tick), &m_tick);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_simulate.get());
    vk.vkCmdDispatchIndirect(commandBuffer, m_arguments.handle(), offsetof(Arguments, groupsX));
    // Writes different particles, so the two dispatches need no order.
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_emit.get());
    vk.vkCmdDispatch(commandBuffer, (emittedIn(m_tick) + kWorkgroup - 1) / kWorkgroup, 1, 1);
    drawing::memoryBarrier(m_device, commandBuffer,
                           VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                           VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                           VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    if (timer != nullptr)
        timer->mark(commandBuffer, kSimulation);

    removeDead(commandBuffer, from, to);
    constexpr VkPipelineStageFlags kReaders = VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT |
                                              VK_PIPELINE_STAGE_VERTEX_SHADER_BIT |
                                              VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    drawing::memoryBarrier(
        m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, kReaders,
        VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT);
    if (timer != nullptr)
        timer->mark(commandBuffer, kCompaction);

    const VkBufferCopy count = {offsetof(Arguments, instanceCount), m_tick.frame * sizeof(uint32_t), sizeof(uint32_t)};
    if (m_tick.frame < m_countedFrames)
        vk.vkCmdCopyBuffer(commandBuffer, m_arguments.handle(), m_counts.handle(), 1, &count);
    ++m_tick.frame;
}

void Simulation::removeDead(VkCommandBuffer commandBuffer, const gpu::Buffer& from, const gpu::Buffer& to) const
{
    vkscan::CompactArgs args;
    args.input = from.range();
    args.output = to.range();
    args.tested = m_framesLeft.range();
    args.count = m_tick.capacity;
    args.countBuffer = wordOf(m_arguments, offsetof(Arguments, emittedCount));
    // The draw's instances, and the workgroups that the next frame's simulation takes.
    args.selectedCount = wordOf(m_arguments, offsetof(Arguments, instanceCount));
    args.indirect = {wordOf(m_arguments, offsetof(Arguments, groupsX)), kWorkgroup, vkscan::Rounding::Up};
    args.scratch = m_scratch.range();
    gpu::require(m_compact.record(commandBuffer, args));
}

void Simulation::requireComplete() const
{
    gpu::requireComplete(m_device, m_scratch);
}

} // namespace particles
