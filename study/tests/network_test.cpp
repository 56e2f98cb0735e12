// Scans whose workgroups take a network of the literature's, element by element.
#include "sample.h"
#include "scan_check.h"

#include <algorithm>

using namespace testing_support;
using namespace vkscan;

namespace {

struct Wiring {
    study::Network network;
    uint32_t radix;
    bool shuffles;
};

constexpr Wiring kWirings[] = {
    {study::Network::HillisSteele, 2, false},    {study::Network::Blelloch, 2, false},
    {study::Network::Blelloch, 4, false},        {study::Network::KoggeStone, 2, false},
    {study::Network::KoggeStone, 4, false},      {study::Network::KoggeStone, 2, true},
    {study::Network::HanCarlson, 2, false},      {study::Network::HanCarlson, 4, false},
    {study::Network::HockneyJesshope, 2, false}, {study::Network::LadnerFischer, 2, false},
    {study::Network::LadnerFischer, 4, false},   {study::Network::LadnerFischer, 2, true},
    {study::Network::Serial, 2, false},
};

std::string wiringName(const testing::TestParamInfo<Wiring>& info)
{
    std::string name = toString(info.param.network);
    std::replace(name.begin(), name.end(), '-', '_');
    return name + (info.param.shuffles ? "_shuffles" : "_radix" + std::to_string(info.param.radix));
}

study::ScanDesc networkDesc(const Wiring& wiring, Strategy strategy)
{
    study::ScanDesc desc;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    desc.network.network = wiring.network;
    desc.network.radix = wiring.radix;
    desc.network.shuffles = wiring.shuffles;
    return desc;
}

std::string describe(const study::NetworkDesc& network)
{
    return std::string(toString(network.network)) + ", workgroups of " + std::to_string(network.workgroupSize) + ", " +
           std::to_string(network.elements) + " elements" + (network.padding ? ", padding" : "") +
           (network.vectorLoads ? "" : ", loads of one element");
}

class NetworkTest : public testing::TestWithParam<Wiring> {
protected:
    // Scans of counts around the ends of tiles; `number` varies the rest.
    template <class T, class Combine>
    static void check(const study::ScanDesc& desc, uint32_t operatorCode, unsigned number, Op valuesOf, T identityValue,
                      const Combine& combineElements)
    {
        SCOPED_TRACE(describe(desc.network));
        Scan scan;
        ASSERT_EQ(createTuned(context(), desc, smallTuning(), operatorCode, &scan), Status::Success);
        const uint64_t tile = uint64_t{desc.network.workgroupSize} * desc.network.elements;
        for (const uint64_t count : {uint64_t{1}, tile, 5 * tile + 33, 70 * tile + 1}) {
            ScanCase scanCase;
            scanCase.count = std::min(count, scan.maxCount());
            scanCase.inPlace = number % 2 == 1;
            scanCase.withInitial = number % 3 == 1;
            scanCase.inputMisalignment = number % 5 < 2 ? 1 : 0;
            scanCase.outputMisalignment = number % 5 == 1 || (scanCase.inPlace && number % 5 < 2) ? 1 : 0;
            ++number;
            checkScan<T>(scan, desc, scanCase,
                         randomValues<T>(valuesOf, scanCase.count, static_cast<uint32_t>(scanCase.count)),
                         identityValue, combineElements);
        }
    }
};

std::vector<uint32_t> workgroupSizes()
{
    if (capabilities().boundedLoops)
        return {64, 128, 256}; // larger workgroups lose values on lavapipe
    return {64, 128, 256, 512, 1024};
}

// Every option and workgroup size, and with them by turns strategies, kinds, directions and rows.
TEST_P(NetworkTest, ScansInOrderWithAnyOptions)
{
    const std::vector<Strategy> strategies = only(scanStrategies(), std::not_fn(isSinglePass));
    unsigned number = 0;
    Sample sample(static_cast<unsigned>(GetParam().network) + GetParam().radix, 6);
    for (const uint32_t workgroupSize : workgroupSizes()) {
        for (const bool padding : {false, true}) {
            if (padding && GetParam().shuffles)
                continue;
            for (const bool vectorLoads : {true, false}) {
                study::ScanDesc desc = networkDesc(GetParam(), strategies[number % strategies.size()]);
                desc.kind = number % 3 == 0 ? Kind::Exclusive : Kind::Inclusive;
                desc.direction = number % 5 < 2 ? Direction::Backward : Direction::Forward;
                desc.network.padding = padding;
                desc.network.vectorLoads = vectorLoads;
                desc.network.workgroupSize = workgroupSize;
                desc.network.elements = number % 3 == 1 ? 8 : 4;
                if (sample.takes())
                    check<uint32_t>(desc, vkscan::abi::kOpTestAffine, number, Op::Multiply, 1u, composeMaps);
                ++number;
            }
        }
    }
}

// Single-pass strategies, and every type.
TEST_P(NetworkTest, ScansTypesByAnyStrategy)
{
    const auto wiring = static_cast<unsigned>(std::find_if(std::begin(kWirings), std::end(kWirings),
                                                           [](const Wiring& other) {
                                                               return other.network == GetParam().network &&
                                                                      other.radix == GetParam().radix &&
                                                                      other.shuffles == GetParam().shuffles;
                                                           }) -
                                              std::begin(kWirings));
    const std::vector<Strategy> strategies = only(scanStrategies(), isSinglePass);
    study::ScanDesc desc = networkDesc(GetParam(), strategies[wiring % strategies.size()]);
    desc.kind = wiring % 2 == 0 ? Kind::Inclusive : Kind::Exclusive;
    desc.network.padding = !GetParam().shuffles;
    // Waits of larger workgroups last longer, in time, on a device with bounded loops.
    desc.network.workgroupSize = desc.strategy == study::kSam ? 256 : 64;
    desc.network.elements = 4;
    desc.op = wiring % 4 == 1 ? Op::Min : Op::Add; // with two identities
    desc.type = typesOfBytes(4)[wiring % 3];
    for (const bool vectorLoads : {false, true}) {
        desc.network.vectorLoads = vectorLoads;
        withType(desc.type, [&]<class T>() {
            check<T>(desc, static_cast<uint32_t>(desc.op), wiring, desc.op, identity<T>(desc.op),
                     [&](T earlier, T later) { return combine(desc.op, earlier, later); });
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Networks, NetworkTest, testing::ValuesIn(kWirings), wiringName);

} // namespace
