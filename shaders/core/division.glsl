// Division of 64-bit integers by 32-bit ones, which seldom needs more than 32 bits.
#ifndef VKSCAN_CORE_DIVISION
#define VKSCAN_CORE_DIVISION
#include "core/common.glsl"

// A quotient and its remainder.
struct Division {
    uint64_t quotient;
    uint rest;
};

// Long division, bit by bit.
uint64_t longQuotient(uvec2 words, uint divisor)
{
    uvec2 quotient = uvec2(0, words.y / divisor);
    uint rest = words.y - quotient.y * divisor;
    [[dont_unroll]] for (uint bit = 0; bit < 32; ++bit) {
        const bool exceeds = rest >> 31 != 0;
        rest = rest << 1 | (words.x >> (31 - bit) & 1);
        quotient.x <<= 1;
        if (exceeds || rest >= divisor) {
            rest -= divisor;
            quotient.x |= 1;
        }
    }
    return packUint2x32(quotient);
}

// Division that is long only where subgroups are narrow, as on Intel's GPUs: Mesa's quotient of 64 bits takes too many
// registers for these. On NVIDIA's GPUs the driver's division is a tenth faster.
Division divide(uint64_t dividend, uint divisor)
{
    const uvec2 words = unpackUint2x32(dividend);
    uint64_t quotient = words.x / divisor;
    if (words.y != 0)
        quotient = kSubgroupSize > 16 ? dividend / divisor : longQuotient(words, divisor);
    return Division(quotient, uint(dividend - quotient * divisor));
}

uint64_t divideRoundingUp(uint64_t dividend, uint divisor) { return divide(dividend + divisor - 1, divisor).quotient; }
#endif
