// The table of accesses in docs/integration.md, made from plans of all operations on several kinds of device:
//
//     access_table --write <page>             replaces the table
//     access_table --check <page> <headers>   fails if the table is not up to date, or if the headers declare arguments
//                                             that the lists below lack
#include "mock_device.h"
#include "page_table.h"

#include <support/axis.h>
#include <vkscan/vkscan.h>

#include <cstdio>
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

constexpr const char* kBegin = "<!-- accesses: written by access_table -->\n";
const std::set<std::string> kArgumentTypes = {"BufferRange", "IndirectCount", "Surface", "VolumeSurface"};
constexpr const char* kEnd = "<!-- end of accesses -->\n";
constexpr VkDeviceAddress kApart = VkDeviceAddress{1} << 50; // of arguments
constexpr VkDeviceSize kBytes = kApart / 2;

// An argument, and its range among the others.
template <class Args>
struct Field {
    std::string name;
    std::function<BufferRange&(Args&)> range;
};

// A description to plan for, and the argument that is absent then, if any.
template <class Desc>
struct Case {
    Desc desc;
    const char* absent = "";
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

std::vector<MockDevice> devices()
{
    MockDevice listed;
    MockDevice unlisted;
    unlisted.driver = VK_DRIVER_ID_MESA_RADV;
    MockDevice withoutAtomics = unlisted;
    withoutAtomics.int64Atomics = false;
    return {listed, unlisted, withoutAtomics};
}

void setStrategy(auto& desc, Strategy strategy)
{
    if constexpr (requires { desc.strategy; }) {
        desc.strategy = strategy;
        desc.assumeForwardProgress = true;
    }
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
template <class Desc, class Takes>
std::vector<Case<Desc>> casesOfSegments(const Takes& takes)
{
    std::vector<Case<Desc>> cases;
    for (const Segments segments : support::valuesOf(kSegmentForms, takes))
        cases.push_back({{.segments = segments}});
    return cases;
}

class Table {
public:
    // Adds a row: the uses in all cases, by all strategies, on all devices and for all counts.
    template <class Operation, class Args, class Desc>
    void add(const std::string& name, const char* structure, const std::vector<Field<Args>>& fields,
             const std::vector<Case<Desc>>& cases)
    {
        std::vector<unsigned> uses(fields.size());
        for (const Case<Desc>& each : cases) {
            unsigned plans = 0;
            for (const MockDevice& device : devices()) {
                Context context;
                if (Context::create(mockContextDesc(device), &context) != Status::Success)
                    fail("no context");
                for (const StrategyRow& strategy : kStrategies) {
                    Desc desc = each.desc;
                    setStrategy(desc, strategy.value);
                    Operation operation;
                    if (Operation::create(context, desc, &operation) == Status::Success)
                        plans += addPlans(name, operation, fields, each.absent, &uses);
                }
            }
            if (plans == 0)
                fail(name + " has a case that no device takes");
        }
        addRow(name, fields, uses);
        for (const Field<Args>& field : fields)
            m_arguments[structure].insert(field.name.substr(0, field.name.find('.')));
    }

    [[nodiscard]] std::string text() const
    {
        return "| operation | `SHADER_READ` | `SHADER_WRITE` | both |\n|---|---|---|---|\n" + m_rows;
    }

    // Arguments as headers declare them, by structure.
    [[nodiscard]] const std::map<std::string, std::set<std::string>>& arguments() const { return m_arguments; }

private:
    // Returns the number of plans.
    template <class Args>
    static unsigned addPlans(const std::string& name, const auto& operation, const std::vector<Field<Args>>& fields,
                             const std::string& absent, std::vector<unsigned>* uses)
    {
        unsigned plans = 0;
        for (const uint32_t size : {1u, 100u, 5'000u, 1'000'000u, 100'000'000u}) {
            Args args = argsOf<Args>(size);
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (fields[i].name != absent)
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
            for (std::size_t i = 0; i < fields.size(); ++i)
                (*uses)[i] |= useOf(list, {(i + 1) * kApart, kBytes});
        }
        return plans;
    }

    template <class Args>
    void addRow(const std::string& name, const std::vector<Field<Args>>& fields, const std::vector<unsigned>& uses)
    {
        std::string cells[4];
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (uses[i] == kNone)
                fail(name + " never touches " + fields[i].name);
            std::string& cell = cells[uses[i]];
            cell += (cell.empty() ? "`" : ", `") + fields[i].name + "`";
        }
        m_rows += "| " + name + " | " + cells[kRead] + " | " + cells[kWrite] + " | " + cells[kRead | kWrite] + " |\n";
    }

    std::string m_rows;
    std::map<std::string, std::set<std::string>> m_arguments;
};

Table makeTable()
{
    Table table;
    const std::vector<Field<ScanArgs>> scanFields = {{"input", &ScanArgs::input},
                                                     {"output", &ScanArgs::output},
                                                     {"total", &ScanArgs::total},
                                                     {"scratch", &ScanArgs::scratch},
                                                     {"countBuffer", &ScanArgs::countBuffer}};
    table.add<Scan, ScanArgs, ScanDesc>("`Scan`", "ScanArgs", scanFields, {{{}}, {{.tupleSize = 4}}, {{.order = 4}}});
    table.add<Scan, ScanArgs, ScanDesc>("`Scan` of floats in orders", "ScanArgs", scanFields,
                                        {{{.type = ElementType::F32, .order = 3}}});
    table.add<Reduce, ReduceArgs, ReduceDesc>("`Reduce`", "ReduceArgs",
                                              {{"input", &ReduceArgs::input},
                                               {"result", &ReduceArgs::result},
                                               {"index", &ReduceArgs::index},
                                               {"scratch", &ReduceArgs::scratch},
                                               {"countBuffer", &ReduceArgs::countBuffer}},
                                              {{{}, "index"}, {{.op = Op::Min, .withIndex = true}}});
    table.add<SegmentedScan, SegmentedScanArgs, SegmentedScanDesc>(
        "`SegmentedScan`", "SegmentedScanArgs",
        {{"input", &SegmentedScanArgs::input},
         {"output", &SegmentedScanArgs::output},
         {"segments", &SegmentedScanArgs::segments},
         {"scratch", &SegmentedScanArgs::scratch},
         {"countBuffer", &SegmentedScanArgs::countBuffer}},
        casesOfSegments<SegmentedScanDesc>([](const SegmentsRow& row) { return row.value != Segments::Kernels; }));
    table.add<SegmentedReduce, SegmentedReduceArgs, SegmentedReduceDesc>(
        "`SegmentedReduce`", "SegmentedReduceArgs",
        {{"input", &SegmentedReduceArgs::input},
         {"result", &SegmentedReduceArgs::result},
         {"segments", &SegmentedReduceArgs::segments},
         {"scratch", &SegmentedReduceArgs::scratch},
         {"countBuffer", &SegmentedReduceArgs::countBuffer}},
        casesOfSegments<SegmentedReduceDesc>(&SegmentsRow::isReduced));
    table.add<Compact, CompactArgs, CompactDesc>(
        "`Compact`", "CompactArgs",
        {{"input", &CompactArgs::input},
         {"tested", &CompactArgs::tested},
         {"output", &CompactArgs::output},
         {"selectedCount", &CompactArgs::selectedCount},
         {"indirect.field", [](CompactArgs& args) -> BufferRange& { return args.indirect.field; }},
         {"scratch", &CompactArgs::scratch},
         {"countBuffer", &CompactArgs::countBuffer}},
        {{{.predicate = {Condition::Less}}}});
    table.add<Partition, PartitionArgs, PartitionDesc>(
        "`Partition`", "PartitionArgs",
        {{"input", &PartitionArgs::input},
         {"tested", &PartitionArgs::tested},
         {"output", &PartitionArgs::output},
         {"rest", &PartitionArgs::rest},
         {"selectedCount", &PartitionArgs::selectedCount},
         {"indirect.field", [](PartitionArgs& args) -> BufferRange& { return args.indirect.field; }},
         {"scratch", &PartitionArgs::scratch},
         {"countBuffer", &PartitionArgs::countBuffer}},
        {{{.predicate = {Condition::Less}}}, {{.predicate = {Condition::Less}}, "rest"}});
    table.add<Split, SplitArgs, SplitDesc>("`Split`", "SplitArgs",
                                           {{"input", &SplitArgs::input},
                                            {"keys", &SplitArgs::keys},
                                            {"output", &SplitArgs::output},
                                            {"bucketOffsets", &SplitArgs::bucketOffsets},
                                            {"scratch", &SplitArgs::scratch},
                                            {"countBuffer", &SplitArgs::countBuffer}},
                                           {{{}}});
    table.add<RadixSort, RadixSortArgs, RadixSortDesc>(
        "`RadixSort`", "RadixSortArgs",
        {{"input", &RadixSortArgs::input},
         {"values", &RadixSortArgs::values},
         {"segments", &RadixSortArgs::segments},
         {"output", &RadixSortArgs::output},
         {"sortedValues", &RadixSortArgs::sortedValues},
         {"temporary", &RadixSortArgs::temporary},
         {"scratch", &RadixSortArgs::scratch},
         {"countBuffer", &RadixSortArgs::countBuffer}},
        {{{.valueSize = 4}}, {{.withIndex = true}}, {{.valueSize = 4, .segmented = true}}});
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
        {{{}}, {{.keepsFirst = true}}});
    table.add<RunLengthEncode, RunLengthEncodeArgs, RunLengthEncodeDesc>(
        "`RunLengthEncode`", "RunLengthEncodeArgs",
        {{"input", &RunLengthEncodeArgs::input},
         {"unique", &RunLengthEncodeArgs::unique},
         {"lengths", &RunLengthEncodeArgs::lengths},
         {"starts", &RunLengthEncodeArgs::starts},
         {"runCount", &RunLengthEncodeArgs::runCount},
         {"indirect.field", [](RunLengthEncodeArgs& args) -> BufferRange& { return args.indirect.field; }},
         {"scratch", &RunLengthEncodeArgs::scratch},
         {"countBuffer", &RunLengthEncodeArgs::countBuffer}},
        {{{}}});
    table.add<Distribution, DistributionArgs, DistributionDesc>("`Distribution`", "DistributionArgs",
                                                                {{"input", &DistributionArgs::input},
                                                                 {"output", &DistributionArgs::output},
                                                                 {"alias", &DistributionArgs::alias},
                                                                 {"temporary", &DistributionArgs::temporary},
                                                                 {"countBuffer", &DistributionArgs::countBuffer}},
                                                                {{{.withAlias = true}}});
    table.add<TopK, TopKArgs, TopKDesc>("`TopK`", "TopKArgs",
                                        {{"input", &TopKArgs::input},
                                         {"values", &TopKArgs::values},
                                         {"output", &TopKArgs::output},
                                         {"index", &TopKArgs::index},
                                         {"sortedValues", &TopKArgs::sortedValues},
                                         {"temporary", &TopKArgs::temporary},
                                         {"countBuffer", &TopKArgs::countBuffer}},
                                        {{{}}});
    table.add<Histogram, HistogramArgs, HistogramDesc>("`Histogram`", "HistogramArgs",
                                                       {{"input", &HistogramArgs::input},
                                                        {"counts", &HistogramArgs::counts},
                                                        {"countBuffer", &HistogramArgs::countBuffer}},
                                                       {{{}}});
    table.add<Suballocate, SuballocateArgs, SuballocateDesc>(
        "`Suballocate`", "SuballocateArgs",
        {{"counts", &SuballocateArgs::counts},
         {"offsets", &SuballocateArgs::offsets},
         {"total", &SuballocateArgs::total},
         {"indirect.field", [](SuballocateArgs& args) -> BufferRange& { return args.indirect.field; }},
         {"scratch", &SuballocateArgs::scratch},
         {"countBuffer", &SuballocateArgs::countBuffer}},
        {{{}}});
    const auto addExpand = [&](const char* name, const Case<ExpandDesc>& of) {
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
    addExpand("`Expand`", {});
    addExpand("`Expand` with `fromOffsets`", {{.fromOffsets = true}});
    table.add<Difference, DifferenceArgs, DifferenceDesc>("`Difference`", "DifferenceArgs",
                                                          {{"input", &DifferenceArgs::input},
                                                           {"output", &DifferenceArgs::output},
                                                           {"countBuffer", &DifferenceArgs::countBuffer}},
                                                          {{{}}});
    for (const Bias bias : {Bias::Given, Bias::Mean}) {
        SummedAreaTableDesc desc;
        desc.input = desc.output = Resource::Buffer;
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        desc.bias = bias;
        desc.squares = true;
        table.add<SummedAreaTable, SummedAreaTableArgs, SummedAreaTableDesc>(
            std::string("`SummedAreaTable` with `Bias::") + (bias == Bias::Given ? "Given`" : "Mean`"),
            "SummedAreaTableArgs",
            {{"input", [](SummedAreaTableArgs& args) -> BufferRange& { return args.input.buffer; }},
             {"bias", &SummedAreaTableArgs::bias},
             {"output", [](SummedAreaTableArgs& args) -> BufferRange& { return args.output.buffer; }},
             {"squares", [](SummedAreaTableArgs& args) -> BufferRange& { return args.squares.buffer; }},
             {"scratch", &SummedAreaTableArgs::scratch}},
            {{desc}});
    }
    SummedVolumeTableDesc volume;
    volume.inputFormat = volume.outputFormat = VK_FORMAT_R32_SFLOAT;
    volume.bias = Bias::Given;
    volume.squares = true;
    table.add<SummedVolumeTable, SummedVolumeTableArgs, SummedVolumeTableDesc>(
        "`SummedVolumeTable` with `Bias::Given`", "SummedVolumeTableArgs",
        {{"input", [](SummedVolumeTableArgs& args) -> BufferRange& { return args.input.buffer; }},
         {"bias", &SummedVolumeTableArgs::bias},
         {"output", [](SummedVolumeTableArgs& args) -> BufferRange& { return args.output.buffer; }},
         {"squares", [](SummedVolumeTableArgs& args) -> BufferRange& { return args.squares.buffer; }},
         {"scratch", &SummedVolumeTableArgs::scratch}},
        {{volume}});
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
    declared["RadixSortArgs"].erase("selectedCount"); // of kernels of one's own alone, which are not tried here
    return declared;
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const Table table = makeTable();
    if (arguments.size() == 3 && table.arguments() != declaredArguments(arguments[2]))
        fail("the headers declare other arguments than tests/plan/access_table.cpp lists");
    writeOrCheck(arguments, kBegin, kEnd, table.text());
    return 0;
}
