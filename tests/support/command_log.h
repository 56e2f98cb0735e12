// A log of commands instead of a recording: the vkCmd* functions that the library calls.
#ifndef VKSCAN_TESTS_COMMAND_LOG_H
#define VKSCAN_TESTS_COMMAND_LOG_H

#include <vkscan/operation.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace testing_support {

struct RecordedDispatch {
    VkPipeline pipeline = VK_NULL_HANDLE;
    bool barrierBefore = false; // from shader writes to shader reads and writes of the compute stage
    std::array<uint32_t, 3> groupCount = {};
    vkscan::IndirectDispatch command; // instead of groupCount
    uint32_t pushConstantBytes = 0;
    std::array<unsigned char, vkscan::kMaxPushConstantBytes> pushConstants = {}; // or the beginning of push data
    std::array<uint32_t, 3> heapOffsets = {};                                    // push data after them
    std::string label;                                                           // empty: no label
};

struct CommandLog {
    std::vector<const char*> calls; // the functions' names, in order
    std::vector<RecordedDispatch> dispatches;
    unsigned otherBarriers = 0;
    std::pair<VkPipelineStageFlags, VkAccessFlags> barrierBefore; // what a first barrier makes wait
    unsigned descriptorBindings = 0;                              // sets that were bound or pushed
    unsigned openLabels = 0;

    [[nodiscard]] bool empty() const { return calls.empty(); }
    // Also forgets the bound pipeline and push constants, but keeps the memory.
    void clear();
};

// One for all command buffers, on one thread.
[[nodiscard]] CommandLog& commandLog();
// Null if no command has the name.
[[nodiscard]] PFN_vkVoidFunction commandFunction(const char* name);

// The number of calls of the function.
[[nodiscard]] std::size_t callsOf(const char* name);

// Whether a planned dispatch is the recorded one, except for the pipeline, which the caller compares.
[[nodiscard]] bool isRecordedAs(const vkscan::Dispatch& planned, const RecordedDispatch& recorded);

} // namespace testing_support

#endif
