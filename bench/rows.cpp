#include "rows.h"

#include <algorithm>

namespace bench {

namespace {

using vkscan::Strategy;
using vkscan::Type;

// Those of the sizes that are small enough; the limit itself if none is, so that a short run covers every kind of row.
std::vector<unsigned> boundedLog2s(std::vector<unsigned> log2s, unsigned maxLog2)
{
    std::erase_if(log2s, [maxLog2](unsigned log2) { return log2 > maxLog2; });
    if (log2s.empty())
        log2s.push_back(maxLog2);
    return log2s;
}

Row sumRow(Type type, Strategy strategy, unsigned log2)
{
    Row row;
    row.desc.type = type;
    row.desc.strategy = strategy;
    // The benchmark is for finding out; a device where a strategy hangs is one to report.
    row.desc.assumeForwardProgress = true;
    row.count = uint64_t{1} << log2;
    return row;
}

void appendVariants(unsigned log2, std::vector<Row>* rows)
{
    const Row plain = sumRow(Type::U32, Strategy::Auto, log2);
    const auto append = [&](const char* variant, const auto& change) {
        Row row = plain;
        row.variant = variant;
        change(row);
        rows->push_back(row);
    };
    append("", [](Row& row) { row.desc.op = vkscan::Op::Min; });
    append("", [](Row& row) { row.desc.kind = vkscan::Kind::Exclusive; });
    append("in_place", [](Row& row) { row.inPlace = true; });
    append("backward", [](Row& row) { row.desc.direction = vkscan::Direction::Backward; });
    append("unaligned", [](Row& row) { row.unaligned = true; });
    append("device_count", [](Row& row) { row.deviceCount = static_cast<uint32_t>(row.count); });
    append("device_count_1_percent", [](Row& row) { row.deviceCount = static_cast<uint32_t>(row.count / 100); });
}

} // namespace

std::string Row::name() const
{
    std::string result = "scan/";
    for (const char* part : {toString(desc.type), toString(desc.op), toString(desc.kind), toString(desc.strategy)})
        result += std::string(part) + "/";
    result += std::to_string(count);
    return variant.empty() ? result : result + "/" + variant;
}

VkDeviceSize Row::arrayBytes() const
{
    return (count + (unaligned ? 1 : 0)) * vkscan::sizeOf(desc.type);
}

std::vector<Row> listRows(unsigned maxLog2, const std::function<uint64_t(const vkscan::ScanDesc&)>& maxCountOf)
{
    std::vector<Row> rows;
    const auto appendIfTaken = [&](const Row& row) {
        if (row.count <= maxCountOf(row.desc))
            rows.push_back(row);
    };
    // Grouped by type, because each type's input is uploaded when its first row runs.
    for (Type type : {Type::I32, Type::F32, Type::U32})
        for (unsigned log2 : boundedLog2s({10, 12, 14, 16, 18, 20, 21, 22, 24, 26, 28, 30}, maxLog2))
            rows.push_back(sumRow(type, Strategy::Auto, log2));
    for (Strategy strategy : {Strategy::SingleWorkgroup, Strategy::FlatSum, Strategy::Spine,
                              Strategy::DecoupledLookback, Strategy::ReduceThenScan})
        for (unsigned log2 : boundedLog2s({16, 20, 22, 24, 28}, maxLog2))
            if (strategy != Strategy::SingleWorkgroup || log2 <= 16)
                appendIfTaken(sumRow(Type::U32, strategy, log2));
    appendVariants(std::min(maxLog2, 26u), &rows);
    for (Type type : {Type::U64, Type::F64})
        for (unsigned log2 : boundedLog2s({20, 27}, maxLog2))
            appendIfTaken(sumRow(type, Strategy::Auto, log2));
    return rows;
}

} // namespace bench
