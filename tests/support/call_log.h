// Vulkan functions that note what a context calls instead of doing it: no kernel is compiled, no command recorded.
#ifndef VKSCAN_TESTS_CALL_LOG_H
#define VKSCAN_TESTS_CALL_LOG_H

#include "command_log.h"
#include "environment.h"

#include <string>
#include <vector>

namespace testing_support {

struct CompiledKernel {
    const uint32_t* code = nullptr;
    std::size_t codeBytes = 0;
    std::string entryPoint;
    std::vector<uint32_t> constants; // by id
    VkPipelineCache cache = VK_NULL_HANDLE;
};

struct CallLog {
    std::vector<CompiledKernel> kernels;
};

// Who hands out the functions of debug labels.
enum class LabelSource { Nobody, Device, Instance };

// Cleared, with the log of commands, by each call of loggedContextDesc. For one context at a time, and for one thread.
[[nodiscard]] CallLog& callLog();
// For a context on the tests' device, whose pipelines and command buffers are such.
[[nodiscard]] vkscan::ContextDesc loggedContextDesc(LabelSource labels = LabelSource::Nobody);
[[nodiscard]] VkCommandBuffer loggedCommandBuffer();
// The index of a dispatch's kernel among those compiled.
[[nodiscard]] uint32_t compiledKernel(const RecordedDispatch& dispatch);

} // namespace testing_support

#endif
