// The report of a device's self-test: the device and each case's outcome, as lines for people and as JSON.
#pragma once

#include <support/gpu.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace hello {

enum class Outcome {
    DidNotEnd, // the program ended earlier
    Right,
    Wrong,
    GaveUp,     // a workgroup waited in vain for another
    NotOffered, // the way does not take the type or the count on this device
    Failed,     // an error of Vulkan or of the validation layer
};
[[nodiscard]] const char* toString(Outcome outcome);

struct Case {
    std::string way;
    vkscan::ElementType type = vkscan::ElementType::U32;
    uint64_t count = 0;
    bool isAuto = false; // a scan takes the same kernels by default
    Outcome outcome = Outcome::DidNotEnd;
    std::string reason;                 // a sentence; empty if right
    std::optional<uint64_t> wrongIndex; // of the first wrong result
    // None without timestamps, or if the case failed before it was timed.
    std::optional<double> microseconds;
    std::optional<double> copyMicroseconds; // time to copy the same bytes
};

class NotOffered : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Runs the case. The outcome is right if run() returns; otherwise it depends on the exception: WrongResult,
// gpu::GaveUp, NotOffered, or another one for a failure.
void attempt(Case* tried, const std::function<void()>& run);

// Throws std::runtime_error, with the numbers of cases, unless each one is right or not offered.
void requireRight(const std::vector<Case>& cases);

struct Report {
    explicit Report(const gpu::Device& device);

    std::string device;                   // members of the JSON object
    std::string selfTest = "did not end"; // "passed", "not offered", or a sentence
    unsigned repeats = 0;
    std::vector<Case> cases;
};
[[nodiscard]] std::string toJson(const Report& report);

void printHeader();
void print(const Case& tried);

} // namespace hello
