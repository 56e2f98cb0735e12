// The rows of operations other than scans of built-in types.
#ifndef VKSCAN_BENCH_OPERATION_ROWS_H
#define VKSCAN_BENCH_OPERATION_ROWS_H

#include "harness.h"
#include "program.h"

#include <algorithm>

namespace bench {

// The largest elements have 64 bytes, the largest arrays 2 GiB.
[[nodiscard]] constexpr VkDeviceSize operationArrayBytes(unsigned maxLog2)
{
    return VkDeviceSize{64} << std::min(maxLog2, 25u);
}

// A function that adds rows of at most 2^maxLog2 elements, for which arrays of operationArrayBytes(maxLog2) have been
// allocated. The harness outlives the program's run. Each file of rows, <name>_rows.cpp, defines a constant of this
// type, by which scan_bench finds its function.
struct OperationRows {
    using Add = void (*)(Program& program, Harness& harness, unsigned maxLog2);

    OperationRows(const char* name, Add add);
};

// Instead of rows: searches the geometries that are fastest on the device. Prints, for elements of 4 and of 8 bytes,
// the times of strategies with geometries, and the fastest in the words of src/tuning/tuning.cpp. Throws
// std::runtime_error if a scan was wrong or unsteady.
void tune(Harness& harness, unsigned maxLog2);

} // namespace bench

#endif
