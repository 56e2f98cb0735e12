// Device memory for one argument under test, fenced in.
#ifndef VKSCAN_TESTS_TEST_ARRAY_H
#define VKSCAN_TESTS_TEST_ARRAY_H

#include <support/gpu.h>

#include <cstring>
#include <vector>

namespace testing_support {

// The end of the array that lies against the fence.
enum class Fence { Behind, Before };

// An array of bytes whose address is `misalignment` modulo 16. On a CPU device the pages before and behind its memory
// are inaccessible, so that one element out of bounds faults at once; the few bytes between array and page, and on
// other devices a margin around it, hold a pattern that intact() checks.
class TestArray {
public:
    TestArray(VkDeviceSize bytes, VkDeviceSize misalignment = 0, Fence fence = Fence::Behind);
    TestArray(TestArray&&) = delete;
    ~TestArray();

    [[nodiscard]] vkscan::BufferRange range() const { return {m_address, m_bytes}; }

    // Whole content; `bytes` may be shorter.
    void write(const void* data, VkDeviceSize bytes);
    void read(void* data, VkDeviceSize bytes) const;
    void fill(uint8_t byte);

    // Whether everything around the array still holds the pattern.
    [[nodiscard]] bool intact() const;

    // Whether device accesses beyond the memory fault: on CPU devices with VK_EXT_external_memory_host.
    [[nodiscard]] static bool isGuarded();

    // The arrays that there are.
    [[nodiscard]] static const std::vector<TestArray*>& all();

private:
    void createGuarded(VkDeviceSize memoryBytes);

    VkDeviceSize m_bytes;
    VkDeviceSize m_offset = 0; // of the array in its memory
    VkDeviceSize m_memoryBytes = 0;
    VkDeviceAddress m_address = 0;
    gpu::Buffer m_buffer; // unless guarded

    std::byte* m_mapping = nullptr; // with the inaccessible pages
    std::byte* m_memory = nullptr;
    VkBuffer m_importedBuffer = VK_NULL_HANDLE;
    VkDeviceMemory m_importedMemory = VK_NULL_HANDLE;
};

} // namespace testing_support

#endif
