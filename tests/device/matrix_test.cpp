// Each operation by each description that its kernels tell apart, by every strategy, against its twin: types and stored
// types, operators, kinds, directions, forms of segments, predicates and sizes of elements, keys, payloads and bits.
#include "device_call.h"
#include "sample.h"

using namespace testing_support;
using namespace vkscan;

namespace {

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
            strategy = desc.segmented ? Strategy::Auto : strategy; // segmented sorts have one way
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
                if (findRow(kElementTypes, type)->isScanned || std::is_same_v<Operation, RadixSort>)
                    elements.push_back({type});
            if constexpr (requires { DescOf<Operation>().input; })
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
