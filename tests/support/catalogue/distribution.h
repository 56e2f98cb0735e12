// Distributions of weights: forms, inputs of calls, and results on the CPU.
#ifndef VKSCAN_TESTS_CATALOGUE_DISTRIBUTION_H
#define VKSCAN_TESTS_CATALOGUE_DISTRIBUTION_H

#include "twins.h"

namespace testing_support {

inline void addForms(Forms<Distribution>* forms)
{
    forms->add("`withAlias`", [](DistributionDesc& desc) { desc.withAlias = true; });
}

// Whole numbers, whose sums are exact.
inline void drawInputs(const DistributionDesc&, DistributionArgs& args, uint32_t seed, CallMemory* memory)
{
    std::minstd_rand random(seed + 1);
    std::vector<float> weights(args.count);
    for (float& weight : weights)
        weight = static_cast<float>(random() % 8);
    memory->write(Argument::Input, weights);
}

inline void runTwin(const DistributionDesc&, const DistributionArgs& args, uint64_t count, CallMemory* memory)
{
    auto sums = memory->read<float>(Argument::Input, count);
    sums.resize(args.count); // elements beyond the device's count have no weight
    const uint64_t rows = distributionRows(args.count, args.rowLength);
    auto entries = memory->read<float>(Argument::Output, (rows + 3) / 4 * 4); // with padding
    float total = 0;
    for (uint64_t i = 0; i < sums.size(); ++i) {
        total += sums[i];
        sums[i] += i % args.rowLength == 0 ? 0 : sums[i - 1];
        entries[i / args.rowLength] = total;
    }
    entries.insert(entries.end(), sums.begin(), sums.end());
    memory->write(Argument::Output, entries);
    memory->leaveOpen(Argument::Alias);
}

} // namespace testing_support

#endif
