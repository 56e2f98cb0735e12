// The state of orders, tuples and selections: several partial sums, which are combined one by one. Its parts are the
// sums of all orders and members of a tuple. In selections, members are buckets, and sums count their elements.
//
// Scans take one part after the other. All parts step by step, as core/state.glsl scans fields, take 5 to 17% longer on
// an H200.
#ifndef VKSCAN_TILE_PARTS
#define VKSCAN_TILE_PARTS
#include "core/monoid.glsl"

layout(constant_id = kIdOrder) const uint kOrder = 1;
layout(constant_id = kIdTupleSize) const uint kTupleSize = 1;
const uint kParts = kTupleSize * kOrder;
const uint kStateWords = kParts * kWords;

struct State {
    Element parts[kMaxParts]; // kParts of them: all orders of the first member, then of the second, ...
};

#define StatePart Element
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
#endif
