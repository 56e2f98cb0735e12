// The state of runs with values (tile/run_values.glsl).
#ifndef VKSCAN_TILE_RUN_VALUE_STATE
#define VKSCAN_TILE_RUN_VALUE_STATE
#include "abi/run_abi.h"
#define VKSCAN_FORM_STATE
#include "core/monoid.glsl"
#include "tile/segmented_subgroup.glsl"

// The number of runs that begin, the start of the last of them, and the sum from there on.
struct State {
    uint runs;
    uint start; // as in runs without values
    Element sum;
};
#define StatePart State
WHOLE_STATE

State emptyState() { return State(0, 0, identity()); }

State runState(uint runs, uint start) { return State(runs, start, identity()); }

// Operands before a head drop out of the sum.
State combine(State earlier, State later)
{
    const Element sum = combine(earlier.sum, later.sum);
    return State(earlier.runs + later.runs, max(earlier.start, later.start), later.runs > 0 ? later.sum : sum);
}

State subgroupAt(State state, uint lane)
{
    return State(subgroupShuffle(state.runs, lane), subgroupShuffle(state.start, lane), subgroupAt(state.sum, lane));
}

State shuffleUpState(State state, uint distance)
{
    return State(subgroupShuffleUp(state.runs, distance), subgroupShuffleUp(state.start, distance),
                 fromWords(subgroupShuffleUp(toWords(state.sum), distance)));
}

State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const State earlier = shuffleUpState(state, distance);
            if (gl_SubgroupInvocationID >= distance)
                state = combine(earlier, state);
        }
    }
    return state;
}

State subgroupShiftUp(State state)
{
    const State before = shuffleUpState(state, 1);
    if (gl_SubgroupInvocationID == 0)
        return emptyState();
    return before;
}

State subgroupLast(State state) { return subgroupAt(state, gl_SubgroupSize - 1); }

State subgroupReduce(State state) { return subgroupLast(subgroupScanInclusive(state)); }

const uint kStateWords = kRunStateWords + kWords;

uint stateWord(State state, uint i)
{
    return i == 0 ? state.runs : i == 1 ? state.start : elementWord(state.sum, i - kRunStateWords);
}

State stateOf(uint words[kStateWords])
{
    return State(words[0], words[1], elementOf(words[kRunStateWords], words[kStateWords - 1]));
}
#endif
