// Statistics that a driver reports about the kernels that it compiles, by VK_KHR_pipeline_executable_properties.
#ifndef VKSCAN_BENCH_KERNEL_STATISTICS_H
#define VKSCAN_BENCH_KERNEL_STATISTICS_H

#include <support/gpu.h>

#include <vkscan/plan.h>
#include <vkscan/summed_area_table.h>

#include <cstdint>
#include <map>
#include <string>

namespace bench {

// Where a kernel reads its input and writes its output. Images take descriptors: see SummedAreaTable::kernels().
struct KernelResources {
    vkscan::Resource input = vkscan::Resource::Buffer;
    vkscan::Resource output = vkscan::Resource::Buffer; // or StorageImage
};

struct KernelStatistics {
    uint64_t registers = 0;  // of 32 bits, per invocation; 0 where the driver does not tell
    uint64_t spills = 0;     // of registers, into memory or other registers; 0 where the driver does not tell
    uint64_t localBytes = 0; // of memory per invocation, for registers that were spilled and arrays indexed at run time
    uint64_t sharedBytes = 0; // per workgroup; 0 where the driver does not tell
    uint64_t binaryBytes = 0; // of machine code; 0 where the driver does not tell
    uint32_t lanes = 0;       // of a subgroup
    double milliseconds = 0;  // to compile it
};

struct StatisticNames; // those that a driver uses

// Compiles kernels as a host of vkscan/plan.h does and reads what the driver found.
class KernelCompiler {
public:
    explicit KernelCompiler(const gpu::Device& device);
    KernelCompiler(const KernelCompiler&) = delete;
    KernelCompiler& operator=(const KernelCompiler&) = delete;
    ~KernelCompiler();

    // A sentence that says why there are no statistics; empty where there are.
    [[nodiscard]] const std::string& whyNot() const { return m_whyNot; }

    // The driver's short name: NVIDIA, RADV or ANV. Only where there are statistics.
    [[nodiscard]] const char* driver() const;

    // Bytes that the driver reports as local memory of a kernel that has none.
    [[nodiscard]] uint64_t localBase() const { return m_localBase; }

    // Only where there are statistics. Safe to call from many threads at once.
    [[nodiscard]] KernelStatistics compile(const vkscan::Kernel& kernel, KernelResources resources = {}) const;

private:
    struct Executable {
        uint32_t subgroupSize = 0;
        std::map<std::string, uint64_t> statistics;

        // Zero where the name is null or there is no such statistic.
        [[nodiscard]] uint64_t value(const char* name) const;
    };

    struct Layout {
        VkDescriptorSetLayout set = VK_NULL_HANDLE;
        VkPipelineLayout pipeline = VK_NULL_HANDLE;
    };

    [[nodiscard]] Layout createLayout(KernelResources resources) const;
    [[nodiscard]] Executable readPipeline(VkPipeline pipeline) const;
    [[nodiscard]] Executable read(const vkscan::Kernel& kernel, KernelResources resources) const;

    const gpu::Device& m_device;
    Layout m_layouts[3][3]; // by input and output
    std::string m_whyNot;
    const StatisticNames* m_names = nullptr;
    uint64_t m_localBase = 0;
};

} // namespace bench

#endif
