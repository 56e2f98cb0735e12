// Runs one radix sort on the device and compares keys and values with std::stable_sort.
#ifndef VKSCAN_TESTS_SORT_CHECK_H
#define VKSCAN_TESTS_SORT_CHECK_H

#include "device_call.h"

namespace testing_support {

struct SortCase {
    bool withOutput = true;        // otherwise only the permutation or values
    bool withOffsets = false;      // with offsets of buckets
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount = std::nullopt;
    std::vector<uint32_t> offsets = {}; // offsets of segments
    bool ownScratch = true;             // zeroed, and fenced
    unsigned submissions = 1;
    unsigned mostAttempts = kMostAttempts;
};

[[nodiscard]] inline vkscan::RadixSort createSort(vkscan::Forced<vkscan::RadixSortDesc> desc,
                                                  const vkscan::Tuning& tuning = smallTuning())
{
    vkscan::RadixSort sort;
    const vkscan::Status status = createTuned(context(), desc, tuning, &sort);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    return sort;
}

// Sorts once, and checks the results unless the status reports that a wait was given up.
template <class T>
void trySort(const vkscan::RadixSort& sort, const vkscan::RadixSortDesc& desc, const SortCase& c,
             const std::vector<T>& keys, vkscan::ScratchStatus* status)
{
    Form<vkscan::RadixSort> form = {.desc = desc};
    form.change = [&](vkscan::RadixSortArgs& args) {
        args.segmentCount = c.offsets.empty() ? 0 : static_cast<uint32_t>(c.offsets.size() - 1);
        if (!c.withOutput)
            args.output = {};
        if (!c.withOffsets)
            args.bucketOffsets = {};
    };
    form.draw = [&](vkscan::RadixSortArgs&, CallMemory* memory) {
        memory->write(Argument::Input, keys);
        memory->write(Argument::Segments, c.offsets);
    };
    DeviceCall<vkscan::RadixSort> call(sort, form,
                                       {.count = keys.size(),
                                        .gpuCount = c.gpuCount,
                                        .place = static_cast<unsigned>(c.misalignment),
                                        .ownScratch = c.ownScratch,
                                        .submissions = c.submissions});
    *status = call.run(sort, c.mostAttempts);
    if (*status == vkscan::ScratchStatus::Complete)
        ASSERT_EQ(call.firstDifference(), "");
    else if (!c.ownScratch)
        clearSharedScratch();
}

template <class T>
void checkSort(const vkscan::RadixSort& sort, const vkscan::RadixSortDesc& desc, const SortCase& c,
               const std::vector<T>& keys)
{
    SCOPED_TRACE(std::string(toString(desc.type)) + ", " + vkscan::study::toString(strategyFor(sort, keys.size())) +
                 ", count " + std::to_string(keys.size()) + ", bits " + std::to_string(desc.firstBit) + " to " +
                 std::to_string(desc.endBit) + (desc.descending ? ", descending" : "") + ", values of " +
                 std::to_string(desc.valueSize) + (desc.withIndex ? ", indices" : "") +
                 (c.offsets.empty() ? "" : ", " + std::to_string(c.offsets.size()) + " offsets"));
    vkscan::ScratchStatus status = vkscan::ScratchStatus::Complete;
    trySort(sort, desc, c, keys, &status);
    ASSERT_EQ(status, vkscan::ScratchStatus::Complete) << "a wait was given up in every attempt";
}

[[nodiscard]] inline uint64_t tileOf(vkscan::Strategy strategy)
{
    const auto tuning = smallTuning();
    return (strategy == vkscan::Strategy::SingleWorkgroup ? tuning.sortSingle
            : strategy == vkscan::Strategy::Spine         ? tuning.sortPass
                                                          : tuning.sortScatter)
        .tileElements(vkscan::ElementType::U32);
}

} // namespace testing_support

#endif
