// A network that finds the first words of rows which lie side by side in the lanes of a subgroup, kLaneKeys words in
// each lane. Batcher, "Sorting Networks and Their Applications", 1968: the bitonic sorter. Of two sorted runs of equal
// length, the earlier ones of mirrored pairs are the first half of both in a bitonic order, so that no more is sorted
// than is wanted.
#ifndef VKSCAN_TILE_TOP_K_NETWORK
#define VKSCAN_TILE_TOP_K_NETWORK
#include "abi/top_k_abi.h"
#include "core/common.glsl"

const uint kLaneSteps = kTopKLaneSteps;
const uint kLaneKeys = 1u << kLaneSteps;

// How rows lie in a subgroup.
struct RowForm {
    uint rowBits; // of the number of a row's lanes
    uint runBits; // of those that hold the wanted words
};

// Where the first words of a row are: a lane of this rank has `items` from rank * items on.
struct RowFirsts {
    uint rank;
    uint levels; // the logarithm of kLaneKeys / items
};

// The difference between lanes whose runs are compared after these have halved a lane's words `level` times.
uint halvingMask(RowForm form, uint level)
{
    return level == 0 ? (2u << form.runBits) - 1 : 3u << form.runBits + level - 1;
}

// Orders the words of a lane that are `stride` apart, or mirrored in blocks of twice the stride.
void orderItems(inout uint words[kLaneKeys], uint items, uint stride, bool isMirrored)
{
    [[unroll]] for (uint i = 0; i < kLaneKeys; ++i) {
        const uint other = isMirrored ? i ^ 2 * stride - 1 : i ^ stride;
        if (i < items && i < other) {
            const uint own = words[i];
            words[i] = min(own, words[other]);
            words[other] = max(own, words[other]);
        }
    }
}

// Sorts a lane's words, of which each half of a block of two strides is sorted, or which are bitonic.
void mergeItems(inout uint words[kLaneKeys], uint items)
{
    [[unroll]] for (uint step = 0; step < kLaneSteps; ++step)
        if (kLaneKeys / 2 >> step < items)
            orderItems(words, items, kLaneKeys / 2 >> step, false);
}

// Compares a lane's words with those of another, which are at the same or at mirrored items.
void exchangeItems(inout uint words[kLaneKeys], uint items, uint mask, bool isMirrored, bool keepsFirst)
{
    uint others[kLaneKeys];
    [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
        if (i < items)
            others[i] = subgroupShuffleXor(words[isMirrored ? items - 1 - i : i], mask);
    [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
        if (i < items)
            words[i] = (others[i] < words[i]) == keepsFirst ? others[i] : words[i];
}

// Sorts bitonic runs. Bits of a lane's rank in its run are, from the highest on, those of the lane in a run that was
// sorted, and one for each level that has halved a lane's words.
void mergeRuns(inout uint words[kLaneKeys], uint items, RowForm form, uint levels, uint rank)
{
    [[dont_unroll]] for (uint bit = form.runBits; bit > 0; --bit)
        exchangeItems(words, items, 1u << bit - 1, false, (rank >> bit - 1 + levels & 1) == 0);
    [[unroll]] for (uint level = 0; level < kLaneSteps; ++level)
        if (level < levels)
            exchangeItems(words, items, halvingMask(form, level), false, (rank >> levels - 1 - level & 1) == 0);
    mergeItems(words, items);
}

// Finds the first words of each row, as many as a run has. Returns where they are.
RowFirsts findFirstWords(inout uint words[kLaneKeys], RowForm form)
{
    const uint lane = gl_SubgroupInvocationID;
    [[unroll]] for (uint step = 0; step < kLaneSteps; ++step) {
        orderItems(words, kLaneKeys, 1u << step, true);
        [[unroll]] for (uint below = 0; below < step; ++below)
            orderItems(words, kLaneKeys, 1u << step - 1 - below, false);
    }
    [[dont_unroll]] for (uint bit = 0; bit < form.runBits; ++bit) {
        exchangeItems(words, kLaneKeys, (2u << bit) - 1, true, (lane >> bit & 1) == 0);
        [[dont_unroll]] for (uint below = bit; below > 0; --below)
            exchangeItems(words, kLaneKeys, 1u << below - 1, false, (lane >> below - 1 & 1) == 0);
        mergeItems(words, kLaneKeys);
    }
    RowFirsts firsts = RowFirsts(lane & (1u << form.runBits) - 1, 0);
    [[unroll]] for (uint level = 0; level < kLaneSteps; ++level) {
        if (form.runBits + level < form.rowBits) {
            const uint halved = kLaneKeys / 2 >> level;
            const bool isSecond = (lane >> form.runBits + level & 1) != 0;
            uint others[kLaneKeys];
            [[unroll]] for (uint i = 0; i < halved; ++i)
                others[i] = min(words[i], subgroupShuffleXor(words[2 * halved - 1 - i], halvingMask(form, level)));
            [[unroll]] for (uint i = 0; i < halved; ++i)
                words[i] = isSecond ? others[halved - 1 - i] : others[i];
            firsts = RowFirsts(firsts.rank << 1 ^ (isSecond ? ~0u : 0), level + 1);
            mergeRuns(words, halved, form, level + 1, firsts.rank);
        }
    }
    [[dont_unroll]] for (uint bit = form.runBits + kLaneSteps; bit < form.rowBits; ++bit) { // both lanes keep the word
        words[0] = min(words[0], subgroupShuffleXor(words[0], 1u << bit | 1u << form.runBits + kLaneSteps - 1));
        mergeRuns(words, 1, form, kLaneSteps, firsts.rank);
    }
    firsts.rank &= (1u << form.runBits + firsts.levels) - 1;
    return firsts;
}
#endif
