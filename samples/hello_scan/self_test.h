// The self-test of a device: every way of scanning, checked and timed beside a copy.
#ifndef VKSCAN_SAMPLES_SELF_TEST_H
#define VKSCAN_SAMPLES_SELF_TEST_H

#include "options.h"

namespace hello {

// Prints a line for each case and writes options.report. Throws in the end if a case is wrong, gave up or failed.
void testDevice(const Options& options);

} // namespace hello

#endif
