// The C interface from C99: what calls are refused, what plans say, and each operation on a device, held against the
// host's results. Exits with 1 and a sentence for each difference.
#define VOLK_IMPLEMENTATION
#include <volk.h>

#include <vkscan/c_api.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int differences = 0;

#define EXPECT(condition) expect((condition) != 0, #condition, __LINE__)

static void expect(int holds, const char* condition, int line)
{
    if (!holds) {
        fprintf(stderr, "line %d: not so: %s\n", line, condition);
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

static void requireStatus(VkscanStatus status)
{
    require(status == VKSCAN_SUCCESS, vkscanStatusSentence(status));
}

static int says(VkscanStatus status, const char* beginning)
{
    return strncmp(vkscanStatusSentence(status), beginning, strlen(beginning)) == 0;
}

// A device, with one buffer that the host sees, too.
enum { kBytes = 1 << 20 };

static VkInstance instance;
static VkPhysicalDevice physicalDevice;
static VkDevice device;
static VkQueue queue;
static VkCommandBuffer commandBuffer;
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

// A part of the buffer, zeroed; its memory is at hostOf.
static VkscanBufferRange allocate(VkDeviceSize bytes)
{
    const VkscanBufferRange range = {address + used, bytes};
    used += (bytes + 15) / 16 * 16;
    require(used <= kBytes, "allocating from the buffer");
    return range;
}

static void* hostOf(VkscanBufferRange range)
{
    return mapped + (range.address - address);
}

enum { kCount = 1000 };

// Numbers that are in no order.
static uint32_t numberAt(uint32_t i)
{
    return i * 7919u % 1009u;
}

static VkscanBufferRange numbers(void)
{
    const VkscanBufferRange range = allocate(kCount * sizeof(uint32_t));
    uint32_t* const values = hostOf(range);
    for (uint32_t i = 0; i < kCount; ++i)
        values[i] = numberAt(i);
    return range;
}

static void checkRefusals(void)
{
    EXPECT(vkscanVersion() == VKSCAN_VERSION);
    EXPECT(says(VKSCAN_SUCCESS, "success"));
    VkscanContext* context = NULL;
    VkscanContextDesc desc = {.size = sizeof(desc)};
    EXPECT(says(vkscanCreateContext(&desc, &context), "instance: must not be null"));
    EXPECT(strcmp(vkscanStatusArgument(vkscanCreateContext(&desc, &context)), "instance") == 0);
    EXPECT(says(vkscanCreateContext(NULL, &context), "structure: must not be null"));
    EXPECT(says(vkscanCreateContext(&desc, NULL), "output pointer: must not be null"));
    desc.size = 0;
    EXPECT(says(vkscanCreateContext(&desc, &context), "structure: must be as large as its size says"));
    EXPECT(context == NULL);
    vkscanDestroyContext(NULL);
    vkscanDestroyOperation(NULL);
    vkscanDestroyPlan(NULL);

    VkscanScanDesc scanDesc = {.size = sizeof(scanDesc)};
    VkscanOperation* scan = NULL;
    EXPECT(says(vkscanCreateScan(NULL, &scanDesc, &scan), "context: must have been created"));
    const VkscanScanArgs args = {.size = sizeof(args)};
    EXPECT(says(vkscanRecordScan(NULL, VK_NULL_HANDLE, &args), "operation: must have been created"));
    EXPECT(scan == NULL && vkscanScratchSize(NULL, 1) == 0 && vkscanMaxCount(NULL) == 0);
    EXPECT(vkscanKernelCount(NULL) == 0 && vkscanStrategyFor(NULL, 1) == VKSCAN_STRATEGY_AUTO);
}

// Programs of earlier and later versions, whose structures are shorter and longer.
static void checkVersions(const VkscanContext* context)
{
    struct {
        VkscanScanDesc desc;
        uint64_t later[2];
    } longer = {.desc = {.size = sizeof(longer), .maxCount = 77}};
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
    } huge = {.desc = {.size = sizeof(huge)}};
    EXPECT(says(vkscanCreateScan(context, &huge.desc, &scan), "structure: must be as large as its size says"));

    longer.desc.size = offsetof(VkscanScanDesc, maxCount);
    requireStatus(vkscanCreateScan(context, &longer.desc, &scan));
    EXPECT(vkscanMaxCount(scan) > 1u << 30);
    vkscanDestroyOperation(scan);

    VkscanDispatch dispatch = {.size = offsetof(VkscanDispatch, kernel), .kernel = 99};
    vkscanGetDispatch(NULL, 0, &dispatch);
    EXPECT(dispatch.kernel == 99);
    dispatch.size = sizeof(dispatch);
    vkscanGetDispatch(NULL, 0, &dispatch);
    EXPECT(dispatch.kernel == 0 && dispatch.size == sizeof(dispatch));
}

// All of a scalar reaches the kernels.
static void checkScalars(const VkscanContext* context)
{
    const int64_t initial = -3 - ((int64_t)5 << 40);
    const VkscanScanDesc desc = {.size = sizeof(desc), .type = VKSCAN_TYPE_I64};
    VkscanOperation* scan = NULL;
    requireStatus(vkscanCreateScan(context, &desc, &scan));
    VkscanPlan* plan = NULL;
    requireStatus(vkscanCreatePlan(&plan));
    const VkscanScanArgs args = {.size = sizeof(args),
                                 .input = {0x10000, 80},
                                 .output = {0x20000, 80},
                                 .initial = {VK_TRUE, VKSCAN_TYPE_I64, {.i64 = initial}},
                                 .count = 10};
    requireStatus(vkscanPlanScan(scan, &args, plan));
    VkscanDispatch dispatch = {.size = sizeof(dispatch)};
    vkscanGetDispatch(plan, 0, &dispatch);
    int found = 0;
    const unsigned char* pushed = dispatch.pushConstants;
    for (uint32_t i = 0; i + sizeof(initial) <= dispatch.pushConstantBytes; ++i)
        found += memcmp(pushed + i, &initial, sizeof(initial)) == 0;
    EXPECT(found == 1);
    vkscanDestroyPlan(plan);
    vkscanDestroyOperation(scan);
}

static void checkPlans(const VkscanOperation* scan, const VkscanScanArgs* args)
{
    VkscanPlan* plan = NULL;
    requireStatus(vkscanCreatePlan(&plan));
    EXPECT(vkscanDispatchCount(plan) == 0);
    EXPECT(says(vkscanPlanScan(scan, args, NULL), "output pointer: must not be null"));
    requireStatus(vkscanPlanScan(scan, args, plan));
    EXPECT(vkscanDispatchCount(plan) == 1);
    VkscanDispatch dispatch = {.size = sizeof(dispatch)};
    vkscanGetDispatch(plan, 0, &dispatch);
    EXPECT(dispatch.groupCount[0] == 1 && dispatch.groupCount[1] == 1 && dispatch.groupCount[2] == 1);
    EXPECT(dispatch.pushConstants != NULL && dispatch.pushConstantBytes > 0 && !dispatch.barrierBefore);
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
        reads += range.address == args->input.address && !isWritten;
        writes += range.address == args->output.address && isWritten;
    }
    EXPECT(reads == 1 && writes == 1);
    vkscanGetKernel(scan, vkscanKernelCount(scan), &kernel);
    EXPECT(kernel.code == NULL);

    const VkscanReduceArgs reduceArgs = {.size = sizeof(reduceArgs)};
    EXPECT(says(vkscanPlanReduce(scan, &reduceArgs, plan), "operation: must be of the kind"));
    EXPECT(says(vkscanRecordSummedAreaTables(scan, VK_NULL_HANDLE, NULL, 0), "operation: must be of the kind"));
    EXPECT(vkscanTableScratchSize(scan, 1, 1) == 0 && vkscanTemporarySize(scan, 1) == 0);
    vkscanDestroyPlan(plan);
}

// Mistakes in descriptions and arguments: each is refused by its name, on a context for plans
// alone.
static void checkFields(const VkscanContext* context)
{
    const VkscanBufferRange array = {0x10000, 4096};
    const VkscanBufferRange other = {0x20000, 4096};
    const VkscanBufferRange odd = {0x30001, 4096};
    const VkscanBufferRange scratch = {0x100000, 1 << 20};
    VkscanPlan* plan = NULL;
    requireStatus(vkscanCreatePlan(&plan));

    VkscanOperation* none = NULL;
    VkscanScanDesc scanDesc = {.size = sizeof(scanDesc), .order = 17};
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "order:"));
    scanDesc.order = 2;
    scanDesc.tupleSize = 17;
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "tupleSize:"));
    scanDesc.tupleSize = 1;
    scanDesc.op = VKSCAN_OP_MULTIPLY;
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "order: more than 1 needs"));
    scanDesc = (VkscanScanDesc){.size = sizeof(scanDesc), .type = VKSCAN_TYPE_F32, .op = VKSCAN_OP_AND};
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "op: "));
    scanDesc = (VkscanScanDesc){.size = sizeof(scanDesc), .type = VKSCAN_TYPE_F32, .tupleSize = 2};
    scanDesc.reproducible = VK_TRUE;
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "reproducible:"));
    scanDesc = (VkscanScanDesc){.size = sizeof(scanDesc), .kernelCount = 1};
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "kernels: "));
    const uint32_t code[8] = {0};
    const VkscanCustomKernel kernel = {"scan_spans", code, sizeof(code)};
    scanDesc.kernels = &kernel;
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "kernels: must be whole SPIR-V modules"));
    scanDesc = (VkscanScanDesc){.size = sizeof(scanDesc), .input = VKSCAN_STORED_I8};
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "input: must be Same but for"));
    scanDesc = (VkscanScanDesc){.size = sizeof(scanDesc), .output = VKSCAN_STORED_F16};
    EXPECT(says(vkscanCreateScan(context, &scanDesc, &none), "output: must be Same but for"));
    scanDesc = (VkscanScanDesc){.size = sizeof(scanDesc), .strategy = VKSCAN_STRATEGY_SPINE};
    if (!vkscanHasForwardProgress(context)) {
        const VkscanStatus status = vkscanCreateScan(context, &scanDesc, &none);
        EXPECT(VKSCAN_RULE(status) == VKSCAN_RULE_NEEDS_FORWARD_PROGRESS);
    }
    EXPECT(none == NULL);
    scanDesc.assumeForwardProgress = VK_TRUE;
    VkscanOperation* scan = NULL;
    requireStatus(vkscanCreateScan(context, &scanDesc, &scan));
    EXPECT(vkscanStrategyFor(scan, 1 << 20) == VKSCAN_STRATEGY_SPINE);
    VkscanScanArgs scanArgs = {
        .size = sizeof(scanArgs), .input = array, .output = other, .scratch = scratch, .count = 1000, .total = odd};
    EXPECT(says(vkscanPlanScan(scan, &scanArgs, plan), "total:"));
    scanArgs.total = (VkscanBufferRange){0, 0};
    scanArgs.countBuffer = odd;
    EXPECT(says(vkscanPlanScan(scan, &scanArgs, plan), "countBuffer:"));
    scanArgs.countBuffer = scanArgs.total;
    scanArgs.parameters = code;
    scanArgs.parameterBytes = 4;
    EXPECT(says(vkscanPlanScan(scan, &scanArgs, plan), "parameters:"));
    scanArgs.parameterBytes = 0;
    EXPECT(says(vkscanRecordScan(scan, (VkCommandBuffer)plan, &scanArgs), "pipelines: there are none"));
    vkscanDestroyOperation(scan);

    // Reproducible sums take two dispatches.
    const VkscanReduceDesc sumDesc = {.size = sizeof(sumDesc), .type = VKSCAN_TYPE_F32, .reproducible = VK_TRUE};
    VkscanOperation* sum = NULL;
    requireStatus(vkscanCreateReduce(context, &sumDesc, &sum));
    const VkscanReduceArgs sumArgs = {
        .size = sizeof(sumArgs), .input = array, .result = other, .scratch = scratch, .count = 1000};
    requireStatus(vkscanPlanReduce(sum, &sumArgs, plan));
    EXPECT(vkscanDispatchCount(plan) == 2);
    vkscanDestroyOperation(sum);

    const VkscanReduceDesc reduceDesc = {.size = sizeof(reduceDesc), .op = VKSCAN_OP_ADD, .withIndex = VK_TRUE};
    EXPECT(says(vkscanCreateReduce(context, &reduceDesc, &none), "withIndex:"));

    const VkscanCompactDesc compactDesc = {.size = sizeof(compactDesc),
                                           .condition = VKSCAN_CONDITION_LESS,
                                           .predicateType = VKSCAN_TYPE_F32,
                                           .elementSize = 8};
    VkscanOperation* compact = NULL;
    requireStatus(vkscanCreateCompact(context, &compactDesc, &compact));
    VkscanCompactArgs compactArgs = {.size = sizeof(compactArgs),
                                     .input = array,
                                     .output = other,
                                     .tested = odd,
                                     .operand = {VK_TRUE, VKSCAN_TYPE_F32, {.f32 = 1}},
                                     .scratch = scratch,
                                     .count = 500};
    EXPECT(says(vkscanPlanCompact(compact, &compactArgs, plan), "tested, keys: the address"));
    compactArgs.tested = (VkscanBufferRange){0x40000, 4096};
    compactArgs.count = 600;
    EXPECT(says(vkscanPlanCompact(compact, &compactArgs, plan), "input: must hold"));
    compactArgs.operand.type = VKSCAN_TYPE_I32;
    EXPECT(says(vkscanPlanCompact(compact, &compactArgs, plan), "operand:"));
    vkscanDestroyOperation(compact);

    const VkscanDistributionDesc distributionDesc = {
        .size = sizeof(distributionDesc), .maxCount = 5000, .withAlias = VK_TRUE};
    VkscanOperation* distribution = NULL;
    requireStatus(vkscanCreateDistribution(context, &distributionDesc, &distribution));
    EXPECT(vkscanMaxCount(distribution) == 5000 && vkscanScratchSize(distribution, 5000) == 0);
    // Three rows of 2,048 at most, whose sums take a vector of 16 bytes.
    VkscanDistributionArgs distributionArgs = {.size = sizeof(distributionArgs),
                                               .input = {0x10000, 5000 * 4},
                                               .output = {0x20000, (4 + 5000) * 4},
                                               .count = 5000};
    requireStatus(vkscanPlanDistribution(distribution, &distributionArgs, plan));
    EXPECT(vkscanDispatchCount(plan) == 2);
    distributionArgs.alias = (VkscanBufferRange){0x40000, (3 + 5000) * 8};
    EXPECT(says(vkscanPlanDistribution(distribution, &distributionArgs, plan), "temporary: "));
    distributionArgs.temporary = (VkscanBufferRange){0x80000, (3 + 5000 + 4) * 16};
    requireStatus(vkscanPlanDistribution(distribution, &distributionArgs, plan));
    EXPECT(vkscanDispatchCount(plan) == 4);
    distributionArgs.rowLength = 1000;
    EXPECT(says(vkscanPlanDistribution(distribution, &distributionArgs, plan), "output: must hold"));
    distributionArgs.rowLength = 65537;
    EXPECT(says(vkscanPlanDistribution(distribution, &distributionArgs, plan), "rowLength: must be from 1 to"));
    EXPECT(vkscanDistributionDescriptorSetLayout(distribution) == VK_NULL_HANDLE);
    vkscanDestroyOperation(distribution);

    VkscanDistributionDesc mapDesc = {.size = sizeof(mapDesc),
                                      .input = VKSCAN_RESOURCE_SAMPLED_IMAGE,
                                      .inputFormat = VK_FORMAT_R32_UINT,
                                      .equirectangular = VK_TRUE};
    VkscanOperation* ofMap = NULL;
    EXPECT(says(vkscanCreateDistribution(context, &mapDesc, &ofMap), "inputFormat: "));
    mapDesc.inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
    requireStatus(vkscanCreateDistribution(context, &mapDesc, &ofMap));
    VkscanDistributionArgs mapArgs = {.size = sizeof(mapArgs),
                                      .output = {0x20000, (16 + 512) * 4},
                                      .image = {.view = VK_NULL_HANDLE,
                                                .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                                .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
                                                .extent = {32, 16}}};
    EXPECT(says(vkscanPlanDistribution(ofMap, &mapArgs, plan), "image: the view"));
    mapArgs.image.view = (VkImageView)(uintptr_t)1;
    requireStatus(vkscanPlanDistribution(ofMap, &mapArgs, plan));
    EXPECT(vkscanDispatchCount(plan) == 2);
    EXPECT(says(vkscanWriteDistributionDescriptors(ofMap, VK_NULL_HANDLE, &mapArgs), "pipelines: "));
    vkscanDestroyOperation(ofMap);

    const VkscanExpandDesc expandDesc = {.size = sizeof(expandDesc), .fromOffsets = VK_TRUE, .maxCount = 600};
    VkscanOperation* expand = NULL;
    requireStatus(vkscanCreateExpand(context, &expandDesc, &expand));
    EXPECT(vkscanMaxCount(expand) == 600 && vkscanScratchSize(expand, 600) == 0);
    VkscanExpandArgs expandArgs = {.size = sizeof(expandArgs),
                                   .offsets = {0x10000, 601 * 4},
                                   .output = {0x20000, 4096},
                                   .index = {0x30000, 4096},
                                   .count = 600};
    requireStatus(vkscanPlanExpand(expand, &expandArgs, plan));
    EXPECT(vkscanDispatchCount(plan) == 1);
    expandArgs.index.address = 0x20004;
    EXPECT(says(vkscanPlanExpand(expand, &expandArgs, plan), "index: must not overlap"));
    expandArgs.counts = (VkscanBufferRange){0x40000, 2400};
    EXPECT(says(vkscanPlanExpand(expand, &expandArgs, plan), "counts: must be absent"));
    expandArgs = (VkscanExpandArgs){.size = sizeof(expandArgs), .parameters = code, .parameterBytes = 4};
    EXPECT(says(vkscanPlanExpand(expand, &expandArgs, plan), "parameters:"));
    vkscanDestroyOperation(expand);
    const VkscanExpandDesc customExpandDesc = {.size = sizeof(customExpandDesc), .kernelCount = 1, .kernels = &kernel};
    EXPECT(says(vkscanCreateExpand(context, &customExpandDesc, &none), "kernels: must be whole SPIR-V modules"));

    VkscanTopKDesc topKDesc = {.size = sizeof(topKDesc), .maxK = 65537};
    EXPECT(says(vkscanCreateTopK(context, &topKDesc, &none), "maxK: must be from 1"));
    topKDesc = (VkscanTopKDesc){.size = sizeof(topKDesc), .kernelCount = 1};
    EXPECT(says(vkscanCreateTopK(context, &topKDesc, &none), "kernels:"));
    topKDesc = (VkscanTopKDesc){.size = sizeof(topKDesc), .type = VKSCAN_TYPE_F32, .smallest = VK_TRUE};
    VkscanOperation* topK = NULL;
    requireStatus(vkscanCreateTopK(context, &topKDesc, &topK));
    EXPECT(vkscanTopKTemporarySize(topK, 100) == 0 && vkscanTopKTemporarySize(topK, 1 << 20) > 0);
    VkscanTopKArgs topKArgs = {.size = sizeof(topKArgs),
                               .k = 10,
                               .input = {0x10000, 2400},
                               .output = {0x20000, 4096},
                               .index = {0x30000, 4096},
                               .count = 600};
    requireStatus(vkscanPlanTopK(topK, &topKArgs, plan));
    EXPECT(vkscanDispatchCount(plan) == 1);
    topKArgs.rowLength = 7;
    topKArgs.rowPitch = 6;
    EXPECT(says(vkscanPlanTopK(topK, &topKArgs, plan), "rowPitch: must hold rowLength"));
    topKArgs.rowPitch = 0;
    topKArgs.index.address = 0x20004;
    EXPECT(says(vkscanPlanTopK(topK, &topKArgs, plan), "index: must not overlap"));
    topKArgs.index.address = 0x30000;
    topKArgs.parameters = code;
    topKArgs.parameterBytes = 4;
    EXPECT(says(vkscanPlanTopK(topK, &topKArgs, plan), "parameters:"));
    topKArgs.k = 65537;
    EXPECT(says(vkscanPlanTopK(topK, &topKArgs, plan), "k: must not exceed"));
    vkscanDestroyOperation(topK);

    VkscanRadixSortDesc sortDesc = {.size = sizeof(sortDesc), .firstBit = 33};
    EXPECT(says(vkscanCreateRadixSort(context, &sortDesc, &none), "firstBit, endBit:"));
    sortDesc = (VkscanRadixSortDesc){.size = sizeof(sortDesc), .endBit = 33};
    EXPECT(says(vkscanCreateRadixSort(context, &sortDesc, &none), "firstBit, endBit:"));
    sortDesc = (VkscanRadixSortDesc){.size = sizeof(sortDesc), .type = VKSCAN_TYPE_F64, .endBit = 64, .valueSize = 8};
    VkscanOperation* sort = NULL;
    requireStatus(vkscanCreateRadixSort(context, &sortDesc, &sort));
    VkscanRadixSortArgs sortArgs = {.size = sizeof(sortArgs), .input = array, .output = other, .count = 100};
    EXPECT(says(vkscanPlanRadixSort(sort, &sortArgs, plan), "values: must not be null"));
    sortArgs.values = scratch;
    sortArgs.sortedValues = odd;
    EXPECT(says(vkscanPlanRadixSort(sort, &sortArgs, plan), "sortedValues:"));
    sortArgs = (VkscanRadixSortArgs){.size = sizeof(sortArgs), .selectedCount = {0x50000, 4}};
    EXPECT(says(vkscanPlanRadixSort(sort, &sortArgs, plan), "selectedCount, bucketOffsets: a sort needs kernels"));
    sortArgs = (VkscanRadixSortArgs){.size = sizeof(sortArgs), .parameters = code, .parameterBytes = 4};
    EXPECT(says(vkscanPlanRadixSort(sort, &sortArgs, plan), "parameters:"));
    vkscanDestroyOperation(sort);
    const VkscanRadixSortDesc segmentedDesc = {.size = sizeof(segmentedDesc), .segmented = VK_TRUE};
    requireStatus(vkscanCreateRadixSort(context, &segmentedDesc, &sort));
    sortArgs = (VkscanRadixSortArgs){.size = sizeof(sortArgs),
                                     .input = array,
                                     .output = other,
                                     .segments = {0x40000, 4}, // of one offset
                                     .segmentCount = 5,
                                     .count = 100};
    EXPECT(says(vkscanPlanRadixSort(sort, &sortArgs, plan), "segments: must hold"));
    vkscanDestroyOperation(sort);
    sortDesc.kernelCount = 1;
    sortDesc.kernels = &kernel;
    EXPECT(says(vkscanCreateRadixSort(context, &sortDesc, &none), "kernels: must be whole SPIR-V modules"));

    VkscanSummedAreaTableDesc tableDesc = {.size = sizeof(tableDesc),
                                           .inputFormat = VK_FORMAT_R32_SFLOAT,
                                           .outputFormat = VK_FORMAT_R32_SFLOAT,
                                           .accumulation = VKSCAN_ACCUMULATION_F32,
                                           .bias = VKSCAN_BIAS_GIVEN,
                                           .squares = VK_TRUE,
                                           .strategy = VKSCAN_STRATEGY_REDUCE_THEN_SCAN};
    VkscanOperation* table = NULL;
    requireStatus(vkscanCreateSummedAreaTable(context, &tableDesc, &table));
    EXPECT(vkscanTableStrategyFor(table, 8, 8) == VKSCAN_STRATEGY_REDUCE_THEN_SCAN);
    VkscanSummedAreaTableArgs tableArgs = {.size = sizeof(tableArgs),
                                           .input = {.buffer = array, .extent = {8, 8}},
                                           .output = {.buffer = other, .extent = {8, 8}},
                                           .scratch = scratch};
    EXPECT(says(vkscanPlanSummedAreaTable(table, &tableArgs, plan), "squares:"));
    tableArgs.squares = (VkscanSurface){.buffer = {0x40000, 4096}, .extent = {8, 8}};
    EXPECT(says(vkscanPlanSummedAreaTable(table, &tableArgs, plan), "bias:"));
    tableArgs.bias = (VkscanBufferRange){0x50000, 16};
    requireStatus(vkscanPlanSummedAreaTable(table, &tableArgs, plan));
    const VkscanSummedAreaTableArgs* batch[] = {&tableArgs, NULL};
    const VkCommandBuffer any = (VkCommandBuffer)plan;
    EXPECT(says(vkscanRecordSummedAreaTables(NULL, any, batch, 1), "operation: must have been created"));
    EXPECT(says(vkscanRecordSummedAreaTables(table, any, batch, 2), "structure: must not be null"));
    EXPECT(says(vkscanRecordSummedAreaTables(table, any, batch, 1), "pipelines: there are none"));
    tableArgs.region = (VkRect2D){{4, 4}, {8, 8}};
    EXPECT(says(vkscanPlanSummedAreaTable(table, &tableArgs, plan), "region:"));
    tableArgs.input.rowPitch = 4;
    tableArgs.region = (VkRect2D){{0, 0}, {8, 8}};
    EXPECT(says(vkscanPlanSummedAreaTable(table, &tableArgs, plan), "input: rowPitch"));
    vkscanDestroyOperation(table);
    tableDesc.reproducible = VK_TRUE;
    tableDesc.bias = VKSCAN_BIAS_MEAN;
    EXPECT(says(vkscanCreateSummedAreaTable(context, &tableDesc, &none), "reproducible:"));
    tableDesc.bias = VKSCAN_BIAS_GIVEN;
    tableDesc.input = VKSCAN_RESOURCE_SAMPLED_IMAGE;
    tableDesc.output = VKSCAN_RESOURCE_STORAGE_IMAGE;
    table = NULL;
    requireStatus(vkscanCreateSummedAreaTable(context, &tableDesc, &table));
    EXPECT(says(vkscanPlanSummedAreaTable(table, &tableArgs, plan), "input: the view must not be null"));
    vkscanDestroyOperation(table);

    VkscanSummedVolumeTableDesc volumeDesc = {.size = sizeof(volumeDesc),
                                              .inputFormat = VK_FORMAT_R32_SFLOAT,
                                              .outputFormat = VK_FORMAT_R32_SFLOAT,
                                              .accumulation = VKSCAN_ACCUMULATION_F32,
                                              .squares = VK_TRUE};
    VkscanOperation* volume = NULL;
    requireStatus(vkscanCreateSummedVolumeTable(context, &volumeDesc, &volume));
    EXPECT(vkscanVolumeTableStrategyFor(volume, (VkExtent3D){4, 4, 4}) != VKSCAN_STRATEGY_AUTO);
    VkscanSummedVolumeTableArgs volumeArgs = {.size = sizeof(volumeArgs),
                                              .input = {.buffer = array, .extent = {4, 4, 4}},
                                              .output = {.buffer = other, .extent = {4, 4, 4}},
                                              .scratch = scratch};
    EXPECT(says(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan), "squares:"));
    volumeArgs.squares = (VkscanVolumeSurface){.buffer = {0x40000, 4096}, .extent = {4, 4, 4}};
    requireStatus(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan));
    volumeArgs.region = (VkscanVolumeRegion){{0, 0, 2}, {4, 4, 4}};
    EXPECT(says(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan), "region:"));
    volumeArgs.region = (VkscanVolumeRegion){{0, 0, 2}, {4, 4, 2}};
    requireStatus(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan));
    volumeArgs.input.slicePitch = 4;
    EXPECT(says(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan), "input: rowPitch must hold a row, and slice"));
    vkscanDestroyOperation(volume);
    volumeDesc.input = VKSCAN_RESOURCE_SAMPLED_IMAGE;
    volumeDesc.output = VKSCAN_RESOURCE_STORAGE_IMAGE;
    volumeDesc.arrayImages = VK_TRUE;
    volume = NULL;
    requireStatus(vkscanCreateSummedVolumeTable(context, &volumeDesc, &volume));
    EXPECT(vkscanVolumeTableDescriptorSetLayout(volume) == VK_NULL_HANDLE);
    EXPECT(says(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan), "input: the view must not be null"));
    EXPECT(says(vkscanWriteVolumeTableDescriptors(volume, VK_NULL_HANDLE, &volumeArgs), "pipelines: there are none"));
    const VkImageView views = (VkImageView)plan; // never looked into
    VkscanVolumeSurface* const surfaces[] = {&volumeArgs.input, &volumeArgs.output, &volumeArgs.squares};
    for (int i = 0; i < 3; ++i)
        *surfaces[i] = (VkscanVolumeSurface){.extent = {4, 4, 4},
                                             .view = (VkImageView)((const char*)views + i),
                                             .usage = i == 0 ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT};
    requireStatus(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan));
    volumeArgs.output.extent.depth = 0x10000;
    EXPECT(says(vkscanPlanSummedVolumeTable(volume, &volumeArgs, plan), "output: the extent of an image"));
    vkscanDestroyOperation(volume);
    volumeDesc.input = volumeDesc.output = VKSCAN_RESOURCE_BUFFER;
    volumeDesc.separateSlices = VK_TRUE;
    volumeDesc.bias = (VkscanBias)3;
    EXPECT(says(vkscanCreateSummedVolumeTable(context, &volumeDesc, &volume), "bias:"));
    vkscanDestroyPlan(plan);
}

static int compareNumbers(const void* a, const void* b)
{
    const uint32_t first = *(const uint32_t*)a;
    const uint32_t second = *(const uint32_t*)b;
    return (first < second) - (first > second); // descending
}

int main(void)
{
    checkRefusals();
    createDevice();
    VkscanContextDesc contextDesc = {.size = sizeof(contextDesc),
                                     .instance = instance,
                                     .physicalDevice = physicalDevice,
                                     .getInstanceProcAddr = vkGetInstanceProcAddr,
                                     .features = &features,
                                     .plansOnly = VK_TRUE};
    VkscanContext* plans = NULL;
    requireStatus(vkscanCreateContext(&contextDesc, &plans));
    checkVersions(plans);
    checkScalars(plans);
    checkFields(plans);
    contextDesc.plansOnly = VK_FALSE;
    contextDesc.device = device;
    contextDesc.getDeviceProcAddr = vkGetDeviceProcAddr;
    VkscanContext* context = NULL;
    requireStatus(vkscanCreateContext(&contextDesc, &context));

    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    require(vkBeginCommandBuffer(commandBuffer, &begin) == VK_SUCCESS, "vkBeginCommandBuffer");

    const VkscanScanDesc scanDesc = {.size = sizeof(scanDesc),
                                     .kind = VKSCAN_KIND_EXCLUSIVE,
                                     .direction = VKSCAN_DIRECTION_BACKWARD,
                                     .strategy = VKSCAN_STRATEGY_SINGLE_WORKGROUP,
                                     .maxCount = kCount};
    VkscanOperation* scan = NULL;
    requireStatus(vkscanCreateScan(context, &scanDesc, &scan));
    const VkscanScanArgs scanArgs = {.size = sizeof(scanArgs),
                                     .input = numbers(),
                                     .output = allocate(kCount * sizeof(uint32_t)),
                                     .initial = {VK_TRUE, VKSCAN_TYPE_U32, {.u32 = 5}},
                                     .total = allocate(sizeof(uint32_t)),
                                     .scratch = allocate(vkscanScratchSize(scan, kCount)),
                                     .count = kCount,
                                     .barrierBefore = VK_TRUE,
                                     .barrierAfter = VK_TRUE};
    checkPlans(scan, &scanArgs);
    requireStatus(vkscanRecordScan(scan, commandBuffer, &scanArgs));

    const VkscanReduceDesc reduceDesc = {.size = sizeof(reduceDesc),
                                         .type = VKSCAN_TYPE_I32,
                                         .op = VKSCAN_OP_MAX,
                                         .withIndex = VK_TRUE,
                                         .maxCount = kCount};
    VkscanOperation* reduce = NULL;
    requireStatus(vkscanCreateReduce(context, &reduceDesc, &reduce));
    const VkscanReduceArgs reduceArgs = {.size = sizeof(reduceArgs),
                                         .input = numbers(),
                                         .result = allocate(sizeof(int32_t)),
                                         .index = allocate(sizeof(uint32_t)),
                                         .scratch = allocate(vkscanScratchSize(reduce, kCount)),
                                         .count = kCount,
                                         .barrierAfter = VK_TRUE};
    requireStatus(vkscanRecordReduce(reduce, commandBuffer, &reduceArgs));

    // The bytes of the numbers, summed in 32 bits; and their running sums, of 16 bits.
    const VkscanReduceDesc byteSumDesc = {.size = sizeof(byteSumDesc), .input = VKSCAN_STORED_U8};
    VkscanOperation* byteSum = NULL;
    requireStatus(vkscanCreateReduce(context, &byteSumDesc, &byteSum));
    enum { kBytesOfNumbers = kCount * 4 };
    const VkscanReduceArgs byteSumArgs = {.size = sizeof(byteSumArgs),
                                          .input = numbers(),
                                          .result = allocate(sizeof(uint32_t)),
                                          .scratch = allocate(vkscanScratchSize(byteSum, kBytesOfNumbers)),
                                          .count = kBytesOfNumbers,
                                          .barrierAfter = VK_TRUE};
    requireStatus(vkscanRecordReduce(byteSum, commandBuffer, &byteSumArgs));
    const VkscanScanDesc byteScanDesc = {
        .size = sizeof(byteScanDesc), .input = VKSCAN_STORED_U8, .output = VKSCAN_STORED_U16};
    VkscanOperation* byteScan = NULL;
    requireStatus(vkscanCreateScan(context, &byteScanDesc, &byteScan));
    const VkscanScanArgs byteScanArgs = {.size = sizeof(byteScanArgs),
                                         .input = numbers(),
                                         .output = allocate(kBytesOfNumbers * sizeof(uint16_t)),
                                         .scratch = allocate(vkscanScratchSize(byteScan, kBytesOfNumbers)),
                                         .count = kBytesOfNumbers,
                                         .barrierAfter = VK_TRUE};
    requireStatus(vkscanRecordScan(byteScan, commandBuffer, &byteScanArgs));

    const VkscanCompactDesc compactDesc = {.size = sizeof(compactDesc),
                                           .condition = VKSCAN_CONDITION_GREATER,
                                           .elementSize = 4,
                                           .strategy = VKSCAN_STRATEGY_SINGLE_WORKGROUP,
                                           .maxCount = kCount,
                                           .withRest = VK_TRUE};
    VkscanOperation* compact = NULL;
    requireStatus(vkscanCreateCompact(context, &compactDesc, &compact));
    const VkscanCompactArgs compactArgs = {.size = sizeof(compactArgs),
                                           .input = numbers(),
                                           .output = allocate(kCount * sizeof(uint32_t)),
                                           .operand = {VK_TRUE, VKSCAN_TYPE_U32, {.u32 = 500}},
                                           .selectedCount = allocate(sizeof(uint32_t)),
                                           .indirect = {allocate(2 * sizeof(uint32_t)), 64, VK_FALSE},
                                           .scratch = allocate(vkscanScratchSize(compact, kCount)),
                                           .count = kCount,
                                           .barrierAfter = VK_TRUE,
                                           .indirectDispatch = VK_TRUE,
                                           .rest = allocate(kCount * sizeof(uint32_t))};
    requireStatus(vkscanRecordCompact(compact, commandBuffer, &compactArgs));

    const VkscanRadixSortDesc sortDesc = {.size = sizeof(sortDesc),
                                          .descending = VK_TRUE,
                                          .withIndex = VK_TRUE,
                                          .strategy = VKSCAN_STRATEGY_SINGLE_WORKGROUP,
                                          .maxCount = kCount};
    VkscanOperation* sort = NULL;
    requireStatus(vkscanCreateRadixSort(context, &sortDesc, &sort));
    const VkscanRadixSortArgs sortArgs = {.size = sizeof(sortArgs),
                                          .input = numbers(),
                                          .output = allocate(kCount * sizeof(uint32_t)),
                                          .sortedValues = allocate(kCount * sizeof(uint32_t)),
                                          .temporary = allocate(vkscanTemporarySize(sort, kCount)),
                                          .scratch = allocate(vkscanScratchSize(sort, kCount)),
                                          .count = kCount,
                                          .barrierAfter = VK_TRUE};
    requireStatus(vkscanRecordRadixSort(sort, commandBuffer, &sortArgs));

    enum { kWidth = 40, kHeight = 25 };
    const VkscanSummedAreaTableDesc tableDesc = {.size = sizeof(tableDesc),
                                                 .inputFormat = VK_FORMAT_R32_UINT,
                                                 .outputFormat = VK_FORMAT_R32_UINT,
                                                 .layout = VKSCAN_LAYOUT_ZERO_BORDER,
                                                 .maxExtent = {kWidth, kHeight}};
    VkscanOperation* table = NULL;
    requireStatus(vkscanCreateSummedAreaTable(context, &tableDesc, &table));
    const VkscanSummedAreaTableArgs tableArgs = {
        .size = sizeof(tableArgs),
        .barrierAfter = VK_TRUE,
        .input = {.buffer = numbers(), .extent = {kWidth, kHeight}},
        .output = {.buffer = allocate((kWidth + 1) * (kHeight + 1) * sizeof(uint32_t)),
                   .extent = {kWidth + 1, kHeight + 1}},
        .scratch = allocate(vkscanTableScratchSize(table, kWidth, kHeight))};
    const VkscanSummedAreaTableArgs* batch[] = {&tableArgs};
    requireStatus(vkscanRecordSummedAreaTables(table, commandBuffer, batch, 1));
    EXPECT(vkscanTableDescriptorSetLayout(table) == VK_NULL_HANDLE && vkscanScratchSize(table, kCount) == 0);

    enum { kSide = 10 };
    const VkscanSummedVolumeTableDesc volumeDesc = {
        .size = sizeof(volumeDesc), .inputFormat = VK_FORMAT_R32_UINT, .outputFormat = VK_FORMAT_R32_UINT};
    VkscanOperation* volume = NULL;
    requireStatus(vkscanCreateSummedVolumeTable(context, &volumeDesc, &volume));
    const VkExtent3D cube = {kSide, kSide, kSide};
    const VkscanSummedVolumeTableArgs volumeArgs = {
        .size = sizeof(volumeArgs),
        .barrierAfter = VK_TRUE,
        .input = {.buffer = numbers(), .extent = cube},
        .output = {.buffer = allocate(kSide * kSide * kSide * sizeof(uint32_t)), .extent = cube},
        .scratch = allocate(vkscanVolumeTableScratchSize(volume, cube))};
    requireStatus(vkscanRecordSummedVolumeTable(volume, commandBuffer, &volumeArgs));

    require(vkEndCommandBuffer(commandBuffer) == VK_SUCCESS, "vkEndCommandBuffer");
    const VkSubmitInfo submission = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commandBuffer};
    require(vkQueueSubmit(queue, 1, &submission, VK_NULL_HANDLE) == VK_SUCCESS && vkQueueWaitIdle(queue) == VK_SUCCESS,
            "submitting");

    uint32_t sorted[kCount];
    const uint32_t* const scanned = hostOf(scanArgs.output);
    const uint32_t* const selected = hostOf(compactArgs.output);
    const uint32_t* const rest = hostOf(compactArgs.rest);
    uint32_t sum = 5;
    uint32_t greatest = 0;
    uint32_t selectedCount = 0;
    int wrong = 0;
    for (uint32_t i = kCount; i-- > 0;) {
        wrong += scanned[i] != sum;
        sum += numberAt(i);
    }
    EXPECT(wrong == 0 && *(const uint32_t*)hostOf(scanArgs.total) == sum);
    for (uint32_t i = 0; i < kCount; ++i) {
        sorted[i] = numberAt(i);
        greatest = numberAt(i) > numberAt(greatest) ? i : greatest;
        if (numberAt(i) > 500)
            wrong += selected[selectedCount++] != numberAt(i);
        else
            wrong += rest[i - selectedCount] != numberAt(i);
    }
    EXPECT(wrong == 0 && *(const uint32_t*)hostOf(compactArgs.selectedCount) == selectedCount);
    const uint32_t* grid = hostOf(compactArgs.indirect.field);
    EXPECT(grid[0] == (selectedCount + 63) / 64 && grid[1] == 1);
    EXPECT(*(const int32_t*)hostOf(reduceArgs.result) == (int32_t)numberAt(greatest));
    EXPECT(*(const uint32_t*)hostOf(reduceArgs.index) == greatest);

    const unsigned char* const bytes = hostOf(byteScanArgs.input);
    const uint16_t* const byteSums = hostOf(byteScanArgs.output);
    uint32_t bytesUpTo = 0;
    for (uint32_t i = 0; i < kBytesOfNumbers; ++i) {
        bytesUpTo += bytes[i];
        wrong += byteSums[i] != (uint16_t)bytesUpTo;
    }
    EXPECT(wrong == 0 && bytesUpTo > 0xffff && *(const uint32_t*)hostOf(byteSumArgs.result) == bytesUpTo);

    qsort(sorted, kCount, sizeof(sorted[0]), compareNumbers);
    const uint32_t* const keys = hostOf(sortArgs.output);
    const uint32_t* const indices = hostOf(sortArgs.sortedValues);
    for (uint32_t i = 0; i < kCount; ++i)
        wrong += keys[i] != sorted[i] || numberAt(indices[i]) != sorted[i];
    EXPECT(wrong == 0);

    const uint32_t* const entries = hostOf(tableArgs.output.buffer);
    for (uint32_t y = 0; y <= kHeight; ++y) {
        for (uint32_t x = 0; x <= kWidth; ++x) {
            uint32_t expected = 0;
            for (uint32_t row = 0; row < y; ++row)
                for (uint32_t column = 0; column < x; ++column)
                    expected += numberAt(row * kWidth + column);
            wrong += entries[y * (kWidth + 1) + x] != expected;
        }
    }
    EXPECT(wrong == 0);
    const uint32_t* const sums = hostOf(volumeArgs.output.buffer);
    for (uint32_t i = 0; i < kSide * kSide * kSide; ++i) {
        uint32_t expected = 0;
        for (uint32_t z = 0; z <= i / (kSide * kSide); ++z)
            for (uint32_t y = 0; y <= i / kSide % kSide; ++y)
                for (uint32_t x = 0; x <= i % kSide; ++x)
                    expected += numberAt((z * kSide + y) * kSide + x);
        wrong += sums[i] != expected;
    }
    EXPECT(wrong == 0);

    vkscanDestroyContext(context); // before its operations
    vkscanDestroyContext(plans);
    vkscanDestroyOperation(scan);
    vkscanDestroyOperation(reduce);
    vkscanDestroyOperation(byteSum);
    vkscanDestroyOperation(byteScan);
    vkscanDestroyOperation(compact);
    vkscanDestroyOperation(sort);
    vkscanDestroyOperation(table);
    vkscanDestroyOperation(volume);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    printf("%s\n", differences == 0 ? "all operations answer from C" : "there are differences");
    return differences == 0 ? 0 : 1;
}
