// Tiles whose kernels rank keys by a digit: of sorts and splits.
#ifndef VKSCAN_OPERATIONS_DIGIT_TILES_H
#define VKSCAN_OPERATIONS_DIGIT_TILES_H

#include "radix_sort_abi.h"
#include "schedule/schedule.h"

#include <algorithm>

namespace vkscan {

// A tile has as many keys, of whatever size. Shared memory holds counts of digits by subgroup, which keys replace.
struct DigitForm final : TileForm {
    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override
    {
        const uint64_t keyWords = sizeOf(schedule.desc.type) / sizeof(uint32_t);
        Geometry& geometry = stage->geometry;
        geometry.rows *= static_cast<uint32_t>(keyWords);
        const auto sharedBytes = [&] {
            const uint64_t keys = geometry.tileElements(schedule.desc.type);
            const uint64_t subgroups = geometry.workgroupSize / schedule.capabilities.subgroupSize;
            const uint64_t heads = keys / 16; // words, of segments
            return (std::max(subgroups * abi::kDigits, keys * keyWords) + abi::kDigits + heads) * sizeof(uint32_t) +
                   totalsBytes(geometry, 1) + kSharedRest;
        };
        while (sharedBytes() > schedule.capabilities.maxSharedBytes)
            geometry.workgroupSize /= 2;
        TileForm::fit(schedule, stage);
    }
};

} // namespace vkscan

#endif
