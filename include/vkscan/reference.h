// Reference results of kernels of your own, on the CPU, to test your monoid and what you use it for. Not included by
// vkscan.h.
//
// A monoid is an object with the two functions that vkscan/kernel.glsl asks for:
//
//     struct Affine {
//         using State = std::array<uint32_t, 2>;
//         State identity() const { return {1, 0}; }
//         State combine(const State& earlier, const State& later) const
//         {
//             return {earlier[0] * later[0], later[0] * earlier[1] + later[1]};
//         }
//     };
#ifndef VKSCAN_REFERENCE_H
#define VKSCAN_REFERENCE_H

#include <vkscan/types.h>

#include <iterator>

namespace vkscan::reference {

// Returns all elements of a range combined, in order.
template <class Iterator, class Monoid>
[[nodiscard]] auto reduce(Iterator first, Iterator last, const Monoid& monoid)
{
    auto sum = monoid.identity();
    for (; first != last; ++first)
        sum = monoid.combine(sum, *first);
    return sum;
}

// Writes a result for each element from `results` on, which may be `first`. Both iterators are bidirectional. Returns
// the total.
template <class Iterator, class Results, class Monoid>
auto scan(Iterator first, Iterator last, Results results, const Monoid& monoid, Kind kind = Kind::Inclusive,
          Direction direction = Direction::Forward)
{
    auto sum = monoid.identity();
    const auto take = [&](const auto& element, auto&& result) {
        const auto before = sum;
        sum = monoid.combine(sum, element);
        result = kind == Kind::Exclusive ? before : sum;
    };
    if (direction == Direction::Forward) {
        for (; first != last; ++first, ++results)
            take(*first, *results);
    } else {
        std::advance(results, std::distance(first, last));
        while (last != first)
            take(*--last, *--results);
    }
    return sum;
}

// Returns whether combine is associative for each three elements in a row, and identity is neutral for each element:
// scans rely on both. Sums of floats are associative only up to rounding, which `areEqual` may allow for.
template <class Iterator, class Monoid, class Equal>
[[nodiscard]] bool isMonoid(Iterator first, Iterator last, const Monoid& monoid, const Equal& areEqual)
{
    const auto identity = monoid.identity();
    auto a = identity;
    auto b = identity;
    for (; first != last; ++first) {
        const auto c = *first;
        if (!areEqual(monoid.combine(identity, c), c) || !areEqual(monoid.combine(c, identity), c) ||
            !areEqual(monoid.combine(monoid.combine(a, b), c), monoid.combine(a, monoid.combine(b, c))))
            return false;
        a = b;
        b = c;
    }
    return true;
}

} // namespace vkscan::reference

#endif
