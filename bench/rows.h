// What is measured: one scan a row.
#ifndef VKSCAN_BENCH_ROWS_H
#define VKSCAN_BENCH_ROWS_H

#include <vkscan/scan.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bench {

struct Row {
    vkscan::ScanDesc desc;
    uint64_t count = 0; // elements; with a device count, the most there may be
    bool inPlace = false;
    bool unaligned = false; // both arrays start one element behind a multiple of 16 bytes
    std::optional<uint32_t> deviceCount;
    std::string variant; // the last part of the name; empty for none

    // scan/<type>/<op>/<kind>/<strategy>/<count>[/<variant>]
    [[nodiscard]] std::string name() const;
    // Elements that are scanned in truth.
    [[nodiscard]] uint64_t trueCount() const { return deviceCount.value_or(count); }
    // Bytes of the array with what alignment skips.
    [[nodiscard]] VkDeviceSize arrayBytes() const;
};

// All rows of at most 2^maxLog2 elements. `maxCountOf` tells the largest count of a description; 0 if the device does
// not support it.
[[nodiscard]] std::vector<Row> listRows(unsigned maxLog2,
                                        const std::function<uint64_t(const vkscan::ScanDesc&)>& maxCountOf);

} // namespace bench

#endif
