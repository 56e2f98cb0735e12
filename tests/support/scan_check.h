// Runs one scan on the device and compares every element with the serial reference.
#ifndef VKSCAN_TESTS_SCAN_CHECK_H
#define VKSCAN_TESTS_SCAN_CHECK_H

#include "device_call.h"

#include "study/create.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <tuple>

namespace testing_support {

// Parameters of one run of a scan; addresses are misaligned in elements.
struct ScanCase {
    uint64_t count = 0;
    VkDeviceSize inputMisalignment = 0;
    VkDeviceSize outputMisalignment = 0;
    bool inPlace = false;
    bool withInitial = false;
    bool ownScratch = false;          // fenced and freshly zeroed; otherwise shared by all cases and never cleared
    std::optional<uint32_t> gpuCount; // a count that the device reads
    unsigned submissions = 1;         // submissions of the same commands
};

// A test's name from its parameters.
[[nodiscard]] std::string strategyName(const testing::TestParamInfo<vkscan::Strategy>& info);
[[nodiscard]] std::string
strategyAndTypeName(const testing::TestParamInfo<std::tuple<vkscan::Strategy, vkscan::ElementType>>& info);

// A scan with `tuning`, or the library's.
[[nodiscard]] vkscan::Scan createScan(const vkscan::study::ScanDesc& desc,
                                      const std::optional<vkscan::study::Tuning>& tuning = std::nullopt);

// Calls `combineElements` in scan order, with the given values and identity.
template <class T, class Combine>
void checkScan(const vkscan::Scan& scan, const vkscan::study::ScanDesc& desc, const ScanCase& scanCase,
               const std::vector<T>& values, T identityValue, const Combine& combineElements)
{
    struct Monoid {
        T identityValue;
        const Combine& function;
        [[nodiscard]] T identity() const { return identityValue; }
        [[nodiscard]] T combine(T earlier, T later) const { return function(earlier, later); }
    };
    SCOPED_TRACE(testing::Message() << toString(desc.op) << ' ' << toString(desc.kind) << ' '
                                    << toString(desc.direction) << " order " << desc.order << " tuples of "
                                    << desc.tupleSize);
    Form<vkscan::Scan> form = {.desc = desc};
    form.change = [&](vkscan::ScanArgs& args) {
        if (scanCase.withInitial) // a NaN, if the first element is one
            args.initial = !values.empty() && values[0] != values[0] ? values[0] : combineElements(identityValue, T{3});
    };
    form.draw = [&](vkscan::ScanArgs&, CallMemory* memory) {
        memory->write(Argument::Input, storedBytesOf(desc.input, values));
    };
    form.twin = [&](const vkscan::ScanArgs& args, uint64_t count, CallMemory* memory) {
        runTwinBy<T>(Monoid{identityValue, combineElements}, desc, args, count, memory);
    };
    checkCall(scan, form,
              {.count = scanCase.count,
               .gpuCount = scanCase.gpuCount,
               .place = desc.direction == vkscan::Direction::Backward ? 2u : 0u,
               .misalignments = {scanCase.inputMisalignment, scanCase.outputMisalignment},
               .inPlace = scanCase.inPlace,
               .ownScratch = scanCase.ownScratch,
               .submissions = scanCase.submissions});
}

template <class T>
void checkScan(const vkscan::Scan& scan, const vkscan::study::ScanDesc& desc, const ScanCase& scanCase)
{
    const auto combineElements = [&](T earlier, T later) { return combine(desc.op, earlier, later); };
    checkScan(scan, desc, scanCase, randomValues<T>(desc.op, scanCase.count, static_cast<uint32_t>(scanCase.count)),
              identity<T>(desc.op), combineElements);
}

} // namespace testing_support

#endif
