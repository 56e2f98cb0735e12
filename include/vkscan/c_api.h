// vkscan for C, and for languages that call C: scans, reductions, compactions, distributions, expansions, radix sorts,
// top-k selections and tables.
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
// This is the C++ interface with C types. A field means what the field of the same name means in <vkscan/context.h>,
// scan.h, reduce.h, compact.h, distribution.h, expand.h, radix_sort.h, top_k.h, summed_area_table.h and
// summed_volume_table.h. The contracts of scratch, synchronisation, aliasing and threads are those of
// docs/contracts.md. No exception and no C++ type crosses the interface. Other operations, and everything for study,
// are offered to C++ only.
//
// Structures. A structure that is passed by pointer begins with `size`: set it to its sizeof. Set to 0 every field that
// you do not use: 0 is the default of every field, and of an enumeration the first enumerator. Later versions append
// fields, whose 0 means the behaviour before them, and append enumerators. So a program runs with a later library
// (fields beyond its `size` are 0) and with an earlier one (which refuses fields that it does not know, unless they are
// 0). Structures within others never change. A number that is no enumerator of this version is refused by the field's
// name. The MAX_ENUM enumerators are no values: they make each enumeration 32 bits wide.
//
// Handles. A handle lives from its create function to its destroy function, which also takes NULL. create leaves
// *handle alone unless it succeeds. Strings are static. Pointers from vkscanGetKernel are valid as long as the
// operation, pointers from vkscanGetDispatch until the plan is used for another call or destroyed.
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
typedef struct VkscanOperation VkscanOperation; // a scan, reduction, compaction, expansion, sort, top-k or table
typedef struct VkscanPlan VkscanPlan;           // the dispatches of one call

// VKSCAN_VERSION of the library that is linked.
VKSCAN_API uint32_t vkscanVersion(void);

// Statuses. Any other than VKSCAN_SUCCESS means that nothing was created, recorded or planned.
typedef uint32_t VkscanStatus;
#define VKSCAN_SUCCESS 0u
// The broken rule. These can happen to a program without mistakes; all others are mistakes of the program.
#define VKSCAN_RULE(status) ((status) >> 8)
enum {
    VKSCAN_RULE_OUT_OF_HOST_MEMORY = 1,
    VKSCAN_RULE_OUT_OF_DEVICE_MEMORY = 2,
    VKSCAN_RULE_CREATION_FAILED = 3,        // the driver failed to create a pipeline
    VKSCAN_RULE_UNSUPPORTED = 4,            // the device lacks it, or a feature or extension is not enabled
    VKSCAN_RULE_NEEDS_FORWARD_PROGRESS = 5, // the driver is not listed, and assumeForwardProgress is not set
};
// A sentence that names the argument and the rule; and the argument's name only. Never NULL.
VKSCAN_API const char* vkscanStatusSentence(VkscanStatus status);
VKSCAN_API const char* vkscanStatusArgument(VkscanStatus status);

typedef enum VkscanElementType {
    VKSCAN_TYPE_U32,
    VKSCAN_TYPE_I32,
    VKSCAN_TYPE_F32,
    VKSCAN_TYPE_U64,
    VKSCAN_TYPE_I64,
    VKSCAN_TYPE_F64,
    VKSCAN_TYPE_U16, // for keys of sorts only
    VKSCAN_TYPE_MAX_ENUM = 0x7fffffff
} VkscanElementType;

// How elements are stored in memory, if not as the operation's element type: StoredType of <vkscan/types.h>.
typedef enum VkscanStoredType {
    VKSCAN_STORED_SAME,
    VKSCAN_STORED_U8,
    VKSCAN_STORED_I8,
    VKSCAN_STORED_U16,
    VKSCAN_STORED_I16,
    VKSCAN_STORED_F16,
    VKSCAN_STORED_MAX_ENUM = 0x7fffffff
} VkscanStoredType;

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

// vkscan's own strategies; those for study are offered to C++ only.
typedef enum VkscanStrategy {
    VKSCAN_STRATEGY_AUTO,
    VKSCAN_STRATEGY_SINGLE_WORKGROUP,
    VKSCAN_STRATEGY_FLAT_SUM,
    VKSCAN_STRATEGY_SPINE,
    VKSCAN_STRATEGY_REDUCE_THEN_SCAN,
    VKSCAN_STRATEGY_SPINE_WITH_FALLBACK,
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

// A field of an indirect command that receives a count found on the device.
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

// A kernel of your own: the name of an entry point in shaders/kernels/, without its ending, and its SPIR-V. See
// docs/kernels.md.
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
    const char* extension; // a device extension to enable; NULL for none
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT subgroupSizeControl;
    VkBool32 needsSubgroupSizeControl;
} VkscanDeviceSupport;

// Fills *support, except `size`.
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
    VkBool32 descriptorHeaps;
    VkBool32 takeAsUnlisted;
} VkscanContextDesc;

VKSCAN_API VkscanStatus vkscanCreateContext(const VkscanContextDesc* desc, VkscanContext** context);
VKSCAN_API void vkscanDestroyContext(VkscanContext* context);
VKSCAN_API VkBool32 vkscanHasForwardProgress(const VkscanContext* context);

// All operations. For a NULL operation, the functions return 0, AUTO or NULL.
VKSCAN_API void vkscanDestroyOperation(VkscanOperation* operation);
// Operations on arrays. For tables: 0 and AUTO.
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
    VkBool32 reproducible;
    VkscanStoredType input;
    VkscanStoredType output;
} VkscanScanDesc;

typedef struct VkscanScanArgs {
    uint32_t size;
    uint32_t parameterBytes; // parameters of kernels of your own
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

#define VKSCAN_NO_INDEX 0xffffffffu // index if no element equals the result

typedef struct VkscanReduceDesc {
    uint32_t size;
    VkscanElementType type;
    VkscanOp op;
    VkBool32 withIndex;
    uint32_t kernelCount;
    const VkscanCustomKernel* kernels;
    uint64_t maxCount;
    VkBool32 reproducible;
    VkscanStoredType input;
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
    uint32_t kernelCount; // with kernels of your own, leave condition, predicateType and elementSize 0
    const VkscanCustomKernel* kernels;
    uint64_t maxCount;
    VkBool32 withRest; // the elements that are not selected are also written
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
    VkBool32 indirectDispatch; // indirect.field is x and y of a VkDispatchIndirectCommand
    VkscanBufferRange rest;    // withRest: the elements that are not selected; absent: behind those in output
} VkscanCompactArgs;

VKSCAN_API VkscanStatus vkscanCreateCompact(const VkscanContext* context, const VkscanCompactDesc* desc,
                                            VkscanOperation** compact);
VKSCAN_API VkscanStatus vkscanRecordCompact(const VkscanOperation* compact, VkCommandBuffer commandBuffer,
                                            const VkscanCompactArgs* args);
VKSCAN_API VkscanStatus vkscanPlanCompact(const VkscanOperation* compact, const VkscanCompactArgs* args,
                                          VkscanPlan* plan);

typedef enum VkscanResource {
    VKSCAN_RESOURCE_BUFFER,
    VKSCAN_RESOURCE_SAMPLED_IMAGE,
    VKSCAN_RESOURCE_STORAGE_IMAGE,
    VKSCAN_RESOURCE_MAX_ENUM = 0x7fffffff
} VkscanResource;

typedef struct VkscanSurface {
    VkscanBufferRange buffer;
    VkDeviceSize rowPitch;
    VkImageView view;
    VkImageLayout imageLayout; // UNDEFINED is GENERAL
    VkImageUsageFlags usage;
    VkExtent2D extent;
    uint32_t heapOffset; // of an image, in a context with descriptorHeaps
} VkscanSurface;

typedef struct VkscanDistributionDesc {
    uint32_t size;
    uint64_t maxCount;
    VkBool32 withAlias;
    VkscanResource input; // BUFFER or SAMPLED_IMAGE
    VkFormat inputFormat;
    VkBool32 equirectangular;
} VkscanDistributionDesc;

typedef struct VkscanDistributionArgs {
    uint32_t size;
    uint32_t rowLength; // 0: 2048
    VkscanBufferRange input;
    VkscanBufferRange output;
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
    VkscanBufferRange alias;
    VkscanBufferRange temporary;
    VkscanSurface image; // with SAMPLED_IMAGE, for input, rowLength and count
    VkDescriptorSet descriptorSet;
} VkscanDistributionArgs;

VKSCAN_API VkscanStatus vkscanCreateDistribution(const VkscanContext* context, const VkscanDistributionDesc* desc,
                                                 VkscanOperation** distribution);
// For other operations: VK_NULL_HANDLE.
VKSCAN_API VkDescriptorSetLayout vkscanDistributionDescriptorSetLayout(const VkscanOperation* distribution);
VKSCAN_API VkscanStatus vkscanWriteDistributionDescriptors(const VkscanOperation* distribution, VkDescriptorSet set,
                                                           const VkscanDistributionArgs* args);
VKSCAN_API VkscanStatus vkscanRecordDistribution(const VkscanOperation* distribution, VkCommandBuffer commandBuffer,
                                                 const VkscanDistributionArgs* args);
VKSCAN_API VkscanStatus vkscanPlanDistribution(const VkscanOperation* distribution, const VkscanDistributionArgs* args,
                                               VkscanPlan* plan);

typedef struct VkscanExpandDesc {
    uint32_t size;
    VkBool32 fromOffsets;
    VkscanStrategy strategy;
    VkBool32 assumeForwardProgress;
    uint64_t maxCount;
    uint32_t kernelCount;
    const VkscanCustomKernel* kernels;
} VkscanExpandDesc;

typedef struct VkscanExpandArgs {
    uint32_t size;
    uint32_t capacity; // 0: as many elements as the outputs have room for
    uint32_t parameterBytes;
    const void* parameters;
    VkscanBufferRange counts;
    VkscanBufferRange offsets;
    VkscanBufferRange output;
    VkscanBufferRange index;
    VkscanBufferRange total;
    VkscanIndirectCount indirect;
    VkscanBufferRange scratch;
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
    VkBool32 indirectDispatch; // indirect.field is x and y of a VkDispatchIndirectCommand
} VkscanExpandArgs;

VKSCAN_API VkscanStatus vkscanCreateExpand(const VkscanContext* context, const VkscanExpandDesc* desc,
                                           VkscanOperation** expand);
VKSCAN_API VkscanStatus vkscanRecordExpand(const VkscanOperation* expand, VkCommandBuffer commandBuffer,
                                           const VkscanExpandArgs* args);
VKSCAN_API VkscanStatus vkscanPlanExpand(const VkscanOperation* expand, const VkscanExpandArgs* args, VkscanPlan* plan);

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
    VkscanBufferRange segments; // segmented sorts: segmentCount + 1 offsets
    uint32_t segmentCount;
    VkscanBufferRange temporary; // vkscanTemporarySize(sort, count) bytes
    VkscanBufferRange scratch;
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
    uint32_t parameterBytes;
    const void* parameters;
    VkscanBufferRange selectedCount; // kernels with DROPS
} VkscanRadixSortArgs;

VKSCAN_API VkscanStatus vkscanCreateRadixSort(const VkscanContext* context, const VkscanRadixSortDesc* desc,
                                              VkscanOperation** sort);
// For other operations: 0.
VKSCAN_API VkDeviceSize vkscanTemporarySize(const VkscanOperation* sort, uint64_t maxCount);
VKSCAN_API VkscanStatus vkscanRecordRadixSort(const VkscanOperation* sort, VkCommandBuffer commandBuffer,
                                              const VkscanRadixSortArgs* args);
VKSCAN_API VkscanStatus vkscanPlanRadixSort(const VkscanOperation* sort, const VkscanRadixSortArgs* args,
                                            VkscanPlan* plan);

typedef struct VkscanTopKDesc {
    uint32_t size;
    VkscanElementType type;
    VkBool32 smallest;
    uint32_t maxK; // 0: 65536
    uint64_t maxCount;
    uint32_t kernelCount;
    const VkscanCustomKernel* kernels;
} VkscanTopKDesc;

typedef struct VkscanTopKArgs {
    uint32_t size;
    uint32_t k;
    VkscanBufferRange input;
    VkscanBufferRange output;
    VkscanBufferRange index;
    VkscanBufferRange values;
    VkscanBufferRange sortedValues;
    uint32_t rowLength;
    uint32_t rowPitch;
    VkscanBufferRange temporary; // vkscanTopKTemporarySize(topK, count) bytes
    uint64_t count;
    VkscanBufferRange countBuffer;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
    uint32_t parameterBytes;
    const void* parameters;
} VkscanTopKArgs;

VKSCAN_API VkscanStatus vkscanCreateTopK(const VkscanContext* context, const VkscanTopKDesc* desc,
                                         VkscanOperation** topK);
// For other operations: 0.
VKSCAN_API VkDeviceSize vkscanTopKTemporarySize(const VkscanOperation* topK, uint64_t maxCount);
VKSCAN_API VkscanStatus vkscanRecordTopK(const VkscanOperation* topK, VkCommandBuffer commandBuffer,
                                         const VkscanTopKArgs* args);
VKSCAN_API VkscanStatus vkscanPlanTopK(const VkscanOperation* topK, const VkscanTopKArgs* args, VkscanPlan* plan);

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
    VkBool32 reproducible;
} VkscanSummedAreaTableDesc;

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

#define VKSCAN_MAX_TABLE_BATCH 8u

VKSCAN_API VkscanStatus vkscanCreateSummedAreaTable(const VkscanContext* context, const VkscanSummedAreaTableDesc* desc,
                                                    VkscanOperation** table);
// For other operations: 0, AUTO and VK_NULL_HANDLE.
VKSCAN_API VkDeviceSize vkscanTableScratchSize(const VkscanOperation* table, uint32_t maxWidth, uint32_t maxHeight);
VKSCAN_API VkscanStrategy vkscanTableStrategyFor(const VkscanOperation* table, uint32_t width, uint32_t height);
VKSCAN_API VkDescriptorSetLayout vkscanTableDescriptorSetLayout(const VkscanOperation* table);
VKSCAN_API VkscanStatus vkscanWriteTableDescriptors(const VkscanOperation* table, VkDescriptorSet set,
                                                    const VkscanSummedAreaTableArgs* args);
VKSCAN_API VkscanStatus vkscanRecordSummedAreaTable(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                                    const VkscanSummedAreaTableArgs* args);
// `batch` has pointers to the arguments of 1 to VKSCAN_MAX_TABLE_BATCH tables.
VKSCAN_API VkscanStatus vkscanRecordSummedAreaTables(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                                     const VkscanSummedAreaTableArgs* const* batch, uint32_t count);
VKSCAN_API VkscanStatus vkscanPlanSummedAreaTable(const VkscanOperation* table, const VkscanSummedAreaTableArgs* args,
                                                  VkscanPlan* plan);

typedef struct VkscanSummedVolumeTableDesc {
    uint32_t size;
    VkBool32 separateSlices;
    VkFormat inputFormat;
    VkFormat outputFormat;
    VkscanAccumulation accumulation;
    VkscanBias bias;
    VkscanTableLayout layout;
    VkBool32 squares;
    VkscanStrategy strategy;
    VkBool32 assumeForwardProgress;
    VkscanResource input; // and output: by default BUFFER
    VkscanResource output;
    VkBool32 arrayImages;
} VkscanSummedVolumeTableDesc;

typedef struct VkscanVolumeSurface {
    VkscanBufferRange buffer;
    VkDeviceSize rowPitch;
    VkDeviceSize slicePitch;
    VkExtent3D extent;
    VkImageView view;
    VkImageLayout imageLayout; // UNDEFINED is GENERAL
    VkImageUsageFlags usage;
    uint32_t heapOffset; // of an image, in a context with descriptorHeaps
} VkscanVolumeSurface;

typedef struct VkscanVolumeRegion {
    VkOffset3D offset;
    VkExtent3D extent;
} VkscanVolumeRegion;

typedef struct VkscanSummedVolumeTableArgs {
    uint32_t size;
    VkBool32 barrierBefore;
    VkBool32 barrierAfter;
    VkscanVolumeSurface input;
    VkscanVolumeSurface output;
    VkscanVolumeSurface squares;
    VkscanBufferRange bias;
    VkscanVolumeRegion region;
    VkscanBufferRange scratch; // vkscanVolumeTableScratchSize(table, the region's extent) bytes
    VkDescriptorSet descriptorSet;
} VkscanSummedVolumeTableArgs;

VKSCAN_API VkscanStatus vkscanCreateSummedVolumeTable(const VkscanContext* context,
                                                      const VkscanSummedVolumeTableDesc* desc, VkscanOperation** table);
// For other operations: 0, AUTO and VK_NULL_HANDLE.
VKSCAN_API VkDeviceSize vkscanVolumeTableScratchSize(const VkscanOperation* table, VkExtent3D maxExtent);
VKSCAN_API VkscanStrategy vkscanVolumeTableStrategyFor(const VkscanOperation* table, VkExtent3D extent);
VKSCAN_API VkDescriptorSetLayout vkscanVolumeTableDescriptorSetLayout(const VkscanOperation* table);
VKSCAN_API VkscanStatus vkscanWriteVolumeTableDescriptors(const VkscanOperation* table, VkDescriptorSet set,
                                                          const VkscanSummedVolumeTableArgs* args);
VKSCAN_API VkscanStatus vkscanRecordSummedVolumeTable(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                                      const VkscanSummedVolumeTableArgs* args);
VKSCAN_API VkscanStatus vkscanPlanSummedVolumeTable(const VkscanOperation* table,
                                                    const VkscanSummedVolumeTableArgs* args, VkscanPlan* plan);

// For hosts that create pipelines and record commands of their own: see <vkscan/plan.h>.

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
// Fills *kernel, except `size`; with zeros if there is no such kernel.
VKSCAN_API void vkscanGetKernel(const VkscanOperation* operation, uint32_t index, VkscanKernel* kernel);

// One vkCmdDispatch.
typedef struct VkscanDispatch {
    uint32_t size;
    uint32_t kernel; // index among the operation's kernels
    VkBool32 barrierBefore;
    uint32_t groupCount[3];
    const void* pushConstants;
    uint32_t pushConstantBytes;
    uint32_t accessCount;
} VkscanDispatch;

// A plan is 17 KB of host memory. It may be used for any number of calls, one after the other. Planning does not
// allocate.
VKSCAN_API VkscanStatus vkscanCreatePlan(VkscanPlan** plan);
VKSCAN_API void vkscanDestroyPlan(VkscanPlan* plan);
VKSCAN_API uint32_t vkscanDispatchCount(const VkscanPlan* plan);
// Fills *dispatch, except `size`; with zeros if there is no such dispatch.
VKSCAN_API void vkscanGetDispatch(const VkscanPlan* plan, uint32_t index, VkscanDispatch* dispatch);
// Device memory that a dispatch accesses, and whether it writes there.
VKSCAN_API void vkscanGetAccess(const VkscanPlan* plan, uint32_t dispatch, uint32_t access, VkscanBufferRange* range,
                                VkBool32* write);

#ifdef __cplusplus
}
#endif

#endif
