// The state of a run-length encoding: how many runs begin, and where the last of them does. Indices ascend, so the last
// is the largest, and the first element of the array always begins a run, so that 0 stands for none as well.
struct State {
    uint runs;
    uint start; // index of an element
};

#define StatePart State
const uint kParts = 1;
State statePart(State state, uint i) { return state; }
void setStatePart(inout State state, uint i, State part) { state = part; }

State emptyState() { return State(0, 0); }

State combine(State earlier, State later)
{
    return State(earlier.runs + later.runs, max(earlier.start, later.start));
}

State subgroupAt(State state, uint lane)
{
    return State(subgroupShuffle(state.runs, lane), subgroupShuffle(state.start, lane));
}

State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint distance = 1; distance < gl_SubgroupSize; distance *= 2) {
        const State earlier = State(subgroupShuffleUp(state.runs, distance), subgroupShuffleUp(state.start, distance));
        if (gl_SubgroupInvocationID >= distance)
            state = combine(earlier, state);
    }
    return state;
}

State subgroupShiftUp(State state)
{
    const State before = State(subgroupShuffleUp(state.runs, 1), subgroupShuffleUp(state.start, 1));
    return gl_SubgroupInvocationID == 0 ? emptyState() : before;
}

State subgroupLast(State state) { return subgroupAt(state, gl_SubgroupSize - 1); }

State subgroupReduce(State state) { return subgroupLast(subgroupScanInclusive(state)); }

const uint kStateWords = kRunStateWords;

uint stateWord(State state, uint i) { return i == 0 ? state.runs : state.start; }

State stateOf(uint words[kStateWords]) { return State(words[0], words[1]); }
