// Keys in memory: they fill their words, or have 8 or 16 bits. In registers, such small keys are the high bits of a word.
// Without device features, they are accessed in whole words.
#ifndef VKSCAN_TILE_KEY_MEMORY
#define VKSCAN_TILE_KEY_MEMORY
layout(constant_id = kIdSmallBytes) const uint kSmallBytes = 0; // bytes of small keys; 0: keys fill their words
const bool kSmallKeys = kSmallBytes > 0;
const uint kKeyBytes = kSmallKeys ? kSmallBytes : 4 * KEY_WORDS;
const uint kLowBits = kSmallKeys ? 32 - kSmallBytes * 8 : 0; // below a small key in its register

#if defined(TILE_SMALL) // with the device features storageBuffer8BitAccess and storageBuffer16BitAccess
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(buffer_reference, std430, buffer_reference_align = 1) buffer ByteAt { uint8_t bits; };
layout(buffer_reference, std430, buffer_reference_align = 2) buffer HalfAt { uint16_t bits; };
const bool kSharesWords = false;
#else
const bool kSharesWords = kSmallBytes == 2; // neighbouring keys are stored together
#endif

Key loadKey(uint64_t address)
{
    Key key;
#if defined(TILE_SMALL)
    if (kSmallBytes == 1)
        key = KEY_OF_WORD(uint(ByteAt(address).bits) << kLowBits);
    else
        key = KEY_OF_WORD(uint(HalfAt(address).bits) << kLowBits);
#else
    if (kSmallKeys) {
        const uint word = UintAt(address & ~uint64_t(3)).word;
        key = KEY_OF_WORD(word << kLowBits - (unpackUint2x32(address).x & 3) * 8 & ~0u << kLowBits);
    } else {
        key = KeyAt(address).key;
    }
#endif
    return key;
}

// Whether a key of 16 bits is in the high half of its word.
bool isHigh(uint64_t array, uint index) { return ((unpackUint2x32(array).x >> 1) + index) % 2 == 1; }

// Stores a key. In whole words, one of 16 bits is stored with the other key of its word, if the caller `knowsOther`,
// which is then not stored separately. Otherwise two atomics write a part of the word and leave the rest alone.
void storeKey(uint64_t array, uint index, Key key, bool knowsOther, Key other)
{
    const uint64_t address = array + uint64_t(index) * kKeyBytes;
    const uint low = WORD_OF_KEY(key) >> kLowBits;
#if defined(TILE_SMALL)
    if (kSmallBytes == 1)
        ByteAt(address).bits = uint8_t(low);
    else
        HalfAt(address).bits = uint16_t(low);
#else
    if (kSmallKeys) {
        const uint64_t word = address & ~uint64_t(3);
        const uint bit = (unpackUint2x32(address).x & 3) * 8;
        if (!knowsOther) {
            atomicAnd(UintAt(word).word, ~(~0u >> kLowBits << bit), gl_ScopeDevice, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
            atomicOr(UintAt(word).word, low << bit, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        } else if (bit == 0) {
            UintAt(word).word = low | WORD_OF_KEY(other) & 0xffff0000;
        }
    } else {
        KeyAt(address).key = key;
    }
#endif
}
#endif
