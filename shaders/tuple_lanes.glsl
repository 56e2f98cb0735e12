// The scan of a tile of tuples that are as many vectors as a power of two, one a lane. A lane then holds the same members
// in every row, so rows are scanned as they are loaded, by shuffles between lanes that hold the same members.
const bool kTuplesTakeLanes = kOrder == 1 && kBlockVectors == 1 && kTupleSize >= kVector;
const uint kTupleLanes = kTuplesTakeLanes ? kTupleSize / kVector : 1;

uint laneInTuple() { return gl_SubgroupInvocationID % kTupleLanes; }

// Kogge & Stone's, as in subgroup.glsl.
Element scanMember(Element value)
{
    [[unroll]] for (uint distance = kTupleLanes; distance < gl_SubgroupSize; distance *= 2) {
        const Element earlier = fromWords(subgroupShuffleUp(toWords(value), distance));
        if (gl_SubgroupInvocationID >= distance)
            value = combine(earlier, value);
    }
    return value;
}

Element shiftMember(Element value)
{
    const Element before = fromWords(subgroupShuffleUp(toWords(value), kTupleLanes));
    return gl_SubgroupInvocationID < kTupleLanes ? identity() : before;
}

// Scans the rows of the subgroup's part. Returns the part's aggregate.
State scanTupleRows(inout Element rows[kRows][kVector])
{
    Element running[kVector]; // of this lane's members
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        running[i] = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const Element inclusive = scanMember(rows[row][i]);
            rows[row][i] = combine(running[i], kExclusive ? shiftMember(inclusive) : inclusive);
            running[i] = combine(running[i], subgroupAt(inclusive, gl_SubgroupSize - kTupleLanes + laneInTuple()));
        }
    }
    State aggregate;
    [[unroll]] for (uint member = 0; member < kTupleSize; ++member)
        aggregate.parts[member] = subgroupAt(running[member % kVector], member / kVector);
    return aggregate;
}

// Puts the rows behind what precedes the part.
void addToTupleRows(State earlier, inout Element rows[kRows][kVector])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        Element own = earlier.parts[i];
        [[unroll]] for (uint lane = 1; lane < kTupleLanes; ++lane)
            if (lane == laneInTuple())
                own = earlier.parts[lane * kVector + i];
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            rows[row][i] = combine(own, rows[row][i]);
    }
}
