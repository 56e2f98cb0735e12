#include "study/network.h"

#include "network_abi.h"

namespace vkscan {

namespace {

constexpr uint32_t kLeastInvocations = 64;
constexpr uint32_t kMostInvocations = 1024;
constexpr uint32_t kMostVectors = 16; // of an invocation

static_assert(static_cast<uint32_t>(WorkgroupNetwork::HillisSteele) == abi::kNetworkHillisSteele &&
                  static_cast<uint32_t>(WorkgroupNetwork::Serial) == abi::kNetworkSerial,
              "the kernels' codes are the enumerators' values");

bool hasOptions(const WorkgroupNetworkDesc& network) noexcept
{
    const WorkgroupNetworkDesc defaults;
    return network.shuffles != defaults.shuffles || network.padding != defaults.padding ||
           network.radix != defaults.radix || network.vectorLoads != defaults.vectorLoads ||
           network.workgroupSize != defaults.workgroupSize || network.elements != defaults.elements;
}

bool offersShuffles(WorkgroupNetwork network) noexcept
{
    return network == WorkgroupNetwork::KoggeStone || network == WorkgroupNetwork::LadnerFischer;
}

bool offersRadix4(WorkgroupNetwork network) noexcept
{
    return network == WorkgroupNetwork::Blelloch || network == WorkgroupNetwork::KoggeStone ||
           network == WorkgroupNetwork::HanCarlson || network == WorkgroupNetwork::LadnerFischer;
}

bool isPowerOfTwo(uint32_t value) noexcept
{
    return value != 0 && (value & (value - 1)) == 0;
}

uint32_t vectorElements(ElementType type) noexcept
{
    return static_cast<uint32_t>(abi::kVectorBytes / sizeOf(type));
}

VkDeviceSize sharedBytes(const WorkgroupNetworkDesc& network, ElementType type, uint32_t workgroupSize) noexcept
{
    const uint32_t totals = 2 * workgroupSize / 4;
    return (networkSharedValues(network, type, workgroupSize) + totals) * sizeOf(type) + kSharedRest;
}

} // namespace

bool usesNetwork(const ScanDesc& desc) noexcept
{
    return desc.network.network != WorkgroupNetwork::Subgroup;
}

Status checkNetwork(const ScanDesc& desc, const Capabilities& capabilities) noexcept
{
    const WorkgroupNetworkDesc& network = desc.network;
    if (network.network < WorkgroupNetwork::Subgroup || network.network > WorkgroupNetwork::Serial)
        return {Argument::Network, Rule::Invalid};
    if (!usesNetwork(desc))
        return hasOptions(network) ? Status(Argument::Network, Rule::Missing) : Status::Success;
    if (desc.order > 1 || desc.tupleSize > 1)
        return {Argument::Network, Rule::Incompatible};
    if (network.shuffles && !offersShuffles(network.network))
        return {Argument::NetworkShuffles, Rule::Incompatible};
    if (network.padding && network.shuffles)
        return {Argument::NetworkPadding, Rule::Incompatible};
    if (network.radix != 2 && (network.radix != 4 || network.shuffles || !offersRadix4(network.network)))
        return {Argument::NetworkRadix, Rule::Invalid};
    if (network.elements % vectorElements(desc.type) != 0 ||
        network.elements > kMostVectors * vectorElements(desc.type))
        return {Argument::NetworkElements, Rule::Invalid};
    if (network.workgroupSize == 0)
        return Status::Success;
    if (!isPowerOfTwo(network.workgroupSize) || network.workgroupSize < kLeastInvocations ||
        network.workgroupSize > kMostInvocations || network.workgroupSize < capabilities.subgroupSize)
        return {Argument::NetworkWorkgroupSize, Rule::Invalid};
    if (network.workgroupSize > capabilities.maxWorkgroupInvocations)
        return {Argument::NetworkWorkgroupSize, Rule::TooLarge};
    if (sharedBytes(network, desc.type, network.workgroupSize) > capabilities.maxSharedBytes)
        return {Argument::NetworkWorkgroupSize, Rule::Unsupported};
    return Status::Success;
}

uint32_t networkSharedValues(const WorkgroupNetworkDesc& network, ElementType type, uint32_t workgroupSize) noexcept
{
    if (network.shuffles)
        return 1;
    uint32_t values = workgroupSize;
    switch (network.network) {
    case WorkgroupNetwork::HillisSteele: values += workgroupSize; break;
    case WorkgroupNetwork::Blelloch: values += 1; break; // the total
    case WorkgroupNetwork::HockneyJesshope: values += workgroupSize / 2; break;
    default: break;
    }
    const auto words = static_cast<uint32_t>(sizeOf(type) / sizeof(uint32_t));
    return network.padding ? values + (values - 1) / (abi::kBankWords / words) : values;
}

Geometry networkGeometry(const WorkgroupNetworkDesc& network, ElementType type, const Capabilities& capabilities,
                         Geometry tuned) noexcept
{
    Geometry geometry = tuned;
    if (network.elements != 0)
        geometry.rows = network.elements / vectorElements(type);
    if (network.workgroupSize != 0)
        geometry.workgroupSize = network.workgroupSize;
    while (sharedBytes(network, type, geometry.workgroupSize) > capabilities.maxSharedBytes)
        geometry.workgroupSize /= 2;
    return geometry;
}

} // namespace vkscan
