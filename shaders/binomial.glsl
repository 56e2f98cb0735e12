// How partial sums of order 1 to kOrder go on over n elements that are zero: the sum of order k becomes the sum over m of
// coefficient m times the sum of order k - m. They are the coefficients of (1 - z)^-n where scans are inclusive, and of
// (1 + z)^n where they are exclusive, so steps add up, and -n elements lead back. Exact modulo 2^32 or 2^64.

// The odd part's inverse modulo 2^64, by Newton's iteration.
uint64_t inverseOdd(uint value)
{
    const uint64_t odd = uint64_t(value >> findLSB(value));
    uint64_t inverse = 3ul * odd ^ 2ul; // to 5 bits
    [[unroll]] for (uint i = 0; i < 4; ++i)
        inverse *= 2ul - odd * inverse;
    return inverse;
}

uint trailingZeros(int64_t value)
{
    const uvec2 words = unpackUint2x32(uint64_t(value));
    return words.x != 0 ? findLSB(words.x) : 32 + findLSB(words.y);
}

// Binomials hold factors of two in both terms of their fraction, so these are counted apart.
void coefficients(int64_t n, out Element values[kOrder])
{
    Element odd = Element(1);
    uint twos = 0;
    bool zero = false;
    values[0] = Element(1);
    [[unroll]] for (uint m = 1; m < kOrder; ++m) {
        const int64_t factor = kExclusive ? n - int64_t(m) + 1l : n + int64_t(m) - 1l;
        zero = zero || factor == 0l;
        const uint shift = zero ? 0 : trailingZeros(factor);
        odd *= Element(factor >> shift) * Element(inverseOdd(m));
        twos += shift - findLSB(m);
        values[m] = zero || twos >= 32 * kWords ? Element(0) : odd << twos;
    }
}

// The state after n more elements that are zero.
State advance(State state, int64_t n)
{
    Element values[kOrder];
    coefficients(n, values);
    [[unroll]] for (uint member = 0; member < kTupleSize; ++member) {
        [[unroll]] for (uint k = kOrder - 1; k > 0; --k) {
            const uint part = member * kOrder + k;
            [[unroll]] for (uint m = 1; m <= k; ++m)
                state.parts[part] += values[m] * state.parts[part - m];
        }
    }
    return state;
}
