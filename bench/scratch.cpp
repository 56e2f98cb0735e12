#include "scratch.h"

#include <vkscan/scan.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

namespace bench {

vkscan::BufferRange Scratch::atLeast(VkDeviceSize bytes)
{
    // So many that the status is always there, also where an operation needs no scratch.
    const VkDeviceSize size = std::max<VkDeviceSize>(bytes, 16);
    if (m_buffer.size() < size) {
        m_buffer = m_device.createBuffer(size);
        zero();
    }
    return m_buffer.range();
}

void Scratch::verify() const
{
    uint32_t status = 0;
    m_device.download(m_buffer, std::span(&status, 1), vkscan::kScratchStatusOffset);
    if (status != static_cast<uint32_t>(vkscan::ScratchStatus::Complete))
        throw std::runtime_error("a wait was given up: the scratch status is " + std::to_string(status));
}

void Scratch::zero()
{
    if (m_buffer.size() > 0)
        m_device.fill(m_buffer, 0);
}

} // namespace bench
