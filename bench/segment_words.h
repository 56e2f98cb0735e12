// Segments of equal length, as the words that specify them in each of the library's ways.
#ifndef VKSCAN_BENCH_SEGMENT_WORDS_H
#define VKSCAN_BENCH_SEGMENT_WORDS_H

#include <gpu.h>
#include <vkscan/segmented.h>

#include <cstdint>

namespace bench {

struct SegmentLayout {
    vkscan::Segments segments = vkscan::Segments::HeadFlags; // any but Keys64
    uint32_t length = 0;                                     // of a segment; the last may be shorter
    uint64_t count = 0;                                      // elements, of all segments

    bool operator==(const SegmentLayout&) const = default;

    // flags, bits, keys, rows or offsets
    [[nodiscard]] const char* name() const;
    [[nodiscard]] uint64_t segmentCount() const { return (count + length - 1) / length; }
    // Of the words; rows have none.
    [[nodiscard]] VkDeviceSize bytes() const;
    [[nodiscard]] uint32_t wordAt(uint64_t index) const;
};

// The words of one layout on the device.
class SegmentWords {
public:
    explicit SegmentWords(gpu::Device& device) : m_device(device) {}

    // An empty range for rows.
    [[nodiscard]] vkscan::BufferRange upload(const SegmentLayout& layout);

private:
    gpu::Device& m_device;
    gpu::Buffer m_words;
    SegmentLayout m_layout; // that these are of
};

} // namespace bench

#endif
