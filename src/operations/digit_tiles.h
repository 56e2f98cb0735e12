// Tiles whose kernels rank keys by a digit: of sorts and splits.
#ifndef VKSCAN_OPERATIONS_DIGIT_TILES_H
#define VKSCAN_OPERATIONS_DIGIT_TILES_H

#include "radix_sort_abi.h"
#include "schedule/schedule.h"

#include <algorithm>

namespace vkscan {

// A tile has as many keys, of whatever size. Shared memory holds counts of digits by subgroup, which keys replace, and
// may hold more words for each 32 keys.
struct DigitForm final : TileForm {
    explicit DigitForm(uint32_t wordsOf32Keys = 0) noexcept : furtherWords(wordsOf32Keys) {}

    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override
    {
        const uint64_t keyWords = sizeOf(schedule.desc.type) / sizeof(uint32_t);
        Geometry& geometry = stage->geometry;
        geometry.rows *= static_cast<uint32_t>(keyWords);
        const auto sharedBytes = [&] {
            const uint64_t keys = geometry.tileElements(schedule.desc.type);
            const uint64_t subgroups = geometry.workgroupSize / schedule.capabilities.subgroupSize;
            const uint64_t others = keys / 32 * furtherWords + abi::kDigits;
            return (std::max(subgroups * abi::kDigits, keys * keyWords) + others) * sizeof(uint32_t) +
                   totalsBytes(geometry, 1) + kSharedRest;
        };
        while (sharedBytes() > schedule.capabilities.maxSharedBytes)
            geometry.workgroupSize /= 2;
        TileForm::fit(schedule, stage);
    }

    uint32_t furtherWords; // for each 32 keys
};

} // namespace vkscan

#endif
