// How tests run summed-area tables.
#ifndef VKSCAN_TESTS_SAT_SUBMIT_H
#define VKSCAN_TESTS_SAT_SUBMIT_H

#include "environment.h"

#include <functional>

namespace testing_support {

// A descriptor set for an operation on images in a context without push descriptors.
class TableDescriptors {
public:
    TableDescriptors(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableArgs& args);
    TableDescriptors(const TableDescriptors&) = delete;
    TableDescriptors& operator=(const TableDescriptors&) = delete;
    ~TableDescriptors();

    [[nodiscard]] VkDescriptorSet set() const { return m_set; }

private:
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
};

// Records once and submits that many times; calls `afterEach` with the submission's number.
void submit(
    const std::function<vkscan::Status(VkCommandBuffer)>& record, unsigned submissions = 1,
    const std::function<void(unsigned)>& afterEach = [](unsigned) {});

// The same of a table, with barriers around it.
void submit(
    const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableArgs& args, unsigned submissions = 1,
    const std::function<void(unsigned)>& afterEach = [](unsigned) {});

} // namespace testing_support

#endif
