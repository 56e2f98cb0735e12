// How the partial sums of order 1 to kOrder go on over n elements that are zero: the sum of order k becomes the sum over m
// of coefficient m times the sum of order k - m. They are the coefficients of (1 - z)^-n where scans are inclusive, and of
// (1 + z)^n where they are exclusive, so steps add up, and -n elements lead back. Exact modulo 2^32 or 2^64.

// Of the odd part, modulo 2^64, by Newton's iteration from 5 bits on.
uint64_t inverseOfOdd(uint value)
{
    const uint64_t odd = uint64_t(value >> findLSB(value));
    uint64_t inverse = 3ul * odd ^ 2ul;
    [[unroll]] for (uint i = 0; i < 4; ++i)
        inverse *= 2ul - odd * inverse;
    return inverse;
}

// Binomials as products of fractions, each a factor over m. Factors of two are counted apart, since they divide.
struct Binomial {
    Element odd;
    uint twos;
    bool zero;
};

Element binomialStep(inout Binomial binomial, uint m, bool zero, uint twos, Element odd)
{
    binomial.zero = binomial.zero || zero;
    binomial.odd *= odd * Element(inverseOfOdd(m));
    binomial.twos += twos - findLSB(m);
    return binomial.zero || binomial.twos >= 32 * kWords ? Element(0) : binomial.odd << binomial.twos;
}

void coefficients(int n, out Element values[kOrder])
{
    Binomial binomial = Binomial(Element(1), 0, false);
    values[0] = Element(1);
    [[unroll]] for (uint m = 1; m < kOrder; ++m) {
        const int factor = kExclusive ? n - int(m) + 1 : n + int(m) - 1;
        const uint twos = findLSB(factor) & 31;
        values[m] = binomialStep(binomial, m, factor == 0, twos, Element(factor >> twos));
    }
}

void coefficients(int64_t n, out Element values[kOrder])
{
    Binomial binomial = Binomial(Element(1), 0, false);
    values[0] = Element(1);
    [[unroll]] for (uint m = 1; m < kOrder; ++m) {
        const int64_t factor = kExclusive ? n - int64_t(m) + 1l : n + int64_t(m) - 1l;
        const uvec2 words = unpackUint2x32(uint64_t(factor));
        const uint twos = words.x != 0 ? findLSB(words.x) : 32 + (findLSB(words.y) & 31);
        values[m] = binomialStep(binomial, m, factor == 0l, twos, Element(factor >> twos));
    }
}

State advance(State state, Element values[kOrder])
{
    [[unroll]] for (uint member = 0; member < kTupleSize; ++member) {
        [[unroll]] for (uint k = kOrder - 1; k > 0; --k) {
            const uint part = member * kOrder + k;
            [[unroll]] for (uint m = 1; m <= k; ++m)
                state.parts[part] += values[m] * state.parts[part - m];
        }
    }
    return state;
}

// Over this many elements of each member's scan.
State advance(State state, int64_t n)
{
    Element values[kOrder];
    coefficients(n, values);
    return advance(state, values);
}

State advance(State state, int n)
{
    Element values[kOrder];
    coefficients(n, values);
    return advance(state, values);
}

// Of the workgroup's own tile, and of one whose aggregate it computes in another's stead.
const uint kOwnTile = 0;
const uint kOtherTile = 1;
shared Element sharedCoefficients[4 * kOrder];

// Has the first subgroup find what leads from the array's beginning to a tile's, and back. A barrier later, all have it.
void shareCoefficients(uint tile, uint whose)
{
    if (kOrder == 1 || gl_SubgroupID > 0)
        return;
    const int64_t begin = int64_t(tile) * int64_t(kTileElements / kTupleSize);
    Element values[kOrder];
    coefficients(gl_SubgroupInvocationID == 0 ? begin : -begin, values);
    if (gl_SubgroupInvocationID < 2)
        [[unroll]] for (uint m = 0; m < kOrder; ++m)
            sharedCoefficients[(2 * whose + gl_SubgroupInvocationID) * kOrder + m] = values[m];
}

State advanceByShared(State state, uint first)
{
    Element values[kOrder];
    [[unroll]] for (uint m = 0; m < kOrder; ++m)
        values[m] = kOrder > 1 ? sharedCoefficients[first + m] : Element(1);
    return advance(state, values);
}

State fromBeginningToTile(State state) { return advanceByShared(state, 2 * kOwnTile * kOrder); }

State fromTileToBeginning(State state, uint whose) { return advanceByShared(state, (2 * whose + 1) * kOrder); }
