#include "cub_rows.h"

#include <initializer_list>

namespace bench {

namespace {

using vkscan::ElementType;

uint64_t powerOf2(unsigned log2)
{
    return uint64_t{1} << log2;
}

std::string nameOf(const CubRow& row)
{
    const std::string type = toString(row.type);
    switch (row.operation) {
    case CubOperation::InclusiveSum: return "cub/scan/" + type + "/add/inclusive";
    case CubOperation::ExclusiveSum: return "cub/scan/" + type + "/add/exclusive";
    case CubOperation::InclusiveMin: return "cub/scan/" + type + "/min/inclusive";
    case CubOperation::Reduce: return "cub/reduce/" + type + "/add";
    case CubOperation::Select: return "cub/select/" + type + "/half";
    case CubOperation::Partition: return "cub/partition/" + type + "/half";
    case CubOperation::ScanByKey: return "cub/segments/" + type + "/keys/" + std::to_string(kSegment);
    case CubOperation::Tuple: return "cub/tuple/" + type + "/" + std::to_string(row.width);
    case CubOperation::Order: return "cub/order/" + type + "/" + std::to_string(row.width);
    case CubOperation::SortKeys: return "cub/sort/" + type;
    // As scan_bench's, whose values of keys of 16 bits are the indices.
    case CubOperation::SortPairs: return "cub/sort/" + type + (row.type == ElementType::U16 ? "/index" : "/values");
    case CubOperation::SortSegments: return "cub/sort/" + type + "/segments/" + std::to_string(kSortedSegment);
    case CubOperation::Memcpy: break;
    }
    return "cuda/memcpy";
}

} // namespace

std::string CubRow::name() const
{
    return (isFigure ? "figure/" : "") + nameOf(*this) + "/" + std::to_string(count);
}

std::string CubRow::label() const
{
    switch (operation) {
    case CubOperation::InclusiveSum: return "DeviceScan::InclusiveSum";
    case CubOperation::ExclusiveSum: return "DeviceScan::ExclusiveSum";
    case CubOperation::InclusiveMin:
    case CubOperation::Tuple: return "DeviceScan::InclusiveScan";
    case CubOperation::Reduce: return "DeviceReduce::Sum";
    case CubOperation::Select: return "DeviceSelect::If";
    case CubOperation::Partition: return "DevicePartition::If";
    case CubOperation::ScanByKey: return "DeviceScan::InclusiveSumByKey";
    case CubOperation::Order: return std::to_string(width) + " x DeviceScan::InclusiveSum";
    case CubOperation::SortKeys: return "DeviceRadixSort::SortKeys";
    case CubOperation::SortPairs: return "DeviceRadixSort::SortPairs";
    case CubOperation::SortSegments: return "DeviceSegmentedSort::SortKeys";
    case CubOperation::Memcpy: break;
    }
    return "cudaMemcpyAsync";
}

bool CubRow::isSum() const
{
    return (type == ElementType::U32 || type == ElementType::U64) &&
           (operation == CubOperation::InclusiveSum || operation == CubOperation::Tuple ||
            operation == CubOperation::Order);
}

Shape CubRow::shape() const
{
    return {operation == CubOperation::Order ? width : 1, operation == CubOperation::Tuple ? width : 1};
}

uint64_t CubRow::wholeCount() const
{
    return operation == CubOperation::Tuple ? count / width * width : count;
}

std::size_t CubRow::arrayBytes() const
{
    return isSort() ? valuesOffset() + valueBytes() : count * vkscan::sizeOf(type);
}

bool CubRow::isSort() const
{
    return operation == CubOperation::SortKeys || operation == CubOperation::SortPairs ||
           operation == CubOperation::SortSegments;
}

SortInput CubRow::sortInput() const
{
    return {SortKeys::Random, static_cast<uint32_t>(vkscan::sizeOf(type)), count,
            operation == CubOperation::SortSegments ? kSortedSegment : 0};
}

uint64_t CubRow::writtenCount(uint64_t kept) const
{
    switch (operation) {
    case CubOperation::Select: return kept;
    case CubOperation::Reduce: return 0;
    default: return wholeCount();
    }
}

uint64_t CubRow::movedBytes(uint64_t kept) const
{
    const uint64_t size = vkscan::sizeOf(type);
    const uint64_t read = operation == CubOperation::ScanByKey ? 2 * size : size;
    return wholeCount() * read + writtenCount(kept) * size + 2 * valueBytes();
}

std::vector<CubRow> listCubRows(unsigned maxLog2)
{
    std::vector<CubRow> rows;
    const auto append = [&](CubOperation operation, ElementType type, std::initializer_list<unsigned> log2s,
                            unsigned width = 1) {
        for (const unsigned log2 : log2s)
            rows.push_back({operation, type, powerOf2(log2), width});
    };
    for (const ElementType type : {ElementType::I32, ElementType::F32, ElementType::U32}) {
        for (unsigned log2 = 10; log2 <= 22; ++log2)
            append(CubOperation::InclusiveSum, type, {log2});
        for (const uint64_t count : {10'000, 100'000, 1'000'000})
            rows.push_back({CubOperation::InclusiveSum, type, count});
        if (type != ElementType::I32)
            append(CubOperation::InclusiveSum, type, {24, 26, 28, 30});
    }
    append(CubOperation::ExclusiveSum, ElementType::U32, {26});
    for (const CubOperation operation :
         {CubOperation::Reduce, CubOperation::Select, CubOperation::Partition, CubOperation::ScanByKey})
        append(operation, ElementType::U32, {20, 24, 28});
    for (const CubOperation operation : {CubOperation::Tuple, CubOperation::Order})
        for (const unsigned width : {2u, 5u, 8u})
            append(operation, ElementType::U32, {20, 24, 28}, width);
    append(CubOperation::Memcpy, ElementType::U32, {20, 24, 28, 30});
    append(CubOperation::InclusiveMin, ElementType::U32, {26});
    for (const ElementType type : {ElementType::U64, ElementType::F64})
        append(CubOperation::InclusiveSum, type, {20, 23, 25, 27});
    for (const CubOperation operation : {CubOperation::SortKeys, CubOperation::SortPairs}) {
        for (const ElementType type : {ElementType::U32, ElementType::U16})
            append(operation, type, {10, 16, 18, 20, 24, 28});
        append(operation, ElementType::U64, {10, 16, 18, 20, 24, 27});
    }
    rows.push_back({CubOperation::SortSegments, ElementType::U32, 30'000'000});
    std::erase_if(rows, [&](const CubRow& row) { return row.count > powerOf2(maxLog2); });
    return rows;
}

std::vector<CubRow> listCubFigureRows(unsigned maxLog2)
{
    std::vector<CubRow> rows;
    for (const ElementType type : {ElementType::U32, ElementType::U64})
        for (const Shape& shape : kFigureShapes) {
            const CubOperation operation = shape.order > 1       ? CubOperation::Order
                                           : shape.tupleSize > 1 ? CubOperation::Tuple
                                                                 : CubOperation::InclusiveSum;
            for (const uint64_t count : figureCounts(type, maxLog2))
                rows.push_back({operation, type, count, shape.order * shape.tupleSize, true});
        }
    return rows;
}

} // namespace bench
