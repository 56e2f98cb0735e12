// Descriptions of networks that are refused, and the tiles and scratch of valid ones.
#include "misuse.h"

#include "study/network.h"

#include "network_abi.h"

#include <gtest/gtest.h>

#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

// Misuses of a scan of u32 by KoggeStone.
const std::vector<DescMisuse>& networkMisuses()
{
    static const std::vector<DescMisuse> all = {
        {"below", Status(study::kNetwork, Rule::Invalid),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network.network = static_cast<study::Network>(-1); }},
        {"above", Status(study::kNetwork, Rule::Invalid),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network.network = static_cast<study::Network>(8); }},
        {"shuffles alone", Status(study::kNetwork, Rule::Missing),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network = {.shuffles = true}; }},
        {"padding alone", Status(study::kNetwork, Rule::Missing),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network = {.padding = true}; }},
        {"radix alone", Status(study::kNetwork, Rule::Missing),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network = {.radix = 4}; }},
        {"loads alone", Status(study::kNetwork, Rule::Missing),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network = {.vectorLoads = false}; }},
        {"workgroup size alone", Status(study::kNetwork, Rule::Missing),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network = {.workgroupSize = 256}; }},
        {"elements alone", Status(study::kNetwork, Rule::Missing),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.network = {.elements = 4}; }},
        {"of an order", Status(study::kNetwork, Rule::Incompatible),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.order = 2; }},
        {"of tuples", Status(study::kNetwork, Rule::Incompatible),
         "network:", [](study::ScanDesc& d, Capabilities&) { d.tupleSize = 2; }},
        {"shuffles of another", Status(study::kNetworkShuffles, Rule::Incompatible), "network.shuffles:",
         [](study::ScanDesc& d, Capabilities&) {
             d.network = {.network = study::Network::HanCarlson, .shuffles = true};
         }},
        {"padded shuffles", Status(study::kNetworkPadding, Rule::Incompatible),
         "network.padding:", [](study::ScanDesc& d, Capabilities&) { d.network.shuffles = d.network.padding = true; }},
        {"radix 0", Status(study::kNetworkRadix, Rule::Invalid),
         "network.radix:", [](study::ScanDesc& d, Capabilities&) { d.network.radix = 0; }},
        {"radix 3", Status(study::kNetworkRadix, Rule::Invalid),
         "network.radix:", [](study::ScanDesc& d, Capabilities&) { d.network.radix = 3; }},
        {"radix 8", Status(study::kNetworkRadix, Rule::Invalid),
         "network.radix:", [](study::ScanDesc& d, Capabilities&) { d.network.radix = 8; }},
        {"radix 4 of another", Status(study::kNetworkRadix, Rule::Invalid), "network.radix:",
         [](study::ScanDesc& d, Capabilities&) { d.network = {.network = study::Network::HillisSteele, .radix = 4}; }},
        {"radix 4 by shuffles", Status(study::kNetworkRadix, Rule::Invalid), "network.radix:",
         [](study::ScanDesc& d, Capabilities&) {
             d.network.shuffles = true;
             d.network.radix = 4;
         }},
        {"small workgroups", Status(study::kNetworkWorkgroupSize, Rule::Invalid),
         "network.workgroupSize:", [](study::ScanDesc& d, Capabilities&) { d.network.workgroupSize = 32; }},
        {"large workgroups", Status(study::kNetworkWorkgroupSize, Rule::Invalid), "network.workgroupSize:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.network.workgroupSize = 2048;
             c.maxWorkgroupInvocations = 4096;
         }},
        {"workgroups of no power of two", Status(study::kNetworkWorkgroupSize, Rule::Invalid),
         "network.workgroupSize:", [](study::ScanDesc& d, Capabilities&) { d.network.workgroupSize = 192; }},
        {"workgroups smaller than a subgroup", Status(study::kNetworkWorkgroupSize, Rule::Invalid),
         "network.workgroupSize:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.network.workgroupSize = 64;
             c.subgroupSize = 128;
         }},
        {"workgroups beyond the device", Status(study::kNetworkWorkgroupSize, Rule::TooLarge),
         "network.workgroupSize:", [](study::ScanDesc& d, Capabilities&) { d.network.workgroupSize = 512; }},
        {"half a vector", Status(study::kNetworkElements, Rule::Invalid),
         "network.elements:", [](study::ScanDesc& d, Capabilities&) { d.network.elements = 2; }},
        {"a vector and a half", Status(study::kNetworkElements, Rule::Invalid),
         "network.elements:", [](study::ScanDesc& d, Capabilities&) { d.network.elements = 6; }},
        {"elements above", Status(study::kNetworkElements, Rule::Invalid),
         "network.elements:", [](study::ScanDesc& d, Capabilities&) { d.network.elements = 68; }},
        {"half a vector of two", Status(study::kNetworkElements, Rule::Invalid), "network.elements:",
         [](study::ScanDesc& d, Capabilities&) {
             d.type = ElementType::U64;
             d.network.elements = 3;
         }},
        {"two halves of 1024 u64 in 16 KiB", Status(study::kNetworkWorkgroupSize, Rule::Unsupported),
         "network.workgroupSize:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.type = ElementType::U64;
             d.network = {.network = study::Network::HillisSteele, .workgroupSize = 1024};
             c.maxWorkgroupInvocations = 1024;
         }},
    };
    return all;
}

study::ScanDesc koggeStone()
{
    study::ScanDesc desc;
    desc.network.network = study::Network::KoggeStone;
    return desc;
}

TEST(NetworkMisuse, OfDescriptionsIsNamed)
{
    StatusSet provoked;
    for (const DescMisuse& misuse : networkMisuses()) {
        expectRefused(misuse, koggeStone());
        provoked.insert(misuse.status);
    }
    expectProvoked(provoked,
                   {study::kNetwork, study::kNetworkShuffles, study::kNetworkPadding, study::kNetworkRadix,
                    study::kNetworkWorkgroupSize, study::kNetworkElements},
                   {Rule::Invalid, Rule::Missing, Rule::Incompatible, Rule::TooLarge, Rule::Unsupported});
}

TEST(Network, IsAcceptedWithAllThatItOffers)
{
    Capabilities device = listedLargeDevice();
    device.maxSharedBytes = 49152;
    for (const auto& [network, name, hasShuffles, hasRadix4] : study::kNetworks) {
        if (network == study::Network::Subgroup)
            continue;
        SCOPED_TRACE(name);
        for (const ElementType type : kTypes) {
            for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
                for (const uint32_t workgroupSize : {0u, 64u, 128u, 256u, 512u, 1024u}) {
                    study::ScanDesc desc;
                    desc.type = type;
                    desc.strategy = strategy;
                    desc.network = {.network = network, .padding = true, .workgroupSize = workgroupSize};
                    EXPECT_EQ(checkScanDesc(desc, device), Status::Success);
                    desc.network.vectorLoads = false;
                    desc.network.elements = static_cast<uint32_t>(256 / sizeOf(type));
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
}

TEST(Network, HasItsOwnGeometryInEveryStage)
{
    for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
        for (const ElementType type : {ElementType::U32, ElementType::F64}) {
            ScanCase model = modelOf(listedLargeDevice(), type, strategy);
            const auto elements = static_cast<uint32_t>(32 / sizeOf(type));
            model.desc.network = {.network = study::Network::Blelloch, .workgroupSize = 128, .elements = elements};
            const ScanModel made = model;
            for (const std::string& stage : choicesOf(made)) {
                EXPECT_EQ(geometryOf(made, stage).workgroupSize, 128);
                EXPECT_EQ(geometryOf(made, stage).rows, 2);
                EXPECT_EQ(stageOf(made, stage).tileElements, 128 * elements);
                EXPECT_LE(windowOf(made, stage), 128);
            }
            EXPECT_EQ(std::string(made.desc.form), "_network");
        }
    }
}

TEST(Network, HasTheTuningsGeometryOrWhatSharedMemoryHolds)
{
    for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
        ScanCase model = modelOf(listedLargeDevice(), ElementType::U64, strategy);
        const ScanCase plain = model;
        model.desc.network.network = study::Network::HillisSteele;
        // Two halves of 1024 elements of 8 bytes, and totals, are more than 16 KiB.
        for (const uint32_t most : {512u, 1024u}) {
            for (const std::string& stage : choicesOf(model)) {
                const Geometry own = geometryOf(model, stage);
                EXPECT_EQ(own.workgroupSize, std::min(geometryOf(plain, stage).workgroupSize, most));
                EXPECT_EQ(own.rows, geometryOf(plain, stage).rows);
            }
            model.capabilities.maxSharedBytes = 49152;
        }
    }
}

TEST(Network, SharesAValueAnInvocationAndWhatItNeedsBesides)
{
    const auto values = [](study::NetworkDesc network, ElementType type = ElementType::U32) {
        ScanCase model = modelOf(listedLargeDevice(), type, Strategy::Spine);
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
    EXPECT_EQ(values({.network = study::Network::KoggeStone, .padding = true}, ElementType::I64), 255 + 15 + 1);
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
