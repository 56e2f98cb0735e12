// Times of frames by the splats that they show.
#ifndef VKSCAN_SAMPLES_SPLATS_SWEEP_H
#define VKSCAN_SAMPLES_SPLATS_SWEEP_H

#include "options.h"

namespace splats {

// Measures frames at full clocks in which about 1, 2, 5, 10, 25, 50 and 100 percent of the splats are seen, sorted by
// keys of 16 and of 24 bits. Checks on the host what each kind of frame finds, before it is timed. Prints the stages'
// medians and writes them to the file of the options. Throws std::runtime_error, also where the device does not keep
// its clocks; then nothing is written.
void measureSweep(const Options& options);

} // namespace splats

#endif
