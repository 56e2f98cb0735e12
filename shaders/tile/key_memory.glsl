// Keys that fill their words in memory. tile/small_key_memory.glsl defines the same names.
#ifndef VKSCAN_TILE_KEY_MEMORY
#define VKSCAN_TILE_KEY_MEMORY
const uint kKeyBytes = 4 * KEY_WORDS;

Key loadKey(uint64_t address) { return KeyAt(address).key; }

void storeKey(uint64_t array, uint index, Key key) { KeyAt(array + uint64_t(index) * kKeyBytes).key = key; }

#define STORE_KEY(array, index, key, knowsOther, other) storeKey(array, index, key)
#endif
