// Values for tests of reproducible sums: floats whose sums depend on the order, and comparisons.
#ifndef VKSCAN_TESTS_ROUGH_VALUES_H
#define VKSCAN_TESTS_ROUGH_VALUES_H

#include "reference.h"
#include "submit.h"

#include "tuning/tuning.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace testing_support {

// Floats whose results depend on the order: with both signs and many exponents, and zeros of both signs. Products stay
// near one.
template <class T>
[[nodiscard]] std::vector<T> roughValues(vkscan::Op op, std::size_t count, uint32_t seed)
{
    std::mt19937 random(seed);
    std::vector<T> values(count);
    for (T& value : values) {
        const T fraction = T(random()) / T(4294967296.0);
        const T sign = random() % 2 == 0 ? T(1) : T(-1);
        if (op == vkscan::Op::Multiply)
            value = sign * (random() % 2 == 0 ? 1 + fraction / 8 : 1 / (1 + fraction / 8));
        else if (random() % 16 == 0)
            value = sign * T(0);
        else
            value = sign * std::ldexp(1 + fraction, static_cast<int>(random() % 24) - 12);
    }
    return values;
}

template <class T>
[[nodiscard]] bool sameBits(const T& a, const T& b)
{
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Rough values without zeros that minima and maxima may choose differently on devices.
template <class T>
[[nodiscard]] bool sameResult(vkscan::Op op, const T& a, const T& b)
{
    const bool chooses = op == vkscan::Op::Min || op == vkscan::Op::Max;
    return sameBits(a, b) || (chooses && a == T(0) && b == T(0));
}

// A tuning with workgroups of that size in every stage.
[[nodiscard]] inline vkscan::study::Tuning geometryOf(uint32_t workgroupSize, uint32_t spineSubgroups = 0)
{
    vkscan::study::Tuning tuning(capabilities());
    for (vkscan::Geometry* geometry :
         {&tuning.singleWorkgroup, &tuning.spans, &tuning.flatSumSmall, &tuning.flatSum, &tuning.spine, &tuning.reduce})
        *geometry = {workgroupSize, 4, std::min(geometry->spineSubgroups, spineSubgroups)};
    tuning.spine.spineSubgroups = spineSubgroups;
    return tuning;
}

} // namespace testing_support

#endif
