// A network that finds the first words of rows which lie side by side in the lanes of a subgroup, kLaneKeys words in
// each lane. Batcher, "Sorting Networks and Their Applications", 1968: the bitonic sorter. Of two sorted runs of equal
// length, the earlier ones of mirrored pairs are the first half of both in a bitonic order, so that no more is sorted
// than is wanted.
//
// A lane's words are components of vectors: without indices, registers do not depend on what a driver unrolls.
#ifndef VKSCAN_TILE_TOP_K_NETWORK
#define VKSCAN_TILE_TOP_K_NETWORK
#include "abi/top_k_abi.h"
#include "core/common.glsl"

const uint kLaneSteps = kTopKLaneSteps;
const uint kLaneKeys = 1u << kLaneSteps; // two vectors

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

// Orders neighbours.
uvec4 orderNear(uvec4 words)
{
    const uvec2 first = min(words.xz, words.yw);
    const uvec2 second = max(words.xz, words.yw);
    return uvec4(first.x, second.x, first.y, second.y);
}

// Orders words that are two places apart.
uvec4 orderFar(uvec4 words) { return uvec4(min(words.xy, words.zw), max(words.xy, words.zw)); }

// Orders mirrored words.
uvec4 orderMirrored(uvec4 words) { return uvec4(min(words.xy, words.wz), max(words.yx, words.zw)); }

// Sorts bitonic words of a lane.
uvec4 merge(uvec4 words) { return orderNear(orderFar(words)); }
uvec2 merge(uvec2 words) { return uvec2(min(words.x, words.y), max(words.x, words.y)); }
uint merge(uint word) { return word; }

// Sorts any words of a lane.
uvec4 sort(uvec4 words) { return orderNear(orderMirrored(orderNear(words))); }

// The difference between lanes whose runs are compared after these have halved a lane's words `level` times.
uint halvingMask(RowForm form, uint level)
{
    return level == 0 ? (2u << form.runBits) - 1 : 3u << form.runBits + level - 1;
}

// Functions of a lane's words. firstOrSecond compares them with another lane's, and keeps the first or second of each
// pair. mergeRuns sorts bitonic runs: bits of a lane's rank in its run are, from the highest on, those of the lane in a
// run that was sorted, and one for each level that has halved a lane's words.
#define FUNCTIONS_OF(Words, Choice) \
    Words firstOrSecond(Words own, Words other, bool isFirst) \
    { \
        return mix(max(own, other), min(own, other), Choice(isFirst)); \
    } \
    Words mergeRuns(Words words, RowForm form, RowFirsts firsts) \
    { \
        [[dont_unroll]] for (uint bit = form.runBits + firsts.levels; bit > 0; --bit) { \
            const uint mask = \
                bit > firsts.levels ? 1u << bit - 1 - firsts.levels : halvingMask(form, firsts.levels - bit); \
            words = firstOrSecond(words, subgroupShuffleXor(words, mask), (firsts.rank >> bit - 1 & 1) == 0); \
        } \
        return merge(words); \
    }
FUNCTIONS_OF(uvec4, bvec4)
FUNCTIONS_OF(uvec2, bvec2)
FUNCTIONS_OF(uint, bool)

// Counts a level. Returns whether a lane keeps the mirror image of a half, and then ranks behind the other lane.
bool halve(RowForm form, inout RowFirsts firsts)
{
    const bool isSecond = (gl_SubgroupInvocationID >> form.runBits + firsts.levels & 1) != 0;
    firsts.rank = firsts.rank << 1 ^ (isSecond ? ~0u : 0);
    ++firsts.levels;
    return isSecond;
}

// Finds the first words of each row, as many as a run has. Returns where they are.
RowFirsts findFirstWords(inout uint words[kLaneKeys], RowForm form)
{
    const uint lane = gl_SubgroupInvocationID;
    const uvec4 own = sort(uvec4(words[0], words[1], words[2], words[3]));
    const uvec4 mirrored = sort(uvec4(words[4], words[5], words[6], words[7])).wzyx;
    uvec4 early = merge(min(own, mirrored));
    uvec4 late = merge(max(own, mirrored));
    [[dont_unroll]] for (uint bit = 0; bit < form.runBits; ++bit) {
        const bool isFirst = (lane >> bit & 1) == 0;
        const uvec4 otherLate = subgroupShuffleXor(late.wzyx, (2u << bit) - 1);
        const uvec4 otherEarly = subgroupShuffleXor(early.wzyx, (2u << bit) - 1);
        early = firstOrSecond(early, otherLate, isFirst);
        late = firstOrSecond(late, otherEarly, isFirst);
        [[dont_unroll]] for (uint below = bit; below > 0; --below) {
            const uint mask = 1u << below - 1;
            early = firstOrSecond(early, subgroupShuffleXor(early, mask), (lane & mask) == 0);
            late = firstOrSecond(late, subgroupShuffleXor(late, mask), (lane & mask) == 0);
        }
        const uvec4 first = min(early, late);
        late = merge(max(early, late));
        early = merge(first);
    }
    RowFirsts firsts = RowFirsts(lane & (1u << form.runBits) - 1, 0);
    if (form.runBits < form.rowBits) {
        early = min(early, subgroupShuffleXor(late.wzyx, halvingMask(form, 0)));
        early = halve(form, firsts) ? early.wzyx : early;
        early = mergeRuns(early, form, firsts);
        if (form.runBits + 1 < form.rowBits) {
            const uvec2 halved = min(early.xy, subgroupShuffleXor(early.wz, halvingMask(form, 1)));
            early.xy = mergeRuns(halve(form, firsts) ? halved.yx : halved, form, firsts);
            if (form.runBits + 2 < form.rowBits) {
                early.x = min(early.x, subgroupShuffleXor(early.y, halvingMask(form, 2)));
                halve(form, firsts);
                early.x = mergeRuns(early.x, form, firsts);
                [[dont_unroll]] for (uint bit = form.runBits + kLaneSteps; bit < form.rowBits; ++bit) {
                    const uint mask = 1u << bit | 1u << form.runBits + kLaneSteps - 1; // both lanes keep the word
                    early.x = mergeRuns(min(early.x, subgroupShuffleXor(early.x, mask)), form, firsts);
                }
            }
        }
    }
    firsts.rank &= (1u << form.runBits + firsts.levels) - 1;
    words = uint[](early.x, early.y, early.z, early.w, late.x, late.y, late.z, late.w);
    return firsts;
}
#endif
