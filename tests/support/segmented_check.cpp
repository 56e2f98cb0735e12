#include "segmented_check.h"
#include "schedule/array_operation.h"

#include <random>
#include <sstream>

using namespace vkscan;

namespace testing_support {

std::vector<bool> headsOf(Shape shape, uint64_t count, uint64_t tile)
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

std::string describe(const SegmentedScanDesc& desc, const SegmentedCase& segmentedCase, uint64_t count)
{
    std::ostringstream text;
    text << toString(desc.type) << ' ' << toString(desc.op) << ' ' << toString(desc.kind) << ' '
         << toString(desc.direction) << ' ' << toString(desc.segments) << ' ' << toString(desc.waiting) << " count "
         << count << " misaligned by " << segmentedCase.inputMisalignment << ", " << segmentedCase.outputMisalignment
         << ", " << segmentedCase.segmentsMisalignment;
    if (desc.segments == Segments::Rows)
        text << " rows of " << segmentedCase.rowLength << " every " << segmentedCase.rowPitch;
    if (segmentedCase.inPlace)
        text << " in place";
    if (segmentedCase.ownScratch)
        text << " own scratch";
    if (segmentedCase.gpuCount)
        text << " device count " << *segmentedCase.gpuCount;
    return text.str();
}

bool isInRow(const SegmentedCase& segmentedCase, uint64_t i)
{
    return i % std::max(segmentedCase.rowLength, segmentedCase.rowPitch) < segmentedCase.rowLength;
}

std::vector<uint32_t> segmentWords(Segments segments, const std::vector<bool>& heads)
{
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

SegmentedScan createSegmented(const Forced<SegmentedScanDesc>& desc, const Tuning& tuning, uint32_t operatorCode)
{
    SegmentedScan scan;
    const Status status = createTuned(context(), desc, tuning, operatorCode, &scan);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return scan;
}

} // namespace testing_support
