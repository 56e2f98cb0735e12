// The device of all tests: VKSCAN_DEVICE selects it, VKSCAN_VALIDATE=1 enables the validation layer, and
// VKSCAN_VALIDATE=races the layer's check for races in shared memory (race_check.h).
#ifndef VKSCAN_TESTS_ENVIRONMENT_H
#define VKSCAN_TESTS_ENVIRONMENT_H

#include "statuses.h"

#include <support/gpu.h>
#include <vkscan/vkscan.h>

#include "device/context_impl.h"
#include "study/strategy.h"

#include <functional>
#include <vector>

namespace testing_support {

class TestArray;

[[nodiscard]] gpu::Device& device();
[[nodiscard]] const vkscan::Context& context();
[[nodiscard]] const vkscan::Capabilities& capabilities();

// A context that is given other features than the device's.
[[nodiscard]] vkscan::Context
createContext(const std::function<void(VkPhysicalDeviceFeatures&, VkPhysicalDeviceVulkan12Features&)>& change);

inline constexpr VkDeviceSize kSharedScratchBytes = 1 << 20;
// Scratch that all tests share: zeroed once, before the first use.
[[nodiscard]] vkscan::BufferRange sharedScratch(VkDeviceSize bytes);
[[nodiscard]] vkscan::ScratchStatus sharedScratchStatus();
void clearSharedScratch();
// The status that the last run on this scratch left.
[[nodiscard]] vkscan::ScratchStatus scratchStatus(const TestArray& scratch);
// The first 64-bit words of the shared scratch, including the header.
[[nodiscard]] std::vector<uint64_t> sharedScratchWords(VkDeviceSize bytes);

// Tiles of 64 invocations and one row, windows of 4 tiles: many tiles and windows for few elements.
[[nodiscard]] vkscan::study::Tuning smallTuning();

// Workgroups of that size in every stage.
[[nodiscard]] vkscan::study::Tuning geometryOf(uint32_t workgroupSize, uint32_t spineSubgroups = 0);

} // namespace testing_support

#endif
