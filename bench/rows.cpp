#include "rows.h"

#include <support/axis.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Op;
using vkscan::Strategy;
namespace study = vkscan::study;

// Bytes of both arrays that cold rows rotate through: far more than caches hold. Shorter runs have less.
constexpr unsigned kColdLog2 = 29;

constexpr unsigned kVariantsLog2 = 26;

class List {
public:
    List(unsigned maxLog2, const std::function<uint64_t(const vkscan::study::ScanDesc&)>& maxCountOf)
        : m_maxLog2(maxLog2),
          m_maxCountOf(maxCountOf)
    {
    }

    [[nodiscard]] unsigned maxLog2() const { return m_maxLog2; }

    void append(const Row& row)
    {
        // Orders and tuples go where plain scans do. Their kernels, which take long to compile, wait for their rows.
        vkscan::study::ScanDesc plain = row.desc;
        plain.order = plain.tupleSize = 1;
        if (row.count <= m_maxCountOf(plain) && m_names.insert(row.name()).second)
            m_rows.push_back(row);
    }

    void appendSums(ElementType type, Strategy strategy, std::vector<unsigned> log2s)
    {
        for (unsigned log2 : boundedLog2s(std::move(log2s), m_maxLog2))
            append(sumRow(type, strategy, uint64_t{1} << log2));
    }

    void appendOp(ElementType type, Op op)
    {
        Row row = sumRow(type, Strategy::Auto, variantsCount());
        row.desc.op = op;
        append(row);
    }

    // Appends a variant of the sum, of 2^26 elements or of those that `log2s` lists.
    template <class Change>
    void appendVariant(const char* variant, const Change& change, std::vector<unsigned> log2s = {kVariantsLog2})
    {
        for (unsigned log2 : boundedLog2s(std::move(log2s), m_maxLog2)) {
            Row row = sumRow(ElementType::U32, Strategy::Auto, uint64_t{1} << log2);
            row.variant = variant;
            change(row);
            append(row);
        }
    }

    [[nodiscard]] uint64_t variantsCount() const { return uint64_t{1} << std::min(m_maxLog2, kVariantsLog2); }

    [[nodiscard]] std::vector<Row> take() { return std::move(m_rows); }

private:
    unsigned m_maxLog2;
    const std::function<uint64_t(const vkscan::study::ScanDesc&)>& m_maxCountOf;
    std::set<std::string> m_names;
    std::vector<Row> m_rows;
};

void appendStrategies(List* list)
{
    for (const study::StrategyRow& row : study::kStrategies)
        if (row.value != Strategy::Auto && row.value != Strategy::SingleWorkgroup &&
            row.value != study::kTruncatedCascade) // among the networks
            list->appendSums(ElementType::U32, row.value, {16, 20, 22, 24, 28});
    list->appendSums(ElementType::U32, Strategy::SingleWorkgroup, {16, 20});
}

void appendVariants(List* list)
{
    list->appendVariant("", [](Row& row) { row.desc.kind = vkscan::Kind::Exclusive; });
    list->appendVariant("in_place", [](Row& row) { row.inPlace = true; }, {16, 20, kVariantsLog2});
    list->appendVariant("backward", [](Row& row) { row.desc.direction = vkscan::Direction::Backward; },
                        {16, 20, kVariantsLog2});
    list->appendVariant("backward", [](Row& row) {
        row.desc.kind = vkscan::Kind::Exclusive;
        row.desc.direction = vkscan::Direction::Backward;
    });
    list->appendVariant("total", [](Row& row) { row.total = true; });
    list->appendVariant("initial", [](Row& row) { row.initial = true; });
    list->appendVariant("unaligned", [](Row& row) { row.inputOffset = row.outputOffset = 1; });
    list->appendVariant("unaligned_input", [](Row& row) { row.inputOffset = 1; });
    list->appendVariant("device_count", [](Row& row) { row.deviceCount = static_cast<uint32_t>(row.count); });
    for (const bool sized : {false, true}) {
        const auto count = [sized](Row& row) {
            row.deviceCount = static_cast<uint32_t>(row.count / 100);
            row.sized = sized;
        };
        list->appendVariant(sized ? "device_count_1_percent_sized" : "device_count_1_percent", count,
                            {kVariantsLog2, 28});
    }
    for (const study::StrategyRow& its : study::kStrategies) {
        if (!its.isOwn)
            continue;
        const auto reproduce = [&its](Row& row) {
            row.desc.type = ElementType::F32;
            row.desc.strategy = its.value;
            row.desc.reproducible = true;
        };
        list->appendVariant("reproducible", reproduce, {16, 20, 24, 28});
    }
    // Yardstick of device_count_1_percent: the host knows the count.
    list->append(sumRow(ElementType::U32, Strategy::Auto, list->variantsCount() / 100));
}

// Sums of orders and tuples.
void appendShapes(List* list, ElementType type, Strategy strategy, std::vector<unsigned> log2s)
{
    for (const auto& [order, tupleSize] :
         {std::pair{2u, 1u}, {5u, 1u}, {8u, 1u}, {1u, 2u}, {1u, 5u}, {1u, 8u}, {8u, 2u}}) {
        for (unsigned log2 : boundedLog2s(log2s, list->maxLog2())) {
            Row row = sumRow(type, strategy, uint64_t{1} << log2);
            row.desc.order = order;
            row.desc.tupleSize = tupleSize;
            list->append(row);
        }
    }
}

void appendCold(List* list)
{
    for (unsigned log2 : boundedLog2s({16, 20, 22, 24}, list->maxLog2())) {
        Row row = sumRow(ElementType::U32, Strategy::Auto, uint64_t{1} << log2);
        row.slices = std::max<uint64_t>(2, (uint64_t{1} << std::min(list->maxLog2(), kColdLog2 - 3)) / row.count);
        row.variant = "cold";
        list->append(row);
    }
}

void appendRecordings(List* list)
{
    for (Strategy strategy : {Strategy::Auto, Strategy::ReduceThenScan})
        for (bool barriers : {false, true}) {
            Row row = sumRow(ElementType::U32, strategy, uint64_t{1} << std::min(list->maxLog2(), 20u));
            row.recordingOnly = true;
            row.barriers = barriers;
            row.variant = barriers ? "barriers" : "";
            list->append(row);
        }
}

std::string nameOf(const study::NetworkDesc& network)
{
    return toString(network.network) + std::string(network.shuffles ? "+shuffles" : "") +
           (network.padding ? "+padding" : "") +
           (network.radix != 2 ? std::string("+radix") + std::to_string(network.radix) : "") +
           (network.vectorLoads ? "" : "+scalar") +
           (network.workgroupSize != 0 ? std::string("+") + std::to_string(network.workgroupSize) : "");
}

// Networks, their options, and strategies: the comparison and sizes of "Efficient Scan Operator Methods on a GPU"
// (Dieguez, Amor & Doallo, 2014).
void appendNetworks(List* list)
{
    const auto add = [&](Strategy strategy, const study::NetworkDesc& network) {
        for (unsigned log2 : boundedLog2s({19, 21, 23}, list->maxLog2())) {
            Row row = sumRow(ElementType::F32, strategy, uint64_t{1} << log2);
            row.desc.network = network;
            row.network = nameOf(network);
            list->append(row);
        }
    };
    for (Strategy strategy : {Strategy::Auto, Strategy::ReduceThenScan})
        add(strategy, {});
    // Harris, Sengupta & Owens: recursive, and without bank conflicts.
    add(study::kScanThenPropagate, {});
    for (bool padding : {false, true})
        add(study::kScanThenPropagate, {.network = study::Network::Blelloch, .padding = padding});
    // Ha & Han: the cascade cut short.
    add(study::kTruncatedCascade, {.network = study::Network::HanCarlson});
    for (study::Network network : support::valuesOf(study::kNetworks, std::not_fn(&study::NetworkRow::hasRadix4)))
        add(study::kCascade, {.network = network});
    add(study::kCascade, {.network = study::Network::Serial, .padding = true});
    for (study::Network network : support::valuesOf(study::kNetworks, &study::NetworkRow::hasRadix4))
        for (uint32_t radix : {2u, 4u})
            for (bool padding : {false, true})
                add(study::kCascade, {.network = network, .padding = padding, .radix = radix});
    for (study::Network network : support::valuesOf(study::kNetworks, &study::NetworkRow::hasShuffles)) {
        add(study::kCascade, {.network = network, .shuffles = true, .vectorLoads = false});
        for (uint32_t workgroupSize : {0u, 64u, 128u, 512u, 1024u})
            add(study::kCascade, {.network = network, .shuffles = true, .workgroupSize = workgroupSize});
    }
}

} // namespace

std::string Row::name() const
{
    const std::string end = variant.empty() ? "" : "/" + variant;
    if (recordingOnly)
        return std::string("record/scan/") + study::toString(desc.strategy) + end;
    return caseName() + "/" + std::to_string(count) + end;
}

std::string Row::caseName() const
{
    const auto shaped = [&](const char* operation, const std::string& shape) {
        return std::string(operation) + "/" + toString(desc.type) + "/" + shape + "/" + study::toString(desc.strategy);
    };
    if (!network.empty())
        return shaped("network", network);
    if (desc.order > 1 && desc.tupleSize > 1)
        return shaped("order_of_tuples", std::to_string(desc.order) + "x" + std::to_string(desc.tupleSize));
    if (desc.order > 1)
        return shaped("order", std::to_string(desc.order));
    if (desc.tupleSize > 1)
        return shaped("tuple", std::to_string(desc.tupleSize));
    return shaped("scan", std::string(toString(desc.op)) + "/" + toString(desc.kind));
}

VkDeviceSize Row::arrayBytes() const
{
    return (slices * count + std::max(inputOffset, outputOffset)) * vkscan::sizeOf(desc.type);
}

std::vector<unsigned> boundedLog2s(std::vector<unsigned> log2s, unsigned maxLog2)
{
    std::erase_if(log2s, [maxLog2](unsigned log2) { return log2 > maxLog2; });
    if (log2s.empty())
        log2s.push_back(maxLog2);
    return log2s;
}

Row sumRow(ElementType type, Strategy strategy, uint64_t count)
{
    Row row;
    row.desc.type = type;
    row.desc.strategy = strategy;
    // Measured on any device; one on which a strategy hangs is to be reported.
    row.desc.assumeForwardProgress = true;
    row.count = count;
    return row;
}

std::vector<Row> listRows(unsigned maxLog2, const std::function<uint64_t(const vkscan::study::ScanDesc&)>& maxCountOf)
{
    List list(maxLog2, maxCountOf);
    list.appendSums(ElementType::I32, Strategy::Auto, {12, 16, 20, 24, 26, 28, 30});
    list.appendSums(ElementType::F32, Strategy::Auto, {10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30});
    for (ElementType type : {ElementType::F32, ElementType::U32})
        for (const vkscan::OpRow& op : vkscan::kOps)
            if (op.value != Op::Add && (op.takesFloats || !support::isFloat(type)))
                list.appendOp(type, op.value);
    list.appendSums(ElementType::U32, Strategy::Auto,
                    {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31});
    for (uint64_t count : {10000u, 100000u, 1000000u})
        if (count <= uint64_t{1} << maxLog2)
            list.append(sumRow(ElementType::U32, Strategy::Auto, count));
    appendStrategies(&list);
    appendShapes(&list, ElementType::U32, Strategy::Auto, {16, 20, 24, 28});
    appendShapes(&list, ElementType::U64, Strategy::Auto, {27});
    appendShapes(&list, ElementType::U32, study::kSam, {28});
    appendShapes(&list, ElementType::U32, study::kChained, {24}); // 2^28 take it up to 70 ms
    appendVariants(&list);
    appendCold(&list);
    appendRecordings(&list);
    for (ElementType type : support::typesOfBytes(8))
        list.appendSums(type, Strategy::Auto, {20, 23, 25, 27});
    appendNetworks(&list);
    return list.take();
}

} // namespace bench
