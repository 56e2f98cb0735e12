// Descriptions of networks that are refused, and the tiles and scratch of valid ones.
#include "misuse.h"

#include "study/network.h"

#include "study_abi.h"

#include <gtest/gtest.h>

#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

study::ScanDesc scanBy(const study::NetworkDesc& network, const ScanDesc& scan = {})
{
    return {scan, Strategy::Auto, false, network};
}

Capabilities ofWorkgroups(uint32_t maxInvocations, uint32_t subgroupSize = 32)
{
    Capabilities capabilities = portableDevice();
    capabilities.maxWorkgroupInvocations = maxInvocations;
    capabilities.subgroupSize = subgroupSize;
    return capabilities;
}

const std::vector<DescMisuse>& networkMisuses()
{
    using namespace study;
    constexpr Network kKogge = Network::KoggeStone;
    constexpr Status kAlone = {kNetwork, Rule::Missing};
    constexpr Status kRadix = {kNetworkRadix, Rule::Invalid};
    constexpr Status kSize = {kNetworkWorkgroupSize, Rule::Invalid};
    constexpr Status kElements = {kNetworkElements, Rule::Invalid};
    static const std::vector<DescMisuse> all = {
        {{kNetwork, Rule::Invalid}, scanBy({.network = static_cast<Network>(-1)})},
        {{kNetwork, Rule::Invalid}, scanBy({.network = static_cast<Network>(8)})},
        {kAlone, scanBy({.shuffles = true})},
        {kAlone, scanBy({.padding = true})},
        {kAlone, scanBy({.radix = 4})},
        {kAlone, scanBy({.vectorLoads = false})},
        {kAlone, scanBy({.workgroupSize = 256})},
        {kAlone, scanBy({.elements = 4})},
        {{kNetwork, Rule::Incompatible}, scanBy({.network = kKogge}, {.order = 2})},
        {{kNetwork, Rule::Incompatible}, scanBy({.network = kKogge}, {.tupleSize = 2})},
        {{kNetworkShuffles, Rule::Incompatible}, scanBy({.network = Network::HanCarlson, .shuffles = true})},
        {{kNetworkPadding, Rule::Incompatible}, scanBy({.network = kKogge, .shuffles = true, .padding = true})},
        {kRadix, scanBy({.network = kKogge, .radix = 0})},
        {kRadix, scanBy({.network = kKogge, .radix = 3})},
        {kRadix, scanBy({.network = kKogge, .radix = 8})},
        {kRadix, scanBy({.network = Network::HillisSteele, .radix = 4})},
        {kRadix, scanBy({.network = kKogge, .shuffles = true, .radix = 4})},
        {kSize, scanBy({.network = kKogge, .workgroupSize = 32})},
        {kSize, scanBy({.network = kKogge, .workgroupSize = 2048}), ofWorkgroups(4096)},
        {kSize, scanBy({.network = kKogge, .workgroupSize = 192})},
        {kSize, scanBy({.network = kKogge, .workgroupSize = 64}), ofWorkgroups(256, 128)},
        {{kNetworkWorkgroupSize, Rule::TooLarge}, scanBy({.network = kKogge, .workgroupSize = 512})},
        {kElements, scanBy({.network = kKogge, .elements = 2})},
        {kElements, scanBy({.network = kKogge, .elements = 6})},
        {kElements, scanBy({.network = kKogge, .elements = 68})},
    };
    return all;
}

TEST(NetworkMisuse, OfDescriptionsIsNamed)
{
    StatusSet provoked;
    for (const DescMisuse& misuse : networkMisuses()) {
        expectRefused(misuse);
        provoked.insert(misuse.status);
    }
    expectProvoked(provoked,
                   {study::kNetwork, study::kNetworkShuffles, study::kNetworkPadding, study::kNetworkRadix,
                    study::kNetworkWorkgroupSize, study::kNetworkElements},
                   {Rule::Invalid, Rule::Missing, Rule::Incompatible, Rule::TooLarge});
}

TEST(Network, IsAcceptedWithAllThatItOffers)
{
    const Capabilities device = listedLargeDevice();
    for (const auto& [network, name, hasShuffles, hasRadix4] : study::kNetworks) {
        if (network == study::Network::Subgroup)
            continue;
        SCOPED_TRACE(name);
        for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
            for (const uint32_t workgroupSize : {0u, 64u, 128u, 256u, 512u, 1024u}) {
                study::ScanDesc desc;
                desc.strategy = strategy;
                desc.network = {.network = network, .padding = true, .workgroupSize = workgroupSize};
                EXPECT_EQ(checkScanDesc(desc, device), Status::Success);
                desc.network.vectorLoads = false;
                desc.network.elements = 64;
                EXPECT_EQ(checkScanDesc(desc, device), Status::Success);
                desc.network.radix = 4;
                EXPECT_EQ(checkScanDesc(desc, device) == Status::Success, hasRadix4);
                desc.network.radix = 2;
                desc.network.padding = false;
                desc.network.shuffles = true;
                EXPECT_EQ(checkScanDesc(desc, device) == Status::Success, hasShuffles);
            }
        }
    }
}

TEST(Network, HasItsOwnGeometryInEveryStage)
{
    for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
        ScanCase model = modelOf(listedLargeDevice(), ElementType::U32, strategy);
        model.desc.network = {.network = study::Network::Blelloch, .workgroupSize = 128, .elements = 8};
        const ScanModel made = model;
        for (const std::string& stage : choicesOf(made)) {
            EXPECT_EQ(geometryOf(made, stage).workgroupSize, 128);
            EXPECT_EQ(geometryOf(made, stage).rows, 2);
            EXPECT_EQ(stageOf(made, stage).tileElements, 128 * 8);
            EXPECT_LE(windowOf(made, stage), 128);
        }
        EXPECT_EQ(std::string(made.desc.form), "_further_network");
    }
}

TEST(Network, HasTheTuningsGeometry)
{
    for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
        ScanCase model = modelOf(listedLargeDevice(), ElementType::U32, strategy);
        const ScanCase plain = model;
        model.desc.network.network = study::Network::HillisSteele;
        for (const std::string& stage : choicesOf(model)) {
            const Geometry own = geometryOf(model, stage);
            EXPECT_EQ(own.workgroupSize, geometryOf(plain, stage).workgroupSize);
            EXPECT_EQ(own.rows, geometryOf(plain, stage).rows);
        }
    }
}

TEST(Network, SharesAValueAnInvocationAndWhatItNeedsBesides)
{
    const auto values = [](study::NetworkDesc network) {
        ScanCase model = modelOf(listedLargeDevice(), ElementType::U32, Strategy::Spine);
        model.desc.network = network;
        model.desc.network.workgroupSize = 256;
        const ScanModel made = model;
        return constantsOf(made, stageOf(made, "Spine"), vkscan::abi::kOpAdd)[vkscan::abi::kIdSharedValues];
    };
    EXPECT_EQ(values({.network = study::Network::KoggeStone}), 256);
    EXPECT_EQ(values({.network = study::Network::HanCarlson}), 256);
    EXPECT_EQ(values({.network = study::Network::LadnerFischer}), 256);
    EXPECT_EQ(values({.network = study::Network::Serial}), 256);
    EXPECT_EQ(values({.network = study::Network::Blelloch}), 257);        // the total
    EXPECT_EQ(values({.network = study::Network::HockneyJesshope}), 384); // identities
    EXPECT_EQ(values({.network = study::Network::HillisSteele}), 512);    // two halves
    EXPECT_EQ(values({.network = study::Network::KoggeStone, .shuffles = true}), 1);
    // The last value's place, and one.
    EXPECT_EQ(values({.network = study::Network::KoggeStone, .padding = true}), 255 + 7 + 1);
    EXPECT_EQ(values({.network = study::Network::Blelloch, .padding = true}), 256 + 8 + 1);
}

TEST(Network, CutsTheArrayAndTheScratchByItsTiles)
{
    ScanCase model = modelOf(listedLargeDevice(), ElementType::U32, Strategy::Spine);
    model.desc.network = {.network = study::Network::LadnerFischer, .workgroupSize = 64, .elements = 4};
    EXPECT_EQ(scratchOf(model, "Spine", 256 * 100), 64 + 2 * 100 * 8);
    Plan plan;
    ASSERT_EQ(planScan(model, validArgs(model, 256 * 100 - 3), &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 1);
    EXPECT_EQ(plan.steps[0].groupCount[0], 101); // one is the spine's
}

TEST(Network, TakesFewTilesAWorkgroupWhereLoopsAreBounded)
{
    for (const Strategy strategy : scanStrategies()) {
        ScanCase model = modelOf(boundedLoopsDevice(), ElementType::U32, strategy);
        model.desc.network = {.network = study::Network::Serial, .workgroupSize = 64, .elements = 4};
        const std::string stage = chosenStage(model, maxScanCount(model));
        const uint64_t tiles = tilesOf(model, stage, maxScanCount(model));
        EXPECT_LE(tiles, study::kBoundedNetworkTiles * groupsOf(model, stage, maxScanCount(model)));
    }
}

} // namespace
