// The tables of accesses in docs/integration.md and of dispatches in docs/strategies.md, made from plans of all
// operations on several kinds of device:
//
//     plan_tables --write <docs>             replaces the tables
//     plan_tables --check <docs> <headers>   fails if a table is not up to date, or if the headers declare arguments
//                                            that the lists below lack
#include "custom_modules.h"
#include "mock_device.h"
#include "page_table.h"

#include <support/axis.h>
#include <vkscan/vkscan.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

const std::set<std::string> kArgumentTypes = {"BufferRange", "IndirectCount", "Surface", "VolumeSurface"};
constexpr VkDeviceAddress kApart = VkDeviceAddress{1} << 50; // of arguments
constexpr VkDeviceSize kBytes = kApart / 2;

// An argument, and its range among the others.
template <class Args>
struct Field {
    std::string name;
    std::function<BufferRange&(Args&)> range;
};

// A description to plan for.
template <class Desc, class Args>
struct Case {
    Desc desc;
    const char* row;         // of the table of dispatches, which several cases may share
    const char* absent = ""; // an argument that the calls lack
    void (*change)(Args& args) = [](Args&) {};
};

// How an operation accesses an argument, as a mask. An argument that is written, and that several dispatches of a call
// touch, counts as read, too: the later ones may read what the earlier ones left.
enum Use : unsigned { kNone = 0, kRead = 1, kWrite = 2 };

Use useOf(const DispatchList& list, BufferRange argument)
{
    unsigned touched = 0;
    bool isWritten = false;
    for (const Dispatch& dispatch : list) {
        bool isTouched = false;
        for (uint32_t i = 0; i < dispatch.accessCount; ++i) {
            const Access& access = dispatch.accesses[i];
            const bool isArgument =
                access.range.address >= argument.address && access.range.address - argument.address < kBytes;
            isTouched = isTouched || isArgument;
            isWritten = isWritten || (isArgument && access.write);
        }
        touched += isTouched ? 1 : 0;
    }
    return static_cast<Use>((touched > (isWritten ? 1u : 0u) ? kRead : kNone) | (isWritten ? kWrite : kNone));
}

// A listed driver, another one, and another one without 64-bit atomics.
constexpr std::size_t kDevices = 3;

std::array<MockDevice, kDevices> devices()
{
    MockDevice listed;
    MockDevice unlisted;
    unlisted.driver = VK_DRIVER_ID_MESA_RADV;
    MockDevice withoutAtomics = unlisted;
    withoutAtomics.int64Atomics = false;
    return {listed, unlisted, withoutAtomics};
}

// Returns false if nothing of the operation waits and Never is asked for.
bool setWaiting(auto& desc, Waiting waiting)
{
    if constexpr (requires { desc.waiting; }) {
        desc.waiting = waiting;
        return true;
    }
    return waiting == Waiting::Auto;
}

// Arguments of a call on so many elements, or on a table that is as wide and high.
template <class Args>
Args argsOf(uint32_t size)
{
    Args args;
    if constexpr (requires { args.count; })
        args.count = size;
    else if constexpr (requires { args.input.extent.depth; })
        args.input.extent = args.output.extent = args.squares.extent = {size, size, 4};
    else
        args.input.extent = args.output.extent = args.squares.extent = {size, size};
    if constexpr (requires { args.segmentCount; })
        args.segmentCount = 100;
    if constexpr (requires { args.segmentCount, args.rowLength; })
        args.rowLength = 100;
    if constexpr (requires { args.k; })
        args.k = 100;
    return args;
}

// A case for each form of segments that `takes` accepts.
template <class Desc, class Args, class Takes>
std::vector<Case<Desc, Args>> casesOfSegments(const char* row, const Takes& takes)
{
    std::vector<Case<Desc, Args>> cases;
    for (const Segments segments : support::valuesOf(kSegmentForms, takes))
        cases.push_back({{.segments = segments}, row});
    return cases;
}

// The numbers of dispatches of plans, by waiting and device.
using Dispatches = std::array<std::array<std::set<uint32_t>, kDevices>, std::size(kWaitings)>;

std::string textOf(const std::set<uint32_t>& numbers)
{
    std::string text;
    for (auto each = numbers.begin(); each != numbers.end(); ++each)
        text += (each == numbers.begin()            ? ""
                 : std::next(each) == numbers.end() ? " or "
                                                    : ", ") +
                std::to_string(*each);
    return text.empty() ? "–" : text;
}

class Tables {
public:
    // Adds a row of accesses, and the rows of dispatches that the cases name: of all cases, with each waiting, on all
    // devices and for all counts.
    template <class Operation, class Args, class Desc>
    void add(const std::string& name, const char* structure, const std::vector<Field<Args>>& fields,
             const std::vector<Case<Desc, Args>>& cases)
    {
        std::vector<unsigned> uses(fields.size());
        for (const Case<Desc, Args>& each : cases) {
            unsigned plans = 0;
            Dispatches& dispatches = dispatchesOf(each.row);
            for (std::size_t device = 0; device < kDevices; ++device) {
                Context context;
                if (Context::create(mockContextDesc(devices()[device]), &context) != Status::Success)
                    fail("no context");
                for (std::size_t waiting = 0; waiting < std::size(kWaitings); ++waiting) {
                    Desc desc = each.desc;
                    Operation operation;
                    if (setWaiting(desc, kWaitings[waiting].value) &&
                        Operation::create(context, desc, &operation) == Status::Success)
                        plans += addPlans(name, operation, fields, each, &uses, &dispatches[waiting][device]);
                }
            }
            if (plans == 0)
                fail(name + " has a case that no device takes");
        }
        addAccesses(name, fields, uses);
        for (const Field<Args>& field : fields)
            m_arguments[structure].insert(field.name.substr(0, field.name.find('.')));
    }

    [[nodiscard]] std::string accesses() const
    {
        return "| operation | `SHADER_READ` | `SHADER_WRITE` | both |\n|---|---|---|---|\n" + m_accesses;
    }

    // In parentheses: without 64-bit atomics, if that differs.
    [[nodiscard]] std::string dispatches() const
    {
        std::string text = "| operation | `Auto`, listed | `Auto`, others | `Never` |\n|---|---|---|---|\n";
        for (const auto& [name, dispatches] : m_dispatches) {
            text += "| " + name + " |";
            for (std::size_t i = 0; i < std::size(kWaitings); ++i) {
                const auto& [listed, others, withoutAtomics] = dispatches[i];
                std::set<uint32_t> all = others;
                if (kWaitings[i].value == Waiting::Auto)
                    text += " " + textOf(listed) + " |";
                else
                    all.insert(listed.begin(), listed.end());
                text += " " + textOf(all);
                if (withoutAtomics != others && !withoutAtomics.empty())
                    text += " (" + textOf(withoutAtomics) + ")";
                text += " |";
            }
            text += "\n";
        }
        return text;
    }

    // Arguments as headers declare them, by structure.
    [[nodiscard]] const std::map<std::string, std::set<std::string>>& arguments() const { return m_arguments; }

private:
    // Returns the number of plans.
    template <class Desc, class Args>
    static unsigned addPlans(const std::string& name, const auto& operation, const std::vector<Field<Args>>& fields,
                             const Case<Desc, Args>& of, std::vector<unsigned>* uses, std::set<uint32_t>* dispatches)
    {
        unsigned plans = 0;
        for (const uint32_t size : {1u, 100u, 2'000u, 5'000u, 1'000'000u, 200'000'000u}) {
            Args args = argsOf<Args>(size);
            of.change(args);
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (fields[i].name != of.absent)
                    fields[i].range(args) = {(i + 1) * kApart, kBytes};
            if constexpr (requires { args.operand; })
                args.operand = 1u;
            DispatchList list;
            const Status status = operation.plan(args, &list);
            if (status.rule == Rule::TooLarge)
                continue;
            if (status != Status::Success)
                fail(name + ": " + toString(status));
            ++plans;
            dispatches->insert(list.count);
            for (std::size_t i = 0; i < fields.size(); ++i)
                (*uses)[i] |= useOf(list, {(i + 1) * kApart, kBytes});
        }
        return plans;
    }

    template <class Args>
    void addAccesses(const std::string& name, const std::vector<Field<Args>>& fields, const std::vector<unsigned>& uses)
    {
        std::string cells[4];
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (uses[i] == kNone)
                fail(name + " never touches " + fields[i].name);
            std::string& cell = cells[uses[i]];
            cell += (cell.empty() ? "`" : ", `") + fields[i].name + "`";
        }
        m_accesses +=
            "| " + name + " | " + cells[kRead] + " | " + cells[kWrite] + " | " + cells[kRead | kWrite] + " |\n";
    }

    Dispatches& dispatchesOf(const std::string& row)
    {
        auto at =
            std::find_if(m_dispatches.begin(), m_dispatches.end(), [&](const auto& each) { return each.first == row; });
        if (at == m_dispatches.end())
            at = m_dispatches.insert(at, {row, {}});
        return at->second;
    }

    std::string m_accesses;
    std::vector<std::pair<std::string, Dispatches>> m_dispatches;
    std::map<std::string, std::set<std::string>> m_arguments;
};

Tables makeTables()
{
    const CustomModules modules(customStamp(2));
    Tables table;
    const std::vector<Field<ScanArgs>> scanFields = {{"input", &ScanArgs::input},
                                                     {"output", &ScanArgs::output},
                                                     {"total", &ScanArgs::total},
                                                     {"scratch", &ScanArgs::scratch},
                                                     {"countBuffer", &ScanArgs::countBuffer}};
    table.add<Scan, ScanArgs, ScanDesc>("`Scan`", "ScanArgs", scanFields,
                                        {{{}, "`Scan`"},
                                         {{.tupleSize = 4}, "`Scan`"},
                                         {{.order = 4}, "`Scan`"},
                                         {{.order = 16}, "`Scan`"},
                                         {{.type = ElementType::F32, .reproducible = true}, "`Scan`"},
                                         {{.kernels = modules.kernels()}, "`Scan`"}});
    table.add<Scan, ScanArgs, ScanDesc>("`Scan` of floats in orders", "ScanArgs", scanFields,
                                        {{{.type = ElementType::F32, .order = 3}, "`Scan` of floats, order 3"}});
    table.add<Reduce, ReduceArgs, ReduceDesc>(
        "`Reduce`", "ReduceArgs",
        {{"input", &ReduceArgs::input},
         {"result", &ReduceArgs::result},
         {"index", &ReduceArgs::index},
         {"scratch", &ReduceArgs::scratch},
         {"countBuffer", &ReduceArgs::countBuffer}},
        {{{}, "`Reduce`", "index"},
         {{.type = ElementType::F64}, "`Reduce`", "index"},
         {{.op = Op::Min, .withIndex = true}, "`Reduce`"},
         {{.type = ElementType::F32, .reproducible = true},
          "`Reduce`, reproducible, or by kernels of your own",
          "index"},
         {{.kernels = modules.kernels()}, "`Reduce`, reproducible, or by kernels of your own", "index"}});
    table.add<SegmentedScan, SegmentedScanArgs, SegmentedScanDesc>(
        "`SegmentedScan`", "SegmentedScanArgs",
        {{"input", &SegmentedScanArgs::input},
         {"output", &SegmentedScanArgs::output},
         {"segments", &SegmentedScanArgs::segments},
         {"scratch", &SegmentedScanArgs::scratch},
         {"countBuffer", &SegmentedScanArgs::countBuffer}},
        casesOfSegments<SegmentedScanDesc, SegmentedScanArgs>(
            "`SegmentedScan`", [](const SegmentsRow& row) { return row.value != Segments::Kernels; }));
    auto reducedSegments =
        casesOfSegments<SegmentedReduceDesc, SegmentedReduceArgs>("`SegmentedReduce`", &SegmentsRow::isReduced);
    reducedSegments.push_back({{.type = ElementType::F32, .reproducible = true}, "`SegmentedReduce`"});
    const CustomModules segmentModules(customStamp(2, vkscan::abi::kStampSegments));
    reducedSegments.push_back({{.kernels = segmentModules.kernels()}, "`SegmentedReduce`"});
    table.add<SegmentedReduce, SegmentedReduceArgs, SegmentedReduceDesc>(
        "`SegmentedReduce`", "SegmentedReduceArgs",
        {{"input", &SegmentedReduceArgs::input},
         {"result", &SegmentedReduceArgs::result},
         {"segments", &SegmentedReduceArgs::segments},
         {"scratch", &SegmentedReduceArgs::scratch},
         {"countBuffer", &SegmentedReduceArgs::countBuffer}},
        reducedSegments);
    table.add<Compact, CompactArgs, CompactDesc>(
        "`Compact`", "CompactArgs",
        {{"input", &CompactArgs::input},
         {"tested", &CompactArgs::tested},
         {"output", &CompactArgs::output},
         {"rest", &CompactArgs::rest},
         {"selectedCount", &CompactArgs::selectedCount},
         {"indirect.field", [](CompactArgs& args) -> BufferRange& { return args.indirect.field; }},
         {"scratch", &CompactArgs::scratch},
         {"countBuffer", &CompactArgs::countBuffer}},
        {{{.predicate = {Condition::Less}}, "`Compact`", "rest"},
         {{.predicate = {Condition::Less}, .withRest = true}, "`Compact` with `rest`"},
         {{.predicate = {Condition::Less}, .withRest = true}, "`Compact` `withRest`, without `rest`", "rest"}});
    table.add<RadixSort, RadixSortArgs, RadixSortDesc>(
        "`RadixSort`", "RadixSortArgs",
        {{"input", &RadixSortArgs::input},
         {"values", &RadixSortArgs::values},
         {"segments", &RadixSortArgs::segments},
         {"output", &RadixSortArgs::output},
         {"sortedValues", &RadixSortArgs::sortedValues},
         {"bucketOffsets", &RadixSortArgs::bucketOffsets},
         {"temporary", &RadixSortArgs::temporary},
         {"scratch", &RadixSortArgs::scratch},
         {"countBuffer", &RadixSortArgs::countBuffer}},
        {{{.valueSize = 4}, "`RadixSort` of 32-bit keys", "bucketOffsets"},
         {{.type = ElementType::U16, .withIndex = true}, "`RadixSort` of 16-bit keys", "bucketOffsets"},
         {{.type = ElementType::U64, .withIndex = true}, "`RadixSort` of 64-bit keys", "bucketOffsets"},
         {{.valueSize = 4, .segmented = true}, "`RadixSort` of segments, 32-bit keys", "bucketOffsets"},
         {{.valueSize = 4, .endBit = 8}, "`RadixSort` by 8 bits, with `bucketOffsets`"},
         {{.valueSize = 4, .endBit = 4}, "`RadixSort` as a split"}});
    table.add<ReduceByKey, ReduceByKeyArgs, ReduceByKeyDesc>(
        "`ReduceByKey`", "ReduceByKeyArgs",
        {{"input", &ReduceByKeyArgs::input},
         {"values", &ReduceByKeyArgs::values},
         {"unique", &ReduceByKeyArgs::unique},
         {"reduced", &ReduceByKeyArgs::reduced},
         {"lengths", &ReduceByKeyArgs::lengths},
         {"starts", &ReduceByKeyArgs::starts},
         {"runCount", &ReduceByKeyArgs::runCount},
         {"indirect.field", [](ReduceByKeyArgs& args) -> BufferRange& { return args.indirect.field; }},
         {"scratch", &ReduceByKeyArgs::scratch},
         {"countBuffer", &ReduceByKeyArgs::countBuffer}},
        {{{}, "`ReduceByKey`"}, {{.runValue = RunValue::First}, "`ReduceByKey`"}});
    table.add<Distribution, DistributionArgs, DistributionDesc>(
        "`Distribution`", "DistributionArgs",
        {{"input", &DistributionArgs::input},
         {"output", &DistributionArgs::output},
         {"alias", &DistributionArgs::alias},
         {"temporary", &DistributionArgs::temporary},
         {"countBuffer", &DistributionArgs::countBuffer}},
        {{{.withAlias = true}, "`Distribution` with `alias`"}, {{}, "`Distribution`", "alias"}});
    const auto largeK = [](TopKArgs& args) { args.k = 5'000; };
    table.add<TopK, TopKArgs, TopKDesc>(
        "`TopK`", "TopKArgs",
        {{"input", &TopKArgs::input},
         {"values", &TopKArgs::values},
         {"output", &TopKArgs::output},
         {"index", &TopKArgs::index},
         {"sortedValues", &TopKArgs::sortedValues},
         {"temporary", &TopKArgs::temporary},
         {"countBuffer", &TopKArgs::countBuffer}},
        {{{}, "`TopK`, k up to 1,024"},
         {{}, "`TopK` of rows", "", [](TopKArgs& args) { args.rowLength = 5'000; }},
         {{}, "`TopK`, k beyond 1,024, 32-bit keys", "", largeK},
         {{.type = ElementType::U64}, "`TopK`, k beyond 1,024, 64-bit keys", "", largeK}});
    table.add<Histogram, HistogramArgs, HistogramDesc>("`Histogram`", "HistogramArgs",
                                                       {{"input", &HistogramArgs::input},
                                                        {"counts", &HistogramArgs::counts},
                                                        {"countBuffer", &HistogramArgs::countBuffer}},
                                                       {{{}, "`Histogram`"}});
    table.add<Suballocate, SuballocateArgs, SuballocateDesc>(
        "`Suballocate`", "SuballocateArgs",
        {{"counts", &SuballocateArgs::counts},
         {"offsets", &SuballocateArgs::offsets},
         {"total", &SuballocateArgs::total},
         {"indirect.field", [](SuballocateArgs& args) -> BufferRange& { return args.indirect.field; }},
         {"scratch", &SuballocateArgs::scratch},
         {"countBuffer", &SuballocateArgs::countBuffer}},
        {{{}, "`Suballocate`"}});
    const auto addExpand = [&](const char* name, const Case<ExpandDesc, ExpandArgs>& of) {
        std::vector<Field<ExpandArgs>> fields = {
            {"counts", &ExpandArgs::counts},
            {"offsets", &ExpandArgs::offsets},
            {"output", &ExpandArgs::output},
            {"index", &ExpandArgs::index},
            {"total", &ExpandArgs::total},
            {"indirect.field", [](ExpandArgs& args) -> BufferRange& { return args.indirect.field; }},
            {"scratch", &ExpandArgs::scratch},
            {"countBuffer", &ExpandArgs::countBuffer}};
        if (of.desc.fromOffsets) // takes neither
            std::erase_if(fields, [](const auto& each) { return each.name == "counts" || each.name == "scratch"; });
        table.add<Expand, ExpandArgs, ExpandDesc>(name, "ExpandArgs", fields, {of});
    };
    addExpand("`Expand`", {{}, "`Expand`"});
    addExpand("`Expand` with `fromOffsets`", {{.fromOffsets = true}, "`Expand` with `fromOffsets`"});
    for (const Bias bias : {Bias::Given, Bias::Mean}) {
        SummedAreaTableDesc desc;
        desc.input = desc.output = Resource::Buffer;
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        desc.bias = bias;
        desc.squares = true;
        SummedAreaTableDesc twoFloats = desc;
        twoFloats.accumulation = Accumulation::F32x2;
        const std::string row =
            std::string("`SummedAreaTable` with `Bias::") + (bias == Bias::Given ? "Given`" : "Mean`");
        const std::string twoFloatsRow = row + ", in `F32x2`";
        table.add<SummedAreaTable, SummedAreaTableArgs, SummedAreaTableDesc>(
            row, "SummedAreaTableArgs",
            {{"input", [](SummedAreaTableArgs& args) -> BufferRange& { return args.input.buffer; }},
             {"bias", &SummedAreaTableArgs::bias},
             {"output", [](SummedAreaTableArgs& args) -> BufferRange& { return args.output.buffer; }},
             {"squares", [](SummedAreaTableArgs& args) -> BufferRange& { return args.squares.buffer; }},
             {"scratch", &SummedAreaTableArgs::scratch}},
            {{desc, row.c_str()}, {twoFloats, twoFloatsRow.c_str()}});
    }
    SummedVolumeTableDesc volume;
    volume.inputFormat = volume.outputFormat = VK_FORMAT_R32_SFLOAT;
    volume.bias = Bias::Given;
    SummedVolumeTableDesc squares = volume;
    squares.squares = true;
    SummedVolumeTableDesc stack = volume;
    stack.separateSlices = true;
    table.add<SummedVolumeTable, SummedVolumeTableArgs, SummedVolumeTableDesc>(
        "`SummedVolumeTable` with `Bias::Given`", "SummedVolumeTableArgs",
        {{"input", [](SummedVolumeTableArgs& args) -> BufferRange& { return args.input.buffer; }},
         {"bias", &SummedVolumeTableArgs::bias},
         {"output", [](SummedVolumeTableArgs& args) -> BufferRange& { return args.output.buffer; }},
         {"squares", [](SummedVolumeTableArgs& args) -> BufferRange& { return args.squares.buffer; }},
         {"scratch", &SummedVolumeTableArgs::scratch}},
        {{volume, "`SummedVolumeTable` of a volume", "squares"},
         {squares, "`SummedVolumeTable` of a volume with squares"},
         {stack, "`SummedVolumeTable` of a stack", "squares"}});
    return table;
}

// Ranges that the structures of arguments have, by structure.
std::map<std::string, std::set<std::string>> declaredArguments(const std::filesystem::path& headers)
{
    std::map<std::string, std::set<std::string>> declared;
    for (const auto& entry : std::filesystem::directory_iterator(headers)) {
        if (entry.path().extension() != ".h" || entry.path().filename() == "c_api.h")
            continue;
        std::istringstream lines(readFile(entry.path().string()));
        std::string structure;
        for (std::string line; std::getline(lines, line);) {
            // `struct <Operation>Args {`, then members of four spaces, a type and a name. A surface `image` is no
            // memory.
            std::istringstream words(line);
            std::string first, second, third;
            words >> first >> second >> third;
            if (first == "struct" && second.ends_with("Args") && third == "{")
                structure = second;
            else if (line == "};")
                structure.clear();
            else if (!structure.empty() && line.starts_with("    ") && kArgumentTypes.contains(first) &&
                     second != "image")
                declared[structure].insert(second.substr(0, second.find_first_of(";{=")));
        }
    }
    return declared;
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const Tables tables = makeTables();
    if (arguments.size() == 3 && tables.arguments() != declaredArguments(arguments[2]))
        fail("the headers declare other arguments than tests/plan/plan_tables.cpp lists");
    if (arguments.size() < 2)
        fail("needs --write <docs>, or --check <docs> <headers>");
    writeOrCheck({arguments[0], arguments[1] + "/integration.md"}, "<!-- accesses: written by plan_tables -->\n",
                 "<!-- end of accesses -->\n", tables.accesses());
    writeOrCheck({arguments[0], arguments[1] + "/strategies.md"}, "<!-- dispatches: written by plan_tables -->\n",
                 "<!-- end of dispatches -->\n", tables.dispatches());
    return 0;
}
