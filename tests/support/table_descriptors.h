// Descriptor sets of tests.
#ifndef VKSCAN_TESTS_TABLE_DESCRIPTORS_H
#define VKSCAN_TESTS_TABLE_DESCRIPTORS_H

#include "environment.h"

#include <gtest/gtest.h>

namespace testing_support {

// A descriptor set for an operation on images in a context without push descriptors.
class TableDescriptors {
public:
    template <class Table, class Args>
    TableDescriptors(const Table& table, const Args& args) : TableDescriptors(table.descriptorSetLayout())
    {
        const vkscan::Status status = table.writeDescriptors(m_set, args);
        EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    }
    TableDescriptors(const TableDescriptors&) = delete;
    TableDescriptors& operator=(const TableDescriptors&) = delete;
    ~TableDescriptors();

    [[nodiscard]] VkDescriptorSet set() const { return m_set; }

private:
    explicit TableDescriptors(VkDescriptorSetLayout layout);

    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
};

} // namespace testing_support

#endif
