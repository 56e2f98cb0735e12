// Histograms: inputs of calls, results on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_HISTOGRAM_H
#define VKSCAN_TESTS_CATALOGUE_HISTOGRAM_H

#include "twins.h"

namespace testing_support {

// Numbers in bins, below the first and beyond the last.
inline void drawInputs(const HistogramDesc& desc, HistogramArgs& args, uint32_t seed, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        std::vector<uint32_t> words = randomValues<uint32_t>(Op::Add, args.count, seed);
        std::vector<T> values;
        for (const uint32_t word : words)
            values.push_back(static_cast<T>(word % (desc.binCount * 2 + 44)));
        if (args.width.hasValue()) // as in the matrix
            values = storedValues<T>(desc.input, Op::Add, args.count, seed);
        memory->write(Argument::Input, storedBytesOf(desc.input, values));
    });
}

inline void runTwin(const HistogramDesc& desc, const HistogramArgs& args, uint64_t count, CallMemory* memory)
{
    std::vector<uint32_t> bins(desc.binCount);
    withType(desc.type, [&]<class T>() {
        const auto lower = static_cast<double>(valueOf(args.lower, T{0}));
        const auto width = static_cast<double>(valueOf(args.width, T{1}));
        for (const T value : readElements<T>(desc, count, *memory)) {
            const double bin = std::floor((static_cast<double>(value) - lower) / width);
            if (bin >= 0 && bin < desc.binCount)
                ++bins[static_cast<std::size_t>(bin)];
        }
    });
    memory->write(Argument::Counts, bins);
}

// Bins of two.
inline void varyArguments(HistogramArgs& args, const HistogramDesc& desc, unsigned /*run*/)
{
    withType(desc.type, [&]<class T>() {
        args.lower = std::is_signed_v<T> ? static_cast<T>(-20) : T{3};
        args.width = T{2};
    });
}

// Integers in bins of two.
inline void vary(Descriptions<HistogramDesc>* descs, const Elements& elements)
{
    descs->all = {{.type = elements.type, .binCount = 100, .input = elements.stored}};
    if (sizeOf(elements.type) != sizeof(uint32_t))
        descs->all.clear();
}

} // namespace testing_support

#endif
