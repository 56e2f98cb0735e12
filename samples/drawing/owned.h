// A Vulkan object of the device's that is destroyed with its owner.
#ifndef VKSCAN_SAMPLES_DRAWING_OWNED_H
#define VKSCAN_SAMPLES_DRAWING_OWNED_H

#include <volk.h>

#include <utility>

namespace drawing {

template <class Handle>
class Owned {
public:
    using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

    Owned() noexcept = default;
    Owned(VkDevice device, Handle handle, Destroy destroy) noexcept
        : m_device(device),
          m_handle(handle),
          m_destroy(destroy)
    {
    }
    Owned(Owned&& other) noexcept { swap(other); }
    Owned& operator=(Owned&& other) noexcept
    {
        Owned(std::move(other)).swap(*this);
        return *this;
    }
    ~Owned()
    {
        if (m_handle != VK_NULL_HANDLE)
            m_destroy(m_device, m_handle, nullptr);
    }

    [[nodiscard]] Handle get() const noexcept { return m_handle; }

private:
    void swap(Owned& other) noexcept
    {
        std::swap(m_device, other.m_device);
        std::swap(m_handle, other.m_handle);
        std::swap(m_destroy, other.m_destroy);
    }

    VkDevice m_device = VK_NULL_HANDLE;
    Handle m_handle = VK_NULL_HANDLE;
    Destroy m_destroy = nullptr;
};

} // namespace drawing

#endif
