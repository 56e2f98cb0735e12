// The numbers that depend on the device: they change speed, never results of integers.
#ifndef VKSCAN_TUNING_TUNING_H
#define VKSCAN_TUNING_TUNING_H

#include "device/context_impl.h"

#include <vkscan/strategy.h>
#include <vkscan/types.h>

namespace vkscan {

inline constexpr uint32_t kSharedRest = 512; // bytes of shared memory that kernels use beside tiles and totals

struct Geometry {
    uint32_t workgroupSize = 256;
    uint32_t rows = 4;           // vectors of 16 bytes an invocation
    uint32_t spineSubgroups = 0; // limit of a workgroup that keeps the spine; 0: the last tiles of windows do

    [[nodiscard]] uint64_t tileElements(ElementType type) const noexcept;
};

// How workgroups wait for each other.
struct Waits {
    uint32_t polls;       // polls of a single invocation
    uint32_t rounds;      // then polls with barriers in between
    bool inOrder = false; // workgroups start in the order of their indices, so tiles need no tickets
};

// Numbers of summed-area tables.
struct TableTuning {
    uint32_t workgroupSize = 256;
    uint32_t gatherParts = 1;   // if a fetch loads 2 x 2 texels, workgroups of all but FlatSum are so much smaller
    uint32_t words = 32;        // 32-bit words that an invocation holds; more if a lane's smallest part has more
    uint32_t flatWords = 32;    // `words` for FlatSum, with entries of one word
    uint32_t flatTiles = 256;   // maximum tiles for which Auto takes a flat sum
    uint32_t rowWindow = 16;    // tiles along a row whose edges Spine sums at once
    uint32_t columnWindow = 16; // tiles along a column
    uint32_t depthWords = 32;   // 32-bit words that an invocation holds of a volume's slices
};

struct Tuning {
    Strategy strategy = Strategy::Auto; // forced by callers, which check its needs
    Geometry singleWorkgroupSmall;      // arrays of one tile, if it is smaller than the next stage's
    Geometry singleWorkgroup;
    Geometry spans;        // all dispatches
    Geometry flatSumSmall; // arrays of one window of tiles, if these are smaller than the next stage's
    Geometry flatSum;
    Geometry spine;
    Geometry blockSpine;       // orders and tuples
    Geometry largeStateSpine;  // orders and tuples with large states
    Geometry sharedStateSpine; // orders and tuples with states that lanes share
    Geometry segmentSpine;
    Geometry keySpine;         // segments of 32-bit elements by flags or keys, which also take registers
    Geometry customSpine;      // a user's states of two words; or of one, if the kernel loads or stores it
    Geometry largeCustomSpine; // a user's states of 3 to 8 words
    Geometry selectFlatSum;    // compactions and runs without values
    Geometry selectSpine;
    Geometry runValueFlatSum; // runs with values
    Geometry runValueSpine;
    Geometry reduce;
    Geometry reduceSegments;               // at most kMaxSegmentItems elements an invocation
    Geometry distributionShort = {128, 1}; // rows of one tile, if it is smaller than the next stage's
    Geometry distribution = {256, 2};      // other rows
    Geometry distributionLong;
    Geometry distributionAlias = {256, 1};
    Geometry histogram;
    Geometry histogramPart; // if shared memory cannot hold all bins
    Geometry histogramImage;
    Geometry sortSmall; // sorts of one tile, if it is smaller than the next stage's
    Geometry sortSingle;
    Geometry sortPassSmall; // sorts of few tiles, if these are smaller than the next stage's
    Geometry sortPass;
    Geometry sortPassLarge;        // sorts with values of a word, of more tiles than workgroups run in turn
    Geometry sortScatter;          // also counts digits
    Geometry sortShort = {256, 1}; // segments whose keys fit a subgroup's registers
    Geometry splitFlatSumSmall;    // splits of few tiles, if these are smaller than the next stage's
    Geometry splitFlatSum;
    Geometry splitSpans; // all dispatches
    Geometry axis;       // scans along an axis; powers of two
    Geometry topK;       // 64 invocations or more
    Geometry topKRows;   // so many, too
    TableTuning table;
    // Minimum vectors of consecutive elements that an invocation scans at once, for orders with large states.
    uint32_t orderVectors = 2;
    uint32_t orderSpineVectors = 2;
    // Maximum words of keys that a pass of a sort exchanges at once; larger tiles take two pieces.
    uint32_t sortExchangedWords = 11520;
    // Numbers of spans, unless these get too long.
    uint32_t scanSpans = 1024;     // enough to fill a large GPU; also of histograms, if the device's size is unknown
    uint32_t reduceSpans = 2048;   // more, since aggregates are summed once, not by every span
    uint32_t segmentSpans = 1024;  // segmented reductions
    uint32_t sortSpans = 256;      // fewer, since each span sums the counts of all
    uint32_t sortWorkgroups = ~0u; // workgroups that take the tiles of a sort's pass in turn
    uint32_t sortLongGroups = ~0u; // workgroups that take the spans of long segments in turn
    uint32_t splitSpanCount = 512; // splits
    uint32_t imageGroups = 1024;   // workgroups that take tiles of a histogram's image in turn
    uint32_t axisGroups = 512;     // workgroups of an axis scan that fill the device
    uint32_t topKShortRows = 8;    // vectors of 16 bytes of a lane, where a subgroup holds a row of a top-k
    uint32_t topKGroups = 256;     // workgroups that read the input of a top-k
    uint32_t topKEntries = 2048;   // maximum entries of a list in shared memory; a power of two
    uint32_t window = 256;         // tiles of a flat sum; at most the workgroup's invocations are used
    Waits waits = {64, 1 << 24};
    Waits shortWaits = {4096, 16};     // if later dispatches recover: milliseconds
    uint32_t fallbackBytes = 24 << 20; // minimum bytes of arrays for which Auto takes SpineWithFallback
    uint32_t maxGridWidth = ~0u;       // workgroups along x, if the device allows more
    uint32_t testHooks = 0;            // abi::kHook values
};

[[nodiscard]] Tuning tuningFor(const Capabilities& capabilities) noexcept;

// The tuning for a context's device; any tuning without a device.
[[nodiscard]] inline Tuning tuningFor(const Context& context) noexcept
{
    return tuningFor(context.impl() != nullptr ? context.impl()->capabilities : Capabilities{});
}

} // namespace vkscan

#endif
