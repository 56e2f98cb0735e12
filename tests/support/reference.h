// The serial scan that checks the device, and values to scan.
#ifndef VKSCAN_TESTS_REFERENCE_H
#define VKSCAN_TESTS_REFERENCE_H

#include <support/reference.h>
#include <vkscan/study.h>

#include <cstdint>
#include <vector>

namespace testing_support {

using support::combine;
using support::identity;
using support::referenceScan;
using support::typeOf;
using support::withType;

// An element as an operand: a minimum or maximum reads a NaN as the identity.
template <class T>
[[nodiscard]] T operand(vkscan::Op op, T element)
{
    return vkscan::reference::OperatorMonoid<T>{op}.operand(element);
}

// Composes maps x -> m x + b modulo 2^16, b in the high half: kOpTestAffine, which does not commute.
inline uint32_t composeMaps(uint32_t earlier, uint32_t later)
{
    const uint32_t factor = (later & 0xffff) * (earlier & 0xffff) & 0xffff;
    return factor | ((later & 0xffff) * (earlier >> 16) + (later >> 16)) << 16;
}

// Numbers to scan, the same for equal seeds. For And and Or, the first numbers, where results change most.
template <class T>
std::vector<T> randomValues(vkscan::Op op, std::size_t count, uint32_t seed)
{
    support::Numbers numbers = support::numbersOf(typeOf<T>(), op);
    if (op != vkscan::Op::And && op != vkscan::Op::Or)
        numbers.first = uint64_t{2} * seed; // even, since pairs of reciprocals begin there
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = support::numberAt<T>(numbers, i);
    return values;
}

} // namespace testing_support

#endif
