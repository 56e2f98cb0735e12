// Inputs of samples, tests and benchmarks, and many of their results, as functions of the index: for C++, GLSL and
// CUDA.
#ifndef VKSCAN_SUPPORT_NUMBERS_H
#define VKSCAN_SUPPORT_NUMBERS_H

#ifdef __cplusplus
#include <cstdint>
#ifdef __CUDACC__
#define VKSCAN_NUMBERS_FUNCTION __host__ __device__ inline
#else
#define VKSCAN_NUMBERS_FUNCTION inline
#endif
#define VKSCAN_NUMBERS_ZERO = {}
namespace support {
#else
#define VKSCAN_NUMBERS_FUNCTION
#define VKSCAN_NUMBERS_ZERO
#endif

// Kinds of numbers. For each, the results of an operator change up to the end of the array, as far as possible.
const uint32_t kAnyBits = 0;     // integers of any size
const uint32_t kSmallFloats = 1; // integers from -8 to 8 as floats of any size, whose sums stay exact
const uint32_t kOdds = 2;
const uint32_t kReciprocals = 3; // floats: pairs of a power of two and its reciprocal, each with a random sign
const uint32_t kFalling = 4;     // minima decrease to the end
const uint32_t kRising = 5;
const uint32_t kFallingFloats = 6;
const uint32_t kRisingFloats = 7;
const uint32_t kClearing = 8; // ones, but zero in bit k from number 2^k - 1 on: And changes as often as possible
const uint32_t kSetting = 9;  // the complement of kClearing, for Or
const uint32_t kCounts = 10;  // below 8: no sum exceeds 32 bits
const uint32_t kSquares = 11; // squares of the lowest two bits
const uint32_t kRecords = 12; // words of records of `parameter` words, the first of which is 0 or 1
// Words of coordinates, affine functions and 4 x 4 matrices; multipliers and determinants are odd, so that earlier
// elements affect all results.
const uint32_t kBounds = 13;
const uint32_t kAffines = 14;
const uint32_t kMatrices = 15;
const uint32_t kKeysOfSegments = 16; // random keys to sort
const uint32_t kOddBits = 17;        // words of 32 flags: whether a number of any bits is odd
const uint32_t kIndices = 18;        // indices, in the first of every `parameter` words; the others are 0
// Runs of `parameter` equal numbers, `count` in all, and the results of their encoding, numbers before lengths.
const uint32_t kRuns = 19;
const uint32_t kRunResults = 20;
// How segments of `parameter` elements each, `count` in all, are specified.
const uint32_t kHeadFlags = 21;
const uint32_t kHeadBits = 22;
const uint32_t kSegmentKeys = 23;
const uint32_t kOffsets = 24;
const uint32_t kWeights = 25; // integers from 0 to 8 as floats, whose sums stay exact up to 2^24
// Keys to sort, `count` in all. Unless stated otherwise, they are distinct, if they have enough bits.
const uint32_t kRandomKeys = 26;
const uint32_t kSortedKeys = 27;
const uint32_t kReversedKeys = 28;
const uint32_t kEqualKeys = 29;
const uint32_t kKeysOf16Bits = 30; // the other bits are equal
const uint32_t kFourKeys = 31;     // distinct keys, which differ in all digits
const uint32_t kZipfKeys = 32;     // key k is about as frequent as 1/k
// Equal keys, but for 48 smaller ones at places that a top-k selection of 32-bit keys samples.
const uint32_t kMisleadingKeys = 33;

struct Numbers {
    uint32_t kind VKSCAN_NUMBERS_ZERO;
    uint32_t bytes VKSCAN_NUMBERS_ZERO; // bytes of a number: 1, 2, 4 or 8
    uint32_t parameter VKSCAN_NUMBERS_ZERO;
    uint64_t first VKSCAN_NUMBERS_ZERO; // index of the array's first number
    uint64_t count VKSCAN_NUMBERS_ZERO; // elements, for kinds that depend on it
};

// splitmix64 (Steele, Lea, Flood 2014): 64 random-looking bits of an index.
VKSCAN_NUMBERS_FUNCTION uint64_t randomBits(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15UL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
    return z ^ z >> 31;
}

VKSCAN_NUMBERS_FUNCTION uint32_t bitWidth(uint64_t number)
{
    uint32_t width = number >> 32 != 0 ? 32 : 0;
    width += number >> width >> 16 != 0 ? 16 : 0;
    width += number >> width >> 8 != 0 ? 8 : 0;
    width += number >> width >> 4 != 0 ? 4 : 0;
    width += number >> width >> 2 != 0 ? 2 : 0;
    width += number >> width >> 1 != 0 ? 1 : 0;
    return width + uint32_t(number >> width);
}

VKSCAN_NUMBERS_FUNCTION uint32_t mantissaBits(uint32_t bytes)
{
    return bytes == 2 ? 10 : bytes == 4 ? 23 : 52;
}

VKSCAN_NUMBERS_FUNCTION uint32_t exponentBias(uint32_t bytes)
{
    return bytes == 2 ? 15 : bytes == 4 ? 127 : 1023;
}

// The float of an integer that it represents exactly.
VKSCAN_NUMBERS_FUNCTION uint64_t floatBits(int64_t integer, uint32_t bytes)
{
    if (integer == 0)
        return 0;
    const uint64_t magnitude = uint64_t(integer < 0 ? -integer : integer);
    const uint32_t exponent = bitWidth(magnitude) - 1;
    const uint32_t mantissa = mantissaBits(bytes);
    const uint64_t shifted =
        exponent > mantissa ? magnitude >> (exponent - mantissa) : magnitude << (mantissa - exponent);
    const uint64_t bits = (shifted & ((uint64_t(1) << mantissa) - 1)) | uint64_t(exponent + exponentBias(bytes))
                                                                            << mantissa;
    return integer < 0 ? bits | uint64_t(1) << (bytes * 8 - 1) : bits;
}

// The integer of a float, rounded to zero. floatBits of the result shows whether it was one.
VKSCAN_NUMBERS_FUNCTION int64_t integerOf(uint64_t bits, uint32_t bytes)
{
    const uint32_t mantissa = mantissaBits(bytes);
    const uint64_t sign = uint64_t(1) << (bytes * 8 - 1);
    const uint32_t exponent = uint32_t((bits & (sign - 1)) >> mantissa);
    const uint32_t bias = exponentBias(bytes);
    if (exponent < bias || exponent >= bias + 63)
        return 0;
    const uint64_t one = uint64_t(1) << mantissa;
    const uint64_t all = (bits & (one - 1)) | one;
    const uint32_t power = exponent - bias;
    const int64_t magnitude = int64_t(power > mantissa ? all << (power - mantissa) : all >> (mantissa - power));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

// The half float nearest to a float from 2^-14 to 65504, or to 0; ties to even.
VKSCAN_NUMBERS_FUNCTION uint32_t halfOf(uint32_t bits)
{
    return bits == 0 ? 0 : ((bits + 0xfff + (bits >> 13 & 1)) >> 13) - ((127 - 15) << 10);
}

// A permutation of the numbers below `count`: for a power of two, a multiplication by an odd number and a shift by half
// of the bits, twice; repeated until the number is small enough.
VKSCAN_NUMBERS_FUNCTION uint64_t shuffle(uint64_t index, uint64_t count)
{
    const uint32_t log2 = bitWidth(count - 1);
    const uint32_t mask = log2 < 32 ? (1u << log2) - 1u : ~0u;
    uint32_t x = uint32_t(index);
    do {
        for (uint32_t round = 0; round < 2; ++round) {
            x = x * 0x9e3779b1u & mask;
            x ^= x >> (log2 + 1) / 2;
        }
    } while (x >= count);
    return x;
}

// The key at a place of the sorted array. If keys have more bits than places, the lower bits are arbitrary.
VKSCAN_NUMBERS_FUNCTION uint64_t sortedKey(Numbers numbers, uint64_t place)
{
    const uint32_t bits = numbers.bytes * 8;
    const uint32_t log2 = bitWidth(numbers.count - 1);
    if (numbers.kind == kMisleadingKeys && place < 48)
        return 0;
    if (numbers.kind == kEqualKeys || numbers.kind == kMisleadingKeys)
        return 0x123456789abcdef0UL >> (64 - bits);
    if (numbers.kind == kKeysOf16Bits)
        return (log2 > 16 ? place >> (log2 - 16) : place << (16 - log2)) << 8 | 0x12000034;
    if (numbers.kind == kFourKeys)
        return place * 4 / numbers.count * 0x55555555UL;
    if (numbers.kind == kZipfKeys) { // each octave has the same number of keys
        const uint32_t power = uint32_t(place * 32 / numbers.count);
        return (uint64_t(1) << power) + ((place * 32 % numbers.count) << power) / numbers.count;
    }
    if (log2 >= bits)
        return place >> (log2 - bits);
    return place << (bits - log2) | place * 0x9e3779b97f4a7c15UL >> (64 - bits) >> log2;
}

// Whether an index is one of the first places that a top-k selection samples (shaders/tile/top_k_few.glsl).
VKSCAN_NUMBERS_FUNCTION bool isSampled(Numbers numbers, uint64_t index)
{
    const uint64_t vectors = numbers.count / 4;
    const uint64_t width = vectors / (vectors / (vectors < (1u << 24) ? 64 : 256));
    const uint64_t cell = index / 4 / width;
    return index % 4 == 0 && cell < 48 && index / 4 % width == (uint32_t(cell) * 2654435769u >> 8) % width;
}

// Zero in bit k from index 2^k - 1 on. Bits that are already zero before are arbitrary.
VKSCAN_NUMBERS_FUNCTION uint64_t clearingBits(uint64_t index)
{
    const uint32_t last = bitWidth(index + 1) - 1;
    const uint64_t above = ~uint64_t(0) << 1 << last;
    const uint64_t below = (index & (index + 1)) == 0 ? (uint64_t(1) << last) - 1 : ~above;
    return above | (randomBits(index) & below);
}

// The bits of a number of a kind up to kKeysOfSegments, or of weights, in the lowest bits. There is no loop: kernels
// visit many numbers, and llvmpipe bounds the iterations of all loops together, even in branches not taken.
VKSCAN_NUMBERS_FUNCTION uint64_t simpleNumberAt(Numbers numbers, uint64_t place)
{
    const uint64_t index = numbers.first + place;
    const uint32_t parameter = numbers.parameter;
    const uint64_t bits = randomBits(index);
    const bool isLow = bits % 8 == 0;
    const uint32_t sign = numbers.bytes * 8 - 1;
    const uint64_t one = uint64_t(exponentBias(numbers.bytes)) << mantissaBits(numbers.bytes); // 1.0
    switch (numbers.kind) {
    case kSmallFloats: return floatBits(int64_t(bits % 17) - 8, numbers.bytes);
    case kWeights: return floatBits(int64_t(bits % 9), numbers.bytes);
    case kOdds: return bits | 1;
    case kReciprocals: {
        // Exponents -1, 0 and 1: the product of every second number, or of a few thousand, is also in range.
        const uint64_t exponent = randomBits(index / 2) / 2 % 3;
        return (bits & 1) << sign | (exponentBias(numbers.bytes) + (index % 2 == 0 ? exponent - 1 : 1 - exponent))
                                        << mantissaBits(numbers.bytes);
    }
    case kFalling: return ~index | (isLow ? 0 : bits);
    case kRising: return ~(~index | (isLow ? 0 : bits));
    case kFallingFloats: return (uint64_t(1) << sign) + one + (isLow ? index : index & bits);
    case kRisingFloats: return one + (isLow ? index : index & bits);
    case kClearing: return clearingBits(index);
    case kSetting: return ~clearingBits(index);
    case kCounts: return bits % 8;
    case kSquares: return (bits & 3) * (bits & 3);
    case kRecords: return index % parameter == 0 ? bits & 1 : bits;
    case kBounds: return floatBits(int64_t(bits >> 8 & 0xffffff), 4);
    case kAffines: return index % 2 == 0 ? bits | 1 : bits;
    case kMatrices: return (bits & ~uint64_t(1)) | (index % 16 % 5 == 0 ? 1 : 0);
    case kKeysOfSegments: return index * 0x9e3779b97f4a7c15UL >> 32;
    default: return bits;
    }
}

// The bits of a number of any kind.
VKSCAN_NUMBERS_FUNCTION uint64_t numberAt(Numbers numbers, uint64_t place)
{
    const uint64_t index = numbers.first + place;
    const uint32_t parameter = numbers.parameter;
    uint64_t flags = 0;
    switch (numbers.kind) {
    case kOddBits:
        for (uint32_t i = 0; i < 32; ++i)
            flags |= (randomBits(index * 32 + i) & 1) << i;
        return flags;
    case kIndices: return index % parameter == 0 ? index / parameter : 0;
    case kRuns: return index / parameter * 0x9e3779b1u;
    case kRunResults: {
        const uint64_t runs = (numbers.count + parameter - 1) / parameter;
        if (index < runs)
            return index * 0x9e3779b1u;
        const uint64_t rest = numbers.count - (index - runs) * parameter;
        return rest < parameter ? rest : parameter;
    }
    case kHeadFlags: return index % parameter == 0 ? 1 : 0;
    case kHeadBits:
        for (uint32_t i = 0; i < 32; ++i)
            flags |= uint64_t((index * 32 + i) % parameter == 0 ? 1 : 0) << i;
        return flags;
    case kSegmentKeys: return index / parameter;
    case kOffsets: return index * parameter < numbers.count ? index * parameter : numbers.count;
    case kSortedKeys: return sortedKey(numbers, index);
    case kReversedKeys: return sortedKey(numbers, numbers.count - 1 - index);
    case kMisleadingKeys: return sortedKey(numbers, isSampled(numbers, index) ? 0 : numbers.count - 1);
    default: break;
    }
    return numbers.kind < kRandomKeys ? simpleNumberAt(numbers, place)
                                      : sortedKey(numbers, shuffle(index, numbers.count));
}

#ifdef __cplusplus
} // namespace support
#endif

#endif
