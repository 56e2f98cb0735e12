// A GPU's clocks, as told by work that they decide the time of.
#ifndef VKSCAN_BENCH_CLOCKS_H
#define VKSCAN_BENCH_CLOCKS_H

#include "yardstick.h"

#include <chrono>

namespace bench {

// A GPU lowers its clocks while the host compiles, uploads or verifies, and takes up to seconds of work to raise them
// again, in steps. Whether they rise no more shows only beside how fast it was before: rows that are measured briefly
// cannot each wait for that.
class Clocks {
public:
    explicit Clocks(gpu::Device& device);

    // Works until the device is as fast as it ever was in this program, or has had seconds for it. The first time it
    // works for as long as it takes to know. Nothing where the device is a processor.
    void raise();

private:
    [[nodiscard]] double time();

    gpu::Device& m_device;
    Copy m_copy;
    gpu::Buffer m_source;
    gpu::Buffer m_destination;
    double m_fastest = 0; // microseconds; 0 before the first time
    std::chrono::duration<double> m_waited = {};
};

} // namespace bench

#endif
