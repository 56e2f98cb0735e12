// The networks by which a workgroup scans one value an invocation, as data: what each invocation reads, combines and
// stores in each step. All end with every invocation knowing what precedes its value, and the total.
#ifndef VKSCAN_TESTS_NETWORK_TWIN_H
#define VKSCAN_TESTS_NETWORK_TWIN_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace networks {

// Where a value is: in a word of shared memory, or in one of the two registers that each invocation has.
struct Place {
    enum class Kind : uint8_t { Shared, Register, Total };
    Kind kind;
    uint32_t index; // of the word, or of the invocation
    bool operator==(const Place&) const = default;
};
[[nodiscard]] constexpr Place shared(uint32_t word)
{
    return {Place::Kind::Shared, word};
}
[[nodiscard]] constexpr Place own(uint32_t invocation)
{
    return {Place::Kind::Register, invocation};
}
[[nodiscard]] constexpr Place total(uint32_t invocation)
{
    return {Place::Kind::Total, invocation};
}

// target = operands combined from left to right: k operands are k - 1 applications of the operator, one is a copy, none
// is the identity.
struct Operation {
    uint32_t invocation;
    Place target;
    std::vector<Place> operands;
};

// The work of invocations side by side. Each sees its own registers as it left them, and all else as it was before the
// step: shared words are read before any is written.
struct Step {
    std::vector<Operation> operations;
    bool barrierWithin = false; // between the reads and the writes of shared memory
    bool barrierAfter = true;
};

const uint32_t kNowhere = ~0u;

// Before the steps, invocation i has the i-th value in its register; after them, own(i) is what precedes it and
// total(i) what all add up to.
struct Wiring {
    std::string name;
    uint32_t size;                   // values, and invocations: a power of two
    std::vector<uint32_t> positions; // of each shared word: the value it begins with; kNowhere: identity or total
    std::vector<Step> steps; // the first stores the values if the network needs that; the last reads the results
};

[[nodiscard]] Wiring hillisSteele(uint32_t size);
[[nodiscard]] Wiring hockneyJesshope(uint32_t size);
[[nodiscard]] Wiring koggeStone(uint32_t size, uint32_t radix = 2);
[[nodiscard]] Wiring hanCarlson(uint32_t size, uint32_t radix = 2);
[[nodiscard]] Wiring ladnerFischer(uint32_t size, uint32_t radix = 2);
[[nodiscard]] Wiring blelloch(uint32_t size, uint32_t radix = 2);
[[nodiscard]] Wiring serial(uint32_t size);
// Shuffles in subgroups of `width` lanes, at most `size`; then each invocation goes through the subgroups' totals.
[[nodiscard]] Wiring subgroup(uint32_t size, uint32_t width);
[[nodiscard]] Wiring subgroupLadnerFischer(uint32_t size, uint32_t width);

template <class Value>
struct Memory {
    std::vector<Value> shared, registers, totals;
    [[nodiscard]] Value& at(Place place)
    {
        std::vector<Value>& values = place.kind == Place::Kind::Shared     ? shared
                                     : place.kind == Place::Kind::Register ? registers
                                                                           : totals;
        return values[place.index];
    }
};

// Whether nobody but the invocation has access to it.
[[nodiscard]] constexpr bool belongsTo(uint32_t invocation, Place place)
{
    return place.kind != Place::Kind::Shared && place.index == invocation;
}

template <class Value, class Combine>
void run(const Step& step, Value identity, Combine combine, Memory<Value>& memory)
{
    Memory<Value> before = memory;
    for (const Operation& operation : step.operations) {
        Value value = identity;
        for (size_t i = 0; i < operation.operands.size(); ++i) {
            const Place place = operation.operands[i];
            const Value operand = belongsTo(operation.invocation, place) ? memory.at(place) : before.at(place);
            value = i == 0 ? operand : combine(value, operand);
        }
        memory.at(operation.target) = value;
    }
}

// The values in memory after all steps.
template <class Value, class Combine>
[[nodiscard]] Memory<Value> run(const Wiring& wiring, const std::vector<Value>& values, Value identity, Combine combine)
{
    Memory<Value> memory = {.shared = std::vector<Value>(wiring.positions.size(), identity),
                            .registers = values,
                            .totals = std::vector<Value>(values.size(), identity)};
    for (const Step& step : wiring.steps)
        run(step, identity, combine, memory);
    return memory;
}

} // namespace networks

#endif
