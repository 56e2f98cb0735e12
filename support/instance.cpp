#define VOLK_IMPLEMENTATION
#include "instance.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace gpu {
namespace {

constexpr const char* kNoDevice =
    "no Vulkan device found: install a GPU driver or Mesa's lavapipe (mesa-vulkan-drivers)";
constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

void loadLoader()
{
    static std::once_flag once;
    std::call_once(once, [] {
        if (volkInitialize() != VK_SUCCESS) {
            throw std::runtime_error("no Vulkan loader found: install libvulkan1");
        }
    });
    if (volkGetInstanceVersion() < VK_API_VERSION_1_2) {
        throw std::runtime_error("the Vulkan loader is older than Vulkan 1.2");
    }
}

bool hasValidationLayer()
{
    uint32_t count = 0;
    check(vkEnumerateInstanceLayerProperties(&count, nullptr), "vkEnumerateInstanceLayerProperties");
    std::vector<VkLayerProperties> layers(count);
    check(vkEnumerateInstanceLayerProperties(&count, layers.data()), "vkEnumerateInstanceLayerProperties");
    return std::any_of(layers.begin(), layers.end(),
                       [](const auto& layer) { return std::strcmp(layer.layerName, kValidationLayer) == 0; });
}

VKAPI_ATTR VkBool32 VKAPI_CALL countMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                            const VkDebugUtilsMessengerCallbackDataEXT* message, void* count)
{
    ++*static_cast<std::atomic<unsigned>*>(count);
    std::fprintf(stderr, "Vulkan validation: %s\n", message->pMessage);
    return VK_FALSE;
}

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

int preference(VkPhysicalDeviceType type)
{
    constexpr std::array kOrder = {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
                                   VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_CPU};
    return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), type) - kOrder.begin());
}

struct Candidate {
    VkPhysicalDevice physicalDevice;
    DeviceInfo info;
    VkPhysicalDeviceType type;
};

std::vector<Candidate> candidates(const Instance& instance)
{
    std::vector<Candidate> result;
    for (VkPhysicalDevice physicalDevice : instance.physicalDevices()) {
        const DeviceProperties properties = queryProperties(physicalDevice);
        const auto support = vkscan::queryDeviceSupport(instance.handle(), physicalDevice, vkGetInstanceProcAddr);
        const std::string driver = std::string(properties.driver.driverName) + ' ' + properties.driver.driverInfo;
        result.push_back({physicalDevice,
                          {properties.core.deviceName, driver, support.supported, support.reason},
                          properties.core.deviceType});
    }
    return result;
}

bool isIndex(const std::string& text, std::size_t index)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value == index;
}

} // namespace

Instance::Instance(bool validation, std::span<const char* const> extensions)
{
    loadLoader();
    if (validation && !hasValidationLayer()) {
        throw std::runtime_error("no Vulkan validation layer found: install vulkan-validationlayers");
    }

    // The lowest version that vkscan needs, so that validation reports uses of later ones.
    auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
    application.pApplicationName = "vkscan sample";
    application.apiVersion = VK_API_VERSION_1_2;

    auto messenger =
        structure<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    messenger.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messenger.pfnUserCallback = countMessage;
    messenger.pUserData = &m_messageCount;

    const auto enabled = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    auto features = structure<VkValidationFeaturesEXT>(VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
    features.pNext = &messenger; // covers the instance's creation and destruction
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = &enabled;

    std::vector<const char*> names(extensions.begin(), extensions.end());
    auto info = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    info.pApplicationInfo = &application;
    if (validation) {
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kValidationLayer;
        names.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        names.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    }
    info.enabledExtensionCount = static_cast<uint32_t>(names.size());
    info.ppEnabledExtensionNames = names.data();
    const VkResult result = vkCreateInstance(&info, nullptr, &m_handle);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        throw std::runtime_error(kNoDevice);
    }
    check(result, "vkCreateInstance");

    // The loader's core functions serve every instance, so they are loaded once, and no thread sees them change.
    // Functions of instance extensions depend on the instance and are not taken from there.
    static std::once_flag once;
    std::call_once(once, [this] { volkLoadInstanceOnly(m_handle); });

    if (validation) {
        const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
            vkGetInstanceProcAddr(m_handle, "vkCreateDebugUtilsMessengerEXT"));
        const VkResult created =
            create == nullptr ? VK_ERROR_EXTENSION_NOT_PRESENT : create(m_handle, &messenger, nullptr, &m_messenger);
        if (created != VK_SUCCESS) {
            vkDestroyInstance(m_handle, nullptr);
            check(created, "vkCreateDebugUtilsMessengerEXT");
        }
    }
}

Instance::~Instance()
{
    if (m_messenger != VK_NULL_HANDLE) {
        reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
            vkGetInstanceProcAddr(m_handle, "vkDestroyDebugUtilsMessengerEXT"))(m_handle, m_messenger, nullptr);
    }
    vkDestroyInstance(m_handle, nullptr);
}

std::vector<VkPhysicalDevice> Instance::physicalDevices() const
{
    uint32_t count = 0;
    const VkResult result = vkEnumeratePhysicalDevices(m_handle, &count, nullptr);
    // Some drivers report this if their hardware is absent.
    if (result == VK_ERROR_INITIALIZATION_FAILED || (result == VK_SUCCESS && count == 0)) {
        throw std::runtime_error(kNoDevice);
    }
    check(result, "vkEnumeratePhysicalDevices");
    std::vector<VkPhysicalDevice> devices(count);
    check(vkEnumeratePhysicalDevices(m_handle, &count, devices.data()), "vkEnumeratePhysicalDevices");
    return devices;
}

DeviceProperties queryProperties(VkPhysicalDevice physicalDevice)
{
    auto driver = structure<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    auto properties = structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    vkGetPhysicalDeviceProperties(physicalDevice, &properties.properties);
    if (properties.properties.apiVersion >= VK_API_VERSION_1_2) {
        properties.pNext = &driver;
        vkGetPhysicalDeviceProperties2(physicalDevice, &properties);
    }
    return {properties.properties, driver};
}

std::vector<DeviceInfo> listDevices()
{
    const Instance instance(false);
    std::vector<DeviceInfo> result;
    for (Candidate& candidate : candidates(instance)) {
        result.push_back(std::move(candidate.info));
    }
    return result;
}

VkPhysicalDevice chooseDevice(const Instance& instance, std::string wanted)
{
    const char* environment = std::getenv("VKSCAN_DEVICE");
    if (wanted.empty() && environment != nullptr) {
        wanted = environment;
    }

    const std::vector<Candidate> all = candidates(instance);
    std::vector<Candidate> matches;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isIndex(wanted, i)) {
            matches = {all[i]};
            break;
        }
        if (lowerCase(all[i].info.name).find(lowerCase(wanted)) != std::string::npos) {
            matches.push_back(all[i]);
        }
    }
    if (matches.empty()) {
        std::string names;
        for (std::size_t i = 0; i < all.size(); ++i) {
            names += (i == 0 ? "" : ", ") + std::to_string(i) + " is " + all[i].info.name;
        }
        throw std::runtime_error("no Vulkan device matches '" + wanted + "'; " + names);
    }

    const auto best = std::min_element(matches.begin(), matches.end(), [](const Candidate& a, const Candidate& b) {
        return std::pair(!a.info.supported, preference(a.type)) < std::pair(!b.info.supported, preference(b.type));
    });
    if (!best->info.supported) {
        std::string reasons;
        for (const Candidate& candidate : matches) {
            reasons += (reasons.empty() ? "" : "; ") + candidate.info.name + ": " + candidate.info.reason;
        }
        throw std::runtime_error("no supported Vulkan device: " + reasons);
    }
    return best->physicalDevice;
}

} // namespace gpu
