// Elements of tables in buffers.
#ifndef VKSCAN_TABLES_STORED
#define VKSCAN_TABLES_STORED
#include "tables/source.glsl"

#if defined(ELEMENT_F32X2)
const uint kStoredWords = 1; // rounded to a float
uint storedWord(Element value, uint i) { return floatBitsToUint(rounded(value)); }
#elif defined(ELEMENT_F64)
layout(constant_id = kIdWideEntries) const bool kWideEntries = true;
const uint kStoredWords = kWideEntries ? 2 : 1;
uint storedWord(Element value, uint i) { return kWideEntries ? toWords(value)[i] : floatBitsToUint(rounded(value)); }
#else
const uint kStoredWords = 1;
uint storedWord(Element value, uint i) { return toWords(value); }
#endif
#endif
