// Keys in memory: they fill their words, or have 16 bits. Two of these share a word, which is accessed as a whole where
// no device feature is needed.
#ifndef VKSCAN_TILE_KEY_MEMORY
#define VKSCAN_TILE_KEY_MEMORY
#if defined(TILE_HALVES) // keys of 16 bits, with the device feature storageBuffer16BitAccess
#extension GL_EXT_shader_16bit_storage : require
layout(buffer_reference, std430, buffer_reference_align = 2) buffer HalfAt { uint16_t bits; };
const bool kHalfKeys = true;
const bool kSharesWords = false;
#else
layout(constant_id = kIdHalfKeys) const bool kHalfKeys = false; // keys of 16 bits, of one word in registers
const bool kSharesWords = kHalfKeys;                            // two keys share a word that is accessed as a whole
#endif
const uint kKeyBytes = kHalfKeys ? 2 : 4 * KEY_WORDS;

Key loadKey(uint64_t address)
{
    Key key;
#if defined(TILE_HALVES)
    key = KEY_OF_WORD(uint(HalfAt(address).bits));
#else
    if (kSharesWords)
        key = KEY_OF_WORD(UintAt(address & ~uint64_t(3)).word >> (unpackUint2x32(address).x & 2) * 8 & 0xffff);
    else
        key = KeyAt(address).key;
#endif
    return key;
}

// Whether a key of 16 bits is in the high half of its word.
bool isHigh(uint64_t array, uint index) { return ((unpackUint2x32(array).x >> 1) + index) % 2 == 1; }

// Stores a key. One of 16 bits is stored with the other key of its word, if the caller `knowsOther`, which is then not
// stored separately. Otherwise two atomics write half of the word and leave the other half alone. A missing key has 32
// bits.
void storeKey(uint64_t array, uint index, Key key, bool knowsOther, Key other)
{
    const uint64_t address = array + uint64_t(index) * kKeyBytes;
#if defined(TILE_HALVES)
    HalfAt(address).bits = uint16_t(WORD_OF_KEY(key));
#else
    if (kSharesWords) {
        const uint64_t word = address & ~uint64_t(3);
        const bool high = isHigh(array, index);
        const uint bits = WORD_OF_KEY(key) & 0xffff;
        if (!knowsOther) {
            atomicAnd(UintAt(word).word, high ? 0x0000ffff : 0xffff0000, gl_ScopeDevice, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
            atomicOr(UintAt(word).word, high ? bits << 16 : bits, gl_ScopeDevice, gl_StorageSemanticsNone,
                     gl_SemanticsRelaxed);
        } else if (!high) {
            UintAt(word).word = bits | WORD_OF_KEY(other) << 16;
        }
    } else {
        KeyAt(address).key = key;
    }
#endif
}
#endif
