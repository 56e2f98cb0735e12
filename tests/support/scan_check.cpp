#include "scan_check.h"
#include "schedule/array_operation.h"

#include <algorithm>
#include <sstream>

namespace testing_support {

std::string describe(const vkscan::study::ScanDesc& desc, const ScanCase& scanCase)
{
    std::ostringstream text;
    text << toString(desc.type) << ' ' << toString(desc.op) << ' ' << toString(desc.kind) << ' '
         << toString(desc.direction) << ' ' << vkscan::study::toString(desc.strategy) << " order " << desc.order
         << " tuples of " << desc.tupleSize << " count " << scanCase.count << " misaligned by "
         << scanCase.inputMisalignment << ", " << scanCase.outputMisalignment;
    if (scanCase.inPlace)
        text << " in place";
    if (scanCase.withInitial)
        text << " with initial value";
    if (scanCase.ownScratch)
        text << " own scratch";
    if (scanCase.gpuCount)
        text << " device count " << *scanCase.gpuCount;
    return text.str();
}

std::string strategyName(const testing::TestParamInfo<vkscan::Strategy>& info)
{
    std::string name = vkscan::study::toString(info.param);
    std::replace(name.begin(), name.end(), '-', '_'); // a character that names in gtest may not contain
    return name;
}

std::string strategyAndTypeName(const testing::TestParamInfo<std::tuple<vkscan::Strategy, vkscan::ElementType>>& info)
{
    const auto [strategy, type] = info.param;
    return strategyName({strategy, info.index}) + '_' + toString(type);
}

vkscan::Scan createScan(const vkscan::study::ScanDesc& desc, const std::optional<vkscan::Tuning>& tuning)
{
    vkscan::Scan scan;
    const vkscan::Status status = tuning ? createTuned(context(), desc, *tuning, static_cast<uint32_t>(desc.op), &scan)
                                         : vkscan::study::create(context(), desc, &scan);
    EXPECT_EQ(status, vkscan::Status::Success) << vkscan::study::sentenceOf(status);
    return scan;
}

} // namespace testing_support
