// Descriptions of scans that are refused. The fuzz tests (tests/plan/fuzz) break calls of every operation.
#ifndef VKSCAN_TESTS_MISUSE_H
#define VKSCAN_TESTS_MISUSE_H

#include "plan_models.h"
#include "statuses.h"

#include <gtest/gtest.h>

namespace testing_support {

struct DescMisuse {
    vkscan::Status status;
    vkscan::study::ScanDesc desc;
    vkscan::Capabilities capabilities = portableDevice();
};

inline void expectRefused(const DescMisuse& misuse)
{
    ASSERT_EQ(checkScanDesc({}, misuse.capabilities), vkscan::Status::Success);
    EXPECT_EQ(checkScanDesc(misuse.desc, misuse.capabilities), misuse.status);
}

} // namespace testing_support

#endif
