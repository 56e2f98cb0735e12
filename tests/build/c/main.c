// The C interface from C99: what calls are refused, what plans say, and every operation on a device, held against the
// host's results. The test c_calls checks that each function is called. Exits with 1 and a sentence for each
// difference.
#define VOLK_IMPLEMENTATION
#include <volk.h>

#include "operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int differences = 0;

void expect(int holds, const char* condition, int line)
{
    if (!holds) {
        fprintf(stderr, "line %d: not so: %s\n", line, condition);
        ++differences;
    }
}

void expectEqual(uint64_t result, uint64_t expected, const char* operation)
{
    if (result != expected) {
        fprintf(stderr, "%s: %llu instead of %llu\n", operation, (unsigned long long)result,
                (unsigned long long)expected);
        ++differences;
    }
}

static void require(int holds, const char* what)
{
    if (!holds) {
        fprintf(stderr, "%s failed\n", what);
        exit(1);
    }
}

void requireStatus(VkscanStatus status)
{
    require(status == VKSCAN_SUCCESS, vkscanStatusSentence(status));
}

int says(VkscanStatus status, const char* beginning)
{
    return strncmp(vkscanStatusSentence(status), beginning, strlen(beginning)) == 0;
}

// A device, with one buffer that the host sees, too.
enum { kBytes = 1 << 20 };

static VkInstance instance;
static VkPhysicalDevice physicalDevice;
static VkDevice device;
static VkQueue queue;
VkCommandBuffer commandBuffer;
static VkPhysicalDeviceVulkan12Features features12;
static VkPhysicalDeviceFeatures2 features;
static VkDeviceAddress address;
static unsigned char* mapped;
static VkDeviceSize used;

static uint32_t queueFamily(void)
{
    uint32_t count = 16;
    VkQueueFamilyProperties families[16];
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, families);
    for (uint32_t i = 0; i < count; ++i)
        if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0)
            return i;
    require(0, "finding a queue for compute");
    return 0;
}

static uint32_t memoryType(uint32_t allowed)
{
    const VkMemoryPropertyFlags needed = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(physicalDevice, &properties);
    for (uint32_t i = 0; i < properties.memoryTypeCount; ++i)
        if ((allowed & 1u << i) != 0 && (properties.memoryTypes[i].propertyFlags & needed) == needed)
            return i;
    require(0, "finding memory that the host sees");
    return 0;
}

static void createDevice(void)
{
    require(volkInitialize() == VK_SUCCESS, "loading Vulkan");
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_2};
    const VkInstanceCreateInfo instanceInfo = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                               .pApplicationInfo = &application};
    require(vkCreateInstance(&instanceInfo, NULL, &instance) == VK_SUCCESS, "vkCreateInstance");
    volkLoadInstance(instance);
    uint32_t count = 1;
    require(vkEnumeratePhysicalDevices(instance, &count, &physicalDevice) >= 0 && count == 1, "finding a device");

    VkscanDeviceSupport support = {.size = sizeof(support)};
    vkscanQueryDeviceSupport(instance, physicalDevice, vkGetInstanceProcAddr, &support);
    require(support.supported && support.size == sizeof(support), support.reason);
    features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    EXPECT(strcmp(vkscanMergeFeatures(&support, &features), "bufferDeviceAddress") == 0);
    features.pNext = &features12;
    support.subgroupSizeControl.pNext = NULL;
    features12.pNext = support.extension != NULL ? &support.subgroupSizeControl : NULL;
    EXPECT(vkscanMergeFeatures(&support, &features) == NULL);
    EXPECT(features12.bufferDeviceAddress && features.features.shaderInt64);

    const float priority = 1;
    const VkDeviceQueueCreateInfo queueInfo = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                               .queueFamilyIndex = queueFamily(),
                                               .queueCount = 1,
                                               .pQueuePriorities = &priority};
    const VkDeviceCreateInfo deviceInfo = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                           .pNext = &features,
                                           .queueCreateInfoCount = 1,
                                           .pQueueCreateInfos = &queueInfo,
                                           .enabledExtensionCount = support.extension != NULL ? 1 : 0,
                                           .ppEnabledExtensionNames = &support.extension};
    require(vkCreateDevice(physicalDevice, &deviceInfo, NULL, &device) == VK_SUCCESS, "vkCreateDevice");
    features12.pNext = NULL; // what it pointed to ends here
    volkLoadDevice(device);
    vkGetDeviceQueue(device, queueInfo.queueFamilyIndex, 0, &queue);

    VkCommandPool pool;
    const VkCommandPoolCreateInfo poolInfo = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                              .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                              .queueFamilyIndex = queueInfo.queueFamilyIndex};
    require(vkCreateCommandPool(device, &poolInfo, NULL, &pool) == VK_SUCCESS, "vkCreateCommandPool");
    const VkCommandBufferAllocateInfo commandInfo = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
    require(vkAllocateCommandBuffers(device, &commandInfo, &commandBuffer) == VK_SUCCESS, "vkAllocateCommandBuffers");

    VkBuffer buffer;
    const VkBufferCreateInfo bufferInfo = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                           .size = kBytes,
                                           .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                    VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    require(vkCreateBuffer(device, &bufferInfo, NULL, &buffer) == VK_SUCCESS, "vkCreateBuffer");
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(device, buffer, &requirements);
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo memoryInfo = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                             .pNext = &flags,
                                             .allocationSize = requirements.size,
                                             .memoryTypeIndex = memoryType(requirements.memoryTypeBits)};
    VkDeviceMemory memory;
    void* pointer = NULL;
    require(vkAllocateMemory(device, &memoryInfo, NULL, &memory) == VK_SUCCESS &&
                vkBindBufferMemory(device, buffer, memory, 0) == VK_SUCCESS &&
                vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &pointer) == VK_SUCCESS,
            "allocating memory");
    mapped = pointer;
    memset(mapped, 0, kBytes);
    const VkBufferDeviceAddressInfo addressInfo = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                                   .buffer = buffer};
    address = vkGetBufferDeviceAddress(device, &addressInfo);
}

VkscanBufferRange allocate(VkDeviceSize bytes)
{
    const VkscanBufferRange range = {address + used, bytes};
    used += (bytes + 15) / 16 * 16;
    require(used <= kBytes, "allocating from the buffer");
    return range;
}

VkscanBufferRange words(uint32_t count)
{
    return allocate(count * sizeof(uint32_t));
}

void* hostOf(VkscanBufferRange range)
{
    return mapped + (range.address - address);
}

uint32_t numberAt(uint32_t i)
{
    return i * 7919u % 1009u;
}

VkscanBufferRange numbers(void)
{
    const VkscanBufferRange range = words(kCount);
    uint32_t* const values = hostOf(range);
    for (uint32_t i = 0; i < kCount; ++i)
        values[i] = numberAt(i);
    return range;
}

VkscanBufferRange runs(void)
{
    const VkscanBufferRange range = words(kCount);
    uint32_t* const keys = hostOf(range);
    for (uint32_t i = 1; i < kCount; ++i)
        keys[i] = keys[i - 1] + (numberAt(i) % 3 == 0 || i % 4 == 0);
    return range;
}

uint32_t boxSum(VkExtent3D extent, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t sum = 0;
    for (uint32_t slice = 0; slice < z; ++slice)
        for (uint32_t row = 0; row < y; ++row)
            for (uint32_t column = 0; column < x; ++column)
                sum += numberAt((slice * extent.height + row) * extent.width + column);
    return sum;
}

VkscanScalar u32Of(uint32_t value)
{
    return (VkscanScalar){VK_TRUE, VKSCAN_ELEMENT_TYPE_U32, {value}};
}

VkscanContext* context;
VkscanPlan* plan;

static void begin(void)
{
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    require(vkBeginCommandBuffer(commandBuffer, &info) == VK_SUCCESS, "vkBeginCommandBuffer");
}

void run(VkscanOperation* operation, VkscanStatus planned)
{
    requireStatus(planned);
    EXPECT(vkscanDispatchCount(plan) > 0 && vkscanKernelCount(operation) > 0);
    require(vkEndCommandBuffer(commandBuffer) == VK_SUCCESS, "vkEndCommandBuffer");
    const VkSubmitInfo submission = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commandBuffer};
    require(vkQueueSubmit(queue, 1, &submission, VK_NULL_HANDLE) == VK_SUCCESS && vkQueueWaitIdle(queue) == VK_SUCCESS,
            "submitting");
    vkscanDestroyOperation(operation);
    begin();
}

static void checkRefusals(void)
{
    EXPECT(vkscanVersion() == VKSCAN_VERSION);
    EXPECT(says(VKSCAN_SUCCESS, "success"));
    VkscanContext* none = NULL;
    VkscanContextDesc desc = VKSCAN_CONTEXT_DESC_INIT;
    const VkscanStatus status = vkscanCreateContext(&desc, &none);
    EXPECT(says(status, "instance: must not be null") && VKSCAN_RULE(status) == VKSCAN_RULE_NULL);
    EXPECT(strcmp(vkscanStatusArgument(status), "instance") == 0);
    EXPECT(says(vkscanCreateContext(NULL, &none), "structure: must not be null"));
    EXPECT(says(vkscanCreateContext(&desc, NULL), "output pointer: must not be null"));
    desc.size = 0;
    EXPECT(says(vkscanCreateContext(&desc, &none), "structure: must be as large as its size says"));
    EXPECT(none == NULL && !vkscanHasForwardProgress(NULL));
    vkscanDestroyContext(NULL);
    vkscanDestroyOperation(NULL);
    vkscanDestroyPlan(NULL);

    const VkscanScanDesc scanDesc = VKSCAN_SCAN_DESC_INIT;
    VkscanOperation* scan = NULL;
    EXPECT(says(vkscanCreateScan(NULL, &scanDesc, &scan), "context: must have been created"));
    const VkscanScanArgs args = VKSCAN_SCAN_ARGS_INIT;
    EXPECT(says(vkscanRecordScan(NULL, VK_NULL_HANDLE, &args), "operation: must have been created"));
    EXPECT(scan == NULL && vkscanScratchSize(NULL, 1) == 0 && vkscanMaxCount(NULL) == 0 &&
           vkscanGroupElements(NULL, 0) == 0);
    EXPECT(vkscanKernelCount(NULL) == 0);
}

// Programs of earlier and later versions, whose structures are shorter and longer.
static void checkVersions(void)
{
    struct {
        VkscanScanDesc desc;
        uint64_t later[2];
    } longer = {.desc = VKSCAN_SCAN_DESC_INIT};
    longer.desc.size = sizeof(longer);
    longer.desc.maxCount = 77;
    VkscanOperation* scan = NULL;
    requireStatus(vkscanCreateScan(context, &longer.desc, &scan));
    EXPECT(vkscanMaxCount(scan) == 77);
    vkscanDestroyOperation(scan);
    scan = NULL;
    longer.later[1] = 1;
    EXPECT(says(vkscanCreateScan(context, &longer.desc, &scan), "structure: must be as large as its size says"));
    EXPECT(scan == NULL);

    // Larger than any structure will be: a size that was not set.
    union {
        VkscanScanDesc desc;
        unsigned char bytes[5000];
    } huge = {.desc = VKSCAN_SCAN_DESC_INIT};
    huge.desc.size = sizeof(huge);
    EXPECT(says(vkscanCreateScan(context, &huge.desc, &scan), "structure: must be as large as its size says"));

    // Fields beyond the size have the defaults of the library, also those that are not 0.
    VkscanScanDesc shorter = {.size = offsetof(VkscanScanDesc, order), .order = 99, .maxCount = 77};
    requireStatus(vkscanCreateScan(context, &shorter, &scan));
    EXPECT(vkscanMaxCount(scan) > 1u << 30);
    vkscanDestroyOperation(scan);

    VkscanDispatch dispatch = {.size = offsetof(VkscanDispatch, kernel), .kernel = 99};
    vkscanGetDispatch(NULL, 0, &dispatch);
    EXPECT(dispatch.kernel == 99);
    dispatch.size = sizeof(dispatch);
    vkscanGetDispatch(NULL, 0, &dispatch);
    EXPECT(dispatch.kernel == 0 && dispatch.size == sizeof(dispatch));
}

// The plan and the kernel of a scan, and calls of other classes.
static void checkPlans(void)
{
    const VkscanScanDesc desc = VKSCAN_SCAN_DESC_INIT;
    CREATE(Scan, scan);
    VkscanScanArgs args = VKSCAN_SCAN_ARGS_INIT;
    args.input = (VkscanBufferRange){0x10000, 80};
    args.output = (VkscanBufferRange){0x20000, 80};
    args.count = 10;
    EXPECT(vkscanDispatchCount(plan) == 0); // a new one
    EXPECT(says(vkscanPlanScan(scan, &args, NULL), "output pointer: must not be null"));
    requireStatus(vkscanPlanScan(scan, &args, plan));
    EXPECT(vkscanDispatchCount(plan) == 1);
    VkscanDispatch dispatch = {.size = sizeof(dispatch)};
    vkscanGetDispatch(plan, 0, &dispatch);
    EXPECT(dispatch.groupCount[0] == 1 && dispatch.groupCount[1] == 1 && dispatch.groupCount[2] == 1);
    EXPECT(dispatch.pushConstants != NULL && !dispatch.barrierBefore);
    VkscanDispatch behind = {.size = sizeof(behind)};
    vkscanGetDispatch(plan, 1, &behind);
    EXPECT(behind.pushConstants == NULL && behind.groupCount[0] == 0);
    VkscanKernel kernel = {.size = sizeof(kernel)};
    EXPECT(dispatch.kernel < vkscanKernelCount(scan));
    vkscanGetKernel(scan, dispatch.kernel, &kernel);
    require(kernel.code != NULL && kernel.name != NULL && kernel.constants != NULL, "vkscanGetKernel");
    EXPECT(kernel.code[0] == 0x07230203u && kernel.codeBytes > 1000 && strcmp(kernel.entryPoint, "main") == 0);
    EXPECT(strncmp(kernel.name, "vkscan Scan u32 add", 19) == 0 && kernel.constantCount > 0);
    EXPECT(kernel.workgroupSize[0] > 1 && kernel.pushConstantBytes == dispatch.pushConstantBytes);
    int reads = 0;
    int writes = 0;
    for (uint32_t i = 0; i < dispatch.accessCount; ++i) {
        VkscanBufferRange range;
        VkBool32 isWritten;
        vkscanGetAccess(plan, 0, i, &range, &isWritten);
        reads += range.address == args.input.address && !isWritten;
        writes += range.address == args.output.address && isWritten;
    }
    EXPECT(reads == 1 && writes == 1);
    vkscanGetKernel(scan, vkscanKernelCount(scan), &kernel);
    EXPECT(kernel.code == NULL);

    const VkscanReduceArgs reduceArgs = VKSCAN_REDUCE_ARGS_INIT;
    EXPECT(says(vkscanPlanReduce(scan, &reduceArgs, plan), "operation: must be of the kind"));
    EXPECT(says(vkscanRecordSummedAreaTableBatch(scan, VK_NULL_HANDLE, NULL, 0), "operation: must be of the kind"));
    EXPECT(vkscanSummedAreaTableScratchSize(scan, (VkExtent2D){1, 1}) == 0);
    EXPECT(vkscanRadixSortTemporarySize(scan, 1) == 0 && vkscanTopKTemporarySize(scan, 1) == 0);
    vkscanDestroyOperation(scan);
}

int main(void)
{
    checkRefusals();
    createDevice();
    VkscanContextDesc desc = VKSCAN_CONTEXT_DESC_INIT;
    desc.instance = instance;
    desc.physicalDevice = physicalDevice;
    desc.getInstanceProcAddr = vkGetInstanceProcAddr;
    desc.features = &features;
    desc.plansOnly = VK_TRUE;
    requireStatus(vkscanCreateContext(&desc, &context));
    requireStatus(vkscanCreatePlan(&plan));
    checkVersions();
    checkPlans();
    vkscanDestroyContext(context);
    desc.plansOnly = VK_FALSE;
    desc.device = device;
    desc.getDeviceProcAddr = vkGetDeviceProcAddr;
    requireStatus(vkscanCreateContext(&desc, &context));
    begin();

    void (*const checks[])(void) = {
#define OPERATION(name) check##name,
#include "operations.inc"
    };
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); ++i) {
        memset(mapped, 0, kBytes);
        used = 0;
        checks[i]();
    }

    const VkscanScanDesc scanDesc = VKSCAN_SCAN_DESC_INIT;
    VkscanOperation* scan = NULL;
    requireStatus(vkscanCreateScan(context, &scanDesc, &scan));
    vkscanDestroyContext(context); // before its operation
    vkscanDestroyOperation(scan);
    vkscanDestroyPlan(plan);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    printf("%s\n", differences == 0 ? "all operations answer from C" : "there are differences");
    return differences == 0 ? 0 : 1;
}
