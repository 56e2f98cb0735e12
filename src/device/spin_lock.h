// The lock of a context's lists.
#ifndef VKSCAN_DEVICE_SPIN_LOCK_H
#define VKSCAN_DEVICE_SPIN_LOCK_H

#include <atomic>

namespace vkscan {

// For a few instructions at a time: waiting threads spin. std::mutex would make programs need a library of threads on
// some platforms.
class SpinLock {
public:
    void lock() noexcept
    {
        while (m_isLocked.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() noexcept { m_isLocked.clear(std::memory_order_release); }

private:
    std::atomic_flag m_isLocked;
};

} // namespace vkscan

#endif
