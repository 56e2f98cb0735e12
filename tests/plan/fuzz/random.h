// Random numbers that are the same on every platform.
#ifndef VKSCAN_TESTS_FUZZ_RANDOM_H
#define VKSCAN_TESTS_FUZZ_RANDOM_H

#include <support/axis.h>
#include <vkscan/study.h>

#include <initializer_list>
#include <vector>

namespace testing_support {

class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}

    // Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
    uint64_t bits()
    {
        uint64_t z = m_state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    uint32_t below(uint32_t end) { return static_cast<uint32_t>(((bits() >> 32) * end) >> 32); }
    bool oneIn(uint32_t times) { return below(times) == 0; }

    template <class Item>
    Item oneOf(std::initializer_list<Item> items)
    {
        return items.begin()[below(static_cast<uint32_t>(items.size()))];
    }

    template <class Item>
    Item oneOf(const std::vector<Item>& items)
    {
        return items[below(static_cast<uint32_t>(items.size()))];
    }

    // Any magnitude is as likely.
    uint64_t number() { return bits() >> below(64); }
    uint32_t word() { return static_cast<uint32_t>(bits() >> (32 + below(32))); }

    // The value of a row of a table; now and then one that no row has.
    template <class Row, std::size_t size>
    auto of(const Row (&rows)[size])
    {
        constexpr auto kSize = static_cast<uint32_t>(size);
        return oneIn(40) ? static_cast<decltype(Row::value)>(oneOf({kSize, kSize + 1, ~0u, 1u << 31, word()}))
                         : rows[below(kSize)].value;
    }
    vkscan::Waiting waiting() { return of(vkscan::kWaitings); }

    // A scalar of any type.
    vkscan::Scalar scalar()
    {
        switch (below(6)) {
        case 0: return static_cast<uint32_t>(bits());
        case 1: return static_cast<int32_t>(bits());
        case 2: return 0.5f;
        case 3: return bits();
        case 4: return static_cast<int64_t>(bits());
        default: return 0.5;
        }
    }
    vkscan::Scalar scalar(vkscan::ElementType type)
    {
        vkscan::Scalar value;
        while (!value.hasValue() || value.type() != type)
            value = scalar();
        return value;
    }

private:
    uint64_t m_state;
};

} // namespace testing_support

#endif
