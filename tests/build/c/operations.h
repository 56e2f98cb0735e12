// Checks of operations from C, one in each file of operations/, and what they share.
#ifndef VKSCAN_TESTS_C_OPERATIONS_H
#define VKSCAN_TESTS_C_OPERATIONS_H

#include <vkscan/c_api.h>

#define OPERATION(name) void check##name(void);
#include "operations.inc"
#undef OPERATION

extern VkscanContext* context;
extern VkscanPlan* plan;
extern VkCommandBuffer commandBuffer;

#define EXPECT(condition) expect((condition) != 0, #condition, __LINE__)
void expect(int holds, const char* condition, int line);
void expectEqual(uint64_t result, uint64_t expected, const char* operation);
void requireStatus(VkscanStatus status);
int says(VkscanStatus status, const char* beginning);

// Creates what desc describes; and records and plans args, runs them, and destroys the operation.
#define CREATE(Class, name)                                                                                            \
    VkscanOperation* name = NULL;                                                                                      \
    requireStatus(vkscanCreate##Class(context, &desc, &name))
#define RUN(Class, name)                                                                                               \
    requireStatus(vkscanRecord##Class(name, commandBuffer, &args));                                                    \
    run(name, vkscanPlan##Class(name, &args, plan))
// Runs what is recorded, which took as many dispatches as are planned; and destroys the operation.
void run(VkscanOperation* operation, VkscanStatus planned);

// A part of the device's buffer, zeroed; and the memory where the host sees it.
VkscanBufferRange allocate(VkDeviceSize bytes);
VkscanBufferRange words(uint32_t count);
void* hostOf(VkscanBufferRange range);

// Numbers in no order; numbers in runs of 1 to 4.
enum { kCount = 1000, kRow = 10, kRows = kCount / kRow };
uint32_t numberAt(uint32_t i);
VkscanBufferRange numbers(void);
VkscanBufferRange runs(void);
// The sum of the numbers of a box, which lie in rows and slices.
uint32_t boxSum(VkExtent3D extent, uint32_t x, uint32_t y, uint32_t z);
VkscanScalar u32Of(uint32_t value);

#endif
