#include "ply.h"

#include <support/little_endian.h>
#include <support/printable.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
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

// The properties that a splat is read from, in this order.
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

// Bytes of a number of that type; 0: there is no such type.
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

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos)
            return words;
        const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        line.remove_prefix(end);
    }
}

// Reads the header line by line.
class Header {
public:
    explicit Header(std::string_view file) : m_file(file)
    {
        if (!file.starts_with("ply\n") && !file.starts_with("ply\r"))
            refuse("it is no PLY file");
        (void)next();
        while (readLine(next()))
            ;
    }

    [[nodiscard]] Layout layout() const
    {
        if (!m_hasFormat)
            refuse("its header has no format");
        if (!m_hasVertices)
            refuse("it has no vertices");
        Layout layout;
        for (std::size_t i = 0; i < FieldCount; ++i) {
            if (!m_fields[i])
                refuse("its vertices have no property " + std::string(kNames[i]));
            layout.at[i] = *m_fields[i];
        }
        layout.begin = m_at + m_before;
        layout.count = m_count;
        layout.stride = m_stride;
        return layout;
    }

private:
    enum class Part { None, Before, Vertices, After };

    std::vector<std::string_view> next()
    {
        const std::size_t end = m_file.substr(0, kMostHeaderBytes).find('\n', m_at);
        if (end == std::string_view::npos)
            refuse(m_file.size() < kMostHeaderBytes ? "it is truncated: its header does not end"
                                                    : "its header is too long");
        m_line = m_file.substr(m_at, end - m_at);
        m_at = end + 1;
        return wordsOf(m_line);
    }

    [[noreturn]] void refuseLine() const { refuse("its header has the line " + files::quoted(m_line)); }

    // Returns false at the header's end.
    bool readLine(const std::vector<std::string_view>& words)
    {
        if (words.empty())
            refuseLine();
        if (words[0] == "end_header")
            return false;
        if (words[0] == "format")
            readFormat(words);
        else if (words[0] == "element")
            readElement(words);
        else if (words[0] == "property")
            readProperty(words);
        else if (words[0] != "comment" && words[0] != "obj_info")
            refuseLine();
        return true;
    }

    void readFormat(const std::vector<std::string_view>& words)
    {
        if (words.size() != 3)
            refuseLine();
        if (words[1] != kLittleEndian)
            refuse("its format is " + files::quoted(words[1]) + " instead of " + std::string(kLittleEndian));
        m_hasFormat = true;
    }

    void readElement(const std::vector<std::string_view>& words)
    {
        uint64_t count = 0;
        if (words.size() != 3)
            refuseLine();
        const auto [end, error] = std::from_chars(words[2].data(), words[2].data() + words[2].size(), count);
        if (error != std::errc() || end != words[2].data() + words[2].size())
            refuseLine();
        endElement();
        if (words[1] == "vertex") {
            if (m_hasVertices)
                refuseLine();
            m_hasVertices = true;
            m_part = Part::Vertices;
            m_count = count;
        } else {
            m_part = m_hasVertices ? Part::After : Part::Before;
            m_otherCount = count;
            m_otherStride = 0;
        }
    }

    // Adds the bytes of an element before the vertices.
    void endElement()
    {
        if (m_part != Part::Before || m_otherStride == 0)
            return;
        if (m_otherCount > (m_file.size() - m_before) / m_otherStride)
            refuse("it is truncated: what comes before the vertices is longer than the file");
        m_before += static_cast<std::size_t>(m_otherCount) * m_otherStride;
    }

    void readProperty(const std::vector<std::string_view>& words)
    {
        if (m_part == Part::After)
            return;
        if (words.size() == 5 && words[1] == "list")
            refuse(m_part == Part::Vertices ? "its vertices have a list" : "there is a list before its vertices");
        const std::size_t size = words.size() == 3 ? sizeOf(words[1]) : 0;
        if (size == 0 || m_part == Part::None)
            refuseLine();
        if (m_part == Part::Before) {
            m_otherStride += size;
            return;
        }
        const auto name = std::find(kNames.begin(), kNames.end(), words[2]);
        if (name != kNames.end()) {
            std::optional<std::size_t>& field = m_fields[static_cast<std::size_t>(name - kNames.begin())];
            if (field)
                refuse("its vertices have two properties " + std::string(*name));
            if (words[1] != "float" && words[1] != "float32")
                refuse("its vertices' property " + std::string(*name) + " is no float");
            field = m_stride;
        }
        m_stride += size;
    }

    std::string_view m_file;
    std::string_view m_line;
    std::size_t m_at = 0; // bytes, the next line
    Part m_part = Part::None;
    bool m_hasFormat = false;
    bool m_hasVertices = false;
    uint64_t m_count = 0;
    std::size_t m_stride = 0;
    uint64_t m_otherCount = 0;
    std::size_t m_otherStride = 0;
    std::size_t m_before = 0; // bytes between the header and the vertices
    std::array<std::optional<std::size_t>, FieldCount> m_fields;
};

using Values = std::array<float, FieldCount>;

uint32_t byteOf(float value)
{
    return static_cast<uint32_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
}

// Throws the reason that a splat with these values is refused.
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
    const Layout layout = Header({reinterpret_cast<const char*>(file.data()), file.size()}).layout();
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
