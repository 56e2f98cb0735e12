// The state that tiles pass on: an element, unless the form of the tiles (tile/interface.glsl) lists the fields of a
// struct before it includes this file. WORD declares a uint, ELEMENT an element:
//
//     #define VKSCAN_FORM_STATE(WORD, ELEMENT) WORD(runs) WORD(start) ELEMENT(sum)
//
// The form also defines emptyState, the state of no elements, and combine(earlier, later). This file derives from the
// fields a state's 32-bit words in a slot, shuffles, and scans inside one subgroup. A form with faster scans defines
// VKSCAN_FORM_SCANS, subgroupScanInclusive and subgroupShiftUp.
//
// StatePart is the type of a state's parts in shared memory: one, which is the state. A form of several parts defines
// StatePart before it includes this file, and all names of this file itself (tile/parts.glsl).
#ifndef VKSCAN_CORE_STATE
#define VKSCAN_CORE_STATE
#include "core/monoid.glsl"

#if !defined(StatePart)
#if !defined(VKSCAN_FORM_STATE)
#define State Element
const uint kStateWords = kWords;
State emptyState() { return identity(); }
uint stateWord(State state, uint i) { return elementWord(state, i); }
State stateOf(uint words[kStateWords]) { return ELEMENT_OF_WORDS(words); }
#else
#define DECLARE_WORD(name) uint name;
#define DECLARE_ELEMENT(name) Element name;
struct State { VKSCAN_FORM_STATE(DECLARE_WORD, DECLARE_ELEMENT) };

State emptyState();
State combine(State earlier, State later);

#define COUNT_WORD(name) +1
#define COUNT_ELEMENT(name) +kWords
const uint kStateWords = 0 VKSCAN_FORM_STATE(COUNT_WORD, COUNT_ELEMENT);

#define FIND_WORD(name) \
    if (i == at++) \
        word = state.name;
#define FIND_ELEMENT(name) \
    if (i - at < kWords) \
        word = elementWord(state.name, i - at); \
    at += kWords;
uint stateWord(State state, uint i)
{
    uint word = 0;
    uint at = 0;
    VKSCAN_FORM_STATE(FIND_WORD, FIND_ELEMENT)
    return word;
}

#define TAKE_WORD(name) state.name = words[at++];
#define TAKE_ELEMENT(name) \
    TAKE_WORDS(state.name, words, at) \
    at += kWords;
State stateOf(uint words[kStateWords])
{
    State state;
    uint at = 0;
    VKSCAN_FORM_STATE(TAKE_WORD, TAKE_ELEMENT)
    return state;
}

#define SHUFFLE_WORD(name) state.name = subgroupShuffle(state.name, lane);
#define SHUFFLE_ELEMENT(name) state.name = subgroupAt(state.name, lane);
State subgroupAt(State state, uint lane)
{
    VKSCAN_FORM_STATE(SHUFFLE_WORD, SHUFFLE_ELEMENT)
    return state;
}

#if defined(VKSCAN_FORM_SCANS)
State subgroupScanInclusive(State state);
#else
#define SHUFFLE_WORD_UP(name) state.name = subgroupShuffleUp(state.name, distance);
#define SHUFFLE_ELEMENT_UP(name) state.name = fromWords(shuffleUp(toWords(state.name), distance));
State shuffleStateUp(State state, uint distance)
{
    VKSCAN_FORM_STATE(SHUFFLE_WORD_UP, SHUFFLE_ELEMENT_UP)
    return state;
}

// The network of Kogge & Stone, as in core/monoid.glsl.
State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const State earlier = shuffleStateUp(state, distance);
            if (gl_SubgroupInvocationID >= distance)
                state = combine(earlier, state);
        }
    }
    return state;
}

State subgroupShiftUp(State state)
{
    const State before = shuffleStateUp(state, 1);
    return gl_SubgroupInvocationID == 0 ? emptyState() : before;
}
#endif

State subgroupLast(State state) { return subgroupAt(state, gl_SubgroupSize - 1); }

State subgroupReduce(State state) { return subgroupLast(subgroupScanInclusive(state)); }
#endif

#define StatePart State
const uint kParts = 1;
State statePart(State state, uint i) { return state; }
void setStatePart(inout State state, uint i, State part) { state = part; }
#endif
#endif
