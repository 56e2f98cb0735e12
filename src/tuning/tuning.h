// The numbers that depend on the device: they change speed, never results of integers.
#ifndef VKSCAN_TUNING_TUNING_H
#define VKSCAN_TUNING_TUNING_H

#include "device/context_impl.h"

#include <vkscan/strategy.h>
#include <vkscan/types.h>

namespace vkscan {

inline constexpr uint32_t kSharedRest = 512; // bytes of shared memory that kernels take beside tiles and totals

struct Geometry {
    uint32_t workgroupSize = 256;
    uint32_t rows = 4;           // vectors of 16 bytes an invocation
    uint32_t spineSubgroups = 0; // of a workgroup that keeps the spine, at most all; 0: the windows' last tiles do

    [[nodiscard]] uint64_t tileElements(ElementType type) const noexcept;
};

// How workgroups wait for each other.
struct Waits {
    uint32_t polls;       // of an invocation on its own
    uint32_t rounds;      // of polls with barriers in between, after that
    bool inOrder = false; // workgroups start in the order of their indices, so that tiles need no tickets
};

// Numbers of summed-area tables.
struct TableTuning {
    uint32_t workgroupSize = 256;
    uint32_t words = 32;        // of 32 bits that an invocation holds; more where a lane's least part has more
    uint32_t flatWords = 32;    // the same with FlatSum, of entries of one word
    uint32_t flatTiles = 256;   // up to which Auto takes a flat sum
    uint32_t rowWindow = 16;    // tiles whose edges are summed at once: with Spine, along a row
    uint32_t columnWindow = 16; // and a column
    uint32_t depthWords = 32;   // of 32 bits that an invocation holds of the slices of a volume
};

struct Tuning {
    Strategy strategy = Strategy::Auto; // forced by tests, benchmarks and study::create, which check its needs
    Geometry singleWorkgroupSmall;      // for arrays that fit one of its tiles, if these are smaller than the next's
    Geometry singleWorkgroup;
    Geometry spans;        // of all dispatches
    Geometry tiles;        // of ScanThenPropagate, on all levels
    Geometry flatSumSmall; // for arrays of up to a window of its tiles, if these are smaller than the next's
    Geometry flatSum;
    Geometry spine;
    Geometry blockSpine;       // of orders and tuples
    Geometry largeStateSpine;  // of those with large states
    Geometry sharedStateSpine; // and with so large ones that lanes share them
    Geometry segmentSpine;
    Geometry keySpine;         // of segments of 32-bit elements by flags or keys, which take registers, too
    Geometry customSpine;      // of a user's states of two words, or of one where the kernel loads or stores by itself
    Geometry largeCustomSpine; // of those of 3 to 8 words
    Geometry selectFlatSum;    // of compactions and runs without values
    Geometry selectSpine;
    Geometry runValueFlatSum; // of runs with values
    Geometry runValueSpine;
    Geometry chained;
    Geometry sam;
    Geometry lookBack;
    Geometry reduce;
    Geometry reduceSegments;               // at most kMaxSegmentItems elements an invocation
    Geometry distributionShort = {128, 1}; // for rows that fit its tile, if these are smaller than the next's
    Geometry distribution = {256, 2};      // likewise
    Geometry distributionLong;
    Geometry distributionAlias = {256, 1};
    Geometry histogram;
    Geometry histogramPart; // where all bins do not fit shared memory
    Geometry sortSmall;     // of sorts that fit one of its tiles, if these are smaller than the next's
    Geometry sortSingle;
    Geometry sortPassSmall; // of sorts of few of its tiles, if these are smaller than the next's
    Geometry sortPass;
    Geometry sortPassLarge;        // of sorts with values of a word, of more tiles than workgroups run in turn
    Geometry sortScatter;          // also of what counts digits
    Geometry sortShort = {256, 1}; // of segments of at most as many keys as a subgroup holds, in registers
    Geometry splitFlatSumSmall;    // of splits of few of its tiles, if these are smaller than the next's
    Geometry splitFlatSum;
    Geometry splitSpans; // of all dispatches
    Geometry topK;       // from 64 invocations on
    TableTuning table;
    // Vectors of consecutive elements that an invocation scans at once, at least, for orders with large states.
    uint32_t orderVectors = 2;
    uint32_t orderSpineVectors = 2;
    // Unless ScanDesc tells.
    uint32_t cascadeWorkgroups = 256;
    // Spans, unless they get too long.
    uint32_t scanSpans = 1024;     // enough to fill a large GPU; of histograms, too, where its size is not known
    uint32_t reduceSpans = 2048;   // whose aggregates are summed once, and not by every span
    uint32_t segmentSpans = 1024;  // of a segmented reduction
    uint32_t sortSpans = 256;      // all of whose counts each span sums
    uint32_t sortWorkgroups = ~0u; // which take the tiles of a sort's pass in turn
    uint32_t sortLongGroups = ~0u; // which sort the spans of long segments in turn
    uint32_t splitSpanCount = 512; // of a split
    uint32_t topKGroups = 256;     // which read the input of a top-k
    uint32_t topKEntries = 2048;   // of a list in shared memory, at most; a power of two
    uint32_t window = 256;         // tiles, of a flat sum; at most the workgroup's invocations are used
    uint32_t samWorkgroups = 2;    // which must run at once; at most a workgroup's invocations are used
    Waits waits = {64, 1 << 24};
    Waits shortWaits = {4096, 16};     // for what later dispatches make up for: milliseconds
    uint32_t fallbackBytes = 24 << 20; // of arrays from which on Auto takes SpineWithFallback
    uint32_t fallbacks = 1 << 30;      // recomputed predecessors after which a look-back is given up
    uint32_t maxGridWidth = ~0u;       // workgroups along x, where the device allows more
    uint32_t testHooks = 0;            // abi.h
};

[[nodiscard]] Tuning tuningFor(const Capabilities& capabilities) noexcept;

// The tuning for a context's device; any, where there is no device.
[[nodiscard]] inline Tuning tuningFor(const Context& context) noexcept
{
    return tuningFor(context.impl() != nullptr ? context.impl()->capabilities : Capabilities{});
}

} // namespace vkscan

#endif
