// Helpers for vkscan's operations: status checks, contexts and times. All errors throw std::runtime_error with a
// sentence.
#ifndef VKSCAN_SUPPORT_OPERATION_H
#define VKSCAN_SUPPORT_OPERATION_H

#include "gpu.h"

#include <vkscan/vkscan.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

namespace gpu {

// Throws unless the call succeeded. The sentence begins with the call's name, if it is given.
inline void require(vkscan::Status status, const char* call = nullptr)
{
    if (status != vkscan::Status::Success)
        throw std::runtime_error((call != nullptr ? std::string(call) + " failed: " : "") + vkscan::toString(status));
}

// require() for programs with --assume-forward-progress: the sentence names the option, not the API's field. Null:
// other statuses have the library's sentence.
inline void requireOffered(vkscan::Status status, const char* sentence = nullptr)
{
    if (status.rule == vkscan::Rule::NeedsForwardProgress)
        throw std::runtime_error("strategy: the driver is not listed as one whose running workgroups make progress; "
                                 "--assume-forward-progress takes it all the same");
    if (status != vkscan::Status::Success && sentence != nullptr)
        throw std::runtime_error(sentence);
    require(status);
}

[[nodiscard]] inline vkscan::Context createContext(const vkscan::ContextDesc& desc)
{
    vkscan::Context context;
    require(vkscan::Context::create(desc, &context), "Context::create");
    return context;
}
[[nodiscard]] inline vkscan::Context createContext(const Device& device)
{
    return createContext(device.contextDesc());
}
// Creates a context whose operations compile nothing.
[[nodiscard]] inline vkscan::Context createPlanContext(vkscan::ContextDesc desc)
{
    desc.plansOnly = true;
    return createContext(desc);
}

class GaveUp : public std::runtime_error {
public:
    GaveUp() : std::runtime_error("a workgroup gave up waiting for another, so the results are incomplete") {}
};

// Throws GaveUp if a run on the scratch gave up waiting.
inline void requireComplete(Device& device, const Buffer& scratch)
{
    vkscan::ScratchStatus status = vkscan::ScratchStatus::Complete;
    if (scratch.size() != 0)
        device.download(scratch, std::span(&status, 1), vkscan::kScratchStatusOffset);
    if (status != vkscan::ScratchStatus::Complete)
        throw GaveUp();
}

inline void requireSilence(const Device& device)
{
    if (device.validationMessageCount() != 0)
        throw std::runtime_error("the validation layer complained");
}

[[nodiscard]] inline double medianOf(std::vector<double> times)
{
    const auto median = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), median, times.end());
    return *median;
}

// The median over `repeats` runs; the device must have timestamps.
[[nodiscard]] inline double medianMicroseconds(Device& device, unsigned repeats, const Device::Record& record)
{
    return medianOf(device.timeMicroseconds(repeats, record));
}

} // namespace gpu

#endif
