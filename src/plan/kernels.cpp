#include "plan/kernels.h"

#include "abi.h"
#include "plan/xz.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace vkscan {

namespace {

// Modules are packed as words of little-endian bytes, and Vulkan takes words of the host's.
static_assert(std::endian::native == std::endian::little);

static_assert(static_cast<uint32_t>(ElementType::U32) == abi::kTypeU32 &&
              static_cast<uint32_t>(ElementType::F64) == abi::kTypeF64);

// What the names of its modules call it: types of one size share a module, but doubles.
const char* nameOf(ElementType type) noexcept
{
    switch (type) {
    case ElementType::U32:
    case ElementType::I32:
    case ElementType::F32: return "b32";
    case ElementType::U64:
    case ElementType::I64: return "b64";
    case ElementType::F64: return "f64";
    case ElementType::U16: break; // sorted in words
    }
    return "";
}

// The same of kernels that only move elements, doubles among them.
const char* nameOfMoved(ElementType type) noexcept
{
    return sizeOf(type) == sizeof(uint64_t) ? "b64" : "b32";
}

// The end of its modules' names.
const char* nameOf(KernelForm form) noexcept
{
    switch (form) {
    case KernelForm::Elements: break;
    case KernelForm::Blocks: return "_blocks";
    case KernelForm::Segments:
    case KernelForm::SegmentSums: return "_segments";
    case KernelForm::Indices: return "_indices";
    case KernelForm::Trees: return "_tree";
    case KernelForm::Network: return "_network";
    case KernelForm::Requests: return "_requests";
    case KernelForm::Select: return "_select";
    case KernelForm::Runs: return "_runs";
    case KernelForm::Keys16: return "_16";
    }
    return "";
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

PackedCode kernelCode(KernelFamilies families, Stage stage, ElementType type, KernelForm form) noexcept
{
    const StageInfo& info = infoOf(stage);
    PackedCode code;
    for (const char* typeName : {nameOf(type), nameOfMoved(type)}) {
        for (const char* formName : {nameOf(form), ""}) {
            char name[64] = "";
            std::snprintf(name, sizeof(name), "%s_%s%s%s", info.kernel, typeName, formName, info.variant);
            if (code.bytes == nullptr)
                code = findKernel(families, name);
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
            return {Argument::Pipelines, Rule::CreationFailed}; // of what is embedded, so it cannot be
        words = context.modules.add(std::move(module));
    }
    *code = {words, packed.unpackedCount};
    return Status::Success;
}

} // namespace vkscan
