// The fields of a user's states: as words, and combined by built-in operators. For vkscan/kernel.glsl, which declares them.
#ifndef VKSCAN_CORE_FIELDS
#define VKSCAN_CORE_FIELDS
#include "core/stamp.glsl"

#define StateWords uint[VKSCAN_STATE_WORDS]

uint toWord(uint value) { return value; }
uint toWord(int value) { return uint(value); }
uint toWord(float value) { return floatBitsToUint(value); }
void fromWord(uint word, out uint value) { value = word; }
void fromWord(uint word, out int value) { value = int(word); }
void fromWord(uint word, out float value) { value = uintBitsToFloat(word); }

#define TO_WORD(type, name) words[at++] = toWord(state.name);
#define FROM_WORD(type, name) fromWord(words[at++], state.name);

StateWords wordsOfState(State state)
{
    StateWords words;
    uint at = 0;
    STATE(TO_WORD)
    if (kStamp == 0) // never
        words[0] = 0;
    return words;
}

State stateOfWords(StateWords words)
{
    State state;
    uint at = 0;
    STATE(FROM_WORD)
    return state;
}

#if defined(OPERATOR)
uint neutral(uint any)
{
    switch (OPERATOR) {
    case kOpMultiply: return 1;
    case kOpMin:
    case kOpAnd: return 0xffffffffu;
    default: return 0;
    }
}

int neutral(int any)
{
    switch (OPERATOR) {
    case kOpMultiply: return 1;
    case kOpMin: return 0x7fffffff;
    case kOpMax: return int(0x80000000u);
    case kOpAnd: return -1;
    default: return 0;
    }
}

float neutral(float any)
{
    switch (OPERATOR) {
    case kOpMultiply: return 1;
    case kOpMin: return uintBitsToFloat(0x7f800000u);
    case kOpMax: return uintBitsToFloat(0xff800000u);
    default: return 0;
    }
}

uint combineFields(uint earlier, uint later)
{
    switch (OPERATOR) {
    case kOpMultiply: return earlier * later;
    case kOpMin: return min(earlier, later);
    case kOpMax: return max(earlier, later);
    case kOpAnd: return earlier & later;
    case kOpOr: return earlier | later;
    case kOpXor: return earlier ^ later;
    default: return earlier + later;
    }
}

int combineFields(int earlier, int later)
{
    switch (OPERATOR) {
    case kOpMin: return min(earlier, later);
    case kOpMax: return max(earlier, later);
    default: return int(combineFields(uint(earlier), uint(later)));
    }
}

float combineFields(float earlier, float later)
{
    switch (OPERATOR) {
    case kOpMultiply: return earlier * later;
    case kOpMin: return later < earlier ? later : earlier;
    case kOpMax: return earlier < later ? later : earlier;
    default: return earlier + later;
    }
}

#define NEUTRAL_FIELD(type, name) state.name = neutral(type(0));
#define COMBINE_FIELD(type, name) state.name = combineFields(earlier.name, later.name);

State identity()
{
    State state;
    STATE(NEUTRAL_FIELD)
    return state;
}

State combine(State earlier, State later)
{
    State state;
    STATE(COMBINE_FIELD)
    return state;
}
#endif
#endif
