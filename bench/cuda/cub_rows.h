// What is measured of CUB: one operation a row.
#ifndef VKSCAN_BENCH_CUB_ROWS_H
#define VKSCAN_BENCH_CUB_ROWS_H

#include <figures.h>
#include <sort_keys.h>
#include <vkscan/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

enum class CubOperation {
    InclusiveSum,
    ExclusiveSum,
    InclusiveMin,
    Reduce,
    Select,
    Partition,
    ScanByKey,
    Tuple,
    Order,
    SortKeys,
    SortPairs,    // with values of 4 bytes
    SortSegments, // of kSortedSegment keys
    Memcpy
};

// Elements with one key, one segment after another.
constexpr uint64_t kSegment = 1000;
constexpr uint32_t kSortedSegment = 30;

struct CubRow {
    CubOperation operation = CubOperation::InclusiveSum;
    // Other than U32 only of inclusive sums and sorts; of orders and tuples U32 or U64, of sorts U16, U32 or U64.
    vkscan::ElementType type = vkscan::ElementType::U32;
    uint64_t count = 0;    // elements; of tuples, of all of them
    unsigned width = 1;    // elements of a tuple, or scans of an order
    bool isFigure = false; // of many, each measured briefly

    // As scan_bench's: [figure/]cub/<operation>/<type>/..., or cuda/memcpy/<count>
    [[nodiscard]] std::string name() const;
    // The call that is measured.
    [[nodiscard]] std::string label() const;
    // Whether the results are inclusive sums of u32 or u64, of an order and a tuple size.
    [[nodiscard]] bool isSum() const;
    [[nodiscard]] Shape shape() const;
    // Those that are part of whole tuples.
    [[nodiscard]] uint64_t wholeCount() const;
    // Each of the operation's arrays.
    [[nodiscard]] std::size_t arrayBytes() const;
    [[nodiscard]] std::size_t keyBytes() const { return operation == CubOperation::ScanByKey ? arrayBytes() : 0; }
    // Of sorts; keys are random.
    [[nodiscard]] bool isSort() const;
    [[nodiscard]] SortInput sortInput() const;
    [[nodiscard]] std::size_t valueBytes() const
    {
        return operation == CubOperation::SortPairs ? count * sizeof(uint32_t) : 0;
    }
    // Where the values of an array of keys and values begin.
    [[nodiscard]] std::size_t valuesOffset() const { return (count * vkscan::sizeOf(type) + 15) / 16 * 16; }
    // Whether it tells elements apart by kSelectMask.
    [[nodiscard]] bool selects() const
    {
        return operation == CubOperation::Select || operation == CubOperation::Partition;
    }
    // Elements that are written if so many are kept; one does not show.
    [[nodiscard]] uint64_t writtenCount(uint64_t kept) const;
    // Read once and written once, together, if so many are kept; what a scan of scans must move in one pass.
    [[nodiscard]] uint64_t movedBytes(uint64_t kept) const;
};

// All rows of at most 2^maxLog2 elements, grouped by type, because each type's input is uploaded when its first runs.
[[nodiscard]] std::vector<CubRow> listCubRows(unsigned maxLog2);

// The rows of figures.h.
[[nodiscard]] std::vector<CubRow> listCubFigureRows(unsigned maxLog2);

} // namespace bench

#endif
