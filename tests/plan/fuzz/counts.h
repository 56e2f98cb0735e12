// Counts of elements around what matters.
#ifndef VKSCAN_TESTS_FUZZ_COUNTS_H
#define VKSCAN_TESTS_FUZZ_COUNTS_H

#include "arguments.h"

#include <vkscan/types.h>

#include <algorithm>

namespace testing_support {

// Few elements, around multiples of tiles, the most, or any.
inline uint64_t validCount(Random& random, uint64_t maxCount)
{
    switch (random.below(8)) {
    case 0: return std::min<uint64_t>(random.below(4), maxCount);
    case 1:
    case 2: return std::min<uint64_t>(random.below(1000), maxCount);
    case 3:
    case 4:
    case 5: {
        const uint64_t around = (uint64_t{1} + random.below(3)) << random.below(35);
        return std::min<uint64_t>(around + random.below(5) - 1, maxCount);
    }
    case 6: return maxCount - std::min<uint64_t>(random.below(5), maxCount);
    default: return std::min(random.number(), maxCount);
    }
}

// Zero, too many, and those whose bytes wrap around 2^64.
inline uint64_t hostileCount(Random& random, uint64_t maxCount)
{
    switch (random.below(8)) {
    case 0: return 0;
    case 1: return maxCount + 1;
    case 2: return ~uint64_t{0} - random.below(3);
    case 3: return (uint64_t{1} << (58 + random.below(6))) + random.below(4);
    case 4: return maxCount + 1 + random.number();
    case 5: return maxCount;
    default: return validCount(random, maxCount);
    }
}

// Whether an optional range is given.
inline void wantSometimes(Random& random, vkscan::BufferRange* range)
{
    if (random.oneIn(3))
        range->address = kWanted;
}

inline void fillIndirect(Random& random, vkscan::IndirectCount* indirect)
{
    wantSometimes(random, &indirect->field);
    indirect->divisor = std::max(random.word(), 1u);
    indirect->rounding = random.oneOf({vkscan::Rounding::Down, vkscan::Rounding::Up});
    indirect->dispatch = random.oneIn(3);
    indirect->addend = random.below(65536);
}

inline void mutateIndirect(Random& random, vkscan::IndirectCount* indirect)
{
    switch (random.below(3)) {
    case 0: indirect->divisor = random.oneOf({0u, 1u, ~0u}); break;
    case 1: indirect->addend = random.oneOf({65535u, 65536u, ~0u}); break;
    default: indirect->rounding = static_cast<vkscan::Rounding>(random.word());
    }
}

inline const char* faultOfIndirect(const vkscan::IndirectCount& indirect)
{
    const bool rounds = indirect.rounding == vkscan::Rounding::Down || indirect.rounding == vkscan::Rounding::Up;
    return indirect.divisor == 0 || indirect.addend > 65535 || !rounds
               ? "a divisor of 0, an addend that is too large, or no rounding"
               : nullptr;
}

// How an array is stored: mostly as the type, or as another type that it takes; now and then as any.
inline vkscan::StoredType anyStored(Random& random, vkscan::ElementType type)
{
    if (!random.oneIn(3))
        return vkscan::StoredType::Same;
    const auto stored = random.of(vkscan::kStoredTypes);
    const auto* const row = findRow(vkscan::kStoredTypes, stored);
    const bool isTaken = row != nullptr && row->type == type;
    return isTaken || row == nullptr || random.oneIn(4) ? stored : vkscan::StoredType::Same;
}

template <class Subject, class Args>
void fillCounts(Random& random, const Subject& subject, Args* args)
{
    args->count = validCount(random, subject.maxCount);
    if (random.oneIn(3))
        args->countBuffer = {kWanted, sizeof(uint32_t)};
}

} // namespace testing_support

#endif
