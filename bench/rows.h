// Rows of scans.
#ifndef VKSCAN_BENCH_ROWS_H
#define VKSCAN_BENCH_ROWS_H

#include <vkscan/study.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bench {

struct Row {
    vkscan::study::ScanDesc desc;
    uint64_t count = 0; // elements; with a device count, the most there may be
    bool inPlace = false;
    // Elements between a multiple of 16 bytes and the start of the array.
    uint32_t inputOffset = 0;
    uint32_t outputOffset = 0;
    std::optional<uint32_t> deviceCount;
    bool sized = false;    // with a device count: a command has its workgroups
    bool total = false;    // is written
    bool initial = false;  // is given
    bool barriers = false; // before and after
    // Arrays of `count` elements, one behind the other, which repetitions take in turn.
    uint64_t slices = 1;
    bool recordingOnly = false; // the host's time counts, not the device's
    std::string network;        // and its options, in rows that compare networks; these are measured briefly
    std::string variant;        // the last part of the name; empty for none

    // scan/<type>/<op>/<kind>/<strategy>/<count>[/<variant>], record/scan/<strategy>[/<variant>], or of orders and
    // tuples {order,tuple,order_of_tuples}/<type>/{<order>,<size>,<order>x<size>}/<strategy>/<count>, or of networks
    // network/<type>/<network>/<strategy>/<count>
    [[nodiscard]] std::string name() const;
    // The name without the count and what is behind it.
    [[nodiscard]] std::string caseName() const;
    // Elements that are scanned.
    [[nodiscard]] uint64_t trueCount() const { return deviceCount.value_or(count); }
    // Bytes of an array of all slices and the offset before them.
    [[nodiscard]] VkDeviceSize arrayBytes() const;
};

// All rows of at most 2^maxLog2 elements, each name once. `maxCountOf` returns the largest count of a description; 0 if
// the device does not support it.
[[nodiscard]] std::vector<Row> listRows(unsigned maxLog2,
                                        const std::function<uint64_t(const vkscan::study::ScanDesc&)>& maxCountOf);

// Returns the sizes that are small enough; the limit itself if none is, so that a short run covers every kind of row.
[[nodiscard]] std::vector<unsigned> boundedLog2s(std::vector<unsigned> log2s, unsigned maxLog2);

// An inclusive sum of `count` elements; rows vary it.
[[nodiscard]] Row sumRow(vkscan::ElementType type, vkscan::Strategy strategy, uint64_t count);

} // namespace bench

#endif
