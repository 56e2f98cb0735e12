#include "tune.h"

#include "device/context_impl.h"
#include "operations/scan.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Geometry;
using vkscan::Strategy;
using vkscan::Tuning;

// What a strategy's geometry is called, and the counts it is tried with.
struct Field {
    Strategy strategy;
    const char* name;
    Geometry Tuning::*geometry;
    Geometry Tuning::*other; // the strategy's for larger or smaller counts
    std::vector<unsigned> log2s;
};

const std::vector<Field>& fields()
{
    static const std::vector<Field> kFields = {
        {Strategy::SingleWorkgroup,
         "singleWorkgroupSmall",
         &Tuning::singleWorkgroupSmall,
         &Tuning::singleWorkgroup,
         {10, 11}},
        {Strategy::SingleWorkgroup,
         "singleWorkgroup",
         &Tuning::singleWorkgroup,
         &Tuning::singleWorkgroupSmall,
         {12, 14}},
        {Strategy::FlatSum, "flatSumSmall", &Tuning::flatSumSmall, &Tuning::flatSum, {14, 16}},
        {Strategy::FlatSum, "flatSum", &Tuning::flatSum, &Tuning::flatSumSmall, {18, 20}},
        {Strategy::Spine, "spine", &Tuning::spine, nullptr, {18, 20, 22, 24}},
        {Strategy::Chained, "chained", &Tuning::chained, nullptr, {18, 20, 22, 24}},
        {Strategy::Sam, "sam", &Tuning::sam, nullptr, {18, 20, 22, 24}},
        {Strategy::DecoupledLookback, "lookBack", &Tuning::lookBack, nullptr, {18, 20, 22, 24}},
        {Strategy::ReduceThenScan, "spans", &Tuning::spans, nullptr, {16, 20, 24}},
        {Strategy::ScanThenPropagate, "tiles", &Tuning::tiles, nullptr, {16, 20, 24}},
    };
    return kFields;
}

std::string text(const Geometry& geometry)
{
    const std::string spine = geometry.spineSubgroups > 0 ? ", " + std::to_string(geometry.spineSubgroups) : "";
    return "{" + std::to_string(geometry.workgroupSize) + ", " + std::to_string(geometry.rows) + spine + "}";
}

class Search {
public:
    Search(Harness& harness, ElementType type, unsigned maxLog2)
        : m_harness(harness),
          m_capabilities(harness.context().impl()->capabilities),
          m_type(type),
          m_maxLog2(std::min(maxLog2, kTuneLog2)),
          m_tuning(vkscan::tuningFor(m_capabilities))
    {
    }

    void run()
    {
        std::printf("// %s, %s: microseconds\n", m_harness.device().properties().deviceName, toString(m_type));
        for (const Field& field : fields())
            chooseGeometry(field);
        for (const Field& field : fields())
            std::printf("tuning.%s = %s;\n", field.name, text(m_tuning.*field.geometry).c_str());
        chooseStrategies();
    }

    [[nodiscard]] unsigned failures() const { return m_failures; }

private:
    using Times = std::map<unsigned, double>; // by the count's logarithm

    struct Tried {
        Geometry geometry;
        Times times;
    };

    // No larger than the longest array takes.
    [[nodiscard]] std::vector<Geometry> geometries(uint32_t spineSubgroups) const
    {
        std::vector<Geometry> result;
        for (uint32_t workgroupSize : {128u, 256u, 512u, 1024u})
            for (uint32_t rows : {1u, 2u, 4u, 8u}) {
                const Geometry geometry = {workgroupSize, rows, spineSubgroups};
                if (workgroupSize <= m_capabilities.maxWorkgroupInvocations &&
                    geometry.tileElements(m_type) <= uint64_t{1} << m_maxLog2)
                    result.push_back(geometry);
            }
        return result;
    }

    // Nothing where the device does not take the geometry.
    [[nodiscard]] std::optional<vkscan::Scan> createScan(const Field& field, const Tuning& tuning) const
    {
        const Geometry& geometry = tuning.*field.geometry;
        const vkscan::ScanDesc desc = sumRow(m_type, field.strategy, 0).desc;
        vkscan::Scan scan;
        const vkscan::Status status =
            createTuned(m_harness.context(), desc, tuning, static_cast<uint32_t>(desc.op), &scan);
        if (status == vkscan::Status::Success)
            return scan;
        std::fprintf(stderr, "%s %s: %s\n", field.name, text(geometry).c_str(), toString(status));
        return std::nullopt;
    }

    // Nothing for counts that the scan does not take.
    [[nodiscard]] Times measure(const Field& field, const vkscan::Scan& scan, const std::vector<unsigned>& log2s)
    {
        Times times;
        for (unsigned log2 : log2s) {
            const Row row = sumRow(m_type, field.strategy, uint64_t{1} << log2);
            if (row.count > scan.maxCount())
                continue;
            try {
                times[log2] = m_harness.measure(row, scan).times.second;
            } catch (const std::exception& error) {
                ++m_failures;
                std::fprintf(stderr, "%s: %s\n", row.name().c_str(), error.what());
                m_harness.recover();
            }
        }
        return times;
    }

    void chooseGeometry(const Field& field)
    {
        std::vector<Tried> all;
        for (const Geometry& geometry : geometries((m_tuning.*field.geometry).spineSubgroups)) {
            Tuning tuning = m_tuning;
            tuning.*field.geometry = geometry;
            if (field.other != nullptr)
                tuning.*field.other = geometry; // for all counts
            if (const std::optional<vkscan::Scan> scan = createScan(field, tuning))
                all.push_back({geometry, measure(field, *scan, boundedLog2s(field.log2s, m_maxLog2))});
        }
        for (const Tried& tried : all)
            print(field, tried);
        if (const Tried* best = fastest(all))
            m_tuning.*field.geometry = best->geometry;
    }

    static void print(const Field& field, const Tried& tried)
    {
        std::printf("// %-22s%-10s", field.name, text(tried.geometry).c_str());
        for (const auto& [log2, microseconds] : tried.times)
            std::printf("  2^%u: %8.2f", log2, microseconds);
        std::printf("\n");
        std::fflush(stdout);
    }

    // Over all counts, of those that take the most counts.
    static const Tried* fastest(const std::vector<Tried>& all)
    {
        const auto product = [](const Tried& tried) {
            double logarithms = 0;
            for (const auto& [log2, microseconds] : tried.times)
                logarithms += std::log(microseconds);
            return logarithms;
        };
        const Tried* best = nullptr;
        for (const Tried& tried : all)
            if (!tried.times.empty() && (best == nullptr || tried.times.size() > best->times.size() ||
                                         (tried.times.size() == best->times.size() && product(tried) < product(*best))))
                best = &tried;
        return best;
    }

    // With the geometries that were chosen.
    void chooseStrategies()
    {
        std::map<unsigned, std::map<double, Strategy>> byCount;
        const std::vector<unsigned> log2s =
            boundedLog2s({12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}, m_maxLog2);
        std::set<Strategy> measured;
        for (const Field& field : fields()) {
            if (!measured.insert(field.strategy).second)
                continue;
            if (const std::optional<vkscan::Scan> scan = createScan(field, m_tuning))
                for (const auto& [log2, microseconds] : measure(field, *scan, log2s))
                    byCount[log2].emplace(microseconds, field.strategy);
        }
        for (const auto& [log2, strategies] : byCount) {
            std::printf("// 2^%u:", log2);
            const char* separator = "";
            for (const auto& [microseconds, strategy] : strategies) {
                std::printf("%s %s %.2f", separator, toString(strategy), microseconds);
                separator = ",";
            }
            std::printf("\n");
        }
    }

    Harness& m_harness;
    const vkscan::Capabilities& m_capabilities;
    ElementType m_type;
    unsigned m_maxLog2;
    Tuning m_tuning;
    unsigned m_failures = 0;
};

} // namespace

int tune(Harness& harness, unsigned maxLog2)
{
    if (!harness.allocate(sizeof(uint64_t) << std::min(maxLog2, kTuneLog2)))
        throw std::runtime_error("the device has no memory for the search");
    unsigned failures = 0;
    for (ElementType type : {ElementType::U32, ElementType::U64}) {
        Search search(harness, type, maxLog2);
        search.run();
        failures += search.failures();
    }
    if (failures > 0)
        std::fprintf(stderr, "%u measurements failed\n", failures);
    return failures == 0 ? 0 : 1;
}

} // namespace bench
