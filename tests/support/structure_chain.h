// Chains of Vulkan structures, for devices that are only described.
#ifndef VKSCAN_TESTS_STRUCTURE_CHAIN_H
#define VKSCAN_TESTS_STRUCTURE_CHAIN_H

#include <vulkan/vulkan_core.h>

namespace testing_support {

// Calls fill(structure) for the one of that type in the chain, if it has one.
template <class Structure, class Fill>
void fillIn(void* chain, VkStructureType type, const Fill& fill)
{
    for (auto* next = static_cast<VkBaseOutStructure*>(chain); next != nullptr; next = next->pNext)
        if (next->sType == type)
            fill(*reinterpret_cast<Structure*>(next));
}

} // namespace testing_support

#endif
