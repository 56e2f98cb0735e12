// Descriptor sets of tests.
#ifndef VKSCAN_TESTS_TABLE_DESCRIPTORS_H
#define VKSCAN_TESTS_TABLE_DESCRIPTORS_H

#include "environment.h"

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

} // namespace testing_support

#endif
