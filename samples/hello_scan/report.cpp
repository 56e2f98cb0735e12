#include "report.h"

#include "numbers.h"

#include <support/json.h>
#include <support/operation.h>
#include <support/printable.h>

#include <vkscan/version.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <sstream>

namespace hello {
namespace {

std::string versionText(int version)
{
    return std::to_string(version / 1000000) + '.' + std::to_string(version / 1000 % 1000) + '.' +
           std::to_string(version % 1000);
}

std::string apiVersionText(uint32_t version)
{
    return std::to_string(VK_API_VERSION_MAJOR(version)) + '.' + std::to_string(VK_API_VERSION_MINOR(version)) + '.' +
           std::to_string(VK_API_VERSION_PATCH(version));
}

std::string hexadecimal(uint32_t number)
{
    char text[16];
    std::snprintf(text, sizeof(text), "0x%04" PRIx32, number);
    return text;
}

const char* boolText(VkBool32 value)
{
    return value != VK_FALSE ? "true" : "false";
}

const char* typeText(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return "CPU";
    default: return "other";
    }
}

// Members: the size of subgroups, and the smallest and largest size, which are null if the device does not report them.
std::string describeSubgroups(const gpu::Device& device, bool tellsRange)
{
    auto range = gpu::structure<VkPhysicalDeviceSubgroupSizeControlPropertiesEXT>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES_EXT);
    auto subgroups = gpu::structure<VkPhysicalDeviceSubgroupProperties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, tellsRange ? &range : nullptr);
    auto properties =
        gpu::structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &subgroups);
    vkGetPhysicalDeviceProperties2(device.physicalDevice(), &properties);
    const auto orNull = [&](uint32_t size) { return tellsRange ? std::to_string(size) : "null"; };
    return "  \"subgroup_size\": " + std::to_string(subgroups.subgroupSize) +
           ",\n  \"min_subgroup_size\": " + orNull(range.minSubgroupSize) +
           ",\n  \"max_subgroup_size\": " + orNull(range.maxSubgroupSize);
}

// The optional features of vkscan; a supported device has all others.
std::string describeFeatures(const vkscan::DeviceSupport& support)
{
    const std::pair<const char*, VkBool32> features[] = {
        {"shaderFloat64", support.features.shaderFloat64},
        {"shaderBufferInt64Atomics", support.features12.shaderBufferInt64Atomics},
        {"storageBuffer8BitAccess", support.features12.storageBuffer8BitAccess},
        {"storageBuffer16BitAccess", support.storage16Bit.storageBuffer16BitAccess},
        {"shaderStorageImageWriteWithoutFormat", support.features.shaderStorageImageWriteWithoutFormat},
        {"shaderStorageImageExtendedFormats", support.features.shaderStorageImageExtendedFormats},
        {"subgroupSizeControl", support.subgroupSizeControl.subgroupSizeControl},
        {"computeFullSubgroups", support.subgroupSizeControl.computeFullSubgroups},
    };
    std::string text = "  \"features\": {";
    const char* separator = "\n    ";
    for (const auto& [name, isOffered] : features) {
        text += separator + files::jsonQuoted(name) + ": " + boolText(isOffered);
        separator = ",\n    ";
    }
    return text + "\n  }";
}

std::string describe(const gpu::Device& device)
{
    const VkPhysicalDeviceProperties& properties = device.properties();
    const VkPhysicalDeviceDriverProperties& driver = device.driver();
    const vkscan::DeviceSupport support =
        vkscan::queryDeviceSupport(device.instance(), device.physicalDevice(), vkGetInstanceProcAddr);
    const bool isListed = gpu::createPlanContext(device.contextDesc()).hasForwardProgress();
    std::ostringstream stream;
    stream << "  \"device\": " << files::jsonQuoted(properties.deviceName) << ",\n  \"device_type\": \""
           << typeText(properties.deviceType) << "\",\n  \"vendor_id\": \"" << hexadecimal(properties.vendorID)
           << "\",\n  \"device_id\": \"" << hexadecimal(properties.deviceID)
           << "\",\n  \"driver_name\": " << files::jsonQuoted(driver.driverName)
           << ",\n  \"driver_info\": " << files::jsonQuoted(driver.driverInfo)
           << ",\n  \"driver_id\": " << static_cast<int>(driver.driverID) << ",\n  \"driver_version\": \""
           << hexadecimal(properties.driverVersion) << "\",\n  \"api_version\": \""
           << apiVersionText(properties.apiVersion) << "\",\n"
           << describeSubgroups(device, support.extension != nullptr) << ",\n"
           << describeFeatures(support) << ",\n  \"driver_is_listed\": " << boolText(isListed ? VK_TRUE : VK_FALSE);
    return stream.str();
}

void writeNumber(std::ostream& stream, const std::optional<double>& number)
{
    if (number.has_value())
        stream << *number;
    else
        stream << "null";
}

void write(std::ostream& stream, const Case& tried)
{
    stream << "    {\"way\": \"" << tried.way << "\", \"type\": \"" << vkscan::toString(tried.type)
           << "\", \"count\": " << tried.count << ", \"is_auto\": " << boolText(tried.isAuto ? VK_TRUE : VK_FALSE)
           << ", \"status\": \"" << toString(tried.outcome) << '"';
    if (!tried.reason.empty())
        stream << ", \"reason\": " << files::jsonQuoted(tried.reason);
    if (tried.wrongIndex.has_value())
        stream << ", \"wrong_index\": " << *tried.wrongIndex;
    stream << ", \"microseconds\": ";
    writeNumber(stream, tried.microseconds);
    stream << ", \"copy_microseconds\": ";
    writeNumber(stream, tried.copyMicroseconds);
    stream << '}';
}

std::string textOf(const std::optional<double>& microseconds)
{
    if (!microseconds.has_value())
        return "-";
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f", *microseconds);
    return text;
}

} // namespace

const char* toString(Outcome outcome)
{
    switch (outcome) {
    case Outcome::DidNotEnd: return "did not end";
    case Outcome::Right: return "right";
    case Outcome::Wrong: return "wrong";
    case Outcome::GaveUp: return "gave up";
    case Outcome::NotOffered: return "not offered";
    default: return "failed";
    }
}

void attempt(Case* tried, const std::function<void()>& run)
{
    const auto set = [tried](Outcome outcome, const std::exception& reason) {
        tried->outcome = outcome;
        tried->reason = reason.what();
    };
    try {
        run();
        tried->outcome = Outcome::Right;
    } catch (const WrongResult& wrong) {
        set(Outcome::Wrong, wrong);
        tried->wrongIndex = wrong.index();
    } catch (const gpu::GaveUp& gaveUp) {
        set(Outcome::GaveUp, gaveUp);
    } catch (const NotOffered& notOffered) {
        set(Outcome::NotOffered, notOffered);
    } catch (const std::exception& error) {
        set(Outcome::Failed, error);
    }
}

void requireRight(const std::vector<Case>& cases)
{
    std::string sentence;
    for (const Outcome outcome : {Outcome::Wrong, Outcome::GaveUp, Outcome::Failed, Outcome::DidNotEnd}) {
        const auto number =
            std::count_if(cases.begin(), cases.end(), [&](const Case& tried) { return tried.outcome == outcome; });
        if (number > 0)
            sentence += (sentence.empty() ? "" : ", ") + std::to_string(number) + ' ' + toString(outcome);
    }
    if (!sentence.empty())
        throw std::runtime_error("of " + std::to_string(cases.size()) + " cases, " + sentence);
}

Report::Report(const gpu::Device& device) : device(describe(device)) {}

std::string toJson(const Report& report)
{
    std::ostringstream stream;
    stream << "{\n  \"vkscan_version\": \"" << versionText(vkscan::version()) << "\",\n"
           << report.device << ",\n  \"self_test\": " << files::jsonQuoted(report.selfTest)
           << ",\n  \"repeats\": " << report.repeats << ",\n  \"cases\": [\n";
    const char* separator = "";
    for (const Case& tried : report.cases) {
        stream << separator;
        write(stream, tried);
        separator = ",\n";
    }
    stream << "\n  ]\n}\n";
    return stream.str();
}

void printHeader()
{
    std::printf("%-17s %-5s %10s %12s %12s  %s\n", "way", "type", "count", "us", "copy us", "status");
}

void print(const Case& tried)
{
    const std::string reason = tried.reason.empty() ? "" : ": " + files::printable(tried.reason);
    std::printf("%-17s %-5s %10" PRIu64 " %12s %12s  %s%s%s\n", tried.way.c_str(), vkscan::toString(tried.type),
                tried.count, textOf(tried.microseconds).c_str(), textOf(tried.copyMicroseconds).c_str(),
                toString(tried.outcome), reason.c_str(), tried.isAuto ? "; the default" : "");
    std::fflush(stdout); // a driver may crash in the next case
}

} // namespace hello
