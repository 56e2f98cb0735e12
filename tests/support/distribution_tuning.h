// A tuning for tests of distributions.
#ifndef VKSCAN_TESTS_DISTRIBUTION_TUNING_H
#define VKSCAN_TESTS_DISTRIBUTION_TUNING_H

#include "environment.h"

namespace testing_support {

// Tiles of few elements, so that rows take several of them, and workgroups several rows.
inline vkscan::Tuning smallDistributionTuning()
{
    auto tuning = smallTuning();
    tuning.maxGridWidth = 5;
    return tuning;
}

} // namespace testing_support

#endif
