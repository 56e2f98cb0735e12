// Reference results on the CPU: of built-in operators; of kernels of your own, to test your monoid and its uses; and of
// reproducible scans, reductions and tables of floats, with the bits that devices return. Not included by vkscan.h.
//
// A monoid is OperatorMonoid, or an object with the two functions that vkscan/kernel.glsl asks for:
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

#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>
#include <vector>

namespace vkscan::reference {

// A built-in operator as a monoid of any element type. Integers wrap around. Minima and maxima read a NaN as the
// identity.
template <class T>
struct OperatorMonoid {
    using State = T;
    Op op;

    [[nodiscard]] T identity() const
    {
        using Limits = std::numeric_limits<T>;
        switch (op) {
        case Op::Multiply: return T{1};
        case Op::Min: return Limits::has_infinity ? Limits::infinity() : Limits::max();
        case Op::Max: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
        case Op::And: return static_cast<T>(-1);
        case Op::Add:
        case Op::Or:
        case Op::Xor: break;
        }
        return T{0};
    }

    // The element as an operand: a NaN is the identity of minima and maxima.
    [[nodiscard]] T operand(T element) const
    {
        if constexpr (std::is_floating_point_v<T>) {
            if ((op == Op::Min || op == Op::Max) && std::isnan(element))
                return identity();
        }
        return element;
    }

    [[nodiscard]] T combine(T earlier, T later) const
    {
        if constexpr (std::is_floating_point_v<T>) {
            if (op == Op::Add)
                return earlier + later;
            if (op == Op::Multiply)
                return earlier * later;
        } else {
            using U = std::make_unsigned_t<T>;
            const U a = static_cast<U>(earlier);
            const U b = static_cast<U>(later);
            switch (op) {
            case Op::Add: return static_cast<T>(a + b);
            case Op::Multiply: return static_cast<T>(a * b);
            case Op::And: return static_cast<T>(a & b);
            case Op::Or: return static_cast<T>(a | b);
            case Op::Xor: return static_cast<T>(a ^ b);
            case Op::Min:
            case Op::Max: break;
            }
        }
        const T a = operand(earlier);
        const T b = operand(later);
        return (op == Op::Max ? a < b : b < a) ? b : a;
    }
};

// Returns all elements of a range combined, in order.
template <class Iterator, class Monoid>
[[nodiscard]] auto reduce(Iterator first, Iterator last, const Monoid& monoid)
{
    auto sum = monoid.identity();
    for (; first != last; ++first)
        sum = monoid.combine(sum, *first);
    return sum;
}

// Writes a result for each element to `results` and after; `results` may equal `first`. Both iterators are
// bidirectional. Returns the total.
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

// The order of reproducible scans (ScanDesc::reproducible, docs/reproducible.md). Elements have positions in scan
// order, from 0 on. A backward scan begins at the last element; the first positions are those of its last vector
// without an element. Positions without an element, up to the end of their tile, hold the identity and take part.
inline constexpr std::size_t kReproducibleVectorBytes = 16;
inline constexpr std::size_t kReproducibleTileBytes = 32768;
inline constexpr std::size_t kReproducibleWindowTiles = 32;

// The totals of aligned ranges of 2^level leaves, [level][range]: a balanced binary tree over a power of two of leaves.
template <class T>
struct ReproducibleTree {
    std::vector<std::vector<T>> totals;

    template <class Monoid>
    ReproducibleTree(const std::vector<T>& leaves, const Monoid& monoid) : totals(1, leaves)
    {
        while (totals.back().size() > 1) {
            std::vector<T> pairs;
            for (std::size_t i = 0; i < totals.back().size(); i += 2)
                pairs.push_back(monoid.combine(totals.back()[i], totals.back()[i + 1]));
            totals.push_back(pairs);
        }
    }

    [[nodiscard]] T total() const { return totals.back().front(); }
};

// Scans the states of `count` elements of type T in that order. load(index) returns an element's state. Then
// store(index, before, previous, state) is called for each element: `before` is the sum before the element's vector,
// `state` the inclusive state in the vector, and `previous` points to the preceding element's inclusive state there;
// null if there is none. Returns the state after the last element.
template <class T, class State, class Monoid, class Load, class Store>
State reproducibleStates(std::size_t count, const Monoid& monoid, const State& initial, Direction direction,
                         const Load& load, const Store& store)
{
    constexpr std::size_t kVector = kReproducibleVectorBytes / sizeof(T);
    constexpr std::size_t kVectors = kReproducibleTileBytes / kReproducibleVectorBytes;
    const bool isBackward = direction == Direction::Backward;
    const std::size_t missing = isBackward ? (kVector - count % kVector) % kVector : 0;
    const auto indexOf = [&](std::size_t position) { return isBackward ? count - 1 - (position - missing) : position; };
    const auto hasElement = [&](std::size_t position) { return position >= missing && position - missing < count; };

    State start = initial;         // the carry of the window's first tile
    std::vector<State> aggregates; // the window's tiles so far
    State total = initial;
    for (std::size_t tile = 0; tile * kVectors * kVector < missing + count && count > 0; ++tile) {
        // Inclusive states in each vector, one element after the other.
        std::vector<State> sums(kVectors * kVector, monoid.identity());
        std::vector<State> vectors(kVectors, monoid.identity());
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const std::size_t position = tile * sums.size() + i;
            if (hasElement(position))
                sums[i] = load(indexOf(position));
            if (i % kVector > 0)
                sums[i] = monoid.combine(sums[i - 1], sums[i]);
            vectors[i / kVector] = sums[i];
        }
        const ReproducibleTree<State> tree(vectors, monoid);

        // The carry descends the tree of the window: the right half of a range adds the total of the left half.
        State carry = start;
        std::size_t first = 0;
        for (std::size_t range = kReproducibleWindowTiles / 2; range > 0; range /= 2) {
            if ((aggregates.size() & range) == 0)
                continue;
            const auto begin = aggregates.begin() + static_cast<std::ptrdiff_t>(first);
            const std::vector<State> left(begin, begin + static_cast<std::ptrdiff_t>(range));
            carry = monoid.combine(carry, ReproducibleTree<State>(left, monoid).total());
            first += range;
        }
        total = monoid.combine(carry, tree.total());
        aggregates.push_back(tree.total());
        if (aggregates.size() == kReproducibleWindowTiles) {
            start = monoid.combine(start, ReproducibleTree<State>(aggregates, monoid).total());
            aggregates.clear();
        }

        for (std::size_t vector = 0; vector < kVectors; ++vector) {
            // Sum before a vector in its tile: ranges to the left, the nearest first, each combined in front of the sum
            // so far.
            State before = monoid.identity();
            for (std::size_t level = 0; vector >> level != 0; ++level)
                if ((vector >> level & 1) != 0)
                    before = monoid.combine(tree.totals[level][(vector >> level) - 1], before);
            before = monoid.combine(carry, before);
            for (std::size_t i = 0; i < kVector; ++i) {
                const std::size_t place = vector * kVector + i;
                const std::size_t position = tile * sums.size() + place;
                if (hasElement(position))
                    store(indexOf(position), before, i == 0 ? nullptr : &sums[place - 1], sums[place]);
            }
        }
    }
    return total;
}

// Writes a result for each of `count` floats to `results`, unless it is null; it may be `elements`. Returns the total,
// which is also the result of a reproducible reduction. The monoid is OperatorMonoid<T>; `initial` is the initial
// value, or the identity. The CPU has to round each operation to T, as x86-64 and AArch64 do.
template <class T, class Monoid>
T reproducibleScan(const T* elements, std::size_t count, T* results, const Monoid& monoid, T initial,
                   Kind kind = Kind::Inclusive, Direction direction = Direction::Forward)
{
    const auto load = [&](std::size_t index) { return elements[index]; };
    const auto store = [&](std::size_t index, const T& before, const T* previous, const T& state) {
        if (results == nullptr)
            return;
        if (kind == Kind::Inclusive)
            results[index] = monoid.combine(before, state);
        else
            results[index] = previous == nullptr ? before : monoid.combine(before, *previous);
    };
    return reproducibleStates<T>(count, monoid, initial, direction, load, store);
}

// The monoid of segments: a value, and whether a segment has begun. Values before the last head drop out.
template <class T, class Monoid>
struct SegmentedMonoid {
    struct State {
        T value;
        bool hasHead;
    };
    const Monoid& monoid;

    [[nodiscard]] State identity() const { return {monoid.identity(), false}; }
    [[nodiscard]] State combine(const State& earlier, const State& later) const
    {
        return later.hasHead ? later : State{monoid.combine(earlier.value, later.value), earlier.hasHead};
    }
};

// A reproducible segmented scan (SegmentedScanDesc::reproducible). isHead(index) returns whether a segment begins at an
// element; the first element always begins one. A reproducible segmented reduction returns, for each segment, the
// inclusive forward result of its last element; for an empty segment, the identity.
template <class T, class Monoid, class IsHead>
void reproducibleSegmentedScan(const T* elements, std::size_t count, T* results, const Monoid& monoid,
                               const IsHead& isHead, Kind kind = Kind::Inclusive,
                               Direction direction = Direction::Forward)
{
    using Segmented = SegmentedMonoid<T, Monoid>;
    using State = typename Segmented::State;
    const Segmented segmented{monoid};
    // Segments begin in scan order: a backward scan begins one with its last element.
    const auto begins = [&](std::size_t index) {
        if (direction == Direction::Backward)
            return index + 1 == count || isHead(index + 1);
        return index == 0 || isHead(index);
    };
    const auto load = [&](std::size_t index) { return State{elements[index], static_cast<bool>(begins(index))}; };
    const auto store = [&](std::size_t index, const State& before, const State* previous, const State& state) {
        T result = monoid.identity();
        if (kind == Kind::Inclusive)
            result = segmented.combine(before, state).value;
        else if (!begins(index))
            result = previous == nullptr ? before.value : segmented.combine(before, *previous).value;
        results[index] = monoid.combine(monoid.identity(), result); // sums of -0 become +0
    };
    (void)reproducibleStates<T>(count, segmented, segmented.identity(), direction, load, store);
}

// The order of reproducible tables (SummedAreaTableDesc::reproducible, docs/reproducible.md): 32-bit values in a tile.
inline constexpr std::size_t kReproducibleTableValues = 16384;
inline constexpr std::size_t kReproducibleTableSpans = 32; // maximum, one above the other

// Replaces each value by the sum of the values up to it. For each bit s of its place, the range of 2^s values before it
// is added, the nearest first, each in front of the sum so far. `values` has `count` of them, a power of two, `stride`
// apart.
inline void reproduciblePrefixes(float* values, std::size_t count, std::size_t stride)
{
    for (std::size_t distance = 1; distance < count; distance *= 2)
        for (std::size_t i = 0; i < count; ++i)
            if ((i & distance) != 0)
                values[i * stride] = values[((i & ~(distance - 1)) - 1) * stride] + values[i * stride];
}

// Makes the table of one channel of width x height texels, from which the bias is subtracted, or of their squares.
// `table` has an entry for each texel, row by row; with a border, one more row and column. `valuesOfEntry` is the
// number of channels of the table's format, doubled with squares: it determines the size of tiles.
inline void reproducibleTable(const float* texels, std::size_t width, std::size_t height, float* table,
                              std::size_t valuesOfEntry, bool hasBorder = false)
{
    std::size_t tileWidth = 1;
    while (tileWidth * tileWidth < kReproducibleTableValues / valuesOfEntry)
        tileWidth *= 2;
    const std::size_t tileHeight = kReproducibleTableValues / valuesOfEntry / tileWidth;
    const std::size_t border = hasBorder ? 1 : 0;
    const std::size_t columns = width + border;
    const std::size_t rows = height + border;
    const std::size_t tilesX = (columns + tileWidth - 1) / tileWidth;
    const std::size_t tilesY = (rows + tileHeight - 1) / tileHeight;
    const std::size_t spanTiles = (tilesY + kReproducibleTableSpans - 1) / kReproducibleTableSpans;

    std::vector<float> spans; // bottom edges of the spans so far, [span][tile][column of the tile]
    std::vector<float> bottoms(tilesX * tileWidth);
    std::vector<float> tops(tilesX * tileWidth);
    std::vector<float> lefts(tileHeight);
    std::vector<float> tile(tileWidth * tileHeight);
    for (std::size_t y = 0; y < tilesY; ++y) {
        if (y % spanTiles == 0) {
            if (y > 0)
                spans.insert(spans.end(), bottoms.begin(), bottoms.end());
            bottoms.assign(bottoms.size(), 0.0f);
            // Sums above the span: of each column, and of all columns up to it.
            tops.assign(tops.size(), 0.0f);
            for (std::size_t i = 0; i < spans.size(); ++i)
                tops[i % tops.size()] = tops[i % tops.size()] + spans[i];
            for (std::size_t x = tilesX; x-- > 0;) {
                float corner = 0;
                for (std::size_t first = 0; first < spans.size(); first += tops.size()) {
                    float left = 0;
                    for (std::size_t i = 0; i < x; ++i)
                        left = left + spans[first + (i + 1) * tileWidth - 1];
                    corner = corner + left;
                }
                for (std::size_t i = 0; i < tileWidth; ++i)
                    tops[x * tileWidth + i] = tops[x * tileWidth + i] + corner;
            }
        }
        lefts.assign(lefts.size(), 0.0f);
        for (std::size_t x = 0; x < tilesX; ++x) {
            for (std::size_t i = 0; i < tile.size(); ++i) {
                const std::size_t column = x * tileWidth + i % tileWidth - border; // may wrap around
                const std::size_t row = y * tileHeight + i / tileWidth - border;
                tile[i] = column < width && row < height ? texels[row * width + column] : 0.0f;
            }
            for (std::size_t row = 0; row < tileHeight; ++row)
                reproduciblePrefixes(&tile[row * tileWidth], tileWidth, 1);
            for (std::size_t column = 0; column < tileWidth; ++column)
                reproduciblePrefixes(&tile[column], tileHeight, tileWidth);
            for (std::size_t i = 0; i < tile.size(); ++i) {
                const std::size_t column = x * tileWidth + i % tileWidth;
                const std::size_t row = y * tileHeight + i / tileWidth;
                if (column < columns && row < rows)
                    table[row * columns + column] = lefts[i / tileWidth] + tops[column] + tile[i] + 0.0f; // +0 for -0
            }
            for (std::size_t i = 0; i < tileWidth; ++i) {
                float& bottom = bottoms[x * tileWidth + i];
                float& top = tops[x * tileWidth + i];
                const float lowest = tile[(tileHeight - 1) * tileWidth + i];
                bottom = bottom + lowest;
                top = top + (lefts[tileHeight - 1] + lowest);
            }
            for (std::size_t row = 0; row < tileHeight; ++row)
                lefts[row] = lefts[row] + tile[row * tileWidth + tileWidth - 1];
        }
    }
}

} // namespace vkscan::reference

#endif
