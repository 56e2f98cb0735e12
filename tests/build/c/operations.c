// The C interface from C99: what calls are refused, what plans say, and every operation on a device, held against the
// host's results. The test c_calls checks that each function is called here. Exits with 1 and a sentence for each
// difference.
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

static void expectEqual(uint64_t result, uint64_t expected, const char* operation)
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

// A part of the buffer, zeroed; its memory is at hostOf.
static VkscanBufferRange allocate(VkDeviceSize bytes)
{
    const VkscanBufferRange range = {address + used, bytes};
    used += (bytes + 15) / 16 * 16;
    require(used <= kBytes, "allocating from the buffer");
    return range;
}

static VkscanBufferRange words(uint32_t count)
{
    return allocate(count * sizeof(uint32_t));
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
    const VkscanBufferRange range = words(kCount);
    uint32_t* const values = hostOf(range);
    for (uint32_t i = 0; i < kCount; ++i)
        values[i] = numberAt(i);
    return range;
}

static VkscanScalar u32Of(uint32_t value)
{
    return (VkscanScalar){VK_TRUE, VKSCAN_ELEMENT_TYPE_U32, {value}};
}

static VkscanContext* context;
static VkscanPlan* plan;

static void begin(void)
{
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    require(vkBeginCommandBuffer(commandBuffer, &info) == VK_SUCCESS, "vkBeginCommandBuffer");
}

// Runs what is recorded, which took as many dispatches as are planned; and destroys the operation.
static void run(VkscanOperation* operation, VkscanStatus planned)
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

// Creates what desc describes; and records and plans args, runs them, and destroys the operation.
#define CREATE(Class, name)                                                                                            \
    VkscanOperation* name = NULL;                                                                                      \
    requireStatus(vkscanCreate##Class(context, &desc, &name))
#define RUN(Class, name)                                                                                               \
    requireStatus(vkscanRecord##Class(name, commandBuffer, &args));                                                    \
    run(name, vkscanPlan##Class(name, &args, plan))

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
    EXPECT(scan == NULL && vkscanScratchSize(NULL, 1) == 0 && vkscanMaxCount(NULL) == 0);
    EXPECT(vkscanKernelCount(NULL) == 0 && vkscanStrategyFor(NULL, 1) == VKSCAN_STRATEGY_AUTO);
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

// What plans say of a scan.
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

    // Calls of other classes.
    const VkscanReduceArgs reduceArgs = VKSCAN_REDUCE_ARGS_INIT;
    EXPECT(says(vkscanPlanReduce(scan, &reduceArgs, plan), "operation: must be of the kind"));
    EXPECT(says(vkscanRecordSummedAreaTableBatch(scan, VK_NULL_HANDLE, NULL, 0), "operation: must be of the kind"));
    EXPECT(vkscanSummedAreaTableScratchSize(scan, (VkExtent2D){1, 1}) == 0);
    EXPECT(vkscanRadixSortTemporarySize(scan, 1) == 0 && vkscanTopKTemporarySize(scan, 1) == 0);
    vkscanDestroyOperation(scan);
}

static void checkScan(void)
{
    VkscanScanDesc desc = VKSCAN_SCAN_DESC_INIT;
    desc.kind = VKSCAN_KIND_EXCLUSIVE;
    desc.direction = VKSCAN_DIRECTION_BACKWARD;
    desc.maxCount = kCount;
    CREATE(Scan, scan);
    EXPECT(vkscanMaxCount(scan) == kCount && vkscanStrategyFor(scan, kCount) != VKSCAN_STRATEGY_AUTO);
    VkscanScanArgs args = VKSCAN_SCAN_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.initial = u32Of(5);
    args.total = words(1);
    args.scratch = allocate(vkscanScratchSize(scan, kCount));
    args.count = kCount;
    args.barrierBefore = args.barrierAfter = VK_TRUE;
    RUN(Scan, scan);
    const uint32_t* const scanned = hostOf(args.output);
    uint32_t sum = 5;
    for (uint32_t i = kCount; i-- > 0; sum += numberAt(i))
        expectEqual(scanned[i], sum, "Scan");
    expectEqual(*(const uint32_t*)hostOf(args.total), sum, "Scan");
}

static void checkReduce(void)
{
    VkscanReduceDesc desc = VKSCAN_REDUCE_DESC_INIT;
    desc.op = VKSCAN_OP_MAX;
    desc.withIndex = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(Reduce, reduce);
    VkscanReduceArgs args = VKSCAN_REDUCE_ARGS_INIT;
    args.input = numbers();
    args.result = words(1);
    args.index = words(1);
    args.scratch = allocate(vkscanScratchSize(reduce, kCount));
    args.count = kCount;
    RUN(Reduce, reduce);
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < kCount; ++i)
        greatest = numberAt(i) > numberAt(greatest) ? i : greatest;
    expectEqual(*(const uint32_t*)hostOf(args.result), numberAt(greatest), "Reduce");
    expectEqual(*(const uint32_t*)hostOf(args.index), greatest, "Reduce");
}

enum { kRow = 10, kRows = kCount / kRow };

static void checkSegmentedScan(void)
{
    VkscanSegmentedScanDesc desc = VKSCAN_SEGMENTED_SCAN_DESC_INIT;
    desc.segments = VKSCAN_SEGMENTS_ROWS;
    desc.maxCount = kCount;
    CREATE(SegmentedScan, scan);
    VkscanSegmentedScanArgs args = VKSCAN_SEGMENTED_SCAN_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.rowLength = kRow;
    args.scratch = allocate(vkscanScratchSize(scan, kCount));
    args.count = kCount;
    RUN(SegmentedScan, scan);
    const uint32_t* const sums = hostOf(args.output);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < kCount; ++i) {
        sum = i % kRow == 0 ? numberAt(i) : sum + numberAt(i);
        expectEqual(sums[i], sum, "SegmentedScan");
    }
}

static void checkSegmentedReduce(void)
{
    VkscanSegmentedReduceDesc desc = VKSCAN_SEGMENTED_REDUCE_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(SegmentedReduce, reduce);
    VkscanSegmentedReduceArgs args = VKSCAN_SEGMENTED_REDUCE_ARGS_INIT;
    args.input = numbers();
    args.result = words(kRows);
    args.segments = words(kRows + 1);
    args.segmentCount = kRows;
    args.scratch = allocate(vkscanScratchSize(reduce, kCount));
    args.count = kCount;
    uint32_t* const offsets = hostOf(args.segments);
    for (uint32_t i = 0; i <= kRows; ++i)
        offsets[i] = i * kRow;
    RUN(SegmentedReduce, reduce);
    const uint32_t* const results = hostOf(args.result);
    for (uint32_t i = 0; i < kRows; ++i) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < kRow; ++k)
            sum += numberAt(i * kRow + k);
        expectEqual(results[i], sum, "SegmentedReduce");
    }
}

static void checkCompact(void)
{
    VkscanCompactDesc desc = VKSCAN_COMPACT_DESC_INIT;
    desc.predicate.condition = VKSCAN_CONDITION_GREATER;
    desc.withRest = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(Compact, compact);
    VkscanCompactArgs args = VKSCAN_COMPACT_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.rest = words(kCount);
    args.operand = u32Of(500);
    args.selectedCount = words(1);
    args.indirect.field = words(2);
    args.indirect.divisor = 64;
    args.indirect.dispatch = VK_TRUE;
    args.scratch = allocate(vkscanScratchSize(compact, kCount));
    args.count = kCount;
    RUN(Compact, compact);
    const uint32_t* const selected = hostOf(args.output);
    const uint32_t* const rest = hostOf(args.rest);
    uint32_t count = 0;
    for (uint32_t i = 0; i < kCount; ++i)
        if (numberAt(i) > 500)
            expectEqual(selected[count++], numberAt(i), "Compact");
        else
            expectEqual(rest[i - count], numberAt(i), "Compact");
    expectEqual(*(const uint32_t*)hostOf(args.selectedCount), count, "Compact");
    const uint32_t* grid = hostOf(args.indirect.field);
    EXPECT(grid[0] == (count + 63) / 64 && grid[1] == 1);
}

static void checkSplit(void)
{
    VkscanSplitDesc desc = VKSCAN_SPLIT_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(Split, split);
    VkscanSplitArgs args = VKSCAN_SPLIT_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.shift = 3;
    args.scratch = allocate(vkscanScratchSize(split, kCount));
    args.count = kCount;
    RUN(Split, split);
    const uint32_t* const buckets = hostOf(args.output);
    uint32_t count = 0;
    for (uint32_t bucket = 0; bucket < 2; ++bucket)
        for (uint32_t i = 0; i < kCount; ++i)
            if ((numberAt(i) >> 3 & 1) == bucket)
                expectEqual(buckets[count++], numberAt(i), "Split");
}

static void checkDifference(void)
{
    const VkscanDifferenceDesc desc = VKSCAN_DIFFERENCE_DESC_INIT;
    CREATE(Difference, difference);
    VkscanDifferenceArgs args = VKSCAN_DIFFERENCE_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.count = kCount;
    RUN(Difference, difference);
    const uint32_t* const differences32 = hostOf(args.output);
    for (uint32_t i = 0; i < kCount; ++i)
        expectEqual(differences32[i], numberAt(i) - (i == 0 ? 0 : numberAt(i - 1)), "Difference");
}

static void checkDistribution(void)
{
    VkscanDistributionDesc desc = VKSCAN_DISTRIBUTION_DESC_INIT;
    desc.withAlias = VK_TRUE;
    CREATE(Distribution, distribution);
    VkscanDistributionArgs args = VKSCAN_DISTRIBUTION_ARGS_INIT;
    EXPECT(vkscanDistributionRows(kCount, args.rowLength) == 1);
    args.input = allocate(kCount * sizeof(float));
    args.output = allocate(vkscanDistributionEntries(kCount, args.rowLength) * sizeof(float));
    args.alias = allocate(vkscanDistributionAliasEntries(kCount, args.rowLength) * 8);
    args.temporary = allocate(vkscanDistributionTemporaryBytes(kCount, args.rowLength));
    args.count = kCount;
    float* const weights = hostOf(args.input);
    for (uint32_t i = 0; i < kCount; ++i)
        weights[i] = (float)numberAt(i);
    EXPECT(vkscanDistributionDescriptorSetLayout(distribution) == VK_NULL_HANDLE);
    EXPECT(vkscanWriteDistributionDescriptors(distribution, VK_NULL_HANDLE, &args) != VKSCAN_SUCCESS);
    RUN(Distribution, distribution);
    EXPECT(vkscanDispatchCount(plan) == 4);
    const float* const table = hostOf(args.output);
    uint32_t sum = 0; // exact, as a float
    for (uint32_t i = 0; i < kCount; ++i) {
        sum += numberAt(i);
        expectEqual((uint64_t)table[4 + i], sum, "Distribution");
    }
    expectEqual((uint64_t)table[0], sum, "Distribution");
}

static void checkHistogram(void)
{
    enum { kBins = 8 };
    VkscanHistogramDesc desc = VKSCAN_HISTOGRAM_DESC_INIT;
    desc.binCount = kBins;
    CREATE(Histogram, histogram);
    VkscanHistogramArgs args = VKSCAN_HISTOGRAM_ARGS_INIT;
    args.input = numbers();
    args.counts = words(kBins);
    args.lower = u32Of(9);
    args.width = u32Of(100);
    args.count = kCount;
    RUN(Histogram, histogram);
    uint32_t expected[kBins] = {0};
    for (uint32_t i = 0; i < kCount; ++i)
        if (numberAt(i) >= 9 && (numberAt(i) - 9) / 100 < kBins)
            ++expected[(numberAt(i) - 9) / 100];
    const uint32_t* const counts = hostOf(args.counts);
    for (uint32_t bin = 0; bin < kBins; ++bin)
        expectEqual(counts[bin], expected[bin], "Histogram");
}

static void checkSuballocate(void)
{
    VkscanSuballocateDesc desc = VKSCAN_SUBALLOCATE_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(Suballocate, suballocate);
    VkscanSuballocateArgs args = VKSCAN_SUBALLOCATE_ARGS_INIT;
    args.counts = numbers();
    args.offsets = words(kCount);
    args.capacity = 100000;
    args.scratch = allocate(vkscanScratchSize(suballocate, kCount));
    args.count = kCount;
    RUN(Suballocate, suballocate);
    const uint32_t* const offsets = hostOf(args.offsets);
    uint32_t offset = 0;
    for (uint32_t i = 0; i < kCount; offset += numberAt(i), ++i)
        expectEqual(offsets[i], offset + numberAt(i) <= 100000 ? offset : VKSCAN_NO_ALLOCATION, "Suballocate");
}

// Numbers in runs of 1 to 4.
static VkscanBufferRange runs(void)
{
    const VkscanBufferRange range = words(kCount);
    uint32_t* const keys = hostOf(range);
    for (uint32_t i = 1; i < kCount; ++i)
        keys[i] = keys[i - 1] + (numberAt(i) % 3 == 0 || i % 4 == 0);
    return range;
}

static void checkReduceByKey(void)
{
    VkscanReduceByKeyDesc desc = VKSCAN_REDUCE_BY_KEY_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(ReduceByKey, reduce);
    VkscanReduceByKeyArgs args = VKSCAN_REDUCE_BY_KEY_ARGS_INIT;
    args.input = runs();
    args.values = numbers();
    args.unique = words(kCount);
    args.reduced = words(kCount);
    args.runCount = words(1);
    args.scratch = allocate(vkscanScratchSize(reduce, kCount));
    args.count = kCount;
    RUN(ReduceByKey, reduce);
    const uint32_t* const keys = hostOf(args.input);
    const uint32_t* const unique = hostOf(args.unique);
    const uint32_t* const reduced = hostOf(args.reduced);
    uint32_t run = 0;
    for (uint32_t i = 0; i < kCount; ++run) {
        uint32_t sum = 0;
        expectEqual(unique[run], keys[i], "ReduceByKey");
        do
            sum += numberAt(i++);
        while (i < kCount && keys[i] == keys[i - 1]);
        expectEqual(reduced[run], sum, "ReduceByKey");
    }
    expectEqual(*(const uint32_t*)hostOf(args.runCount), run, "ReduceByKey");
}

static void checkRunLengthEncode(void)
{
    VkscanRunLengthEncodeDesc desc = VKSCAN_RUN_LENGTH_ENCODE_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(RunLengthEncode, encode);
    VkscanRunLengthEncodeArgs args = VKSCAN_RUN_LENGTH_ENCODE_ARGS_INIT;
    args.input = runs();
    args.lengths = words(kCount);
    args.scratch = allocate(vkscanScratchSize(encode, kCount));
    args.count = kCount;
    RUN(RunLengthEncode, encode);
    const uint32_t* const keys = hostOf(args.input);
    const uint32_t* const lengths = hostOf(args.lengths);
    uint32_t run = 0;
    for (uint32_t i = 0, first = 0; i < kCount; ++i) {
        if (i + 1 == kCount || keys[i + 1] != keys[i]) {
            expectEqual(lengths[run++], i + 1 - first, "RunLengthEncode");
            first = i + 1;
        }
    }
}

static int compareNumbers(const void* a, const void* b)
{
    const uint32_t first = *(const uint32_t*)a;
    const uint32_t second = *(const uint32_t*)b;
    return (first < second) - (first > second); // descending
}

static void checkRadixSort(void)
{
    VkscanRadixSortDesc desc = VKSCAN_RADIX_SORT_DESC_INIT;
    desc.descending = VK_TRUE;
    desc.withIndex = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(RadixSort, sort);
    VkscanRadixSortArgs args = VKSCAN_RADIX_SORT_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.sortedValues = words(kCount);
    args.temporary = allocate(vkscanRadixSortTemporarySize(sort, kCount));
    args.scratch = allocate(vkscanScratchSize(sort, kCount));
    args.count = kCount;
    RUN(RadixSort, sort);
    uint32_t sorted[kCount];
    for (uint32_t i = 0; i < kCount; ++i)
        sorted[i] = numberAt(i);
    qsort(sorted, kCount, sizeof(sorted[0]), compareNumbers);
    const uint32_t* const keys = hostOf(args.output);
    const uint32_t* const indices = hostOf(args.sortedValues);
    for (uint32_t i = 0; i < kCount; ++i) {
        expectEqual(keys[i], sorted[i], "RadixSort");
        expectEqual(numberAt(indices[i]), sorted[i], "RadixSort");
    }
}

static void checkTopK(void)
{
    VkscanTopKDesc desc = VKSCAN_TOP_K_DESC_INIT;
    desc.maxK = 10;
    desc.maxCount = kCount;
    CREATE(TopK, topK);
    VkscanTopKArgs args = VKSCAN_TOP_K_ARGS_INIT;
    args.input = numbers();
    args.k = 10;
    args.output = words(10);
    args.temporary = allocate(vkscanTopKTemporarySize(topK, kCount));
    args.count = kCount;
    RUN(TopK, topK);
    const uint32_t* const greatest = hostOf(args.output);
    for (uint32_t i = 0; i < 10; ++i) {
        uint32_t greater = 0; // no two numbers are equal
        for (uint32_t k = 0; k < kCount; ++k)
            greater += numberAt(k) > greatest[i];
        expectEqual(greater, i, "TopK");
    }
}

static void checkExpand(void)
{
    VkscanExpandDesc desc = VKSCAN_EXPAND_DESC_INIT;
    desc.fromOffsets = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(Expand, expand);
    VkscanExpandArgs args = VKSCAN_EXPAND_ARGS_INIT;
    args.offsets = words(kCount + 1);
    args.output = words(kCount * 3);
    args.index = words(kCount * 3);
    args.scratch = allocate(vkscanScratchSize(expand, kCount));
    args.count = kCount;
    uint32_t* const offsets = hostOf(args.offsets);
    for (uint32_t i = 0; i < kCount; ++i)
        offsets[i + 1] = offsets[i] + numberAt(i) % 4;
    RUN(Expand, expand);
    const uint32_t* const sources = hostOf(args.output);
    const uint32_t* const ranks = hostOf(args.index);
    for (uint32_t source = 0; source < kCount; ++source) {
        for (uint32_t i = offsets[source]; i < offsets[source + 1]; ++i) {
            expectEqual(sources[i], source, "Expand");
            expectEqual(ranks[i], i - offsets[source], "Expand");
        }
    }
}

// The sum of the numbers of a box, which lie in rows and slices.
static uint32_t boxSum(VkExtent3D extent, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t sum = 0;
    for (uint32_t slice = 0; slice < z; ++slice)
        for (uint32_t row = 0; row < y; ++row)
            for (uint32_t column = 0; column < x; ++column)
                sum += numberAt((slice * extent.height + row) * extent.width + column);
    return sum;
}

static void checkSummedAreaTable(void)
{
    enum { kWidth = 40, kHeight = 25 };
    const VkExtent2D extent = {kWidth, kHeight};
    VkscanSummedAreaTableDesc desc = VKSCAN_SUMMED_AREA_TABLE_DESC_INIT;
    desc.input = desc.output = VKSCAN_RESOURCE_BUFFER;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = VKSCAN_ACCUMULATION_U32;
    desc.layout = VKSCAN_TABLE_LAYOUT_ZERO_BORDER;
    desc.maxExtent = extent;
    CREATE(SummedAreaTable, table);
    EXPECT(vkscanSummedAreaTableDescriptorSetLayout(table) == VK_NULL_HANDLE && vkscanScratchSize(table, kCount) == 0);
    EXPECT(vkscanSummedAreaTableStrategyFor(table, extent) != VKSCAN_STRATEGY_AUTO);
    VkscanSummedAreaTableArgs args[2] = {VKSCAN_SUMMED_AREA_TABLE_ARGS_INIT, VKSCAN_SUMMED_AREA_TABLE_ARGS_INIT};
    for (int i = 0; i < 2; ++i) {
        args[i].input.buffer = numbers();
        args[i].input.extent = extent;
        args[i].output.buffer = words((kWidth + 1) * (kHeight + 1));
        args[i].output.extent = (VkExtent2D){kWidth + 1, kHeight + 1};
        args[i].scratch = allocate(vkscanSummedAreaTableScratchSize(table, extent));
    }
    EXPECT(vkscanWriteSummedAreaTableDescriptors(table, VK_NULL_HANDLE, &args[0]) != VKSCAN_SUCCESS);
    const VkscanSummedAreaTableArgs* batch[VKSCAN_MAX_TABLE_BATCH + 1] = {&args[0], NULL};
    EXPECT(says(vkscanRecordSummedAreaTableBatch(NULL, commandBuffer, batch, 1), "operation: must have been created"));
    EXPECT(says(vkscanRecordSummedAreaTableBatch(table, commandBuffer, batch, 2), "structure: must not be null"));
    EXPECT(vkscanRecordSummedAreaTableBatch(table, commandBuffer, NULL, 1) != VKSCAN_SUCCESS);
    for (uint32_t i = 1; i <= VKSCAN_MAX_TABLE_BATCH; ++i)
        batch[i] = &args[0];
    EXPECT(says(vkscanRecordSummedAreaTableBatch(table, commandBuffer, batch, VKSCAN_MAX_TABLE_BATCH + 1), "count:"));
    requireStatus(vkscanRecordSummedAreaTableBatch(table, commandBuffer, batch, 1));
    requireStatus(vkscanRecordSummedAreaTable(table, commandBuffer, &args[1]));
    run(table, vkscanPlanSummedAreaTable(table, &args[0], plan));
    for (int i = 0; i < 2; ++i) {
        const uint32_t* const entries = hostOf(args[i].output.buffer);
        for (uint32_t y = 0; y <= kHeight; ++y)
            for (uint32_t x = 0; x <= kWidth; ++x)
                expectEqual(entries[y * (kWidth + 1) + x], boxSum((VkExtent3D){kWidth, kHeight, 1}, x, y, 1),
                            "SummedAreaTable");
    }
}

static void checkSummedVolumeTable(void)
{
    enum { kSide = 10 };
    const VkExtent3D cube = {kSide, kSide, kSide};
    VkscanSummedVolumeTableDesc desc = VKSCAN_SUMMED_VOLUME_TABLE_DESC_INIT;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = VKSCAN_ACCUMULATION_U32;
    CREATE(SummedVolumeTable, table);
    EXPECT(vkscanSummedVolumeTableDescriptorSetLayout(table) == VK_NULL_HANDLE);
    EXPECT(vkscanSummedVolumeTableStrategyFor(table, cube) != VKSCAN_STRATEGY_AUTO);
    VkscanSummedVolumeTableArgs args = VKSCAN_SUMMED_VOLUME_TABLE_ARGS_INIT;
    args.input.buffer = numbers();
    args.input.extent = cube;
    args.output.buffer = words(kSide * kSide * kSide);
    args.output.extent = cube;
    args.scratch = allocate(vkscanSummedVolumeTableScratchSize(table, cube));
    EXPECT(vkscanWriteSummedVolumeTableDescriptors(table, VK_NULL_HANDLE, &args) != VKSCAN_SUCCESS);
    RUN(SummedVolumeTable, table);
    const uint32_t* const sums = hostOf(args.output.buffer);
    for (uint32_t i = 0; i < kSide * kSide * kSide; ++i)
        expectEqual(sums[i], boxSum(cube, i % kSide + 1, i / kSide % kSide + 1, i / (kSide * kSide) + 1),
                    "SummedVolumeTable");
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

    void (*const checks[])(void) = {checkScan,
                                    checkReduce,
                                    checkSegmentedScan,
                                    checkSegmentedReduce,
                                    checkCompact,
                                    checkSplit,
                                    checkDifference,
                                    checkDistribution,
                                    checkHistogram,
                                    checkSuballocate,
                                    checkReduceByKey,
                                    checkRunLengthEncode,
                                    checkRadixSort,
                                    checkTopK,
                                    checkExpand,
                                    checkSummedAreaTable,
                                    checkSummedVolumeTable};
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
