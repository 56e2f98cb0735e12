#include "elements.h"

#include "codecs.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace viewer::gltf {
namespace {

template <class Value>
Value valueAt(const files::Bytes& bytes, std::size_t index)
{
    Value value;
    std::memcpy(&value, bytes.data() + index * sizeof(Value), sizeof(Value)); // both are little-endian
    return value;
}

template <class Result, class Value>
void append(const files::Bytes& bytes, std::size_t count, bool normalized, std::vector<Result>* results)
{
    results->reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<Result>(valueAt<Value>(bytes, i));
        if (normalized)
            results->push_back(std::max(value / static_cast<Result>(std::numeric_limits<Value>::max()), Result(-1)));
        else
            results->push_back(value);
    }
}

uint32_t unsignedAt(const files::Bytes& bytes, std::size_t index, Component component)
{
    switch (component) {
    case Component::UnsignedByte: return valueAt<uint8_t>(bytes, index);
    case Component::UnsignedShort: return valueAt<uint16_t>(bytes, index);
    default: return valueAt<uint32_t>(bytes, index);
    }
}

bool isUnsigned(Component component)
{
    return component == Component::UnsignedByte || component == Component::UnsignedShort ||
           component == Component::UnsignedInt;
}

std::string named(const char* what, int index)
{
    return std::string(what) + " " + std::to_string(index);
}

[[noreturn]] void failByType(int accessor)
{
    fail(named("accessor", accessor) + " is of another type than its use wants");
}

} // namespace

std::size_t componentCount(const std::string& type)
{
    static const std::map<std::string, std::size_t> kCounts = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                                                               {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
    const auto found = kCounts.find(type);
    return found == kCounts.end() ? 0 : found->second;
}

std::span<const std::byte> Elements::bytes(int index)
{
    const View& view = at(m_document.views, index, "buffer view");
    if (!view.meshopt)
        return part(at(m_document.buffers, view.buffer, "buffer"), view.offset, view.length,
                    named("buffer view", index));
    std::optional<files::Bytes>& decoded = m_decoded[static_cast<std::size_t>(index)];
    if (!decoded) {
        const MeshoptView& coded = *view.meshopt;
        decoded = decodeMeshopt(coded, part(at(m_document.buffers, coded.buffer, "buffer"), coded.offset, coded.length,
                                            named("buffer view", index)));
    }
    return *decoded;
}

Elements::Packed Elements::pack(int index, const std::string& type)
{
    const Accessor& source = accessor(index);
    if (source.type != type)
        failByType(index);
    if (source.count > kMaxNumbers / std::max<std::size_t>(componentCount(type), 1))
        fail(named("accessor", index) + " has more than " + std::to_string(kMaxNumbers) + " numbers");
    const std::size_t size = componentCount(type) * sizeOf(source.component);
    Packed packed = {{}, source.count * componentCount(type), source.component};
    if (source.view < 0) {
        packed.bytes.resize(source.count * size);
    } else if (source.count > 0) {
        const View& view = at(m_document.views, source.view, "buffer view");
        const std::size_t stride = view.meshopt ? view.meshopt->stride : view.stride;
        const std::size_t step = stride == 0 ? size : stride;
        const std::span<const std::byte> from = bytes(source.view);
        const std::string name = named("accessor", index);
        const std::span<const std::byte> rest =
            source.offset <= from.size() ? from.subspan(source.offset) : part(from, source.offset, 0, name);
        if (rest.size() < size || (source.count - 1) > (rest.size() - size) / step)
            fail(name + " goes beyond its buffer");
        packed.bytes.resize(source.count * size);
        for (std::size_t i = 0; i < source.count; ++i)
            std::memcpy(packed.bytes.data() + i * size, rest.data() + i * step, size);
    }
    if (source.sparse)
        replaceSome(source, size, &packed.bytes);
    return packed;
}

// `size`: bytes of an element.
void Elements::replaceSome(const Accessor& accessor, std::size_t size, files::Bytes* to)
{
    const Sparse& sparse = *accessor.sparse;
    const std::string name = "a sparse accessor";
    if (!isUnsigned(sparse.indexComponent) || sparse.count > accessor.count)
        fail("it is damaged: a sparse accessor has no indices, or too many");
    const std::span<const std::byte> coded =
        part(bytes(sparse.indexView), sparse.indexOffset, sparse.count * sizeOf(sparse.indexComponent), name);
    const std::span<const std::byte> values =
        part(bytes(sparse.valueView), sparse.valueOffset, sparse.count * size, name);
    const files::Bytes indices(coded.begin(), coded.end());
    for (std::size_t i = 0; i < sparse.count; ++i) {
        const uint32_t element = unsignedAt(indices, i, sparse.indexComponent);
        if (element >= accessor.count)
            fail("it is damaged: a sparse accessor replaces an element that it has not");
        std::memcpy(to->data() + element * size, values.data() + i * size, size);
    }
}

std::vector<float> Elements::numbers(int index, const std::string& type)
{
    const Packed packed = pack(index, type);
    const bool normalized = accessor(index).normalized;
    std::vector<float> numbers;
    switch (packed.component) {
    case Component::Byte: append<float, int8_t>(packed.bytes, packed.count, normalized, &numbers); break;
    case Component::UnsignedByte: append<float, uint8_t>(packed.bytes, packed.count, normalized, &numbers); break;
    case Component::Short: append<float, int16_t>(packed.bytes, packed.count, normalized, &numbers); break;
    case Component::UnsignedShort: append<float, uint16_t>(packed.bytes, packed.count, normalized, &numbers); break;
    case Component::UnsignedInt: failByType(index);
    case Component::Float: append<float, float>(packed.bytes, packed.count, false, &numbers); break;
    }
    return numbers;
}

std::vector<uint32_t> Elements::integers(int index, const std::string& type)
{
    if (!isUnsigned(accessor(index).component))
        failByType(index);
    const Packed packed = pack(index, type);
    std::vector<uint32_t> integers(packed.count);
    for (std::size_t i = 0; i < packed.count; ++i)
        integers[i] = unsignedAt(packed.bytes, i, packed.component);
    return integers;
}

} // namespace viewer::gltf
