// Fills arrays with numbers and checks all results on the device, without kernels of the library.
#ifndef VKSCAN_BENCH_CHECKS_H
#define VKSCAN_BENCH_CHECKS_H

#include "check_push.h"

#include <support/kernel.h>
#include <support/reference.h>
#include <vkscan/scan.h>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace bench {

// The kernels of check.comp.
enum class Check { Fill, Scan, Custom, Sort, Bins, Fold, Places, RowSums, Table, Expand };

// Arguments of a scan's check, without the array, its count and the index of its first number.
[[nodiscard]] CheckPush scanCheck(const vkscan::ScanDesc& desc);

// Everything throws std::runtime_error with a sentence.
class Checks {
public:
    explicit Checks(gpu::Device& device);

    // Fills whole words, at most 3 bytes beyond the last number.
    void fill(VkDeviceAddress to, const Numbers& numbers, uint64_t count);

    // Throws if a check finds a result that is wrong.
    void require(Check check, const CheckPush& push) { require(check, std::span(&push, 1)); }
    void require(Check check, std::span<const CheckPush> pushes);
    void requireNumbers(VkDeviceAddress results, const Numbers& numbers, uint64_t count);

    // All numbers combined, as bits of their type.
    [[nodiscard]] uint64_t fold(vkscan::Op op, const Numbers& numbers, uint64_t count);

    // Throws unless each segment has the keys of its numbers, in any order.
    void requireSameKeys(VkDeviceAddress keys, const Numbers& numbers, uint64_t count, uint32_t segment);

    // How many numbers fall into each of the first bins.
    [[nodiscard]] std::vector<uint32_t> bins(const Numbers& numbers, uint64_t count, uint32_t bins, uint32_t width);

    // Finds the places in which a selection puts elements, for checks by the same push, until it is called again.
    // Returns the elements of each bucket. If `isApart`, each bucket has an array of its own.
    std::vector<uint64_t> findPlaces(CheckPush* push, bool isApart = false);
    // Finds the sums of squares before each block, for the check of their sums.
    void findSquares(CheckPush* push);

    // Runs a kernel that checks nothing.
    void run(Check check, std::span<const CheckPush> pushes);

private:
    [[nodiscard]] std::vector<uint64_t> foldBlocks(CheckPush push);
    [[nodiscard]] VkDeviceAddress reserve(gpu::Buffer* buffer, VkDeviceSize bytes);

    gpu::Device& m_device;
    std::array<std::unique_ptr<gpu::Kernel>, 10> m_kernels; // null: not used yet
    gpu::Buffer m_report;
    gpu::Buffer m_partials;
    gpu::Buffer m_places;
};

} // namespace bench

#endif
