// Elements of 8 and 16 bits in memory, for kernels whose elements are words. They are widened by loads and narrowed by
// stores. Memory is only accessed in aligned words of 32 bits, so no device feature is needed. Words that an array
// shares with neighbouring data are changed by atomics, which leave other bytes alone.
#ifndef VKSCAN_TILE_SMALL_MEMORY
#define VKSCAN_TILE_SMALL_MEMORY
#include "abi/stored_abi.h"
#include "core/monoid.glsl"

layout(constant_id = kIdInputStored) const uint kInputStored = kStoredSame;
layout(constant_id = kIdOutputStored) const uint kOutputStored = kStoredSame;
const uint kInputBytes = kInputStored == kStoredSame ? 4 : kInputStored <= kStoredI8 ? 1 : 2; // bytes of an element
const uint kOutputBytes = kOutputStored == kStoredSame ? 4 : kOutputStored <= kStoredI8 ? 1 : 2;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer SmallWordAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer SmallPairAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer SmallVectorAt { uvec4 words; };

// Widens the low bits; those above them are ignored.
uint widened(uint bits)
{
    switch (kInputStored) {
    case kStoredU8: return bits & 0xff;
    case kStoredI8: return uint(bitfieldExtract(int(bits), 0, 8));
    case kStoredU16: return bits & 0xffff;
    case kStoredI16: return uint(bitfieldExtract(int(bits), 0, 16));
    case kStoredF16: return floatBitsToUint(unpackHalf2x16(bits).x);
    default: return bits;
    }
}

// Rounds a float to 16 bits, to nearest, ties to even. In integers, since packHalf2x16 may round either way.
uint halfOf(uint bits)
{
    const uint sign = bits >> 16 & 0x8000;
    const uint magnitude = bits & 0x7fffffff;
    const uint rebased = magnitude - 0x38000000; // the exponent's bias is 127 before, and 15 afterwards
    uint result = (rebased + 0xfff + (rebased >> 13 & 1)) >> 13;
    if (magnitude < 0x38800000) // subnormal or 0: multiples of 2^-24
        result = uint(roundEven(uintBitsToFloat(magnitude) * 16777216.0));
    if (magnitude >= 0x47800000) // 2^16
        result = magnitude > 0x7f800000 ? 0x7e00 : 0x7c00;
    return sign | result;
}

// Narrows an element. Bits above the result are 0.
uint narrowed(uint element)
{
    if (kOutputStored == kStoredF16)
        return halfOf(element);
    return kOutputBytes == 1 ? element & 0xff : kOutputBytes == 2 ? element & 0xffff : element;
}

// Loads four elements, aligned to their bytes.
uvec4 loadSmallVector(uint64_t address)
{
    uvec4 bits;
    if (kInputBytes == 1) {
        bits = uvec4(SmallWordAt(address).word) >> uvec4(0, 8, 16, 24);
    } else if (kInputBytes == 2) {
        const uvec2 words = SmallPairAt(address).words;
        bits = uvec4(words.x, words.x >> 16, words.y, words.y >> 16);
    } else {
        bits = SmallVectorAt(address).words;
    }
    return uvec4(widened(bits.x), widened(bits.y), widened(bits.z), widened(bits.w));
}

// The place of an element in its word, in bits.
uint bitInWord(uint64_t address) { return (unpackUint2x32(address).x & 3) * 8; }

uint loadSmallElement(uint64_t address)
{
    if (kInputBytes == 4)
        return SmallWordAt(address).word;
    return widened(SmallWordAt(address & ~3ul).word >> bitInWord(address));
}

// The words of four elements in memory; those beyond their bytes are 0.
uvec4 packedWords(uvec4 elements)
{
    const uvec4 bits = uvec4(narrowed(elements.x), narrowed(elements.y), narrowed(elements.z), narrowed(elements.w));
    if (kOutputBytes == 1)
        return uvec4(bits.x | bits.y << 8 | bits.z << 16 | bits.w << 24, 0, 0, 0);
    return kOutputBytes == 2 ? uvec4(bits.x | bits.y << 16, bits.z | bits.w << 16, 0, 0) : bits;
}

// Stores four elements, aligned to their bytes.
void storeSmallVector(uint64_t address, uvec4 elements)
{
    const uvec4 words = packedWords(elements);
    if (kOutputBytes == 1)
        SmallWordAt(address).word = words.x;
    else if (kOutputBytes == 2)
        SmallPairAt(address).words = words.xy;
    else
        SmallVectorAt(address).words = words;
}

// Stores some bits of a word. Others may write other bits of it at the same time.
void storeBits(uint64_t address, uint word, uint mask)
{
    if (mask == ~0u) {
        SmallWordAt(address).word = word;
    } else if (mask != 0) {
        atomicAnd(SmallWordAt(address).word, ~mask, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        atomicOr(SmallWordAt(address).word, word & mask, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}

// Stores the elements of four that have a bit in the mask. The place of the first is aligned to the bytes of four.
void storeSmallElements(uint64_t address, uvec4 elements, uint mask)
{
    const uvec4 words = packedWords(elements);
    const uint wordElements = 4 / kOutputBytes;
    [[unroll]] for (uint i = 0; i < kOutputBytes; ++i) {
        const uint own = mask >> i * wordElements;
        uint bits = 0;
        [[unroll]] for (uint k = 0; k < wordElements; ++k)
            bits |= (own & 1u << k) != 0 ? ~0u >> (32 - kOutputBytes * 8) << k * kOutputBytes * 8 : 0;
        storeBits(address + i * 4, words[i], bits);
    }
}

void storeSmallElement(uint64_t address, uint element)
{
    if (kOutputBytes == 4) {
        SmallWordAt(address).word = element;
    } else {
        const uint bit = bitInWord(address);
        storeBits(address & ~3ul, narrowed(element) << bit, ~0u >> (32 - kOutputBytes * 8) << bit);
    }
}
#endif
