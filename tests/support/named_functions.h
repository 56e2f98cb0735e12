// Vulkan functions by their names, for loaders that tests hand to the library.
#ifndef VKSCAN_TESTS_NAMED_FUNCTIONS_H
#define VKSCAN_TESTS_NAMED_FUNCTIONS_H

#include <vulkan/vulkan_core.h>

#include <cstring>
#include <initializer_list>

namespace testing_support {

struct NamedFunction {
    const char* name;
    PFN_vkVoidFunction function;
};

template <class Function>
[[nodiscard]] NamedFunction named(const char* name, Function* function)
{
    return {name, reinterpret_cast<PFN_vkVoidFunction>(function)};
}

// Null where none has the name.
[[nodiscard]] inline PFN_vkVoidFunction find(std::initializer_list<NamedFunction> functions, const char* name)
{
    for (const NamedFunction& function : functions)
        if (std::strcmp(function.name, name) == 0)
            return function.function;
    return nullptr;
}

} // namespace testing_support

#endif
