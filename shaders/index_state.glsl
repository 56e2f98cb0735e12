// The state of a minimum or maximum with its index. Of two equal elements it keeps the one with the lower index,
// whichever comes as the earlier operand, so that invocations may take elements in any order.
struct State {
    Element value;
    uint index; // in the array; kNoIndex: of no element
};

#define StatePart State
const uint kParts = 1;
State statePart(State state, uint i) { return state; }
void setStatePart(inout State state, uint i, State part) { state = part; }

State emptyState() { return State(identity(), kNoIndex); }

State combine(State earlier, State later)
{
    const bool better = kOperator == kOpMax ? isLess(earlier.value, later.value) : isLess(later.value, earlier.value);
    const bool equal = isEqual(later.value, earlier.value);
    const bool before = later.index < earlier.index;
    const bool takesLater = better || (equal && before);
    return State(takesLater ? later.value : earlier.value, takesLater ? later.index : earlier.index);
}

State subgroupAt(State state, uint lane)
{
    return State(subgroupAt(state.value, lane), subgroupShuffle(state.index, lane));
}

State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint distance = 1; distance < gl_SubgroupSize; distance *= 2) {
        const Element value = fromWords(subgroupShuffleUp(toWords(state.value), distance));
        const uint index = subgroupShuffleUp(state.index, distance);
        if (gl_SubgroupInvocationID >= distance)
            state = combine(State(value, index), state);
    }
    return state;
}

State subgroupReduce(State state) { return subgroupAt(subgroupScanInclusive(state), gl_SubgroupSize - 1); }

const uint kStateWords = kWords + 1;

uint stateWord(State state, uint i) { return i < kWords ? elementWord(state.value, i) : state.index; }

State stateOf(uint words[kStateWords]) { return State(elementOf(words[0], words[kWords - 1]), words[kWords]); }
