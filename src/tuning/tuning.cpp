#include "tuning/tuning.h"

#include "abi.h"

namespace vkscan {

uint64_t Geometry::tileElements(ElementType type) const noexcept
{
    return uint64_t{workgroupSize} * rows * (abi::kVectorBytes / sizeOf(type));
}

Tuning tuningFor(const Capabilities& capabilities) noexcept
{
    Tuning tuning; // the defaults suit any device
    if (capabilities.forwardProgress && capabilities.subgroupSize == 32 &&
        capabilities.maxWorkgroupInvocations >= 1024) {
        tuning.singleWorkgroupSmall = {256, 2};
        tuning.singleWorkgroup = {256, 4};
        tuning.flatSumSmall = {128, 4};
        tuning.flatSum = {256, 8};
        tuning.spine = {256, 8, 3};
        tuning.blockSpine = {128, 8, 4};
        tuning.largeStateSpine = {64, 32, 2};
        tuning.sharedStateSpine = {128, 24, 4};
        tuning.orderSpineVectors = 8;
        tuning.segmentSpine = {128, 8, 4};
        tuning.keySpine = {128, 4, 4};
        tuning.customSpine = {128, 8, 4};
        tuning.largeCustomSpine = {128, 12, 4};
        tuning.selectFlatSum = {256, 4};
        tuning.selectSpine = {128, 8, 3};
        tuning.runValueFlatSum = {256, 4};
        tuning.runValueSpine = {128, 6, 4};
        tuning.reduce = {256, 8};
        tuning.reduceSegments = {128, 4};
        tuning.sortSmall = {256, 1};
        tuning.sortSingle = {256, 4};
        tuning.sortPassSmall = {256, 1};
        tuning.sortPass = {256, 5};
        tuning.sortPassLarge = {384, 7};
        tuning.distributionLong = {512, 4};
        tuning.histogram = {1024, 2};
        tuning.histogramPart = {1024, 4};
        tuning.histogramImage = {256, 8};
        tuning.splitFlatSumSmall = {256, 2};
        tuning.splitFlatSum = {512, 4};
        tuning.splitSpans = {256, 4};
        tuning.axis = {128, 8};
        tuning.topK = {512, 4};
        tuning.topKRows = {256, 4};
        // A multiprocessor can run at least one workgroup of any size.
        if (capabilities.multiprocessors > 0) {
            tuning.segmentSpans = 8 * capabilities.multiprocessors;   // the limit of registers
            tuning.sortWorkgroups = 4 * capabilities.multiprocessors; // twice the limit of shared memory
            tuning.sortLongGroups = 8 * capabilities.multiprocessors;
            tuning.splitSpanCount = 4 * capabilities.multiprocessors;
            // Five of {256, 8} run at once: the limit of registers.
            tuning.imageGroups = 5 * capabilities.multiprocessors;
            tuning.axisGroups = 4 * capabilities.multiprocessors; // of {128, 8}, which run at once
            tuning.topKGroups = 2 * capabilities.multiprocessors; // workgroups that run at once
        }
        tuning.table = {.workgroupSize = 256,
                        .gatherParts = 2,
                        .words = 64,
                        .flatWords = 32,
                        .flatTiles = 1024,
                        .rowWindow = 8,
                        .columnWindow = 8};
        // Some seconds; no device needs a barrier to make progress.
        tuning.waits.polls = 1 << 22;
        tuning.waits.rounds = 0;
        tuning.waits.inOrder = true;
    }
    tuning.shortWaits.inOrder = capabilities.startsInOrder;
    if (!capabilities.waitsEnd)
        tuning.shortWaits.polls /= 16;
    if (!capabilities.forwardProgress && !capabilities.boundedLoops) {
        tuning.spine = {256, 8, 3};
        tuning.blockSpine = {128, 8, 3};
        tuning.customSpine = {128, 8, 3};
        tuning.largeCustomSpine = {128, 12, 3};
        tuning.segmentSpine = {128, 8, 3};
        tuning.keySpine = {128, 4, 3};
        tuning.selectSpine = {128, 8, 3};
        tuning.runValueSpine = {128, 6, 3};
        tuning.sortPass = tuning.sortPassSmall = tuning.sortPassLarge = {256, 5};
    }
    if (capabilities.fewRegisters) {
        // Tiles of 8 words an invocation if heads, ranks or values take registers, and for kernels that share their
        // geometry; of 4 if keys of two words come with values of four; of 12 or so if a workgroup also keeps the
        // spine. Other tiles keep 16.
        for (Geometry* geometry :
             {&tuning.singleWorkgroupSmall, &tuning.singleWorkgroup, &tuning.spans, &tuning.segmentSpine,
              &tuning.keySpine, &tuning.selectSpine, &tuning.reduceSegments, &tuning.sortSmall, &tuning.sortSingle,
              &tuning.sortPassSmall, &tuning.sortPass, &tuning.sortPassLarge, &tuning.splitFlatSumSmall,
              &tuning.splitFlatSum, &tuning.splitSpans, &tuning.runValueFlatSum, &tuning.runValueSpine, &tuning.topK,
              &tuning.topKRows})
            geometry->rows = 2;
        tuning.topKShortRows = 4;
        tuning.sortScatter.rows = 1;
        tuning.spine.rows = tuning.blockSpine.rows = tuning.customSpine.rows = 3;
        tuning.largeStateSpine.rows = 2;
        tuning.largeCustomSpine.rows = 6;
        // Each texel of a table in an image has coordinates, and sums of four channels take registers for each.
        tuning.table.words = tuning.table.flatWords = 8;
        tuning.table.depthWords = 16;
    }
    if (capabilities.boundedLoops) {
        // A round takes some iterations.
        tuning.waits.polls = 1;
        tuning.waits.rounds = 16384;
        tuning.shortWaits.polls = 64;
        tuning.shortWaits.rounds = 2;
    }
    return tuning;
}

} // namespace vkscan
