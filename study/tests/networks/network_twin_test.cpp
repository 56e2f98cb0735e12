// The networks' twins scan, and cost what study/docs/networks.md says. No device.
#include "network_costs.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

using namespace networks;

namespace {

// The monoid that tells most: words over the values, of which only those are right whose letters follow one another.
struct Letters {
    uint32_t begin = 0, end = 0;
    bool right = true;
    bool operator==(const Letters&) const = default;
};

Letters join(Letters earlier, Letters later)
{
    if (earlier == Letters())
        return later;
    if (later == Letters())
        return earlier;
    return {earlier.begin, later.end, earlier.right && later.right && earlier.end == later.begin};
}

uint32_t log2Of(uint32_t n)
{
    return static_cast<uint32_t>(std::bit_width(n)) - 1;
}

// With what comes first, each invocation storing its value and a barrier, and last: each reads the total and, all but
// the first, what precedes it.
Costs withResults(uint32_t n, Costs costs)
{
    costs.barriers += 1;
    costs.reads += 2 * n - 1;
    costs.writes += n;
    return costs;
}

Costs hillisSteeleCosts(uint32_t n)
{
    const uint32_t l = log2Of(n);
    const uint32_t work = n * l - n + 1;
    return withResults(n, {.depth = l, .work = work, .barriers = l, .words = 2 * n, .reads = work, .writes = n * l});
}

Costs hockneyJesshopeCosts(uint32_t n)
{
    const uint32_t l = log2Of(n);
    return withResults(
        n, {.depth = l, .work = n * l, .barriers = 2 * l, .words = 3 * n / 2, .reads = n * l, .writes = n * l + n / 2});
}

Costs koggeStoneCosts(uint32_t n)
{
    const uint32_t l = log2Of(n);
    const uint32_t work = n * l - n + 1;
    return withResults(n, {.depth = l, .work = work, .barriers = 2 * l, .words = n, .reads = work, .writes = work});
}

Costs hanCarlsonCosts(uint32_t n)
{
    const uint32_t l = log2Of(n);
    const uint32_t work = n * l / 2;
    return withResults(
        n, {.depth = l + 1, .work = work, .barriers = 2 * l, .words = n, .reads = work + n / 2, .writes = work});
}

Costs ladnerFischerCosts(uint32_t n)
{
    const uint32_t l = log2Of(n);
    const uint32_t work = n * l / 2;
    return withResults(n, {.depth = l, .work = work, .barriers = l, .words = n, .reads = work, .writes = work});
}

Costs blellochCosts(uint32_t n)
{
    const uint32_t l = log2Of(n);
    return {.depth = 2 * l - 1,
            .work = 2 * n - 2,
            .barriers = 2 * l + 1,
            .words = n + 1,
            .reads = 6 * n - 3,
            .writes = 4 * n - 1};
}

// Runs of m values, r of them.
Costs serialCosts(uint32_t n)
{
    const uint32_t m = 1u << (log2Of(n) / 2);
    const uint32_t r = n / m;
    return withResults(n, {.depth = m + r - 2,
                           .work = 2 * n - m - r,
                           .barriers = 2,
                           .words = n,
                           .reads = 2 * n - m + 1,
                           .writes = n - 1});
}

// Radix 4 takes m = floor(l / 2) steps, and behind them one of radix 2 if l is odd, between halves of n.
struct Radix4 {
    uint32_t m, odd;
    explicit Radix4(uint32_t n) : m(log2Of(n) / 2), odd(log2Of(n) % 2) {}
    [[nodiscard]] uint32_t power() const { return 1u << (2 * m); } // 4^m
    [[nodiscard]] uint32_t steps() const { return m + odd; }
    [[nodiscard]] uint32_t depth() const { return 3 * m + odd; }
};

Costs koggeStone4Costs(uint32_t n)
{
    const Radix4 r(n);
    const uint32_t work = 3 * n * r.m - 2 * (r.power() - 1) + r.odd * n / 2;
    return withResults(n, {.depth = r.depth(),
                           .work = work,
                           .barriers = 2 * r.steps(),
                           .words = n,
                           .reads = work,
                           .writes = n * r.steps() - (r.power() - 1) / 3 - r.odd * n / 2});
}

Costs hanCarlson4Costs(uint32_t n)
{
    Costs costs = koggeStone4Costs(n / 2); // among the odd positions; before and after it, n - 1 applications
    costs.depth += 2;
    costs.work += n - 1;
    costs.barriers += 2;
    costs.words = n;
    costs.reads += n + n / 2 - 1 + n; // and for the n / 2 values that `costs` does not store first and read last
    costs.writes += n / 2 + n - 1;
    return costs;
}

Costs ladnerFischer4Costs(uint32_t n)
{
    const Radix4 r(n);
    const uint32_t work = 3 * n * r.m / 2 + r.odd * n / 2;
    return withResults(n, {.depth = r.depth(),
                           .work = work,
                           .barriers = 2 * r.steps(),
                           .words = n,
                           .reads = work,
                           .writes = 3 * n * r.m / 4 + r.odd * n / 2});
}

Costs blelloch4Costs(uint32_t n)
{
    const Radix4 r(n);
    const uint32_t quarters = (n - 1 - r.odd) / 3; // groups of four, each of which goes up and down
    return {.depth = 2 * r.depth() - (r.odd == 1 ? 1 : 3),
            .work = 2 * n - 2,
            .barriers = 2 * r.steps() + 1,
            .words = n + 1,
            .reads = 8 * quarters + 4 * r.odd + 2 * n + 1,
            .writes = n + 5 * quarters + 3 * r.odd + 2};
}

// Shuffles, with s subgroups of w lanes: `inner` applications in all subgroups together.
Costs subgroupCosts(uint32_t n, uint32_t w, uint32_t inner)
{
    const uint32_t s = n / w;
    return {.depth = log2Of(w) + s - 1,
            .work = inner + n * s - w,
            .barriers = 1,
            .words = s,
            .reads = n * s,
            .writes = s,
            .shuffles = inner + n - s};
}

struct Case {
    const char* name;
    std::function<Wiring(uint32_t)> wiring;
    std::function<Costs(uint32_t)> costs;
    uint32_t least = 2;    // values
    uint32_t formulas = 2; // from as many values on
};

std::vector<Case> allCases()
{
    std::vector<Case> cases = {
        {"hillis-steele", hillisSteele, hillisSteeleCosts},
        {"hockney-jesshope", hockneyJesshope, hockneyJesshopeCosts},
        {"kogge-stone", [](uint32_t n) { return koggeStone(n); }, koggeStoneCosts},
        {"kogge-stone of radix 4", [](uint32_t n) { return koggeStone(n, 4); }, koggeStone4Costs},
        {"han-carlson", [](uint32_t n) { return hanCarlson(n); }, hanCarlsonCosts, 2, 8},
        {"han-carlson of radix 4", [](uint32_t n) { return hanCarlson(n, 4); }, hanCarlson4Costs, 2, 16},
        {"ladner-fischer", [](uint32_t n) { return ladnerFischer(n); }, ladnerFischerCosts},
        {"ladner-fischer of radix 4", [](uint32_t n) { return ladnerFischer(n, 4); }, ladnerFischer4Costs},
        {"blelloch", [](uint32_t n) { return blelloch(n); }, blellochCosts},
        {"blelloch of radix 4", [](uint32_t n) { return blelloch(n, 4); }, blelloch4Costs},
        {"serial", serial, serialCosts, 2, 4}};
    for (const uint32_t w : {4u, 32u}) {
        const uint32_t l = log2Of(w);
        cases.push_back({"subgroup", [w](uint32_t n) { return subgroup(n, w); },
                         [w, l](uint32_t n) { return subgroupCosts(n, w, n / w * (w * l - w + 1)); }, w});
        cases.push_back({"subgroup, ladner-fischer", [w](uint32_t n) { return subgroupLadnerFischer(n, w); },
                         [w, l](uint32_t n) { return subgroupCosts(n, w, n * l / 2); }, w});
    }
    return cases;
}

TEST(NetworkTwin, ScansAnyMonoid)
{
    for (const Case& network : allCases()) {
        for (uint32_t n = network.least; n <= 1024; n *= 2) {
            SCOPED_TRACE(testing::Message() << network.name << ", " << n);
            std::vector<Letters> values(n);
            for (uint32_t i = 0; i < n; ++i)
                values[i] = {.begin = i, .end = i + 1};
            const Memory<Letters> memory = run(network.wiring(n), values, Letters(), join);
            for (uint32_t i = 0; i < n; ++i) {
                ASSERT_EQ(memory.registers[i], (Letters{.begin = 0, .end = i})) << i;
                ASSERT_EQ(memory.totals[i], (Letters{.begin = 0, .end = n})) << i;
            }
        }
    }
}

TEST(NetworkTwin, CostsWhatTheFormulasSay)
{
    for (const Case& network : allCases()) {
        for (uint32_t n = std::max(network.least, network.formulas); n <= 1024; n *= 2) {
            const Costs counted = countCosts(network.wiring(n));
            const Costs expected = network.costs(n);
            SCOPED_TRACE(testing::Message() << network.name << ", " << n);
            EXPECT_EQ(counted.depth, expected.depth);
            EXPECT_EQ(counted.work, expected.work);
            EXPECT_EQ(counted.barriers, expected.barriers);
            EXPECT_EQ(counted.words, expected.words);
            EXPECT_EQ(counted.reads, expected.reads);
            EXPECT_EQ(counted.writes, expected.writes);
            EXPECT_EQ(counted.shuffles, expected.shuffles);
        }
    }
}

// The least that any network needs: log2 n applications one behind another, n - 1 in all, and 2 n - 2 of both together.
//
// Snir, "Depth-Size Trade-offs for Parallel Prefix Computation", 1986.
TEST(NetworkTwin, CostsNoLessThanItMust)
{
    for (const Case& network : allCases()) {
        const Costs costs = countCosts(network.wiring(256));
        EXPECT_GE(costs.depth, 8u) << network.name;
        EXPECT_GE(costs.work, 255u) << network.name;
        EXPECT_GE(costs.depth + costs.work, 510u) << network.name;
    }
}

// Neighbours use neighbouring banks, or all the same word, where invocation i stays with word i.
TEST(NetworkTwin, StridesHaveBankConflictsThatPaddingSpares)
{
    for (const uint32_t n : {64u, 256u, 1024u}) {
        for (const Case& network : allCases()) {
            const Wiring wiring = network.wiring(n);
            const uint32_t rounds = countBankRounds(wiring, false);
            const uint32_t padded = countBankRounds(wiring, true);
            if (wiring.name == "blelloch" || wiring.name == "han-carlson" || wiring.name == "serial")
                EXPECT_LT(padded, rounds) << network.name << ", " << n;
            else
                EXPECT_LE(rounds, padded) << network.name << ", " << n;
        }
    }
}

TEST(NetworkTwin, HasNoRaces)
{
    for (const Case& network : allCases()) {
        for (uint32_t n = network.least; n <= 1024; n *= 2)
            EXPECT_EQ(countRaces(network.wiring(n)), 0u) << network.name << ", " << n;
    }
}

TEST(NetworkTwin, RacesWithoutItsBarriers)
{
    for (const Case& network : allCases()) {
        Wiring wiring = network.wiring(256);
        for (Step& step : wiring.steps)
            step.barrierAfter = false;
        EXPECT_GT(countRaces(wiring), 0u) << network.name;
        wiring = network.wiring(256);
        const bool within = std::ranges::any_of(wiring.steps, &Step::barrierWithin);
        for (Step& step : wiring.steps)
            step.barrierWithin = false;
        EXPECT_EQ(countRaces(wiring) > 0, within) << network.name;
    }
}

} // namespace
