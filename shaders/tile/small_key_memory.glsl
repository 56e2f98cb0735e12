// Keys of 16 bits in memory. Two share a word, which is accessed as a whole, so that no device feature is needed.
#ifndef VKSCAN_TILE_SMALL_KEY_MEMORY
#define VKSCAN_TILE_SMALL_KEY_MEMORY
const uint kKeyBytes = 2;

Key loadKey(uint64_t address)
{
    const uint low = unpackUint2x32(address).x;
    return UintAt(address & ~uint64_t(3)).word >> (low & 2) * 8 & 0xffff;
}

// Whether a key is in the high half of its word.
bool isHigh(uint64_t array, uint index) { return ((unpackUint2x32(array).x >> 1) + index) % 2 == 1; }

// Stores a key and, if `knowsOther`, the other key of its word, which is then not stored separately. Otherwise two
// atomics write half of the word and leave the other half alone.
// key, which has 32 bits.
void storeKey(uint64_t array, uint index, Key key, bool knowsOther, Key other)
{
    const uint64_t address = array + uint64_t(index) * kKeyBytes & ~uint64_t(3);
    const bool high = isHigh(array, index);
    if (knowsOther) {
        if (!high)
            UintAt(address).word = key | other << 16;
    } else {
        atomicAnd(UintAt(address).word, high ? 0x0000ffff : 0xffff0000, gl_ScopeDevice, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed);
        atomicOr(UintAt(address).word, high ? key << 16 : key & 0xffff, gl_ScopeDevice, gl_StorageSemanticsNone,
                 gl_SemanticsRelaxed);
    }
}

#define STORE_KEY(array, index, key, knowsOther, other) storeKey(array, index, key, knowsOther, other)
#endif
