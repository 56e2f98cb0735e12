// How partial sums of order 1 to kOrder continue over n elements that are zero: the sum of order k becomes the sum over
// m of coefficient m times the sum of order k - m. The coefficients are those of (1 - z)^-n for inclusive scans and of
// (1 + z)^n for exclusive ones. So steps add up, and -n elements lead back. Exact modulo 2^32 or 2^64.
#ifndef VKSCAN_TILE_BINOMIAL
#define VKSCAN_TILE_BINOMIAL
#include "tile/parts.glsl"
#include "tile/exchange.glsl"

#if defined(ELEMENT_F64) // order 1 only
void coefficients(int64_t n, out Element values[kOrder]) { values[0] = Element(1); }
#else
// The inverse of a value's odd part modulo 2^64, by Newton's iteration from 5 bits on.
uint64_t inverseOfOdd(uint value)
{
    const uint64_t odd = uint64_t(value >> findLSB(value));
    uint64_t inverse = 3ul * odd ^ 2ul;
    [[unroll]] for (uint i = 0; i < 4; ++i)
        inverse *= 2ul - odd * inverse;
    return inverse;
}

// A product of fractions, each a factor over m. Factors of two are separate, since they divide.
struct Binomial {
    uint64_t product;
    uint twos;
    bool zero;
};

#if ELEMENT_WORDS == 1
// No significant bit is lost: the product of all m has at most 2^11 as a factor.
Element takeFactor(inout Binomial binomial, int64_t factor, uint m)
{
    binomial.product *= uint64_t(factor);
    binomial.twos += findLSB(m);
    return Element(binomial.product >> binomial.twos);
}
#else
Element takeFactor(inout Binomial binomial, int64_t factor, uint m)
{
    const uvec2 words = unpackUint2x32(uint64_t(factor));
    const uint twos = words.x != 0 ? findLSB(words.x) : 32 + (findLSB(words.y) & 31);
    binomial.zero = binomial.zero || factor == 0l;
    binomial.product *= uint64_t(factor >> twos);
    binomial.twos += twos - findLSB(m);
    return binomial.zero || binomial.twos >= 64 ? Element(0) : Element(binomial.product << binomial.twos);
}
#endif

void coefficients(int64_t n, out Element values[kOrder])
{
    Binomial binomial = Binomial(1ul, 0, false);
    uint64_t inverse = 1ul;
    values[0] = Element(1);
    [[unroll]] for (uint m = 1; m < kOrder; ++m) {
        inverse *= inverseOfOdd(m);
        const int64_t factor = kExclusive ? n - int64_t(m) + 1l : n + int64_t(m) - 1l;
        values[m] = takeFactor(binomial, factor, m) * Element(inverse);
    }
}
#endif

#if defined(ELEMENT_B64)
// Coefficients for n steps of a subgroup's part. Usually n is small enough that products fit 63 bits before a division
// by an even m: then the division is exact, and factors of two need no counting.
void coefficientsOfFew(int n, out Element values[kOrder])
{
    const bool isExact = kOrder <= 8 && kBlocks * kRowSteps <= 2048;
    if (isExact) {
        int64_t value = 1l;
        values[0] = Element(1);
        [[unroll]] for (uint m = 1; m < kOrder; ++m) {
            const int factor = kExclusive ? n - int(m) + 1 : n + int(m) - 1;
            value = (value * int64_t(factor) >> findLSB(m)) * int64_t(inverseOfOdd(m));
            values[m] = Element(value);
        }
    } else {
        coefficients(int64_t(n), values);
    }
}
#else
void coefficientsOfFew(int n, out Element values[kOrder]) { coefficients(int64_t(n), values); }
#endif

State advance(State state, Element values[kOrder])
{
    [[unroll]] for (uint member = 0; member < kTupleSize; ++member) {
        // Mesa unrolls no loop around one whose bound is not a constant, nor one that counts down to more than 0.
        // NVIDIA's compiler does, but no nest of some 200 rounds.
        [[unroll]] for (uint i = 1; i < kOrder; ++i) {
            const uint k = kOrder - i;
            const uint part = member * kOrder + k;
            [[unroll]] for (uint m = 1; m <= (kOrder > 8 ? k : kOrder - 1); ++m)
                if (m <= k)
                    state.parts[part] += values[m] * state.parts[part - m];
        }
    }
    return state;
}

// Continues the scan of each member over n elements.
State advance(State state, int64_t n)
{
    Element values[kOrder];
    coefficients(n, values);
    return advance(state, values);
}
#endif
