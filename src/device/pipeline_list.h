// The pipelines of a context's operations, among which each operation finds those that others have compiled.
#ifndef VKSCAN_DEVICE_PIPELINE_LIST_H
#define VKSCAN_DEVICE_PIPELINE_LIST_H

#include <atomic>

namespace vkscan {

struct Pipelines;

// Locked for look-ups alone, never while a pipeline is compiled, so waiting threads spin. std::mutex would make
// programs need a library of threads on some platforms.
class PipelineList {
public:
    Pipelines* first = nullptr; // chained by Pipelines::next

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
