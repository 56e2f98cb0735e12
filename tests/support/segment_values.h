// Segments: where they begin, how operations are told, and segmented scans on the CPU.
#ifndef VKSCAN_TESTS_SEGMENT_VALUES_H
#define VKSCAN_TESTS_SEGMENT_VALUES_H

#include <vkscan/segmented_scan.h>

#include <random>
#include <vector>

namespace testing_support {

// The positions of heads; element 0 need not be one.
enum class Shape { None, All, Sparse, Random, Dense, Edges };
inline constexpr Shape kShapes[] = {Shape::None, Shape::All, Shape::Sparse, Shape::Random, Shape::Dense, Shape::Edges};

// The heads of a shape. `tile` is in elements, with windows of four tiles.
[[nodiscard]] inline std::vector<bool> headsOf(Shape shape, uint64_t count, uint64_t tile)
{
    std::minstd_rand random(static_cast<uint32_t>(count + 1));
    std::vector<bool> heads(count);
    for (uint64_t i = 0; i < count; ++i) {
        switch (shape) {
        case Shape::None: break;
        case Shape::All: heads[i] = true; break;
        case Shape::Sparse: heads[i] = random() % (2 * tile) == 0; break;
        case Shape::Random: heads[i] = random() % 37 == 0; break;
        case Shape::Dense: heads[i] = random() % 3 != 0; break;
        // At the edges of vectors, tiles and windows of four tiles, and next to them.
        case Shape::Edges: heads[i] = i / tile % 2 == 0 ? i % (4 * tile) == 0 : (i % tile) % (tile - 1) == 0; break;
        }
    }
    return heads;
}

// The segments in the operation's form. Keys repeat in segments that are not neighbours.
[[nodiscard]] inline std::vector<uint32_t> segmentWords(vkscan::Segments segments, const std::vector<bool>& heads)
{
    using vkscan::Segments;
    std::vector<uint32_t> words;
    if (segments == Segments::HeadBits)
        words.assign((heads.size() + 31) / 32, 0);
    uint32_t key = 7;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        key += heads[i] && i > 0 ? 1 : 0;
        const uint32_t half = key % 5;
        switch (segments) {
        case Segments::HeadBits: words[i / 32] |= heads[i] ? 1u << i % 32 : 0; break;
        case Segments::HeadFlags: words.push_back(heads[i] ? 1u << i % 32 : 0); break;
        case Segments::Keys32: words.push_back(half << 29); break;
        case Segments::Keys64: // neighbours differ in one half
            words.push_back(half / 2);
            words.push_back((half + 1) / 2);
            break;
        case Segments::Rows:
        case Segments::Kernels: break;
        case Segments::Offsets: // sometimes with few or many empty segments
            if (heads[i])
                words.insert(words.end(), i % 101 == 0 ? 700 : i % 5 == 0 ? 3 : 1, static_cast<uint32_t>(i));
            break;
        }
    }
    // The last segment of every second array ends with it; in others, elements follow that belong to no segment.
    if (segments == Segments::Offsets && (words.empty() || heads.size() % 2 == 0))
        words.insert(words.end(), 9, static_cast<uint32_t>(heads.size()));
    return words;
}

template <class T, class Combine>
std::vector<T> referenceSegmentedScan(const std::vector<T>& input, const vkscan::SegmentedScanDesc& desc,
                                      const std::vector<bool>& heads, T identityValue, const Combine& combineElements)
{
    std::vector<T> output(input.size());
    const bool backward = desc.direction == vkscan::Direction::Backward;
    T running = identityValue;
    for (std::size_t step = 0; step < input.size(); ++step) {
        const std::size_t i = backward ? input.size() - 1 - step : step;
        if (backward ? i + 1 < input.size() && heads[i + 1] : heads[i])
            running = identityValue;
        const T next = combineElements(running, input[i]);
        output[i] = desc.kind == vkscan::Kind::Exclusive ? running : next;
        running = next;
    }
    return output;
}

} // namespace testing_support

#endif
