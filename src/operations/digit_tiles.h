// Tiles of sorts and splits, whose kernels rank keys by a digit.
#ifndef VKSCAN_OPERATIONS_DIGIT_TILES_H
#define VKSCAN_OPERATIONS_DIGIT_TILES_H

#include "schedule/schedule.h"

#include <algorithm>
#include <bit>

namespace vkscan {

// A tile has the same number of keys, whatever their size. Shared memory holds, for each digit and subgroup, a count
// and a bit for each lane; keys then replace them. It may hold more words for each 32 keys.
struct DigitForm final : TileForm {
    explicit DigitForm(uint32_t digitCount, uint32_t wordsOf32Keys = 0, uint32_t mostWords = ~0u) noexcept
        : digits(digitCount),
          furtherWords(wordsOf32Keys),
          exchangedWords(mostWords)
    {
    }

    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override
    {
        const uint64_t keyWords = sizeOf(schedule.desc.type) / sizeof(uint32_t);
        Geometry& geometry = stage->geometry;
        geometry.rows *= static_cast<uint32_t>(keyWords);
        const auto sharedBytes = [&] {
            const uint64_t keys = geometry.tileElements(schedule.desc.type);
            const uint64_t subgroups = geometry.workgroupSize / schedule.capabilities.subgroupSize;
            const uint64_t wordsOfDigit = 1 + divideRoundingUp(schedule.capabilities.subgroupSize, 32u);
            const uint64_t words = keys * keyWords;
            const uint64_t exchanged = words > exchangedWords ? words / 2 : words;
            const uint64_t others = keys / 32 * furtherWords + digits;
            return (std::max(subgroups * wordsOfDigit * digits, exchanged) + others) * sizeof(uint32_t) +
                   totalsBytes(geometry, 1) + kSharedRest;
        };
        while (sharedBytes() > schedule.capabilities.maxSharedBytes)
            geometry.workgroupSize = std::bit_floor(geometry.workgroupSize - 1); // invocations share out the digits
        TileForm::fit(schedule, stage);
    }

    uint32_t digits;         // number of digits
    uint32_t furtherWords;   // further shared words for each 32 keys
    uint32_t exchangedWords; // maximum words of keys that a tile exchanges at once; otherwise in two pieces
};

} // namespace vkscan

#endif
