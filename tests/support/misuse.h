// Descriptions and calls that are broken in one place: each is refused by name, and the plan stays as it was. The fuzz
// tests (tests/plan/fuzz) break the ranges of every operation; tests by hand break what is no range.
#ifndef VKSCAN_TESTS_MISUSE_H
#define VKSCAN_TESTS_MISUSE_H

#include "plan/plan.h"
#include "plan_models.h"
#include "statuses.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>

namespace testing_support {

template <class Args>
struct Misuse {
    vkscan::Status status;
    std::function<void(Args&)> breakIt;
};

// `planner` plans for a model.
template <class Model, class Args>
void expectRefused(const Model& model, const Args& valid,
                   vkscan::Status (*planner)(const Model&, const Args&, vkscan::Plan*),
                   std::initializer_list<Misuse<Args>> misuses)
{
    for (const Misuse<Args>& misuse : misuses) {
        Args args = valid;
        vkscan::Plan plan;
        ASSERT_EQ(planner(model, args, &plan), vkscan::Status::Success) << "before it is broken";
        unsigned char before[sizeof(plan)];
        std::memcpy(before, &plan, sizeof(plan));
        misuse.breakIt(args);
        EXPECT_EQ(planner(model, args, &plan), misuse.status);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(plan)), 0) << "the plan was touched";
    }
}

struct DescMisuse {
    vkscan::Status status;
    vkscan::study::ScanDesc desc;
    vkscan::Capabilities capabilities = portableDevice();
};

inline void expectRefused(const DescMisuse& misuse)
{
    ASSERT_EQ(checkScanDesc({}, misuse.capabilities), vkscan::Status::Success);
    const vkscan::Status status = checkScanDesc(misuse.desc, misuse.capabilities);
    EXPECT_EQ(status, misuse.status) << toString(status) << ", not " << toString(misuse.status);
}

} // namespace testing_support

#endif
