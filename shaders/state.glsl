#ifndef VKSCAN_STATE
#define VKSCAN_STATE
// The state: what tiles carry on. An element; with TILE_BLOCKS the partial sums of several scans, of all tuple members
// and orders, combined one by one; with TILE_SELECT so many elements of each bucket, which are its tuple's members; with
// TILE_SEGMENTS the elements since the last head (segment_state.glsl); with TILE_INDICES an element and where it is
// (index_state.glsl); with TILE_RUNS how many runs begin, and where the last does (run_state.glsl).
#if ELEMENT_WORDS == 2
uint elementWord(Element element, uint i) { return toWords(element)[i]; }
Element elementOf(uint first, uint second) { return fromWords(uvec2(first, second)); }
#else
uint elementWord(Element element, uint i) { return toWords(element); }
Element elementOf(uint first, uint second) { return fromWords(first); }
#endif

#if defined(TILE_BLOCKS) || defined(TILE_SELECT)
layout(constant_id = kIdOrder) const uint kOrder = 1;
layout(constant_id = kIdTupleSize) const uint kTupleSize = 1;
const uint kParts = kTupleSize * kOrder;
const uint kStateWords = kParts * kWords;
#define StatePart Element

struct State {
    Element parts[kMaxParts]; // all orders of the first member, then of the second; kParts of them
};

Element statePart(State state, uint i) { return state.parts[i]; }

void setStatePart(inout State state, uint i, Element part) { state.parts[i] = part; }

State emptyState()
{
    State state;
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = identity();
    return state;
}

State combine(State earlier, State later)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        later.parts[i] = combine(earlier.parts[i], later.parts[i]);
    return later;
}

State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = subgroupScanInclusive(state.parts[i]);
    return state;
}

State subgroupShiftUp(State state)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = subgroupShiftUp(state.parts[i]);
    return state;
}

State subgroupAt(State state, uint lane)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = subgroupAt(state.parts[i], lane);
    return state;
}

State subgroupLast(State state) { return subgroupAt(state, gl_SubgroupSize - 1); }

State subgroupReduce(State state) { return subgroupLast(subgroupScanInclusive(state)); }

uint stateWord(State state, uint i) { return elementWord(state.parts[i / kWords], i % kWords); }

State stateOf(uint words[kStateWords])
{
    State state;
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = elementOf(words[i * kWords], words[i * kWords + kWords - 1]);
    return state;
}
#elif defined(TILE_SEGMENTS)
#include "segment_state.glsl"
#elif defined(TILE_INDICES)
#include "index_state.glsl"
#elif defined(TILE_RUNS)
#include "run_state.glsl"
#else
#define State Element
#define StatePart Element
const uint kParts = 1;
Element statePart(State state, uint i) { return state; }
void setStatePart(inout State state, uint i, Element part) { state = part; }
const uint kStateWords = kWords;
State emptyState() { return identity(); }
uint stateWord(State state, uint i) { return elementWord(state, i); }
State stateOf(uint words[kStateWords]) { return elementOf(words[0], words[kWords - 1]); }
#endif
#endif
