// Loaders and structure chains of described devices: functions by their names, and the answers of the device.
#ifndef VKSCAN_SUPPORT_DESCRIBED_DEVICE_H
#define VKSCAN_SUPPORT_DESCRIBED_DEVICE_H

#include <vulkan/vulkan_core.h>

#include <cstring>
#include <initializer_list>

namespace support {

struct NamedFunction {
    const char* name;
    PFN_vkVoidFunction function;
};

template <class Function>
[[nodiscard]] NamedFunction named(const char* name, Function* function)
{
    return {name, reinterpret_cast<PFN_vkVoidFunction>(function)};
}

// The function of that name; null if there is none.
[[nodiscard]] inline PFN_vkVoidFunction find(std::initializer_list<NamedFunction> functions, const char* name)
{
    for (const NamedFunction& function : functions)
        if (std::strcmp(function.name, name) == 0)
            return function.function;
    return nullptr;
}

// Calls fill(structure) for the structure of that type in the chain, if there is one.
template <class Structure, class Fill>
void fillIn(void* chain, VkStructureType type, const Fill& fill)
{
    for (auto* next = static_cast<VkBaseOutStructure*>(chain); next != nullptr; next = next->pNext)
        if (next->sType == type)
            fill(*reinterpret_cast<Structure*>(next));
}

} // namespace support

#endif
