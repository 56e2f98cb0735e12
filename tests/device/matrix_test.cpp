// Each operation by each description that its kernels tell apart, by every strategy, against its twin: types and stored
// types, operators, kinds, directions, forms of segments, predicates and sizes of elements, keys, payloads and bits.
#include "device_call.h"
#include "sample.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// The elements of a cell: a type, or a type of fewer bytes in memory that is widened to it.
struct Elements {
    ElementType type = ElementType::U32;
    StoredType stored = StoredType::Same;

    [[nodiscard]] const char* name() const { return stored != StoredType::Same ? toString(stored) : toString(type); }
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

constexpr Kind kBothKinds[] = {Kind::Inclusive, Kind::Exclusive};
constexpr Direction kBothDirections[] = {Direction::Forward, Direction::Backward};

// ExactTest has those of elements that are stored as they are.
void vary(Descriptions<ScanDesc>* descs, const Elements& elements)
{
    descs->eachPair(elements);
    descs->each(&ScanDesc::op, elements.ops());
    descs->next(&ScanDesc::kind, kBothKinds);
    descs->next(&ScanDesc::direction, kBothDirections);
    if (elements.stored == StoredType::Same)
        descs->all.clear();
}

void vary(Descriptions<ReduceDesc>* descs, const Elements& elements)
{
    descs->each(&ReduceDesc::op, elements.ops());
    for (ReduceDesc desc : {ReduceDesc{.op = Op::Min}, ReduceDesc{.op = Op::Max}}) {
        desc.withIndex = true;
        desc.type = elements.type;
        descs->all.push_back(desc);
    }
    for (ReduceDesc& desc : descs->all)
        desc.input = elements.stored;
}

void vary(Descriptions<SegmentedScanDesc>* descs, const Elements& elements)
{
    descs->eachPair(elements);
    descs->each(&SegmentedScanDesc::segments, segmentForms());
    descs->next(&SegmentedScanDesc::op, elements.ops());
    descs->next(&SegmentedScanDesc::kind, kBothKinds);
    descs->next(&SegmentedScanDesc::direction, kBothDirections);
}

void vary(Descriptions<SegmentedReduceDesc>* descs, const Elements& elements)
{
    descs->eachPair(elements);
    descs->each(&SegmentedReduceDesc::segments, valuesOf(kSegmentForms, &SegmentsRow::isReduced));
    descs->next(&SegmentedReduceDesc::op, elements.ops());
}

// Kernels without values know the size of keys alone.
void vary(Descriptions<ReduceByKeyDesc>* descs, const Elements& elements)
{
    const std::vector<RunValue> values = {RunValue::Reduced, RunValue::First, RunValue::None};
    const bool hasKeysAlone = elements.type == ElementType::U32 || elements.type == ElementType::U64;
    descs->each(&ReduceByKeyDesc::runValue, std::vector(values.begin(), values.end() - (hasKeysAlone ? 0 : 1)));
    descs->next(&ReduceByKeyDesc::op, elements.ops());
    descs->next(&ReduceByKeyDesc::keySize, std::array{4u, 8u});
    for (ReduceByKeyDesc& desc : descs->all)
        if (desc.runValue == RunValue::None)
            desc.keySize = static_cast<uint32_t>(sizeOf(elements.type));
    if (elements.stored != StoredType::Same)
        descs->all.clear();
}

// Every test and type, with elements of every alignment, alone and with the others in the same array or in another one.
void vary(Descriptions<CompactDesc>* descs, const Elements& elements)
{
    constexpr uint32_t kSizes[] = {4, kIndicesOnly, 1, 12, 2, 64, 8, 16, 24, 48, 60};
    descs->all.clear();
    std::size_t next = descs->first;
    for (const ConditionRow& row : kConditions)
        for (const ElementType type : row.compares ? typesOfBytes(4) : std::vector{ElementType::U32})
            for (const bool withRest : {false, true})
                descs->all.push_back({{row.value, type}, kSizes[next++ % std::size(kSizes)], withRest});
    if (elements.type != ElementType::U32 || elements.stored != StoredType::Same)
        descs->all.clear(); // elements have no type
}

// Integers in bins of two.
void vary(Descriptions<HistogramDesc>* descs, const Elements& elements)
{
    descs->all = {{.type = elements.type, .binCount = 100, .input = elements.stored}};
    if (sizeOf(elements.type) != sizeof(uint32_t))
        descs->all.clear();
}

// Each payload, and ranges of bits: those of splits, of one digit, and any, of segments, too.
void vary(Descriptions<RadixSortDesc>* descs, const Elements& elements)
{
    const auto bits = static_cast<uint32_t>(sizeOf(elements.type)) * 8;
    descs->all[0].withIndex = true;
    descs->each(&RadixSortDesc::descending, std::array{false, true});
    const auto add = [&](RadixSortDesc desc) {
        desc.type = elements.type;
        desc.descending = desc.endBit - desc.firstBit > kMaxSplitBits && (descs->all.size() + descs->first) % 2 == 0;
        descs->all.push_back(desc);
    };
    for (const uint32_t valueSize : {0u, 4u, 8u, 16u})
        add({.valueSize = valueSize});
    for (const auto& [firstBit, endBit] : {std::pair{0u, 0u},
                                           {bits, bits},
                                           {0u, 7u},
                                           {bits - 1, bits},
                                           {3u, bits - 3},
                                           {5u, bits - 11},
                                           {bits - 8, bits}})
        add({.withIndex = true, .firstBit = firstBit, .endBit = endBit});
    for (const uint32_t endBit : {3u, 12u, bits - 9, bits})
        add({.valueSize = endBit == bits ? 16u : 0u, .withIndex = endBit < bits, .endBit = endBit, .segmented = true});
    add({.valueSize = 8, .firstBit = 7, .endBit = bits, .segmented = true});
    for (const auto& [splitBits, valueSize] :
         {std::pair{1u, 0u}, {2u, 12u}, {3u, ~0u}, {4u, 0u}, {1u, 8u}, {4u, 16u}, {2u, 4u}, {4u, 64u}})
        if (elements.type == ElementType::U32) {
            const uint32_t firstBit = (splitBits * 7 + descs->first) % 8 * (bits - splitBits) / 7;
            add({.valueSize = valueSize == ~0u ? 0 : valueSize,
                 .withIndex = valueSize == ~0u,
                 .firstBit = firstBit,
                 .endBit = firstBit + splitBits});
        }
    const auto isSplit = [](const RadixSortDesc& desc) {
        return desc.endBit > desc.firstBit && desc.endBit - desc.firstBit <= kMaxSplitBits && !desc.segmented;
    };
    if (descs->strategy == Strategy::FlatSum) // which others do not have
        std::erase_if(descs->all, std::not_fn(isSplit));
    if (elements.stored != StoredType::Same ||
        (descs->strategy == Strategy::FlatSum && elements.type != ElementType::U32))
        descs->all.clear();
}

void vary(Descriptions<TopKDesc>* descs, const Elements& elements)
{
    descs->each(&TopKDesc::smallest, std::array{false, true});
    if (elements.stored != StoredType::Same)
        descs->all.clear();
}

// Small tiles; for every other cell of several rows, which carry on from each other.
Tuning tuningOf(unsigned cell)
{
    auto tuning = smallTuning();
    for (Geometry* geometry : {&tuning.singleWorkgroup, &tuning.spans, &tuning.spine, &tuning.segmentSpine,
                               &tuning.selectSpine, &tuning.runValueSpine, &tuning.reduceSegments})
        if (cell % 2 == 1)
            *geometry = {32, 4, geometry->spineSubgroups};
    return tuning;
}

// A strategy, and whether the device has 64-bit atomics.
struct Way {
    std::string name;
    Strategy strategy = Strategy::Auto;
    bool hasAtomics = true;
};

template <class Operation>
std::vector<Way> waysOf()
{
    if (std::is_same_v<Operation, Reduce>)
        return {{"in_one"}, {"in_two", Strategy::Auto, false}};
    std::vector<Way> ways;
    for (const Strategy strategy : ownStrategies())
        ways.push_back({study::toString(strategy), strategy});
    if (!requires { DescOf<Operation>().waiting; })
        ways = {{"auto"}};
    return ways;
}

template <class Operation>
void checkCell(const Way& way, const Elements& elements, unsigned cell)
{
    const Context context = createContext(
        [&](auto&, auto& features12) { features12.shaderBufferInt64Atomics = way.hasAtomics ? VK_TRUE : VK_FALSE; });
    using Desc = DescOf<Operation>;
    Descriptions<Desc> descs = {{Desc()}, cell, way.strategy};
    if constexpr (requires { Desc().type; })
        descs.all[0].type = elements.type;
    vary(&descs, elements);
    Sample sample(cell, descs.all.size());
    unsigned run = cell;
    for (const Desc& desc : descs.all) {
        if (!sample.takes())
            continue;
        Strategy strategy = way.strategy;
        if constexpr (requires { desc.segmented; })
            strategy = desc.segmented ? Strategy::Auto : strategy; // which have one way
        Operation operation;
        const Status created = createTuned(context, Forced<Desc>{desc, strategy}, tuningOf(cell), &operation);
        ASSERT_EQ(created, Status::Success) << toString(created);
        for (const uint64_t wanted : {1, 255, 257, 3 * 256 + 1, 13 * 256 + 7, 70 * 256}) {
            Form<Operation> form;
            form.desc = desc;
            form.change = [&, i = ++run](ArgsOf<Operation>& args) { varyArguments(args, desc, i); };
            CallCase c = {.count = std::min<uint64_t>(wanted, operation.maxCount()),
                          .place = run,
                          .optional = run % 4 == 0 ? ~run / 4 : ~0u,
                          .inPlace = run % 3 == 1,
                          .ownScratch = run % 5 == 1};
            if (run % 6 == 5)
                c.gpuCount = static_cast<uint32_t>(c.count * (run / 6 % 5) / 3); // none, and more than all
            if (run % 5 == 4)
                c.room = std::array{c.count / 3, c.count / 40, uint64_t{1}}[run / 5 % 3] * 4 + 4;
            checkCall(operation, form, c);
        }
    }
}

// An operation by one of its ways, for some elements.
struct Cell {
    std::string name;
    std::function<void()> check;
};

// Where a part of matrices is tested, each way takes every third type, and the next one begins with the next type.
std::vector<Cell> cells()
{
    std::vector<Cell> all;
    forEachArrayOperation([&]<class Operation>() {
        if constexpr (requires(Descriptions<DescOf<Operation>> * descs) { vary(descs, Elements()); }) {
            std::vector<Elements> elements;
            for (const ElementType type : valuesOf(kElementTypes))
                if (type != ElementType::U16 || std::is_same_v<Operation, RadixSort>)
                    elements.push_back({type});
            for (const StoredType stored : smallTypes())
                elements.push_back({widenedType(stored), stored});
            unsigned row = 0;
            for (const Way& way : waysOf<Operation>()) {
                const std::vector<Elements> taken = only(elements, [&](const Elements& candidate) {
                    Descriptions<DescOf<Operation>> descs = {{DescOf<Operation>()}, 0, way.strategy};
                    vary(&descs, candidate);
                    return !descs.all.empty();
                });
                Sample sample(row++, std::min<std::size_t>(taken.size(), 3));
                for (const Elements& one : taken) {
                    const auto cell = static_cast<unsigned>(all.size());
                    if (sample.takes())
                        all.push_back({nameOf<Operation>() + "_" + way.name + "_" + one.name(),
                                       [=] { checkCell<Operation>(way, one, cell); }});
                }
            }
        }
    });
    for (Cell& cell : all)
        std::ranges::replace(cell.name, '-', '_');
    return all;
}

void PrintTo(const Cell& cell, std::ostream* stream)
{
    *stream << cell.name;
}

class MatrixTest : public testing::TestWithParam<Cell> {};

TEST_P(MatrixTest, EveryDescription)
{
    GetParam().check();
}

INSTANTIATE_TEST_SUITE_P(Matrix, MatrixTest, testing::ValuesIn(cells()),
                         [](const auto& info) { return info.param.name; });

} // namespace
