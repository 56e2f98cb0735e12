#include "sat_rows.h"

#include <vkscan/summed_area_table.h>
#include <vkscan/types.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace bench {

namespace {

using vkscan::Accumulation;
using vkscan::Bias;
using vkscan::Resource;
using vkscan::Strategy;

struct NamedFormat {
    const char* name;
    VkFormat format;
};

// All formats of input images.
constexpr NamedFormat kImageFormats[] = {
    {"r8", VK_FORMAT_R8_UNORM},     {"rg8", VK_FORMAT_R8G8_UNORM},      {"rgba8", VK_FORMAT_R8G8B8A8_UNORM},
    {"r8ui", VK_FORMAT_R8_UINT},    {"rg8ui", VK_FORMAT_R8G8_UINT},     {"rgba8ui", VK_FORMAT_R8G8B8A8_UINT},
    {"r16", VK_FORMAT_R16_UNORM},   {"rg16", VK_FORMAT_R16G16_UNORM},   {"rgba16", VK_FORMAT_R16G16B16A16_UNORM},
    {"r16ui", VK_FORMAT_R16_UINT},  {"rg16ui", VK_FORMAT_R16G16_UINT},  {"rgba16ui", VK_FORMAT_R16G16B16A16_UINT},
    {"r16f", VK_FORMAT_R16_SFLOAT}, {"rg16f", VK_FORMAT_R16G16_SFLOAT}, {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT},
    {"r32ui", VK_FORMAT_R32_UINT},  {"rg32ui", VK_FORMAT_R32G32_UINT},  {"rgba32ui", VK_FORMAT_R32G32B32A32_UINT},
    {"r32f", VK_FORMAT_R32_SFLOAT}, {"rg32f", VK_FORMAT_R32G32_SFLOAT}, {"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT}};
// All formats of tables; R64 only in buffers.
constexpr NamedFormat kUintTables[] = {
    {"r32ui", VK_FORMAT_R32_UINT}, {"rg32ui", VK_FORMAT_R32G32_UINT}, {"rgba32ui", VK_FORMAT_R32G32B32A32_UINT}};
constexpr NamedFormat kFloatTables[] = {
    {"r32f", VK_FORMAT_R32_SFLOAT}, {"rg32f", VK_FORMAT_R32G32_SFLOAT}, {"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT}};
constexpr NamedFormat kDoubleTables[] = {
    {"r64f", VK_FORMAT_R64_SFLOAT}, {"rg64f", VK_FORMAT_R64G64_SFLOAT}, {"rgba64f", VK_FORMAT_R64G64B64A64_SFLOAT}};

constexpr VkExtent2D kScreens[] = {{1920, 1080}, {3840, 2160}};
constexpr VkExtent2D kSquareSizes[] = {{256, 256}, {1024, 1024}, {4096, 4096}, {8192, 8192}, {16384, 16384}};
constexpr VkExtent2D kLargeSquare = {8192, 8192};
constexpr VkExtent2D kPicture = {3840, 2160};
// Bytes of all inputs and tables that cold rows rotate through: far more than caches hold.
constexpr VkDeviceSize kColdBytes = VkDeviceSize{1} << 28;
constexpr VkDeviceSize kMaxSlices = 64;

// Every strategy of tables, and Auto.
std::vector<Strategy> tableStrategies()
{
    return support::valuesOf(vkscan::study::kStrategies, [](const vkscan::study::StrategyRow& row) {
        return row.isOwn && row.value != Strategy::SingleWorkgroup;
    });
}

// A row whose table keeps all of the input: as many channels; integers for UNORM and UINT formats.
TableRow rowOf(const char* prefix, Resource input, const NamedFormat& format, Resource output)
{
    const vkscan::FormatInfo info = vkscan::formatInfo(format.format);
    const bool ofFloats = info.numeric == vkscan::Numeric::Sfloat;
    TableRow row;
    row.kind = std::string(prefix) + format.name;
    row.desc.input = input;
    row.desc.inputFormat = format.format;
    row.desc.output = output;
    row.desc.outputFormat = (ofFloats ? kFloatTables : kUintTables)[info.channels / 2].format;
    row.desc.accumulation = ofFloats ? Accumulation::F32 : Accumulation::U32;
    return row;
}

TableRow imageRow(const NamedFormat& format)
{
    return rowOf("image_", Resource::SampledImage, format, Resource::StorageImage);
}

TableRow bufferRow(const NamedFormat& format)
{
    return rowOf("buffer_", Resource::Buffer, format, Resource::Buffer);
}

const TableRow kBufferU32 = bufferRow({"u32", VK_FORMAT_R32_UINT});
const TableRow kBufferF32 = bufferRow({"f32", VK_FORMAT_R32_SFLOAT});
const TableRow kImageR8 = imageRow({"r8", VK_FORMAT_R8_UNORM});
const TableRow kImageR32f = imageRow({"r32f", VK_FORMAT_R32_SFLOAT});
const TableRow kImageRg32f = imageRow({"rg32f", VK_FORMAT_R32G32_SFLOAT});
const TableRow kImageRgba8 = imageRow({"rgba8", VK_FORMAT_R8G8B8A8_UNORM});
const TableRow kImageRgba16f = imageRow({"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT});
const TableRow kImageRgba32f = imageRow({"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT});

class List {
public:
    explicit List(unsigned maxLog2) : m_maxTexels(uint64_t{1} << maxLog2) {}

    [[nodiscard]] bool fits(VkExtent2D extent) const { return uint64_t{extent.width} * extent.height <= m_maxTexels; }

    // The extent or, if that is too large, the smallest square, so that a short run covers every kind of row.
    [[nodiscard]] VkExtent2D bounded(VkExtent2D extent) const { return fits(extent) ? extent : kSquareSizes[0]; }

    void append(TableRow row, VkExtent2D extent)
    {
        row.extent = extent;
        if (fits(extent) && m_names.insert(row.name()).second)
            m_rows.push_back(row);
    }

    void appendStrategies(TableRow row, std::span<const VkExtent2D> extents)
    {
        for (const VkExtent2D& extent : extents)
            for (const Strategy strategy : tableStrategies()) {
                row.desc.strategy = strategy;
                append(row, extent);
            }
    }

    [[nodiscard]] std::vector<TableRow> take() { return std::move(m_rows); }

private:
    uint64_t m_maxTexels;
    std::set<std::string> m_names;
    std::vector<TableRow> m_rows;
};

void appendFormats(List* list)
{
    const VkExtent2D extent = list->bounded(kScreens[0]);
    for (const NamedFormat& format : kImageFormats)
        list->append(imageRow(format), extent);
    list->append(bufferRow({"u8", VK_FORMAT_R8_UINT}), extent);
    const auto appendTables = [&](TableRow row, const NamedFormat(&tables)[3]) {
        const std::string base = row.kind;
        const vkscan::FormatInfo info = vkscan::formatInfo(tables[0].format);
        row.desc.accumulation = info.numeric == vkscan::Numeric::Uint ? Accumulation::U32
                                : info.componentBytes == 8            ? Accumulation::F64
                                                                      : Accumulation::F32;
        for (const bool isImage : {true, false})
            for (const NamedFormat& table : tables) {
                if (isImage && row.desc.accumulation == Accumulation::F64)
                    continue;
                row.kind = base + (isImage ? "_to_image_" : "_to_buffer_") + table.name;
                row.desc.output = isImage ? Resource::StorageImage : Resource::Buffer;
                row.desc.outputFormat = table.format;
                list->append(row, extent);
            }
    };
    appendTables(kImageRgba8, kUintTables);
    appendTables(kImageRgba32f, kFloatTables);
    appendTables(kImageRgba32f, kDoubleTables);
}

void appendLayouts(List* list)
{
    for (TableRow row : {kImageR8, kImageR32f}) {
        row.desc.layout = vkscan::TableLayout::ZeroBorder;
        list->append(row, list->bounded(kScreens[1]));
        row.desc.layout = vkscan::TableLayout::Inclusive;
        row.desc.squares = true;
        list->append(row, list->bounded(kScreens[1]));
    }
}

// Tables whose sums have the same bits everywhere.
void appendReproducible(List* list)
{
    for (TableRow row : {kBufferF32, kImageR32f}) {
        row.desc.reproducible = true;
        for (const VkExtent2D& extent : {kScreens[1], kLargeSquare})
            list->append(row, list->bounded(extent));
    }
}

// Tables as in the viewer's frames: of the drawn image less its mean, with a border.
void appendFrames(List* list)
{
    const auto append = [&](TableRow row, VkExtent2D extent, bool isCold) {
        row.desc.bias = Bias::Mean;
        row.desc.layout = vkscan::TableLayout::ZeroBorder;
        row.isCold = isCold;
        list->append(row, list->bounded(extent));
    };
    for (const TableRow& row : {kImageR32f, kImageRg32f, kImageRgba16f})
        for (const VkExtent2D& extent : kScreens)
            for (const bool isCold : {false, true})
                append(row, extent, isCold);
    append(kImageRg32f, kLargeSquare, false);
}

void appendPictures(List* list)
{
    TableRow row = kImageR32f;
    row.isPicture = true;
    for (const Strategy strategy : tableStrategies()) {
        for (const auto& [accumulation, bias] : {std::pair{Accumulation::F32, Bias::None},
                                                 {Accumulation::F32, Bias::Given},
                                                 {Accumulation::F32, Bias::Mean},
                                                 {Accumulation::F32x2, Bias::None}}) {
            row.desc.strategy = strategy;
            row.desc.accumulation = accumulation;
            row.desc.bias = bias;
            list->append(row, list->bounded(kPicture));
        }
    }
}

void appendRecordings(List* list)
{
    for (TableRow row : {kBufferF32, kImageR32f})
        for (const Strategy strategy : {Strategy::Auto, Strategy::ReduceThenScan}) {
            row.desc.strategy = strategy;
            row.recordingOnly = true;
            list->append(row, kSquareSizes[0]);
        }
}

} // namespace

std::string TableRow::name() const
{
    if (recordingOnly)
        return std::string("record/table/") + vkscan::study::toString(desc.strategy) + "/" + kind;
    return operationName() + "/" + std::to_string(extent.width) + "x" + std::to_string(extent.height) +
           (isPicture ? "/hdr" : "") + variantName() + (isCold ? "/cold" : "");
}

std::string TableRow::operationKey() const
{
    return operationName() + variantName();
}

std::string TableRow::operationName() const
{
    const std::string bias =
        desc.bias == Bias::None ? "" : std::string("_") + findRow(vkscan::kBiases, desc.bias)->name;
    return "sat/" + kind + "/" + findRow(vkscan::kAccumulations, desc.accumulation)->name + bias + "/" +
           vkscan::study::toString(desc.strategy);
}

std::string TableRow::variantName() const
{
    return std::string(desc.layout == vkscan::TableLayout::ZeroBorder ? "/zero_border" : "") +
           (desc.squares ? "/squares" : "") + (desc.reproducible ? "/reproducible" : "");
}

std::string TableRow::surfaceKey() const
{
    return kind + " " + std::to_string(extent.width) + " " + std::to_string(extent.height) + " " +
           std::to_string(tableExtent().width) + (isPicture ? " hdr" : "") + (desc.squares ? " squares" : "") +
           (isCold ? " cold" : "");
}

VkExtent2D TableRow::tableExtent() const
{
    const uint32_t border = desc.layout == vkscan::TableLayout::ZeroBorder ? 1 : 0;
    return {extent.width + border, extent.height + border};
}

VkDeviceSize TableRow::bytes() const
{
    const auto bytesOf = [](VkFormat format, VkExtent2D size) {
        return VkDeviceSize{vkscan::formatInfo(format).texelBytes()} * size.width * size.height;
    };
    return bytesOf(desc.inputFormat, extent) + (desc.squares ? 2 : 1) * bytesOf(desc.outputFormat, tableExtent());
}

unsigned TableRow::slices() const
{
    if (!isCold)
        return 1;
    const bool isShort = extent.width < kScreens[0].width; // a run whose times mean nothing
    return isShort ? 2 : static_cast<unsigned>(std::clamp<VkDeviceSize>(kColdBytes / bytes(), 2, kMaxSlices));
}

std::vector<TableRow> listTableRows(unsigned maxLog2)
{
    List list(maxLog2);
    for (const TableRow& row : {kBufferU32, kBufferF32, kImageR32f}) {
        list.appendStrategies(row, kSquareSizes);
        list.appendStrategies(row, kScreens);
    }
    for (const TableRow& row : {kImageR8, kImageRgba16f})
        list.appendStrategies(row, kScreens);
    appendFormats(&list);
    appendReproducible(&list);
    appendLayouts(&list);
    appendFrames(&list);
    appendPictures(&list);
    appendRecordings(&list);
    return list.take();
}

} // namespace bench
