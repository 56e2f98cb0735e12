#include "study/network.h"

#include "study_abi.h"

#include <bit>
#include <tuple>

namespace vkscan::study {

namespace {

constexpr uint32_t kLeastInvocations = 64;
constexpr uint32_t kMostInvocations = 1024;
constexpr uint32_t kVectorElements = abi::kVectorBytes / sizeof(uint32_t);
constexpr uint32_t kMostElements = 16 * kVectorElements; // of an invocation

static_assert(static_cast<uint32_t>(Network::HillisSteele) == abi::kNetworkHillisSteele &&
                  static_cast<uint32_t>(Network::Serial) == abi::kNetworkSerial,
              "the kernels' codes are the enumerators' values");

// Values that a network has room for in shared memory, and those that padding skips.
uint32_t sharedValues(const NetworkDesc& network, uint32_t workgroupSize) noexcept
{
    if (network.shuffles)
        return 1;
    uint32_t values = workgroupSize;
    if (network.network == Network::HillisSteele)
        values += workgroupSize;
    else if (network.network == Network::Blelloch)
        values += 1; // the total
    else if (network.network == Network::HockneyJesshope)
        values += workgroupSize / 2;
    return network.padding ? values + (values - 1) / abi::kBankWords : values;
}

// The largest: two halves with padding, and two totals for each of the narrowest subgroups.
constexpr uint32_t kMostSharedWords =
    2 * kMostInvocations + 2 * kMostInvocations / abi::kBankWords + 2 * kMostInvocations / 4;
static_assert(kMostSharedWords * sizeof(uint32_t) + kSharedRest <= 16384, "what every device has");

} // namespace

bool usesNetwork(const ScanDesc& desc) noexcept
{
    return desc.network.network != Network::Subgroup;
}

Status checkNetwork(const ScanDesc& desc, const Capabilities& capabilities) noexcept
{
    const NetworkDesc& network = desc.network;
    const NetworkRow* const row = findRow(kNetworks, network.network);
    const auto optionsOf = [](const NetworkDesc& of) {
        return std::tuple(of.shuffles, of.padding, of.radix, of.vectorLoads, of.workgroupSize, of.elements);
    };
    if (row == nullptr)
        return {kNetwork, Rule::Invalid};
    if (!usesNetwork(desc))
        return optionsOf(network) == optionsOf({}) ? Status::Success : Status(kNetwork, Rule::Missing);
    if (desc.order > 1 || desc.tupleSize > 1)
        return {kNetwork, Rule::Incompatible};
    if (network.shuffles && !row->hasShuffles)
        return {kNetworkShuffles, Rule::Incompatible};
    if (network.padding && network.shuffles)
        return {kNetworkPadding, Rule::Incompatible};
    if (network.radix != 2 && (network.radix != 4 || network.shuffles || !row->hasRadix4))
        return {kNetworkRadix, Rule::Invalid};
    if (network.elements % kVectorElements != 0 || network.elements > kMostElements)
        return {kNetworkElements, Rule::Invalid};
    if (network.workgroupSize == 0)
        return Status::Success;
    if (!std::has_single_bit(network.workgroupSize) || network.workgroupSize < kLeastInvocations ||
        network.workgroupSize > kMostInvocations || network.workgroupSize < capabilities.subgroupSize)
        return {kNetworkWorkgroupSize, Rule::Invalid};
    if (network.workgroupSize > capabilities.maxWorkgroupInvocations)
        return {kNetworkWorkgroupSize, Rule::TooLarge};
    return Status::Success;
}

void describeNetwork(const NetworkDesc& network, ScheduleDesc* schedule) noexcept
{
    schedule->form = "_further_network";
    schedule->boundedTiles = kBoundedNetworkTiles;
    schedule->constants.set(abi::kIdNetwork, static_cast<uint32_t>(network.network));
    schedule->constants.set(abi::kIdShuffles, network.shuffles ? VK_TRUE : VK_FALSE);
    schedule->constants.set(abi::kIdRadix, network.radix);
    schedule->constants.set(abi::kIdPadding, network.padding ? VK_TRUE : VK_FALSE);
    schedule->constants.set(abi::kIdVectorLoads, network.vectorLoads ? VK_TRUE : VK_FALSE);
}

void NetworkForm::fit(const Schedule& /*schedule*/, StageDesc* stage) const noexcept
{
    Geometry& geometry = stage->geometry;
    if (network.elements != 0)
        geometry.rows = network.elements / kVectorElements;
    if (network.workgroupSize != 0)
        geometry.workgroupSize = network.workgroupSize;
    stage->constants.set(abi::kIdSharedValues, sharedValues(network, geometry.workgroupSize));
}

} // namespace vkscan::study
