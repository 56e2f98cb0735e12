// Fenced device memory for one argument under test.
#ifndef VKSCAN_TESTS_TEST_ARRAY_H
#define VKSCAN_TESTS_TEST_ARRAY_H

#include <support/gpu.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace testing_support {

// The end of the array that touches the fence.
enum class Fence { Behind, Before };

// The bytes of an unwritten array.
inline constexpr uint8_t kUnwritten = 0xcc;
template <class T>
[[nodiscard]] bool isUnwritten(const T& value)
{
    const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
    return std::all_of(bytes, bytes + sizeof(value), [](unsigned char byte) { return byte == kUnwritten; });
}

// An array of bytes whose address is `misalignment` modulo 16. On a CPU device the pages before and after its memory
// are inaccessible, so that any element out of bounds faults at once. A pattern fills the few bytes between array and
// page, and on other devices a margin around it; intact() checks it, as submit() does after each run.
class TestArray {
public:
    explicit TestArray(VkDeviceSize bytes, VkDeviceSize misalignment = 0, Fence fence = Fence::Behind);
    template <class T>
    explicit TestArray(const std::vector<T>& values, VkDeviceSize misalignment = 0, Fence fence = Fence::Behind)
        : TestArray(values.size() * sizeof(T), misalignment, fence)
    {
        write(values);
    }
    TestArray(TestArray&&) = delete;
    ~TestArray();

    [[nodiscard]] vkscan::BufferRange range() const { return {m_address, m_bytes}; }

    // Writes the whole content; `bytes` may be shorter.
    void write(const void* data, VkDeviceSize bytes);
    void read(void* data, VkDeviceSize bytes) const;
    void fill(uint8_t byte);
    template <class T>
    void write(const std::vector<T>& values)
    {
        write(values.data(), values.size() * sizeof(T));
    }
    template <class T>
    [[nodiscard]] std::vector<T> values() const
    {
        std::vector<T> values(m_bytes / sizeof(T));
        read(values.data(), values.size() * sizeof(T));
        return values;
    }
    // The first values.
    template <class T>
    [[nodiscard]] T value() const
    {
        T value;
        read(&value, sizeof(T));
        return value;
    }

    // Whether everything around the array still holds the pattern.
    [[nodiscard]] bool intact() const;

    // Whether device accesses beyond the memory fault: on CPU devices with VK_EXT_external_memory_host.
    [[nodiscard]] static bool isGuarded();

    // All existing arrays.
    [[nodiscard]] static const std::vector<TestArray*>& all();

private:
    void createGuarded(VkDeviceSize memoryBytes);

    VkDeviceSize m_bytes;
    VkDeviceSize m_offset = 0; // offset of the array in its memory
    VkDeviceSize m_memoryBytes = 0;
    VkDeviceAddress m_address = 0;
    gpu::Buffer m_buffer; // unused if guarded

    std::byte* m_mapping = nullptr; // includes the inaccessible pages
    std::byte* m_memory = nullptr;
    VkBuffer m_importedBuffer = VK_NULL_HANDLE;
    VkDeviceMemory m_importedMemory = VK_NULL_HANDLE;
};

// A count for the device; without a value, no argument.
class CountBuffer {
public:
    explicit CountBuffer(std::optional<uint32_t> count) : m_isGiven(count.has_value()), m_array(sizeof(uint32_t))
    {
        if (m_isGiven)
            m_array.write(&*count, sizeof(uint32_t));
    }
    [[nodiscard]] vkscan::BufferRange range() const { return m_isGiven ? m_array.range() : vkscan::BufferRange{}; }

private:
    bool m_isGiven;
    TestArray m_array;
};

} // namespace testing_support

#endif
