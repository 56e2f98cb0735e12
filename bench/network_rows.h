// The comparison of "Efficient Scan Operator Methods on a GPU" (Dieguez, Amor & Doallo, 2014) on the device at hand:
// networks, their options, and how workgroups hand on what they find.
#ifndef VKSCAN_BENCH_NETWORK_ROWS_H
#define VKSCAN_BENCH_NETWORK_ROWS_H

#include "harness.h"
#include "kernel_statistics.h"
#include "program.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bench {

// Sums of f32 of the paper's three sizes, as far as they have at most 2^maxLog2 elements, by each network with its
// options; and by Auto.
[[nodiscard]] std::vector<Row> listNetworkRows(unsigned maxLog2);

class NetworkHarness {
public:
    explicit NetworkHarness(Harness& harness) : m_harness(harness), m_compiler(harness.device()) {}

    // As Harness::measure does, with counters for the paper's table: workgroup_size; workgroups (C); and the most
    // shared_bytes and registers of its kernels, where the device tells. Rows that differ in their counts alone share
    // kernels.
    [[nodiscard]] Result measure(const Row& row);

private:
    struct Compiled {
        vkscan::Scan scan;
        KernelStatistics statistics; // the most of its kernels, of registers and shared memory
    };

    Harness& m_harness;
    KernelCompiler m_compiler;
    std::map<std::pair<std::string, vkscan::Strategy>, Compiled> m_compiled;
};

} // namespace bench

#endif
