// Times reductions beside a kernel that reads the same bytes.
#ifndef VKSCAN_BENCH_REDUCE_ROWS_H
#define VKSCAN_BENCH_REDUCE_ROWS_H

#include "harness.h"
#include "program.h"

namespace bench {

// Adds the rows reduce/<type>/<op>/<count> of at most 2^maxLog2 elements. They use the harness's arrays, which must
// have been allocated for as many, and outlive the program's run with it.
void addReduceRows(Program& program, Harness& harness, unsigned maxLog2);

} // namespace bench

#endif
