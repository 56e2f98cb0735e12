// Selection by digits of codes and, for equal codes, of indices: a pass counts the keys by their next digit among those
// that share the preceding digits of the k-th entry. Alabi, Blanchard, Gordon & Steinbach, "Fast k-Selection Algorithms
// for Graphics Processing Units", 2012. Passes end as soon as the entries up to a bound fit the capacity.
#ifndef VKSCAN_TILE_TOP_K_STATE
#define VKSCAN_TILE_TOP_K_STATE
#include "tile/top_k_keys.glsl"

layout(buffer_reference, std430, buffer_reference_align = 16) buffer StateAt { uvec4 first; uvec4 second; };

const uint kBinsEach = (kTopKBins + kWorkgroupSize - 1) / kWorkgroupSize; // bins that an invocation adds up
shared uint sharedBin;
shared uint sharedBefore; // keys in the preceding bins
shared uint sharedInBin;

// Conversions from an entry to words and back: high and low word of its code, and its index; with codes of one word,
// the second word is 0.
#if ELEMENT_WORDS == 2
uvec3 entryWords(Entry entry)
{
    const uvec2 code = unpackUint2x32(entry.code);
    return uvec3(code.y, code.x, entry.index);
}
#define ENTRY_OF_WORDS(words) Entry(packUint2x32(words.yx), words.z)
#else
uvec3 entryWords(Entry entry) { return uvec3(entry.code, 0, entry.index); }
#define ENTRY_OF_WORDS(words) Entry(words.x, words.z)
#endif

// The known part of the k-th entry.
struct Selection {
    uvec3 digits; // digits of its words
    uvec3 known;  // known bits of digits
    uint need;    // its rank, from 1, among the entries with these digits
    bool isDone;  // the entries up to these digits fit the capacity
};

struct Digit {
    uint word;
    uint shift;
    uint mask;
};

Digit digitOfPass(uint pass)
{
    const uint word = pass / kTopKPassesOfWord;
    const uint part = pass % kTopKPassesOfWord;
    const uint shift = part == 0 ? 21 : part == 1 ? 10 : 0;
    return Digit(word < kWords ? word : 2, shift, part == 2 ? 1023 : 2047);
}

uint digitPasses() { return (kWords + 1) * kTopKPassesOfWord; }

uint64_t stateAddress(uint pass) { return entriesBegin + pass * kTopKStateBytes; }
uint64_t countsAddress(uint pass) { return entriesBegin + kTopKCountsOffset + pass * (kTopKBins * 4); }

uint digitOf(Entry entry, Digit digit)
{
    const uvec3 words = entryWords(entry);
    const uint word = digit.word == 0 ? words.x : digit.word == 1 ? words.y : words.z;
    return word >> digit.shift & digit.mask;
}

bool matches(Entry entry, Selection state) { return ((entryWords(entry) ^ state.digits) & state.known) == uvec3(0); }

// The last entry with the known digits.
Entry lastEntry(Selection state)
{
    const uvec3 words = state.digits | ~state.known;
    return ENTRY_OF_WORDS(words);
}

// Adds the digit of a pass whose keys are counted.
void addDigit(uint pass, uint rank, inout Selection state)
{
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    uint counts[kBinsEach];
    uint total = 0;
    [[unroll]] for (uint i = 0; i < kBinsEach; ++i) {
        const uint bin = invocation * kBinsEach + i;
        counts[i] = 0;
        if (bin < kTopKBins)
            counts[i] = UintAt(countsAddress(pass) + bin * 4).word;
        total += counts[i];
    }
    const Element inclusive = subgroupScanInclusive(Element(total));
    Element earlier;
    workgroupScan(subgroupLast(inclusive), earlier);
    uint before = uint(earlier + inclusive) - total;
    [[unroll]] for (uint i = 0; i < kBinsEach; ++i) {
        if (before < state.need && state.need <= before + counts[i]) {
            sharedBin = invocation * kBinsEach + i;
            sharedBefore = before;
            sharedInBin = counts[i];
        }
        before += counts[i];
    }
    barrier();
    const Digit digit = digitOfPass(pass);
    const uvec3 place = uvec3(digit.word == 0, digit.word == 1, digit.word == 2);
    state.digits |= place * (sharedBin << digit.shift);
    state.known |= place * (digit.mask << digit.shift);
    state.need -= sharedBefore;
    state.isDone = rank - state.need + sharedInBin <= push.nextCapacity;
}

// The part of the k-th entry that is known before a pass. Workgroup 0 stores it for the next one.
Selection openState(uint pass)
{
    const uint rank = min(push.k, sourceCount);
    Selection state = Selection(uvec3(0), uvec3(0), rank, sourceCount <= push.nextCapacity);
    if (pass > 1) {
        const uvec4 first = StateAt(stateAddress(pass - 1)).first;
        const uvec4 second = StateAt(stateAddress(pass - 1)).second;
        state = Selection(first.xyz, second.xyz, first.w, second.w != 0);
    }
    if (pass > 0 && !state.isDone)
        addDigit(pass - 1, rank, state);
    if (workgroupIndex() == 0 && gl_LocalInvocationIndex == 0) {
        StateAt(stateAddress(pass)).first = uvec4(state.digits, state.need);
        StateAt(stateAddress(pass)).second = uvec4(state.known, state.isDone ? 1 : 0);
    }
    return state;
}
#endif
