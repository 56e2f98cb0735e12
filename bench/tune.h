// Searches the geometries that are fastest on the device at hand.
#ifndef VKSCAN_BENCH_TUNE_H
#define VKSCAN_BENCH_TUNE_H

#include "harness.h"

namespace bench {

// Prints, for elements of 4 and of 8 bytes, the times of strategies with geometries, and the fastest in the words of
// src/device/tuning.cpp. Returns main's exit code: 0 if no scan was wrong or unsteady.
[[nodiscard]] int tune(Harness& harness, unsigned maxLog2);

} // namespace bench

#endif
