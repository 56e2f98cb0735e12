// Descriptor sets of tests.
#ifndef VKSCAN_TESTS_TABLE_DESCRIPTORS_H
#define VKSCAN_TESTS_TABLE_DESCRIPTORS_H

#include "environment.h"

namespace testing_support {

// A descriptor set for an operation on images in a context without push descriptors.
class TableDescriptors {
public:
    // `args` has the images.
    template <class Operation, class Args>
    TableDescriptors(const Operation& operation, const Args& args)
    {
        allocate(operation.descriptorSetLayout());
        expectWritten(operation.writeDescriptors(m_set, args));
    }
    TableDescriptors(const TableDescriptors&) = delete;
    TableDescriptors& operator=(const TableDescriptors&) = delete;
    ~TableDescriptors();

    [[nodiscard]] VkDescriptorSet set() const { return m_set; }

private:
    void allocate(VkDescriptorSetLayout layout);
    static void expectWritten(vkscan::Status status);

    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
};

} // namespace testing_support

#endif
