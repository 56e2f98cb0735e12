#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the first k keys of rows that lie side by side in the registers of a subgroup, which is the workgroup. Each row
// has a power of two of lanes, and each lane kLaneKeys consecutive keys.
//
// A network compares words: the highest bits of a code's distance from the smallest one, and the place of the key. If
// keys that are equal in these bits are in another order, which is rare, rows are sorted by all bits, lowest first.
#include "tile/top_k_keys.glsl"
#include "tile/top_k_network.glsl"
#include "core/subgroup_order.glsl"

const uint kPasses = kWords + 1; // that sort by all bits of codes

shared uint sharedWords[kLaneKeys * kSubgroupSize]; // the first ones of each row, in their order

Element codeOfIndex(uint index) { return codeAt(sourceHead + index); }

// Loads a lane's keys. Those beyond the row are other keys of it: without branches, loads overlap.
void loadKeys(uint index, out Element codes[kLaneKeys])
{
    if (subgroupAll(sourceHead == 0 && sourceCount % kVector == 0)) {
        [[unroll]] for (uint i = 0; i < kLaneKeys; i += kVector) {
            Element vector[kVector];
            loadVector(min(index + i, sourceCount - kVector), true, vector);
            [[unroll]] for (uint j = 0; j < kVector; ++j)
                codes[i + j] = vector[j];
        }
    } else {
        [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
            codes[i] = codeOfIndex(min(index + i, sourceCount - 1));
    }
}

// The number of bits of the places of so many keys, at least those of a lane.
uint placeBits(uint keys) { return findMSB(max(keys, kLaneKeys) - 1) + 1; }

void main()
{
    const uint count = inputCount();
    const uint slotBits = placeBits(push.rowLength);
    const uint slotMask = (1u << slotBits) - 1; // of the place in a word
    RowForm form = RowForm(slotBits - kLaneSteps, placeBits(push.k) - kLaneSteps);
    const uint lanes = 1u << form.rowBits;
    const uint lane = gl_SubgroupInvocationID & lanes - 1;
    const uint begin = (gl_SubgroupInvocationID - lane) * kLaneKeys; // of the row's indices
    const uint64_t rowIndex =
        uint64_t(workgroupIndex()) * (kSubgroupSize >> form.rowBits) + (gl_SubgroupInvocationID >> form.rowBits);
    uint64_t first = rowIndex * push.rowPitch;
    uint keys = 0;
    if (first < count)
        keys = rowKeys(rowIndex, first, count);
    const bool exists = keys > 0;
    if (!subgroupAny(exists))
        return;
    if (!exists) { // these lanes take part with the first key
        first = 0;
        keys = 1;
    }
    openRow(first, keys);
    const uint results = min(push.k, sourceCount);
    const uint slot = lane * kLaneKeys;
    Element codes[kLaneKeys];
    loadKeys(slot, codes);

    Element low = codes[0];
    Element high = low;
    [[unroll]] for (uint i = 1; i < kLaneKeys; ++i) {
        low = min(low, codes[i]);
        high = max(high, codes[i]);
    }
    [[dont_unroll]] for (uint bit = 0; bit < form.rowBits; ++bit) {
        low = min(low, fromWords(subgroupShuffleXor(toWords(low), 1u << bit)));
        high = max(high, fromWords(subgroupShuffleXor(toWords(high), 1u << bit)));
    }
    const uint codeBits = 32 - slotBits;
    uint shift = max(bitsOf(high - low), codeBits) - codeBits;
    [[dont_unroll]] for (uint pass = 0; pass <= kPasses; ++pass) {
        uint words[kLaneKeys];
        [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
            words[i] = (slot + i < sourceCount ? uint(codes[i] - low >> shift) : ~0u) << slotBits | slot + i;
        uint ordered[kLaneKeys] = words;
        const RowFirsts firsts = findFirstWords(ordered, form);
        if (pass > 1) // the keys are in the order of the pass before
            [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
                ordered[i] = sharedWords[begin + (ordered[i] & slotMask)];
        orderSubgroup();
        const uint items = kLaneKeys >> firsts.levels;
        const bool isOwner = lane >> form.runBits + firsts.levels == 0;
        [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
            if (i < items && isOwner)
                sharedWords[begin + firsts.rank * items + i] = ordered[i];
        orderSubgroup();
        if (pass == 0) {
            const uint last = sharedWords[begin + results - 1];
            bool isUnclear = false; // words of different keys are equal but for the places
            [[dont_unroll]] for (uint place = begin + lane; place + 1 < begin + results; place += lanes)
                if ((sharedWords[place] ^ sharedWords[place + 1]) <= slotMask)
                    isUnclear = true;
            [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
                if (words[i] > last && (words[i] ^ last) <= slotMask)
                    isUnclear = true;
            if (!subgroupAny(isUnclear && shift > 0))
                break;
            const Element lastCode = codeOfIndex(last & slotMask);
            bool isMisled = false; // results are in another order, or others precede the last one
            [[dont_unroll]] for (uint place = begin + lane; place + 1 < begin + results; place += lanes)
                if (codeOfIndex(sharedWords[place + 1] & slotMask) < codeOfIndex(sharedWords[place] & slotMask))
                    isMisled = true;
            [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
                if (codes[i] < lastCode && words[i] > last && slot + i < sourceCount)
                    isMisled = true;
            if (!subgroupAny(isMisled))
                break;
            form.runBits = form.rowBits;
        } else {
            [[unroll]] for (uint i = 0; i < kLaneKeys; ++i)
                codes[i] = codeOfIndex(min(sharedWords[begin + slot + i] & slotMask, sourceCount - 1));
        }
        shift = pass * codeBits;
    }
    [[dont_unroll]] for (uint place = lane; place < results; place += lanes) {
        const uint index = sharedWords[begin + place] & slotMask;
        if (exists)
            storeResult(rowIndex * push.resultPitch + place, first, Entry(codeOfIndex(index), index));
    }
}
