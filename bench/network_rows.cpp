#include "network_rows.h"

#include "require.h"

#include "device/context_impl.h"
#include "operations/scan.h"

#include <algorithm>

namespace bench {

namespace {

using vkscan::Strategy;
using vkscan::WorkgroupNetwork;
using vkscan::WorkgroupNetworkDesc;

constexpr uint64_t kCounts[] = {524288, 2097152, 8388608};

struct Competitor {
    Strategy strategy;
    WorkgroupNetworkDesc network;
};

WorkgroupNetworkDesc networkOf(WorkgroupNetwork network, uint32_t radix = 2)
{
    WorkgroupNetworkDesc desc;
    desc.network = network;
    desc.radix = radix;
    return desc;
}

WorkgroupNetworkDesc padded(WorkgroupNetworkDesc desc)
{
    desc.padding = true;
    return desc;
}

WorkgroupNetworkDesc byShuffles(WorkgroupNetwork network, uint32_t workgroupSize = 0, bool vectorLoads = true)
{
    WorkgroupNetworkDesc desc = networkOf(network);
    desc.shuffles = true;
    desc.workgroupSize = workgroupSize;
    desc.vectorLoads = vectorLoads;
    return desc;
}

std::vector<Competitor> competitors()
{
    std::vector<Competitor> all = {
        {Strategy::Auto, {}},
        {Strategy::ReduceThenScan, {}},
        {Strategy::Cascade, {}},
        {Strategy::ScanThenPropagate, {}},
        // Harris, Sengupta & Owens: recursive, and without bank conflicts.
        {Strategy::ScanThenPropagate, networkOf(WorkgroupNetwork::Blelloch)},
        {Strategy::ScanThenPropagate, padded(networkOf(WorkgroupNetwork::Blelloch))},
        // Ha & Han: the cascade cut short.
        {Strategy::TruncatedCascade, networkOf(WorkgroupNetwork::HanCarlson)},
    };
    const auto append = [&](const WorkgroupNetworkDesc& network) { all.push_back({Strategy::Cascade, network}); };
    for (const WorkgroupNetwork network :
         {WorkgroupNetwork::HillisSteele, WorkgroupNetwork::HockneyJesshope, WorkgroupNetwork::Serial})
        append(networkOf(network));
    for (const WorkgroupNetwork network : {WorkgroupNetwork::Blelloch, WorkgroupNetwork::KoggeStone,
                                           WorkgroupNetwork::HanCarlson, WorkgroupNetwork::LadnerFischer})
        for (const uint32_t radix : {2u, 4u}) {
            append(networkOf(network, radix));
            append(padded(networkOf(network, radix)));
        }
    append(padded(networkOf(WorkgroupNetwork::Serial)));
    for (const WorkgroupNetwork network : {WorkgroupNetwork::KoggeStone, WorkgroupNetwork::LadnerFischer}) {
        append(byShuffles(network));
        append(byShuffles(network, 0, false));
        for (const uint32_t workgroupSize : {64u, 128u, 512u, 1024u})
            append(byShuffles(network, workgroupSize));
    }
    return all;
}

std::string nameOf(const WorkgroupNetworkDesc& network)
{
    std::string name = toString(network.network);
    if (network.shuffles)
        name += "+shuffles";
    if (network.padding)
        name += "+padding";
    if (network.radix != 2)
        name += "+radix" + std::to_string(network.radix);
    if (!network.vectorLoads)
        name += "+scalar";
    if (network.workgroupSize != 0)
        name += "+" + std::to_string(network.workgroupSize);
    return name;
}

} // namespace

std::vector<Row> listNetworkRows(unsigned maxLog2)
{
    std::vector<Row> rows;
    for (const uint64_t largest : kCounts) {
        const uint64_t count = std::min(largest, uint64_t{1} << maxLog2);
        if (count < largest && !rows.empty())
            break;
        for (const Competitor& competitor : competitors()) {
            Row row = sumRow(vkscan::ElementType::F32, competitor.strategy, count);
            row.desc.network = competitor.network;
            row.network = nameOf(competitor.network);
            rows.push_back(row);
        }
    }
    return rows;
}

Result NetworkHarness::measure(const Row& row)
{
    const auto [compiled, isNew] = m_compiled.try_emplace({row.network, row.desc.strategy});
    auto& [scan, statistics] = compiled->second;
    if (isNew) {
        require(vkscan::Scan::create(m_harness.context(), row.desc, &scan), "Scan::create");
        for (const vkscan::Kernel& kernel : m_compiler.whyNot().empty() ? scan.kernels() : vkscan::KernelList{}) {
            const KernelStatistics found = m_compiler.compile(kernel);
            statistics.registers = std::max(statistics.registers, found.registers);
            statistics.sharedBytes = std::max(statistics.sharedBytes, found.sharedBytes);
        }
    }
    Result result = m_harness.measure(row, scan);
    const vkscan::Capabilities& capabilities = m_harness.context().impl()->capabilities;
    const vkscan::ScanModel model = scanModel(row.desc, vkscan::tuningFor(capabilities), capabilities);
    const vkscan::Stage stage = chooseStage(model, row.count);
    const auto add = [&](const char* name, uint64_t value) {
        result.counters.emplace_back(name, static_cast<double>(value));
    };
    add("workgroup_size", model[stage].geometry.workgroupSize);
    add("workgroups", workgroupCount(model, stage, row.count));
    if (m_compiler.whyNot().empty()) {
        add("registers", statistics.registers);
        add("shared_bytes", statistics.sharedBytes);
    }
    return result;
}

} // namespace bench
