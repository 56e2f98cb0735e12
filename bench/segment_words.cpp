#include "segment_words.h"

#include <algorithm>
#include <vector>

namespace bench {

using vkscan::Segments;

const char* SegmentLayout::name() const
{
    switch (segments) {
    case Segments::HeadBits: return "bits";
    case Segments::HeadFlags: return "flags";
    case Segments::Rows: return "rows";
    case Segments::Offsets: return "offsets";
    default: return "keys";
    }
}

VkDeviceSize SegmentLayout::bytes() const
{
    switch (segments) {
    case Segments::HeadBits: return (count + 31) / 32 * sizeof(uint32_t);
    case Segments::Rows: return 0;
    case Segments::Offsets: return (segmentCount() + 1) * sizeof(uint32_t);
    default: return count * sizeof(uint32_t);
    }
}

uint32_t SegmentLayout::wordAt(uint64_t index) const
{
    switch (segments) {
    case Segments::Keys32: return static_cast<uint32_t>(index / length);
    case Segments::HeadFlags: return index % length == 0 ? 1 : 0;
    case Segments::Offsets: return static_cast<uint32_t>(std::min(index * length, count));
    default: break;
    }
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 32; ++i)
        bits |= (index * 32 + i) % length == 0 ? 1u << i : 0;
    return bits;
}

vkscan::BufferRange SegmentWords::upload(const SegmentLayout& layout)
{
    constexpr uint64_t kChunk = uint64_t{1} << 22; // words on the host at a time
    if (layout.bytes() == 0)
        return {};
    if (m_layout != layout) {
        m_layout = {};
        if (m_words.size() < layout.bytes())
            m_words = m_device.createBuffer(layout.bytes());
        const uint64_t words = layout.bytes() / sizeof(uint32_t);
        std::vector<uint32_t> chunk;
        for (uint64_t first = 0; first < words; first += chunk.size()) {
            chunk.resize(std::min(kChunk, words - first));
            for (uint64_t i = 0; i < chunk.size(); ++i)
                chunk[i] = layout.wordAt(first + i);
            m_device.upload(m_words, chunk, first * sizeof(uint32_t));
        }
        m_layout = layout;
    }
    return {m_words.address(), layout.bytes()};
}

} // namespace bench
