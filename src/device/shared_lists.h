// Unpacked modules and compiled pipelines, shared by the operations of a context.
#ifndef VKSCAN_DEVICE_SHARED_LISTS_H
#define VKSCAN_DEVICE_SHARED_LISTS_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace vkscan {

struct Pipelines;

// A lock that is held for a few instructions at a time: waiting threads spin. On some platforms, std::mutex would
// require a thread library.
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

struct UnpackedModule {
    const uint8_t* packed = nullptr; // the embedded bytes
    std::unique_ptr<uint32_t[]> words;
    std::unique_ptr<UnpackedModule> next;
};

// Unpacked SPIR-V modules. The list only grows, so a module that was found stays. It is locked for look-ups only, never
// while a module is unpacked.
class ModuleList {
public:
    ModuleList() = default;
    ModuleList(const ModuleList&) = delete;
    ModuleList& operator=(const ModuleList&) = delete;
    ~ModuleList()
    {
        while (m_first != nullptr) // iterative, since a chain of destructors could overflow the stack
            m_first = std::move(m_first->next);
    }

    // Null if the module is not in the list.
    [[nodiscard]] const uint32_t* find(const uint8_t* packed) noexcept
    {
        const std::lock_guard lock(m_lock);
        return findLocked(packed);
    }

    // Returns the words of the module, or of the equal one that another thread has added meanwhile.
    [[nodiscard]] const uint32_t* add(std::unique_ptr<UnpackedModule> module) noexcept
    {
        const std::lock_guard lock(m_lock);
        if (const uint32_t* words = findLocked(module->packed))
            return words;
        module->next = std::move(m_first);
        m_first = std::move(module);
        return m_first->words.get();
    }

private:
    [[nodiscard]] const uint32_t* findLocked(const uint8_t* packed) const noexcept
    {
        for (const UnpackedModule* module = m_first.get(); module != nullptr; module = module->next.get())
            if (module->packed == packed)
                return module->words.get();
        return nullptr;
    }

    SpinLock m_lock;
    std::unique_ptr<UnpackedModule> m_first;
};

// The pipelines of a context's operations, so that operations can share equal ones. It is locked for look-ups only,
// never while a pipeline is compiled.
struct PipelineList : SpinLock {
    Pipelines* first = nullptr; // chained by Pipelines::next
};

} // namespace vkscan

#endif
