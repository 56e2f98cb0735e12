// Pipelines that outlive their operations, so that a program's tests compile each kernel once.
#ifndef VKSCAN_TESTS_KEPT_PIPELINES_H
#define VKSCAN_TESTS_KEPT_PIPELINES_H

#include <vkscan/context.h>

namespace testing_support {

// The description of a context whose samplers, layouts, modules and pipelines are kept: equal ones are created once,
// and destroying one does nothing. Exceptions are objects of hosts with allocation callbacks, and pipelines with
// extensions other than the size of their subgroups.
[[nodiscard]] vkscan::ContextDesc withKeptPipelines(vkscan::ContextDesc desc);

struct KeptPipelineCounts {
    unsigned compiled = 0;
    unsigned reused = 0;
};
[[nodiscard]] KeptPipelineCounts keptPipelineCounts();

// Destroys kept objects. No context with kept pipelines, nor an operation of one, may be alive.
void destroyKeptPipelines(VkDevice device);

} // namespace testing_support

#endif
