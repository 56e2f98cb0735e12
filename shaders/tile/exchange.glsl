// The exchange between rows and blocks, inside one subgroup, through shared memory. Memory is accessed in rows:
// neighbouring invocations have neighbouring vectors. Blocks are consecutive vectors in one invocation, whole tuples.
#ifndef VKSCAN_TILE_EXCHANGE
#define VKSCAN_TILE_EXCHANGE
#include "tile/parts.glsl"
#include "tile/memory.glsl"
#include "core/subgroup_order.glsl"

layout(constant_id = kIdBlockVectors) const uint kBlockVectors = 1;

// Vectors from block to block: an odd number avoids bank conflicts of rows and blocks.
const uint kBlockStride = kBlockVectors | 1;
shared uvec4 sharedVectors[kBlockVectors > 1 ? kWorkgroupSize * kBlockStride : 1];

const uint kBlockItems = kBlockVectors * kVector;
const uint kBlockSteps = kBlockItems / kTupleSize; // steps of the scan of each member in a block
const uint kBlocks = kRows / kBlockVectors;        // blocks of an invocation
const uint kRowSteps = kSubgroupSize * kBlockSteps; // steps in a row of blocks, one block for each lane

uint firstShared() { return gl_SubgroupID * gl_SubgroupSize * kBlockStride; }

// The place of this invocation's vector in a row, and in its block.
uint sharedInRow(uint row)
{
    const uint vector = row * gl_SubgroupSize + gl_SubgroupInvocationID;
    return firstShared() + vector / kBlockVectors * kBlockStride + vector % kBlockVectors;
}

uint sharedInBlock(uint vector) { return firstShared() + gl_SubgroupInvocationID * kBlockStride + vector; }

void writeShared(uint at, Element values[kVector])
{
    uvec4 words;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        setWords(words, i, toWords(values[i]));
    sharedVectors[at] = words;
}

void readShared(uint at, out Element values[kVector])
{
    const uvec4 words = sharedVectors[at];
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        values[i] = fromWords(wordsOf(words, i));
}

void rowsToBlocks(inout Element items[kRows][kVector])
{
    if (kBlockVectors == 1)
        return;
    [[unroll]] for (uint first = 0; first < kRows; first += kBlockVectors) {
        [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
            writeShared(sharedInRow(i), items[first + i]);
        orderSubgroup();
        [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
            readShared(sharedInBlock(i), items[first + i]);
        orderSubgroup();
    }
}

void blocksToRows(inout Element items[kRows][kVector])
{
    if (kBlockVectors == 1)
        return;
    [[unroll]] for (uint first = 0; first < kRows; first += kBlockVectors) {
        [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
            writeShared(sharedInBlock(i), items[first + i]);
        orderSubgroup();
        [[unroll]] for (uint i = 0; i < kBlockVectors; ++i)
            readShared(sharedInRow(i), items[first + i]);
        orderSubgroup();
    }
}
#endif
