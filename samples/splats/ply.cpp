#include "ply.h"

#include <support/little_endian.h>
#include <support/printable.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace splats {
namespace {

constexpr std::string_view kLittleEndian = "binary_little_endian";
constexpr std::size_t kMostHeaderBytes = 1 << 16;
constexpr float kFarthest = 1e6F; // from the origin, along each axis
constexpr float kLargest = 1e5F;  // standard deviation
constexpr float kLeastOpacity = 1e-6F;
constexpr float kShOfDegree0 = 0.28209479177387814F; // the constant spherical harmonic

// The properties of a splat, in this order.
enum Field { X, Y, Z, Dc0, Dc1, Dc2, Opacity, Scale0, Scale1, Scale2, Rot0, Rot1, Rot2, Rot3, FieldCount };
constexpr std::array<std::string_view, FieldCount> kNames = {"x",      "y",       "z",       "f_dc_0",  "f_dc_1",
                                                             "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2",
                                                             "rot_0",  "rot_1",   "rot_2",   "rot_3"};

// The place of the vertices in the file, and of the fields in each.
struct Layout {
    std::size_t begin = 0; // bytes
    uint64_t count = 0;
    std::size_t stride = 0;                 // bytes
    std::array<std::size_t, FieldCount> at; // bytes
};

[[noreturn]] void refuse(const std::string& reason)
{
    throw std::runtime_error(reason);
}

// Bytes of a number of that type; 0: unknown type.
std::size_t sizeOf(std::string_view type)
{
    constexpr std::pair<std::string_view, std::size_t> kTypes[] = {
        {"char", 1},  {"int8", 1},    {"uchar", 1},  {"uint8", 1},  {"short", 2},  {"int16", 2},
        {"int", 4},   {"int32", 4},   {"uint", 4},   {"uint32", 4}, {"ushort", 2}, {"uint16", 2},
        {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
    for (const auto& [name, size] : kTypes)
        if (name == type)
            return size;
    return 0;
}

struct Property {
    std::string type;
    std::string name;
    std::size_t at; // bytes from the element's beginning
};

struct Element {
    std::string name;
    uint64_t count = 0;
    std::size_t stride = 0; // bytes
    bool hasList = false;
    std::vector<Property> properties;
};

bool isCount(const std::string& word, uint64_t* count)
{
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *count);
    return error == std::errc() && end == word.data() + word.size();
}

const Element* vertices(const std::vector<Element>& elements)
{
    const auto found =
        std::find_if(elements.begin(), elements.end(), [](const Element& element) { return element.name == "vertex"; });
    return found == elements.end() ? nullptr : &*found;
}

// The elements in the header, and its end.
std::vector<Element> elementsOf(std::string_view file, std::size_t* end)
{
    if (!file.starts_with("ply\n") && !file.starts_with("ply\r"))
        refuse("it is no PLY file");
    bool hasFormat = false;
    std::vector<Element> elements;
    for (std::size_t at = file.find('\n') + 1;; at = *end) {
        *end = file.substr(0, kMostHeaderBytes).find('\n', at) + 1;
        if (*end == 0)
            refuse(file.size() < kMostHeaderBytes ? "it is truncated: its header does not end"
                                                  : "its header is too long");
        const std::string line(file.substr(at, *end - 1 - at));
        std::istringstream stream(line);
        const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
        const std::string kind = words.empty() ? "" : words[0];
        const std::size_t size = words.size() == 3 ? sizeOf(words[1]) : 0;
        uint64_t count = 0;
        if (kind == "end_header") {
            if (!hasFormat)
                refuse("its header has no format");
            return elements;
        }
        if (kind == "format" && words.size() == 3) {
            if (words[1] != kLittleEndian)
                refuse("its format is " + files::quoted(words[1]) + " instead of " + std::string(kLittleEndian));
            hasFormat = true;
        } else if (kind == "element" && words.size() == 3 && isCount(words[2], &count) &&
                   !(words[1] == "vertex" && vertices(elements) != nullptr)) {
            elements.push_back({words[1], count, 0, false, {}});
        } else if (kind == "property" && !elements.empty() && words.size() == 5 && words[1] == "list") {
            elements.back().hasList = true;
        } else if (kind == "property" && !elements.empty() && size > 0) {
            elements.back().properties.push_back({words[1], words[2], elements.back().stride});
            elements.back().stride += size;
        } else if (kind != "comment" && kind != "obj_info") {
            refuse("its header has the line " + files::quoted(line));
        }
    }
}

Layout layoutOf(std::string_view file)
{
    std::size_t end = 0;
    const std::vector<Element> elements = elementsOf(file, &end);
    const Element* vertex = vertices(elements);
    if (vertex == nullptr)
        refuse("it has no vertices");
    std::size_t before = 0; // bytes between the header and the vertices
    for (const Element* element = elements.data(); element != vertex; ++element) {
        if (element->hasList)
            refuse("there is a list before its vertices");
        if (element->stride != 0 && element->count > (file.size() - before) / element->stride)
            refuse("it is truncated: what comes before the vertices is longer than the file");
        before += static_cast<std::size_t>(element->count) * element->stride;
    }
    if (vertex->hasList)
        refuse("its vertices have a list");
    Layout layout = {end + before, vertex->count, vertex->stride, {}};
    for (std::size_t i = 0; i < FieldCount; ++i) {
        const std::string name(kNames[i]);
        const Property* field = nullptr;
        for (const Property& property : vertex->properties) {
            if (property.name != name)
                continue;
            if (field != nullptr)
                refuse("its vertices have two properties " + name);
            if (property.type != "float" && property.type != "float32")
                refuse("its vertices' property " + name + " is no float");
            field = &property;
        }
        if (field == nullptr)
            refuse("its vertices have no property " + name);
        layout.at[i] = field->at;
    }
    return layout;
}

using Values = std::array<float, FieldCount>;

uint32_t byteOf(float value)
{
    return static_cast<uint32_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
}

// Throws the reason if a splat with these values is refused.
Splat splatOf(const Values& values)
{
    for (std::size_t i = 0; i < FieldCount; ++i)
        if (!std::isfinite(values[i]))
            refuse(std::string(kNames[i]) + " is not finite");
    Splat splat = {};
    splat.position = {values[X], values[Y], values[Z]};
    splat.opacity = 1 / (1 + std::exp(-values[Opacity]));
    splat.scale = {std::exp(values[Scale0]), std::exp(values[Scale1]), std::exp(values[Scale2])};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(splat.position[axis]) > kFarthest)
            refuse("it is farther than 1000000 from the origin");
        if (!(splat.scale[axis] <= kLargest))
            refuse("it is larger than 100000");
        splat.colour |= byteOf(0.5F + kShOfDegree0 * values[static_cast<std::size_t>(Dc0 + axis)]) << (8 * axis);
    }
    const vec4 rotation = {values[Rot1], values[Rot2], values[Rot3], values[Rot0]};
    const float length = glm::length(rotation);
    if (!(length > 1e-12F) || !std::isfinite(length))
        refuse("its rotation is no quaternion that has a direction");
    splat.rotation = rotation / length;
    return splat;
}

} // namespace

std::vector<Splat> readPly(std::span<const std::byte> file)
{
    const Layout layout = layoutOf({reinterpret_cast<const char*>(file.data()), file.size()});
    if (layout.count == 0)
        refuse("it has no splats");
    if (layout.count > kMostSplats)
        refuse("it has " + std::to_string(layout.count) + " splats, of which there may be " +
               std::to_string(kMostSplats));
    const uint64_t there = (file.size() - std::min(file.size(), layout.begin)) / layout.stride;
    if (there < layout.count)
        refuse("it is truncated: of " + std::to_string(layout.count) + " splats there are " + std::to_string(there));
    std::vector<Splat> splats(static_cast<std::size_t>(layout.count));
    for (std::size_t i = 0; i < splats.size(); ++i) {
        Values values;
        for (std::size_t field = 0; field < FieldCount; ++field) {
            const uint32_t bits = files::readLittleEndian(file, layout.begin + i * layout.stride + layout.at[field], 4);
            std::memcpy(&values[field], &bits, sizeof(bits));
        }
        try {
            splats[i] = splatOf(values);
        } catch (const std::runtime_error& reason) {
            refuse("splat " + std::to_string(i) + ": " + reason.what());
        }
    }
    return splats;
}

files::Bytes encodePly(std::span<const Splat> splats)
{
    std::string header =
        "ply\nformat " + std::string(kLittleEndian) + " 1.0\nelement vertex " + std::to_string(splats.size()) + "\n";
    for (const std::string_view name : kNames)
        header += "property float " + std::string(name) + "\n";
    header += "end_header\n";
    files::Bytes file(header.size());
    std::memcpy(file.data(), header.data(), header.size());
    file.reserve(header.size() + splats.size() * FieldCount * sizeof(float));
    for (const Splat& splat : splats) {
        const float opacity = std::clamp(splat.opacity, kLeastOpacity, 1 - kLeastOpacity);
        Values values = {splat.position.x, splat.position.y, splat.position.z};
        values[Opacity] = std::log(opacity / (1 - opacity));
        values[Rot0] = splat.rotation.w;
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            const float colour = static_cast<float>(splat.colour >> (8 * i) & 255U) / 255;
            values[Dc0 + i] = (colour - 0.5F) / kShOfDegree0;
            values[Scale0 + i] = std::log(std::max(splat.scale[axis], std::numeric_limits<float>::min()));
            values[Rot1 + i] = splat.rotation[axis];
        }
        for (const float value : values) {
            uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof(bits));
            files::appendLittleEndian(&file, bits, sizeof(bits));
        }
    }
    return file;
}

} // namespace splats
