#include "network_costs.h"

#include <array>
#include <map>
#include <set>

namespace networks {

namespace {

struct Access {
    uint32_t invocation;
    uint32_t word;
    auto operator<=>(const Access&) const = default;
};

struct Accesses {
    std::vector<Access> reads, writes; // each invocation's in its order; a word that it reads again is in a register
};

Accesses accessesOf(const Step& step)
{
    Accesses accesses;
    std::set<Access> read;
    for (const Operation& operation : step.operations) {
        for (const Place operand : operation.operands) {
            const Access access = {operation.invocation, operand.index};
            if (operand.kind == Place::Kind::Shared && read.insert(access).second)
                accesses.reads.push_back(access);
        }
        if (operation.target.kind == Place::Kind::Shared)
            accesses.writes.push_back({operation.invocation, operation.target.index});
    }
    return accesses;
}

// Who has had access to each word since the last barrier.
struct Window {
    std::vector<std::set<uint32_t>> readers, writers;

    explicit Window(size_t words) : readers(words), writers(words) {}
    void clear() { *this = Window(readers.size()); }
};

bool hasOther(const std::set<uint32_t>& invocations, uint32_t invocation)
{
    return invocations.size() > invocations.count(invocation);
}

uint32_t countDepth(const Wiring& wiring)
{
    uint32_t deepest = 0;
    const auto deeper = [&deepest](uint32_t earlier, uint32_t later) {
        const uint32_t depth = std::max(earlier, later) + 1;
        deepest = std::max(deepest, depth);
        return depth;
    };
    (void)run(wiring, std::vector<uint32_t>(wiring.size), 0u, deeper);
    return deepest;
}

const uint32_t kBanks = 32;

uint32_t countRounds(const std::vector<Access>& accesses, bool padding)
{
    using Words = std::array<std::set<uint32_t>, kBanks>;        // by bank
    std::map<std::pair<uint32_t, uint32_t>, Words> instructions; // by subgroup and number
    std::map<uint32_t, uint32_t> numbers;                        // by invocation
    for (const Access& access : accesses) {
        const uint32_t word = access.word + (padding ? access.word / kBanks : 0);
        Words& words = instructions[{access.invocation / kBanks, numbers[access.invocation]++}];
        words[word % kBanks].insert(word);
    }
    size_t rounds = 0;
    for (const auto& [key, words] : instructions)
        rounds += std::ranges::max(words, {}, [](const auto& bank) { return bank.size(); }).size();
    return static_cast<uint32_t>(rounds);
}

} // namespace

Costs countCosts(const Wiring& wiring)
{
    Costs costs = {.depth = countDepth(wiring), .words = static_cast<uint32_t>(wiring.positions.size())};
    for (const Step& step : wiring.steps) {
        const Accesses accesses = accessesOf(step);
        costs.barriers += (step.barrierWithin ? 1 : 0) + (step.barrierAfter ? 1 : 0);
        costs.reads += static_cast<uint32_t>(accesses.reads.size());
        costs.writes += static_cast<uint32_t>(accesses.writes.size());
        for (const Operation& operation : step.operations) {
            if (!operation.operands.empty())
                costs.work += static_cast<uint32_t>(operation.operands.size() - 1);
            costs.shuffles += static_cast<uint32_t>(std::ranges::count_if(operation.operands, [&](Place place) {
                return place.kind != Place::Kind::Shared && !belongsTo(operation.invocation, place);
            }));
        }
    }
    return costs;
}

uint32_t countRaces(const Wiring& wiring)
{
    Window window(wiring.positions.size());
    size_t races = 0;
    for (const Step& step : wiring.steps) {
        const Accesses accesses = accessesOf(step);
        races += std::ranges::count_if(accesses.reads,
                                       [&](Access a) { return hasOther(window.writers[a.word], a.invocation); });
        for (const Access& access : accesses.reads)
            window.readers[access.word].insert(access.invocation);
        if (step.barrierWithin)
            window.clear();
        for (const Access& access : accesses.writes)
            window.writers[access.word].insert(access.invocation);
        races += std::ranges::count_if(accesses.writes, [&](Access a) {
            return hasOther(window.readers[a.word], a.invocation) || hasOther(window.writers[a.word], a.invocation);
        });
        if (step.barrierAfter)
            window.clear();
    }
    return static_cast<uint32_t>(races);
}

uint32_t countBankRounds(const Wiring& wiring, bool padding)
{
    uint32_t rounds = 0;
    for (const Step& step : wiring.steps) {
        const Accesses accesses = accessesOf(step);
        rounds += countRounds(accesses.reads, padding) + countRounds(accesses.writes, padding);
    }
    return rounds;
}

} // namespace networks
