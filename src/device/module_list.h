// The kernels' modules that a context's operations have unpacked.
#ifndef VKSCAN_DEVICE_MODULE_LIST_H
#define VKSCAN_DEVICE_MODULE_LIST_H

#include "device/spin_lock.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace vkscan {

struct UnpackedModule {
    const uint8_t* packed = nullptr; // what it was unpacked from
    std::unique_ptr<uint32_t[]> words;
    std::unique_ptr<UnpackedModule> next;
};

// Grows only, so what was found stays. Locked for look-ups alone, never while a module is unpacked.
class ModuleList {
public:
    ModuleList() = default;
    ModuleList(const ModuleList&) = delete;
    ModuleList& operator=(const ModuleList&) = delete;
    ~ModuleList()
    {
        while (m_first != nullptr) // one by one: else each would destroy the next before itself, as deep as there are
            m_first = std::move(m_first->next);
    }

    // Null if it is not in the list.
    [[nodiscard]] const uint32_t* find(const uint8_t* packed) noexcept
    {
        const std::lock_guard lock(m_lock);
        return findLocked(packed);
    }

    // Returns the words of the module, or of that which another thread has added meanwhile.
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

} // namespace vkscan

#endif
