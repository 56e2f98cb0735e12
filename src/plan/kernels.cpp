#include "plan/kernels.h"

#include "plan/xz.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace vkscan {

namespace {

// Modules are packed as little-endian words, and Vulkan takes words of the host.
static_assert(std::endian::native == std::endian::little);

// Elements of one size share a module. Keys of 16 bits are sorted in words.
const char* nameOfSize(ElementType type) noexcept
{
    return sizeOf(type) == sizeof(uint64_t) ? "b64" : "b32";
}

// Doubles have separate modules, except for kernels that only move elements.
const char* nameOf(ElementType type) noexcept
{
    return type == ElementType::F64 ? "f64" : nameOfSize(type);
}

} // namespace

PackedCode findKernel(KernelFamilies families, const char* name) noexcept
{
    for (const KernelFamily* family : families)
        for (std::size_t i = 0; i < family->count; ++i)
            if (std::strcmp(family->modules[i].name, name) == 0)
                return family->modules[i].code;
    return {};
}

PackedCode kernelCode(KernelFamilies families, const KernelName& name, ElementType type) noexcept
{
    PackedCode code;
    for (const char* typeName : {nameOf(type), nameOfSize(type), "b32"}) { // of words, if it holds no elements
        for (const char* const form : {name.form, ""}) {
            char module[64] = "";
            std::snprintf(module, sizeof(module), "%s_%s%s", name.kernel, typeName, form);
            if (code.bytes == nullptr)
                code = findKernel(families, module);
        }
    }
    return code;
}

Status unpack(const Context::Impl& context, const PackedCode& packed, KernelCode* code) noexcept
{
    const uint32_t* words = context.modules.find(packed.bytes);
    if (words == nullptr) {
        std::unique_ptr<UnpackedModule> module(new (std::nothrow) UnpackedModule);
        if (module != nullptr)
            module->words.reset(new (std::nothrow) uint32_t[packed.unpackedCount / sizeof(uint32_t)]);
        if (module == nullptr || module->words == nullptr)
            return {Argument::None, Rule::OutOfHostMemory};
        module->packed = packed.bytes;
        if (!unpackXz({packed.bytes, packed.count},
                      {reinterpret_cast<uint8_t*>(module->words.get()), packed.unpackedCount}))
            return {Argument::Pipelines, Rule::CreationFailed}; // never happens, since embedded bytes are whole
        words = context.modules.add(std::move(module));
    }
    *code = {words, packed.unpackedCount};
    return Status::Success;
}

} // namespace vkscan
