#include "network_twin.h"

namespace networks {

namespace {

struct Builder {
    Wiring wiring;

    Builder(std::string name, uint32_t size)
        : wiring{.name = std::move(name), .size = size, .positions = {}, .steps = {}}
    {
    }
    void addWords(uint32_t count, bool positioned)
    {
        for (uint32_t i = 0; i < count; ++i)
            wiring.positions.push_back(positioned ? i : kNowhere);
    }
    void beginStep(bool barrierWithin = false)
    {
        wiring.steps.push_back({.operations = {}, .barrierWithin = barrierWithin});
    }
    void add(uint32_t invocation, Place target, std::vector<Place> operands)
    {
        wiring.steps.back().operations.push_back({invocation, target, std::move(operands)});
    }
    // Puts what is in the word before the invocation's own value.
    void combineOwn(uint32_t invocation, uint32_t word)
    {
        add(invocation, own(invocation), {shared(word), own(invocation)});
    }
    void store(uint32_t invocation, uint32_t word) { add(invocation, shared(word), {own(invocation)}); }
    void storeValues()
    {
        addWords(wiring.size, true);
        beginStep();
        for (uint32_t i = 0; i < wiring.size; ++i)
            store(i, i);
    }
    void beginStepWithoutBarrier()
    {
        beginStep();
        wiring.steps.back().barrierAfter = false;
    }
    // The results of a network that leaves the inclusive scan in the words from `begin` on.
    void readBefore(uint32_t begin)
    {
        beginStepWithoutBarrier();
        for (uint32_t i = 0; i < wiring.size; ++i) {
            add(i, total(i), {shared(begin + wiring.size - 1)});
            add(i, own(i), i > 0 ? std::vector{shared(begin + i - 1)} : std::vector<Place>());
        }
    }
};

// A power of the radix, or 2 where only a step of radix 2 is left.
uint32_t radixAt(uint32_t distance, uint32_t size, uint32_t radix)
{
    return std::min(radix, size / distance);
}

// Kogge and Stone's steps among every `stride`-th position, the last of each `stride`; an invocation for each.
void recursiveDoubling(Builder& builder, uint32_t stride, uint32_t radix)
{
    const uint32_t size = builder.wiring.size;
    for (uint32_t distance = stride; distance < size; distance *= radix) {
        builder.beginStep(true);
        for (uint32_t invocation = 0; invocation < size / stride; ++invocation) {
            const uint32_t position = (invocation + 1) * stride - 1;
            if (position < distance)
                continue;
            for (uint32_t k = 1; k < radixAt(distance, size, radix) && k * distance <= position; ++k)
                builder.combineOwn(invocation, position - k * distance);
            builder.store(invocation, position);
        }
    }
}

// Across subgroups, whose inclusive scans are in registers.
void scanSubgroups(Builder& builder, uint32_t width)
{
    const uint32_t size = builder.wiring.size;
    const uint32_t subgroups = size / width;
    builder.addWords(subgroups, false);
    builder.beginStep();
    for (uint32_t s = 0; s < subgroups; ++s)
        builder.store((s + 1) * width - 1, s);
    builder.beginStepWithoutBarrier();
    for (uint32_t i = 0; i < size; ++i) {
        builder.add(i, own(i), i % width > 0 ? std::vector{own(i - 1)} : std::vector<Place>());
        std::vector<Place> totals;
        for (uint32_t s = 0; s < subgroups; ++s) {
            if (s > 0 && s == i / width) {
                builder.add(i, total(i), totals);
                builder.add(i, own(i), {total(i), own(i)});
                totals = {total(i)};
            }
            totals.push_back(shared(s));
        }
        builder.add(i, total(i), totals);
    }
}

} // namespace

Wiring hillisSteele(uint32_t size)
{
    Builder builder("hillis-steele", size);
    builder.storeValues();
    builder.addWords(size, true);
    uint32_t from = 0;
    for (uint32_t distance = 1; distance < size; distance *= 2) {
        builder.beginStep();
        for (uint32_t i = 0; i < size; ++i) {
            if (i >= distance)
                builder.combineOwn(i, from + i - distance);
            builder.store(i, size - from + i);
        }
        from = size - from;
    }
    builder.readBefore(from);
    return builder.wiring;
}

Wiring hockneyJesshope(uint32_t size)
{
    Builder builder("hockney-jesshope", size);
    builder.storeValues();
    builder.addWords(size / 2, false);
    for (uint32_t i = 0; i < size / 2; ++i)
        builder.add(i, shared(size + i), {});
    const uint32_t words = size + size / 2;
    for (uint32_t distance = 1; distance < size; distance *= 2) {
        builder.beginStep(true);
        for (uint32_t i = 0; i < size; ++i) {
            builder.combineOwn(i, (i + words - distance) % words);
            builder.store(i, i);
        }
    }
    builder.readBefore(0);
    return builder.wiring;
}

Wiring koggeStone(uint32_t size, uint32_t radix)
{
    Builder builder("kogge-stone", size);
    builder.storeValues();
    recursiveDoubling(builder, 1, radix);
    builder.readBefore(0);
    return builder.wiring;
}

Wiring hanCarlson(uint32_t size, uint32_t radix)
{
    Builder builder("han-carlson", size);
    builder.storeValues();
    builder.beginStep();
    for (uint32_t pair = 0; pair < size / 2; ++pair) {
        builder.add(pair, own(pair), {shared(2 * pair), shared(2 * pair + 1)});
        builder.store(pair, 2 * pair + 1);
    }
    recursiveDoubling(builder, 2, radix);
    builder.beginStep();
    for (uint32_t pair = 0; pair < size / 2 - 1; ++pair) {
        builder.add(pair, own(pair), {own(pair), shared(2 * pair + 2)});
        builder.store(pair, 2 * pair + 2);
    }
    builder.readBefore(0);
    return builder.wiring;
}

Wiring ladnerFischer(uint32_t size, uint32_t radix)
{
    Builder builder("ladner-fischer", size);
    builder.storeValues();
    for (uint32_t block = 1; block < size; block *= radix) {
        builder.beginStep(radix > 2); // of the words that later blocks read, some are written
        for (uint32_t i = 0; i < size; ++i) {
            const uint32_t blocks = i / block % radixAt(block, size, radix);
            for (uint32_t k = 0; k < blocks; ++k)
                builder.combineOwn(i, (i / block - k) * block - 1);
            if (blocks > 0)
                builder.store(i, i);
        }
    }
    builder.readBefore(0);
    return builder.wiring;
}

Wiring blelloch(uint32_t size, uint32_t radix)
{
    Builder builder("blelloch", size);
    builder.storeValues();
    const uint32_t totalWord = size;
    builder.addWords(1, false);
    std::vector<uint32_t> distances;
    for (uint32_t distance = 1; distance < size; distance *= radix)
        distances.push_back(distance);
    for (const uint32_t distance : distances) {
        const uint32_t ends = radixAt(distance, size, radix);
        builder.beginStep();
        for (uint32_t t = 0; t < size / (ends * distance); ++t) {
            std::vector<Place> operands;
            for (uint32_t k = 1; k <= ends; ++k)
                operands.push_back(shared((t * ends + k) * distance - 1));
            builder.add(t, own(t), operands);
            builder.store(t, operands.back().index);
        }
    }
    builder.beginStep();
    builder.add(0, own(0), {shared(size - 1)});
    builder.store(0, totalWord);
    builder.add(0, shared(size - 1), {});
    builder.wiring.steps.back().barrierAfter = false; // before and after it, only one invocation takes part
    std::reverse(distances.begin(), distances.end());
    for (const uint32_t distance : distances) {
        const uint32_t ends = radixAt(distance, size, radix);
        builder.beginStep();
        for (uint32_t t = 0; t < size / (ends * distance); ++t) {
            builder.add(t, own(t), {shared((t + 1) * ends * distance - 1)});
            for (uint32_t k = 1; k <= ends; ++k) {
                const uint32_t word = (t * ends + k) * distance - 1;
                builder.store(t, word);
                if (k < ends)
                    builder.add(t, own(t), {own(t), shared(word)});
            }
        }
    }
    builder.beginStepWithoutBarrier();
    for (uint32_t i = 0; i < size; ++i) {
        builder.add(i, total(i), {shared(totalWord)});
        builder.add(i, own(i), {shared(i)});
    }
    return builder.wiring;
}

Wiring serial(uint32_t size)
{
    uint32_t length = 1;
    while (length * length * 4 <= size)
        length *= 2;
    Builder builder("serial", size);
    builder.storeValues();
    builder.beginStep();
    for (uint32_t begin = 0; begin < size; begin += length) {
        const uint32_t invocation = begin / length;
        builder.add(invocation, own(invocation), {shared(begin)});
        for (uint32_t i = begin + 1; i < begin + length; ++i) {
            builder.add(invocation, own(invocation), {own(invocation), shared(i)});
            builder.store(invocation, i);
        }
    }
    builder.beginStep();
    builder.add(0, own(0), {shared(length - 1)});
    for (uint32_t end = 2 * length - 1; end < size; end += length) {
        builder.add(0, own(0), {own(0), shared(end)});
        builder.store(0, end);
    }
    builder.readBefore(0);
    for (uint32_t i = length; i < size; ++i) {
        if (i % length > 0)
            builder.combineOwn(i, i / length * length - 1);
    }
    return builder.wiring;
}

Wiring subgroup(uint32_t size, uint32_t width)
{
    Builder builder("subgroup", size);
    for (uint32_t distance = 1; distance < width; distance *= 2) {
        builder.beginStepWithoutBarrier();
        for (uint32_t i = 0; i < size; ++i) {
            if (i % width >= distance)
                builder.add(i, own(i), {own(i - distance), own(i)});
        }
    }
    scanSubgroups(builder, width);
    return builder.wiring;
}

Wiring subgroupLadnerFischer(uint32_t size, uint32_t width)
{
    Builder builder("subgroup-ladner-fischer", size);
    for (uint32_t block = 1; block < width; block *= 2) {
        builder.beginStepWithoutBarrier();
        for (uint32_t i = 0; i < size; ++i) {
            if (i / block % 2 == 1)
                builder.add(i, own(i), {own(i / block * block - 1), own(i)});
        }
    }
    scanSubgroups(builder, width);
    return builder.wiring;
}

} // namespace networks
