#include "scan_check.h"
#include "schedule/array_operation.h"

#include <algorithm>

namespace testing_support {

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

vkscan::Scan createScan(const vkscan::study::ScanDesc& desc, const std::optional<vkscan::study::Tuning>& tuning)
{
    vkscan::Scan scan;
    const vkscan::Status status = tuning ? createTuned(context(), desc, *tuning, static_cast<uint32_t>(desc.op), &scan)
                                         : vkscan::study::create(context(), desc, &scan);
    EXPECT_EQ(status, vkscan::Status::Success) << vkscan::study::sentenceOf(status);
    return scan;
}

} // namespace testing_support
