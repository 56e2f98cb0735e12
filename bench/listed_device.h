// A device that is only described: what an NVIDIA H100 answers to the library's questions, for plans without a driver.
#ifndef VKSCAN_BENCH_LISTED_DEVICE_H
#define VKSCAN_BENCH_LISTED_DEVICE_H

#include <vkscan/context.h>

namespace bench {

// Of a context for plans only, in which Auto chooses as on any driver that is listed for forward progress.
[[nodiscard]] vkscan::ContextDesc listedDeviceDesc();

} // namespace bench

#endif
