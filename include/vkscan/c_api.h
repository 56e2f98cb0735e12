// vkscan for C, and for languages that call C: scans, reductions, compactions, radix sorts and summed-area tables.
//
//     VkscanContextDesc contextDesc = {.size = sizeof(contextDesc), .instance = instance, ...};
//     VkscanContext* context = NULL; // one per VkDevice
//     VkscanStatus status = vkscanCreateContext(&contextDesc, &context);
//     VkscanScanDesc desc = {.size = sizeof(desc), .kind = VKSCAN_KIND_EXCLUSIVE};
//     VkscanOperation* scan = NULL; // compiled up front
//     if (status == VKSCAN_SUCCESS)
//         status = vkscanCreateScan(context, &desc, &scan);
//     VkscanScanArgs args = {.size = sizeof(args), .input = input, .output = output, .scratch = scratch, .count = n};
//     if (status == VKSCAN_SUCCESS)
//         status = vkscanRecordScan(scan, commandBuffer, &args);
//     if (status != VKSCAN_SUCCESS)
//         puts(vkscanStatusSentence(status)); // names the argument and the rule
//
// This is the C++ interface with other words. Fields mean what fields of the same name mean in <vkscan/context.h>,
// scan.h, reduce.h, select.h, radix_sort.h and summed_area_table.h, whose contracts of scratch, synchronisation and
// aliasing hold (docs/contracts.md). No exception and no C++ type crosses. Operations without a function here, and what
// is for study, are offered to C++ alone.
//
// Structures. Each that is passed by pointer begins with `size`, which the caller sets to its sizeof. Set everything
// else to 0 but what you mean: 0 is the default of every field, and of an enumeration the first enumerator. Later
// versions append fields, whose 0 means what was done before, and append enumerators. So a program runs with a later
// library (fields that its `size` lacks are 0) and with an earlier one (which refuses fields that it does not know and
// that are not 0). Structures within others never change. A number that is no enumerator of this version is refused by
// the field's name; those named MAX_ENUM are none, and make each enumeration 32 bits wide.
//
// Lifetimes. A handle lives from its create function to its destroy function, which takes NULL, too. create leaves
// *handle alone unless it succeeds. Operations need their context no more once they are created. An operation must
// outlive the execution of the command buffers that it was recorded into. Strings are static. What vkscanGetKernel
// points to is valid as long as the operation, what vkscanGetDispatch points to until the plan is planned anew or
// destroyed.
//
// Threads. Contexts and operations are immutable: all functions but destroy may be called by many threads at once with
// the same ones, each with its own command buffer or plan. create functions whose context has a pipeline cache are to
// be synchronised by the caller.
#ifndef VKSCAN_C_API_H
#define VKSCAN_C_API_H

#include <vkscan/export.h>
#include <vkscan/version.h>

#include <vulkan/vulkan_core.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct VkscanContext VkscanContext;
typedef struct VkscanOperation VkscanOperation; // a scan, reduction, compaction, sort or table
typedef struct VkscanPlan VkscanPlan;           // the dispatches of one call

// VKSCAN_VERSION of the library that is linked.
VKSCAN_API uint32_t vkscanVersion(void);

// Statuses. Any other than VKSCAN_SUCCESS means that nothing was created, recorded or planned.
typedef uint32_t VkscanStatus;
#define VKSCAN_SUCCESS 0u
// The broken rule. The numbers below may happen to a program without faults; all others are mistakes of the program.
#define VKSCAN_RULE(status) ((status) >> 8)
enum {
    VKSCAN_RULE_OUT_OF_HOST_MEMORY = 1,
    VKSCAN_RULE_OUT_OF_DEVICE_MEMORY = 2,
    VKSCAN_RULE_CREATION_FAILED = 3,        // of a pipeline, by the driver
    VKSCAN_RULE_UNSUPPORTED = 4,            // by the device, or needs a feature or an extension that is not enabled
    VKSCAN_RULE_NEEDS_FORWARD_PROGRESS = 5, // of the device's driver, or assumeForwardProgress
};
// A sentence that names the argument and the rule; the argument's name alone. Never NULL.
VKSCAN_API const char* vkscanStatusSentence(VkscanStatus status);
VKSCAN_API const char* vkscanStatusArgument(VkscanStatus status);

typedef enum VkscanElementType {
    VKSCAN_TYPE_U32,
    VKSCAN_TYPE_I32,
    VKSCAN_TYPE_F32,
    VKSCAN_TYPE_U64,
    VKSCAN_TYPE_I64,
    VKSCAN_TYPE_F64,
    VKSCAN_TYPE_U16, // of the keys of sorts alone
    VKSCAN_TYPE_MAX_ENUM = 0x7fffffff
} VkscanElementType;

typedef enum VkscanOp {
    VKSCAN_OP_ADD,
    VKSCAN_OP_MULTIPLY,
    VKSCAN_OP_MIN,
    VKSCAN_OP_MAX,
    VKSCAN_OP_AND,
    VKSCAN_OP_OR,
    VKSCAN_OP_XOR,
    VKSCAN_OP_MAX_ENUM = 0x7fffffff
} VkscanOp;

typedef enum VkscanKind { VKSCAN_KIND_INCLUSIVE, VKSCAN_KIND_EXCLUSIVE, VKSCAN_KIND_MAX_ENUM = 0x7fffffff } VkscanKind;

typedef enum VkscanDirection {
    VKSCAN_DIRECTION_FORWARD,
    VKSCAN_DIRECTION_BACKWARD,
    VKSCAN_DIRECTION_MAX_ENUM = 0x7fffffff
} VkscanDirection;

// Strategies that are not for study.
typedef enum VkscanStrategy {
    VKSCAN_STRATEGY_AUTO,
    VKSCAN_STRATEGY_SINGLE_WORKGROUP,
    VKSCAN_STRATEGY_FLAT_SUM,
    VKSCAN_STRATEGY_SPINE,
    VKSCAN_STRATEGY_REDUCE_THEN_SCAN,
    VKSCAN_STRATEGY_MAX_ENUM = 0x7fffffff
} VkscanStrategy;

typedef struct VkscanBufferRange {
    VkDeviceAddress address;
    VkDeviceSize size; // bytes; both 0: absent
} VkscanBufferRange;

// A value of an element type, or none.
typedef struct VkscanScalar {
    VkBool32 hasValue;
    VkscanElementType type;
    union {
        uint32_t u32;
        int32_t i32;
        float f32;
        uint64_t u64;
        int64_t i64;
        double f64;
    } value;
} VkscanScalar;

// A field of an indirect command that receives a count that the device finds.
typedef struct VkscanIndirectCount {
    VkscanBufferRange field;
    uint32_t divisor;     // 0 is 1
    VkBool32 roundedDown; // by default, up
} VkscanIndirectCount;

// The 32-bit word at byte VKSCAN_SCRATCH_STATUS_OFFSET of scratch.
#define VKSCAN_SCRATCH_STATUS_OFFSET 8
enum {
    VKSCAN_SCRATCH_COMPLETE = 0,
    VKSCAN_SCRATCH_GAVE_UP = 1,
    VKSCAN_SCRATCH_NOT_A_MONOID = 2,
    VKSCAN_SCRATCH_GAVE_UP_AND_NOT_A_MONOID = 3,
};

// A kernel of your own: an entry point of shaders/kernels/, without its ending, and its SPIR-V. See docs/kernels.md.
typedef struct VkscanCustomKernel {
    const char* name;
    const uint32_t* code;
    size_t codeBytes;
} VkscanCustomKernel;

// Devices. The sTypes of the structures are set when supported, so that these can be chained.
typedef struct VkscanDeviceSupport {
    uint32_t size;
    VkBool32 supported;
    const char* reason;    // a sentence that explains a "no"
    const char* extension; // the device extension to enable, too; NULL for none
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT subgroupSizeControl;
} VkscanDeviceSupport;

// Fills *support, but for `size`.
VKSCAN_API void vkscanQueryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                                         PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkscanDeviceSupport* support);
// DeviceSupport::mergeInto: sets the bits in the host's own chain. Returns NULL, or the name of a feature for which the
// chain has no structure.
VKSCAN_API const char* vkscanMergeFeatures(const VkscanDeviceSupport* support, VkPhysicalDeviceFeatures2* chain);

typedef struct VkscanContextDesc {
    uint32_t size;
    VkBool32 pushDescriptorEnabled;
    VkBool32 debugLabels;
    VkBool32 plansOnly;
    VkInstance instance;
    VkPhysicalDevice physicalDevice;
    VkDevice device;
    PFN_vkGetInstanceProcAddr getInstanceProcAddr;
    PFN_vkGetDeviceProcAddr getDeviceProcAddr;
    const VkPhysicalDeviceFeatures2* features;
    const VkAllocationCallbacks* allocationCallbacks;
    VkPipelineCache pipelineCache;
} VkscanContextDesc;

VKSCAN_API VkscanStatus vkscanCreateContext(const VkscanContextDesc* desc, VkscanContext** context);
VKSCAN_API void vkscanDestroyContext(VkscanContext* context);
VKSCAN_API VkBool32 vkscanHasForwardProgress(const VkscanContext* context);

// All operations. A NULL operation has none of anything.
VKSCAN_API void vkscanDestroyOperation(VkscanOperation* operation);
// Operations on arrays; 0 and AUTO of tables.
VKSCAN_API VkDeviceSize vkscanScratchSize(const VkscanOperation* operation, uint64_t maxCount);
VKSCAN_API uint64_t vkscanMaxCount(const VkscanOperation* operation);
VKSCAN_API VkscanStrategy vkscanStrategyFor(const VkscanOperation* operation, uint64_t count);

typedef struct VkscanScanDesc {
    uint32_t size;
    VkscanElementType type;
    VkscanOp op;
    VkscanKind kind;
    VkscanDirection direction;
    uint32_t order;     // 0 is 1
    uint32_t tupleSize; // 0 is 1
    VkscanStrategy strategy;
    VkBool32 assumeForwardProgress;
    uint32_t kernelCount;
    const VkscanCustomKernel* kernels;
    uint64_t maxCount;
} VkscanScanDesc;

typedef struct VkscanScanArgs {
    uint32_t size;
    uint32_t parameterBytes; // of kernels of your own
    const void* parameters;
    VkscanBufferRange input;
    VkscanBufferRange output;
    VkscanScalar initial;
    VkscanBufferRange total;
    VkscanBufferRange scratch;
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
} VkscanScanArgs;

VKSCAN_API VkscanStatus vkscanCreateScan(const VkscanContext* context, const VkscanScanDesc* desc,
                                         VkscanOperation** scan);
VKSCAN_API VkscanStatus vkscanRecordScan(const VkscanOperation* scan, VkCommandBuffer commandBuffer,
                                         const VkscanScanArgs* args);
VKSCAN_API VkscanStatus vkscanPlanScan(const VkscanOperation* scan, const VkscanScanArgs* args, VkscanPlan* plan);

#define VKSCAN_NO_INDEX 0xffffffffu // where no element equals the result

typedef struct VkscanReduceDesc {
    uint32_t size;
    VkscanElementType type;
    VkscanOp op;
    VkBool32 withIndex;
    uint32_t kernelCount;
    const VkscanCustomKernel* kernels;
    uint64_t maxCount;
} VkscanReduceDesc;

typedef struct VkscanReduceArgs {
    uint32_t size;
    uint32_t parameterBytes;
    const void* parameters;
    VkscanBufferRange input;
    VkscanBufferRange result;
    VkscanBufferRange index;
    VkscanScalar initial;
    VkscanBufferRange scratch;
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
} VkscanReduceArgs;

VKSCAN_API VkscanStatus vkscanCreateReduce(const VkscanContext* context, const VkscanReduceDesc* desc,
                                           VkscanOperation** reduce);
VKSCAN_API VkscanStatus vkscanRecordReduce(const VkscanOperation* reduce, VkCommandBuffer commandBuffer,
                                           const VkscanReduceArgs* args);
VKSCAN_API VkscanStatus vkscanPlanReduce(const VkscanOperation* reduce, const VkscanReduceArgs* args, VkscanPlan* plan);

typedef enum VkscanCondition {
    VKSCAN_CONDITION_FLAG_BITS,
    VKSCAN_CONDITION_FLAG_BYTES,
    VKSCAN_CONDITION_FLAG_WORDS,
    VKSCAN_CONDITION_ANY_BIT,
    VKSCAN_CONDITION_EQUAL,
    VKSCAN_CONDITION_NOT_EQUAL,
    VKSCAN_CONDITION_LESS,
    VKSCAN_CONDITION_LESS_EQUAL,
    VKSCAN_CONDITION_GREATER,
    VKSCAN_CONDITION_GREATER_EQUAL,
    VKSCAN_CONDITION_MAX_ENUM = 0x7fffffff
} VkscanCondition;

typedef struct VkscanCompactDesc {
    uint32_t size;
    VkscanCondition condition;
    VkscanElementType predicateType;
    uint32_t elementSize; // bytes; 0: indices are written instead
    VkscanStrategy strategy;
    VkBool32 assumeForwardProgress;
    uint32_t kernelCount; // kernels of your own take none of condition, predicateType and elementSize
    const VkscanCustomKernel* kernels;
    uint64_t maxCount;
} VkscanCompactDesc;

typedef struct VkscanCompactArgs {
    uint32_t size;
    uint32_t parameterBytes;
    const void* parameters;
    VkscanBufferRange input;
    VkscanBufferRange output;
    VkscanBufferRange tested;
    VkscanScalar operand;
    VkscanBufferRange selectedCount;
    VkscanIndirectCount indirect;
    VkscanBufferRange scratch;
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
} VkscanCompactArgs;

VKSCAN_API VkscanStatus vkscanCreateCompact(const VkscanContext* context, const VkscanCompactDesc* desc,
                                            VkscanOperation** compact);
VKSCAN_API VkscanStatus vkscanRecordCompact(const VkscanOperation* compact, VkCommandBuffer commandBuffer,
                                            const VkscanCompactArgs* args);
VKSCAN_API VkscanStatus vkscanPlanCompact(const VkscanOperation* compact, const VkscanCompactArgs* args,
                                          VkscanPlan* plan);

typedef struct VkscanRadixSortDesc {
    uint32_t size;
    VkscanElementType type;
    VkBool32 descending;
    uint32_t valueSize;
    VkBool32 withIndex;
    uint32_t firstBit;
    uint32_t endBit; // 0: all bits from firstBit on
    VkBool32 segmented;
    VkscanStrategy strategy;
    VkBool32 assumeForwardProgress;
    uint64_t maxCount;
    uint32_t kernelCount;
    const VkscanCustomKernel* kernels;
} VkscanRadixSortDesc;

typedef struct VkscanRadixSortArgs {
    uint32_t size;
    VkscanBufferRange input;
    VkscanBufferRange output;
    VkscanBufferRange values;
    VkscanBufferRange sortedValues;
    VkscanBufferRange segments; // of segmented sorts: segmentCount + 1 offsets
    uint32_t segmentCount;
    VkscanBufferRange temporary; // vkscanTemporarySize(sort, count) bytes
    VkscanBufferRange scratch;
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
    uint32_t parameterBytes;
    const void* parameters;
} VkscanRadixSortArgs;

VKSCAN_API VkscanStatus vkscanCreateRadixSort(const VkscanContext* context, const VkscanRadixSortDesc* desc,
                                              VkscanOperation** sort);
// 0 of other operations.
VKSCAN_API VkDeviceSize vkscanTemporarySize(const VkscanOperation* sort, uint64_t maxCount);
VKSCAN_API VkscanStatus vkscanRecordRadixSort(const VkscanOperation* sort, VkCommandBuffer commandBuffer,
                                              const VkscanRadixSortArgs* args);
VKSCAN_API VkscanStatus vkscanPlanRadixSort(const VkscanOperation* sort, const VkscanRadixSortArgs* args,
                                            VkscanPlan* plan);

typedef enum VkscanResource {
    VKSCAN_RESOURCE_BUFFER,
    VKSCAN_RESOURCE_SAMPLED_IMAGE,
    VKSCAN_RESOURCE_STORAGE_IMAGE,
    VKSCAN_RESOURCE_MAX_ENUM = 0x7fffffff
} VkscanResource;

typedef enum VkscanAccumulation {
    VKSCAN_ACCUMULATION_U32,
    VKSCAN_ACCUMULATION_F32,
    VKSCAN_ACCUMULATION_F32X2,
    VKSCAN_ACCUMULATION_F64,
    VKSCAN_ACCUMULATION_MAX_ENUM = 0x7fffffff
} VkscanAccumulation;

typedef enum VkscanBias {
    VKSCAN_BIAS_NONE,
    VKSCAN_BIAS_GIVEN,
    VKSCAN_BIAS_MEAN,
    VKSCAN_BIAS_MAX_ENUM = 0x7fffffff
} VkscanBias;

typedef enum VkscanTableLayout {
    VKSCAN_LAYOUT_INCLUSIVE,
    VKSCAN_LAYOUT_ZERO_BORDER,
    VKSCAN_LAYOUT_MAX_ENUM = 0x7fffffff
} VkscanTableLayout;

typedef struct VkscanSummedAreaTableDesc {
    uint32_t size;
    VkscanResource input;
    VkFormat inputFormat;
    VkscanResource output;
    VkFormat outputFormat;
    VkscanAccumulation accumulation;
    VkscanBias bias;
    VkscanTableLayout layout;
    VkBool32 squares;
    VkscanStrategy strategy;
    VkBool32 assumeForwardProgress;
    VkExtent2D maxExtent;
} VkscanSummedAreaTableDesc;

typedef struct VkscanSurface {
    VkscanBufferRange buffer;
    VkDeviceSize rowPitch;
    VkImageView view;
    VkImageLayout imageLayout; // UNDEFINED is GENERAL
    VkImageUsageFlags usage;
    VkExtent2D extent;
} VkscanSurface;

typedef struct VkscanSummedAreaTableArgs {
    uint32_t size;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
    VkscanSurface input;
    VkscanSurface output;
    VkscanSurface squares;
    VkscanBufferRange bias;
    VkRect2D region;
    VkscanBufferRange scratch; // vkscanTableScratchSize(table, width, height of the region) bytes
    VkDescriptorSet descriptorSet;
} VkscanSummedAreaTableArgs;

VKSCAN_API VkscanStatus vkscanCreateSummedAreaTable(const VkscanContext* context, const VkscanSummedAreaTableDesc* desc,
                                                    VkscanOperation** table);
// 0, AUTO and VK_NULL_HANDLE of other operations.
VKSCAN_API VkDeviceSize vkscanTableScratchSize(const VkscanOperation* table, uint32_t maxWidth, uint32_t maxHeight);
VKSCAN_API VkscanStrategy vkscanTableStrategyFor(const VkscanOperation* table, uint32_t width, uint32_t height);
VKSCAN_API VkDescriptorSetLayout vkscanTableDescriptorSetLayout(const VkscanOperation* table);
VKSCAN_API VkscanStatus vkscanWriteTableDescriptors(const VkscanOperation* table, VkDescriptorSet set,
                                                    const VkscanSummedAreaTableArgs* args);
VKSCAN_API VkscanStatus vkscanRecordSummedAreaTable(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                                    const VkscanSummedAreaTableArgs* args);
VKSCAN_API VkscanStatus vkscanPlanSummedAreaTable(const VkscanOperation* table, const VkscanSummedAreaTableArgs* args,
                                                  VkscanPlan* plan);

// For hosts that create pipelines and record by themselves: see <vkscan/plan.h>.

// One compute pipeline.
typedef struct VkscanKernel {
    uint32_t size;
    uint32_t constantCount;
    const char* name;
    const uint32_t* code; // SPIR-V 1.5
    size_t codeBytes;
    const char* entryPoint;
    const uint32_t* constants; // the specialisation constant of id i has the 32 bits of constants[i]
    uint32_t workgroupSize[3];
    uint32_t pushConstantBytes;
    VkBool32 requiresFullSubgroups;
    uint32_t requiredSubgroupSize;
} VkscanKernel;

VKSCAN_API uint32_t vkscanKernelCount(const VkscanOperation* operation);
// Fills *kernel, but for `size`; with zeros, if there is no such kernel.
VKSCAN_API void vkscanGetKernel(const VkscanOperation* operation, uint32_t index, VkscanKernel* kernel);

// One vkCmdDispatch.
typedef struct VkscanDispatch {
    uint32_t size;
    uint32_t kernel; // its index among the operation's
    VkBool32 barrierBefore;
    uint32_t groupCount[3];
    const void* pushConstants;
    uint32_t pushConstantBytes;
    uint32_t accessCount;
} VkscanDispatch;

// A plan takes some 17 KB of host memory, and any number of calls, one after the other; planning allocates none.
VKSCAN_API VkscanStatus vkscanCreatePlan(VkscanPlan** plan);
VKSCAN_API void vkscanDestroyPlan(VkscanPlan* plan);
VKSCAN_API uint32_t vkscanDispatchCount(const VkscanPlan* plan);
// Fills *dispatch, but for `size`; with zeros, if there is no such dispatch.
VKSCAN_API void vkscanGetDispatch(const VkscanPlan* plan, uint32_t index, VkscanDispatch* dispatch);
// Device memory that a dispatch touches, and whether it writes there.
VKSCAN_API void vkscanGetAccess(const VkscanPlan* plan, uint32_t dispatch, uint32_t access, VkscanBufferRange* range,
                                VkBool32* write);

#ifdef __cplusplus
}
#endif

#endif
