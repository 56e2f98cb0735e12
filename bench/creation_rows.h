// Times the creation of scans on the host.
#ifndef VKSCAN_BENCH_CREATION_ROWS_H
#define VKSCAN_BENCH_CREATION_ROWS_H

#include "harness.h"
#include "program.h"

namespace bench {

// Adds the rows create/scan/u32, create/scan/u32/max_count_4096 and, while an equal scan lives, create/scan/u32/again.
// The yardstick is the same creation by a context for plans only, which calls nothing of the driver's. No cache of the
// driver's has the kernels that are compiled.
void addCreationRows(Program& program, Harness& harness);

} // namespace bench

#endif
