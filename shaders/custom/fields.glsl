// The fields of a user's state: their words, and how a built-in OPERATOR combines them. Included by vkscan/kernel.glsl.
// Names have their prefix here, since fields may have any name.
#ifndef VKSCAN_CUSTOM_FIELDS
#define VKSCAN_CUSTOM_FIELDS
#include "custom/stamp.glsl"

uint vkscan_toWord(uint value) { return value; }
uint vkscan_toWord(int value) { return uint(value); }
uint vkscan_toWord(float value) { return floatBitsToUint(value); }
void vkscan_fromWord(uint word, out uint value) { value = word; }
void vkscan_fromWord(uint word, out int value) { value = int(word); }
void vkscan_fromWord(uint word, out float value) { value = uintBitsToFloat(word); }

#define VKSCAN_TO_WORD(type, name) words[at++] = vkscan_toWord(state.name);
#define VKSCAN_FROM_WORD(type, name) vkscan_fromWord(words[at++], state.name);

uint[VKSCAN_STATE_WORDS] vkscan_wordsOfState(State state)
{
    uint words[VKSCAN_STATE_WORDS];
    uint at = 0;
    STATE(VKSCAN_TO_WORD)
    if (vkscan_kStamp == 0) // never
        words[0] = 0;
    return words;
}

State vkscan_stateOfWords(uint words[VKSCAN_STATE_WORDS])
{
    State state;
    uint at = 0;
    STATE(VKSCAN_FROM_WORD)
    return state;
}

#if defined(OPERATOR)
uint vkscan_neutral(uint any)
{
    switch (OPERATOR) {
    case kOpMultiply: return 1;
    case kOpMin:
    case kOpAnd: return 0xffffffffu;
    default: return 0;
    }
}

int vkscan_neutral(int any)
{
    switch (OPERATOR) {
    case kOpMultiply: return 1;
    case kOpMin: return 0x7fffffff;
    case kOpMax: return int(0x80000000u);
    case kOpAnd: return -1;
    default: return 0;
    }
}

float vkscan_neutral(float any)
{
    switch (OPERATOR) {
    case kOpMultiply: return 1;
    case kOpMin: return uintBitsToFloat(0x7f800000u);
    case kOpMax: return uintBitsToFloat(0xff800000u);
    default: return 0;
    }
}

uint vkscan_combineFields(uint earlier, uint later)
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

int vkscan_combineFields(int earlier, int later)
{
    switch (OPERATOR) {
    case kOpMin: return min(earlier, later);
    case kOpMax: return max(earlier, later);
    default: return int(vkscan_combineFields(uint(earlier), uint(later)));
    }
}

float vkscan_combineFields(float earlier, float later)
{
    switch (OPERATOR) {
    case kOpMultiply: return earlier * later;
    case kOpMin: return later < earlier ? later : earlier;
    case kOpMax: return earlier < later ? later : earlier;
    default: return earlier + later;
    }
}

uint vkscan_asOperand(uint field) { return field; }
int vkscan_asOperand(int field) { return field; }
float vkscan_asOperand(float field)
{
    const bool compares = OPERATOR == kOpMin || OPERATOR == kOpMax;
    return compares && field != field ? vkscan_neutral(field) : field;
}

#define VKSCAN_OPERAND_FIELD(type, name) state.name = vkscan_asOperand(state.name);
#define VKSCAN_NEUTRAL_FIELD(type, name) state.name = vkscan_neutral(type(0));
#define VKSCAN_COMBINE_FIELD(type, name) state.name = vkscan_combineFields(earlier.name, later.name);

State identity()
{
    State state;
    STATE(VKSCAN_NEUTRAL_FIELD)
    return state;
}

State combine(State earlier, State later)
{
    State state;
    STATE(VKSCAN_COMBINE_FIELD)
    return state;
}

// The operand of an element: see core/operators.glsl.
State vkscan_asOperand(State state)
{
    STATE(VKSCAN_OPERAND_FIELD)
    return state;
}
#else
State vkscan_asOperand(State state) { return state; }
#endif
#endif
