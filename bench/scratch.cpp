#include "scratch.h"

#include <support/operation.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

namespace bench {

vkscan::BufferRange Scratch::atLeast(VkDeviceSize bytes)
{
    // At least the header, so that the status can be read also where an operation needs no scratch.
    const VkDeviceSize size = std::max<VkDeviceSize>(bytes, 16);
    if (m_buffer.size() < size) {
        m_buffer = m_device.createBuffer(size);
        zero();
    }
    return m_buffer.range();
}

void Scratch::verify() const
{
    gpu::requireComplete(m_device, m_buffer);
}

void Scratch::zero()
{
    if (m_buffer.size() > 0)
        m_device.fill(m_buffer, 0);
}

} // namespace bench
