// Shared by the files of operations (catalogue/): memory of a call, forms, inputs, results, arguments and descriptions.
#ifndef VKSCAN_TESTS_TWINS_H
#define VKSCAN_TESTS_TWINS_H

#include "operations.h"
#include "reference.h"
#include "segment_values.h"
#include "stored_values.h"

#include <vkscan/reference.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace testing_support {

using namespace vkscan; // as in tests

// The bytes of each argument of a call.
class CallMemory {
public:
    [[nodiscard]] bool has(Argument argument) const { return m_bytes.contains(argument); }
    [[nodiscard]] std::vector<std::byte>& operator[](Argument argument) { return m_bytes[argument]; }

    // The first `count` values of an argument.
    template <class T>
    [[nodiscard]] std::vector<T> read(Argument argument, uint64_t count) const
    {
        std::vector<T> values(has(argument) ? count : 0);
        if (!values.empty())
            std::memcpy(static_cast<void*>(values.data()), m_bytes.at(argument).data(), count * sizeof(T));
        return values;
    }
    // Writes values at the beginning of an argument, up to its size.
    template <class T>
    void write(Argument argument, const std::vector<T>& values)
    {
        if (has(argument) && !values.empty())
            std::memcpy(m_bytes[argument].data(), values.data(),
                        std::min(m_bytes[argument].size(), values.size() * sizeof(T)));
    }
    // Room for elements of `elementBytes` bytes; unlimited without the argument.
    [[nodiscard]] uint64_t roomFor(Argument argument, uint64_t elementBytes) const
    {
        return has(argument) ? m_bytes.at(argument).size() / elementBytes : kMaxCapacity;
    }
    // An output that the twin does not predict; it must be the same in every run.
    void leaveOpen(Argument argument) { m_bytes.erase(argument); }

private:
    std::map<Argument, std::vector<std::byte>> m_bytes;
};

// A way to use an operation: a description, and changes to its calls' arguments.
template <class Operation>
struct Form {
    using Args = ArgsOf<Operation>;

    std::string name = {}; // the form's name after the operation's; empty: the default description
    DescOf<Operation> desc = validDesc<Operation>();
    std::function<void(Args&)> change = [](Args&) {}; // before and after memory is placed
    // On the device: further inputs, in place of random ones, and the results of a call on so many elements.
    std::function<void(Args&, CallMemory*)> draw = {};
    std::function<void(const Args&, uint64_t, CallMemory*)> twin = {};
};

// The forms of an operation; the default one comes first.
template <class Operation>
struct Forms {
    std::vector<Form<Operation>> all = std::vector<Form<Operation>>(1);

    // Adds a form that `describe` makes of a description, (Desc&), or of a description and arguments, (Desc&, Args&).
    template <class Describe>
    void add(const std::string& name, const Describe& describe)
    {
        Form<Operation>& form = all.emplace_back();
        form.name = name;
        if constexpr (requires(ArgsOf<Operation> args) { describe(form.desc, args); }) {
            ArgsOf<Operation> ignored;
            describe(form.desc, ignored);
            form.change = [=](ArgsOf<Operation>& args) {
                DescOf<Operation> given;
                describe(given, args);
            };
        } else {
            describe(form.desc);
        }
    }
};

// Fills an argument with words below a limit.
inline void drawWords(Argument argument, uint32_t below, uint32_t seed, CallMemory* memory)
{
    if (!memory->has(argument))
        return;
    std::minstd_rand random(seed + 1);
    std::vector<uint32_t> words((*memory)[argument].size() / sizeof(uint32_t));
    for (uint32_t& word : words)
        word = static_cast<uint32_t>(random() / 16 % below);
    memory->write(argument, words);
}

// Offsets that ascend by less than twice a mean length, and are sometimes equal.
inline void drawOffsets(uint64_t count, uint32_t seed, CallMemory* memory)
{
    const uint64_t means[] = {std::max<uint64_t>(count / 80, 1), 3, 300, std::max<uint64_t>(count / 3, 1)};
    drawWords(Argument::Segments, static_cast<uint32_t>(2 * means[seed % std::size(means)] + 1), seed, memory);
    auto offsets = memory->read<uint32_t>(Argument::Segments, memory->roomFor(Argument::Segments, sizeof(uint32_t)));
    for (std::size_t i = 1; i < offsets.size(); ++i)
        offsets[i] = offsets[i - 1] + (i % 7 == 0 ? 0 : offsets[i]);
    memory->write(Argument::Segments, offsets);
}

// The elements of an input, widened if they are stored in fewer bytes.
template <class T, class Desc>
std::vector<T> readElements(const Desc& desc, uint64_t count, const CallMemory& memory)
{
    return valuesOfBytes<T>(desc.input, memory.read<unsigned char>(Argument::Input, count * bytesOf<T>(desc.input)));
}

// Segments as the operation reads them.
template <class Desc, class Args>
void drawSegments(const Desc& desc, const Args& args, uint32_t seed, CallMemory* memory)
{
    if constexpr (requires { desc.segments; }) {
        if (desc.segments == Segments::Offsets)
            drawOffsets(args.count, seed, memory);
        else if (desc.segments != Segments::Rows)
            memory->write(Argument::Segments,
                          segmentWords(desc.segments, headsOf(kShapes[seed % std::size(kShapes)], args.count, 256)));
    }
}

// Floats whose results depend on the order: with both signs and many exponents, and zeros of both signs. Products stay
// near one.
template <class T>
std::vector<T> roughValues(Op op, std::size_t count, uint32_t seed)
{
    std::mt19937 random(seed);
    std::vector<T> values(count);
    for (T& value : values) {
        const T fraction = T(random()) / T(4294967296.0);
        const T sign = random() % 2 == 0 ? T(1) : T(-1);
        if (op == Op::Multiply)
            value = sign * (random() % 2 == 0 ? 1 + fraction / 8 : 1 / (1 + fraction / 8));
        else if (random() % 16 == 0)
            value = sign * T(0);
        else
            value = sign * std::ldexp(1 + fraction, static_cast<int>(random() % 24) - 12);
    }
    return values;
}

// Inputs of operations on values of a type; if results are reproducible, values that reveal the order.
template <class Desc, class Args>
void drawInputs(const Desc& desc, Args& args, uint32_t seed, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        std::vector<T> values = randomValues<T>(desc.op, args.count, seed);
        if constexpr (requires { desc.withIndex; })
            for (T& value : values)
                if (desc.withIndex && seed % 2 == 0)
                    value = static_cast<T>(static_cast<int>(std::fmod(static_cast<double>(value), 5))); // often equal
        if constexpr (std::is_floating_point_v<T>)
            if (desc.reproducible)
                values = roughValues<T>(desc.op, args.count, seed);
        memory->write(Argument::Input, storedBytesOf(desc.input, values));
    });
    drawSegments(desc, args, seed, memory);
}

// Calls twin.operator()<T>(monoid) with the type of a description's elements and its operator.
template <class Desc, class Twin>
void withMonoid(const Desc& desc, const Twin& twin)
{
    withType(desc.type, [&]<class T>() { twin.template operator()<T>(reference::OperatorMonoid<T>{desc.op}); });
}

// A scalar's value, or another one where it has none.
template <class T>
T valueOf(const Scalar& scalar, T otherwise)
{
    const uint64_t bits = scalar.bits();
    if (scalar.hasValue())
        std::memcpy(static_cast<void*>(&otherwise), &bits, std::min(sizeof(T), sizeof(bits)));
    return otherwise;
}

// The value that results start from.
template <class T, class Monoid, class Args>
T startOf(const Monoid& monoid, const Args& args)
{
    return monoid.combine(monoid.identity(), valueOf<T>(args.initial, monoid.identity()));
}

// Elements from the start of a row to the start of the next one.
template <class Args>
uint64_t pitchOf(const Args& args)
{
    return std::max(args.rowLength, args.rowPitch);
}

// The heads of segments.
template <class Args>
std::vector<bool> headsIn(Segments segments, const Args& args, uint64_t count, const CallMemory& memory)
{
    std::vector<bool> heads(count);
    const auto words = memory.read<uint32_t>(
        Argument::Segments, memory.has(Argument::Segments) ? memory.roomFor(Argument::Segments, 4) : 0);
    if (segments == Segments::Offsets) {
        for (const uint32_t offset : words)
            if (offset < count)
                heads[offset] = true;
        return heads;
    }
    const auto differs = [&](uint64_t i, uint64_t size) {
        return i > 0 && !std::equal(&words[i * size], &words[i * size] + size, &words[(i - 1) * size]);
    };
    for (uint64_t i = 0; i < count; ++i) {
        if (segments == Segments::HeadBits)
            heads[i] = (words[i / 32] >> i % 32 & 1) != 0;
        else if (segments == Segments::HeadFlags)
            heads[i] = words[i] != 0;
        else if (segments == Segments::Rows)
            heads[i] = i % pitchOf(args) == 0 || i % pitchOf(args) == args.rowLength; // the padding's
        else
            heads[i] = differs(i, segments == Segments::Keys64 ? 2 : 1);
    }
    return heads;
}

// A segmented scan, with the order of reference.h if it is reproducible.
template <class T, class Monoid>
std::vector<T> scannedSegments(const Monoid& monoid, bool reproducible, const SegmentedScanDesc& scan,
                               const std::vector<T>& values, const std::vector<bool>& heads)
{
    if constexpr (std::is_floating_point_v<T>)
        if (reproducible) {
            std::vector<T> results(values.size());
            reference::reproducibleSegmentedScan(
                values.data(), values.size(), results.data(), monoid, [&](std::size_t i) { return heads[i]; },
                scan.kind, scan.direction);
            return results;
        }
    return referenceSegmentedScan(values, scan, heads, monoid.identity(),
                                  [&](const T& a, const T& b) { return monoid.combine(a, b); });
}

template <class Desc, class Args>
void runTwin(const Desc& desc, const Args& args, uint64_t count, CallMemory* memory)
{
    withMonoid(desc, [&]<class T>(const auto& monoid) { runTwinBy<T>(monoid, desc, args, count, memory); });
}

// Writes the indirect count for so many elements.
template <class Args>
void writeIndirect(const Args& args, uint64_t elements, CallMemory* memory)
{
    const uint64_t up = args.indirect.rounding == Rounding::Up ? args.indirect.divisor - 1 : 0;
    const uint64_t count = (elements + up) / args.indirect.divisor + args.indirect.addend;
    memory->write(Argument::IndirectField,
                  std::vector<uint32_t>{static_cast<uint32_t>(std::min<uint64_t>(count, ~uint32_t{0}))});
}

inline constexpr uint32_t kRowLengths[] = {1, 2, 3, 4, 5, 32, 100, 256, 1337};
inline constexpr uint32_t kPaddings[] = {0, 0, 1, 3, 4, 32, 701};

// Arguments that differ from run to run, beside memory.
template <class Args, class Desc>
void varyArguments(Args& args, const Desc& desc, unsigned run)
{
    constexpr uint32_t kSegmentCounts[] = {0, 1, 7, 100, 1000, 5000};
    if constexpr (requires { args.initial; })
        withType(desc.type, [&]<class T>() {
            if (run % 3 == 1 && desc.kernels.count == 0)
                args.initial = Scalar(combine(desc.op, identity<T>(desc.op), T{3}));
        });
    if constexpr (requires { args.segmentCount; })
        args.segmentCount = kSegmentCounts[run % std::size(kSegmentCounts)];
    if constexpr (requires { args.rowPitch; }) {
        args.rowLength = kRowLengths[run % std::size(kRowLengths)];
        args.rowPitch = run % 2 == 0 ? 0 : args.rowLength + kPaddings[run % std::size(kPaddings)];
    }
    if constexpr (requires { args.indirect; }) {
        args.indirect.divisor = run % 4 == 0 ? 1 : 1 + run % 97;
        args.indirect.rounding = run % 3 == 0 ? Rounding::Down : Rounding::Up;
        args.indirect.addend = run % 5 == 0 ? 0 : run % 11;
    }
}

// The elements of a cell: a type, or a type of fewer bytes in memory that is widened to it.
struct Elements {
    ElementType type = ElementType::U32;
    StoredType stored = StoredType::Same;

    [[nodiscard]] std::string name() const
    {
        const bool isWide = stored != StoredType::Same && sizeOf(type) == 8;
        return std::string(stored != StoredType::Same ? toString(stored) : toString(type)) +
               (isWide ? std::string("_in_") + toString(type) : "");
    }
    [[nodiscard]] std::vector<Op> ops() const
    {
        return valuesOf(kOps, [&](const OpRow& op) { return op.takesFloats || !isFloat(type); });
    }
    // Stored types of input and output: this one on either side or on both, and beside the other that is widened so.
    [[nodiscard]] std::vector<StoredPair> pairs() const
    {
        return stored != StoredType::Same ? storedPairs(stored) : std::vector<StoredPair>(1);
    }
};

// Descriptions that differ in some fields.
template <class Desc>
struct Descriptions {
    std::vector<Desc> all;
    unsigned first; // the value that the first description of next() has
    Strategy strategy = Strategy::Auto;

    // Replaces each description by one for each value.
    template <class Values, class Set>
    void each(const Values& values, const Set& set)
    {
        std::vector<Desc> varied;
        for (const Desc& desc : all)
            for (const auto& value : values)
                set(varied.emplace_back(desc), value);
        all = varied;
    }
    // Sets a field, of each description to the next value.
    template <class Field, class Values>
    void next(Field field, const Values& values)
    {
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].*field = values[(i + first) % std::size(values)];
        first = first * 3 + 1; // not in step with the next field
    }
    template <class Field, class Values>
    void each(Field Desc::*field, const Values& values)
    {
        each(values, [=](Desc& desc, const auto& value) { desc.*field = value; });
    }
    void eachPair(const Elements& elements)
    {
        each(elements.pairs(), [](Desc& desc, const StoredPair& pair) {
            desc.input = pair.input;
            desc.output = pair.output;
        });
    }
};

inline constexpr Kind kBothKinds[] = {Kind::Inclusive, Kind::Exclusive};
inline constexpr Direction kBothDirections[] = {Direction::Forward, Direction::Backward};

} // namespace testing_support

#endif
