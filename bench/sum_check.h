// Verifies sums of orders and tuples, all of them, on the device.
#ifndef VKSCAN_BENCH_SUM_CHECK_H
#define VKSCAN_BENCH_SUM_CHECK_H

#include "yardstick.h"

#include <gpu.h>
#include <vkscan/scan.h>

#include <cstdint>

namespace bench {

// Costs the host nothing, whatever the size, and takes no kernel of the library's.
class SumCheck {
public:
    explicit SumCheck(gpu::Device& device);

    // Throws std::runtime_error unless the first `count` elements, at most 2^32 - 1, of the description's type, U32 or
    // U64, are the inclusive sums, of its order and tuple size, of what arrays are filled with for them.
    void verify(const vkscan::ScanDesc& desc, const gpu::Buffer& results, uint64_t count);

private:
    gpu::Kernel m_u32;
    gpu::Kernel m_u64;
    gpu::Buffer m_firstWrong;
};

} // namespace bench

#endif
