// The rules of vkscan/kernel.glsl that the preprocessor can check, and the number of words of STATE and PARAMETERS.
// Each violation is reported by one line, since compilers stop there.
#ifndef VKSCAN_CUSTOM_RULES
#define VKSCAN_CUSTOM_RULES

// Forms of kernels.
#if defined(SORTS)
#if defined(STATE) || defined(OPERATOR) || defined(CHECKS) || defined(SEGMENTS) || defined(SELECTS) || defined(EXPANDS)
#error vkscan: SORTS goes without STATE, OPERATOR, CHECKS, SEGMENTS, SELECTS and EXPANDS
#endif
#if !defined(LOAD) && !defined(STORE)
#error vkscan: SORTS needs LOAD, STORE or both: define them before the include of vkscan/kernel.glsl
#endif
#elif defined(EXPANDS)
#if defined(STATE) || defined(OPERATOR) || defined(CHECKS) || defined(SEGMENTS) || defined(SELECTS)
#error vkscan: EXPANDS goes without STATE, OPERATOR, CHECKS, SEGMENTS and SELECTS
#endif
#if !defined(LOAD) && !defined(STORE)
#error vkscan: EXPANDS needs LOAD, STORE or both: define them before the include of vkscan/kernel.glsl
#endif
#elif !defined(STATE)
#error vkscan: STATE is missing: before the include, write, for instance, #define STATE(FIELD) FIELD(uint, count) FIELD(float, sum)
#endif
#if defined(KEYS_64) && !defined(SORTS)
#error vkscan: KEYS_64 is for SORTS
#endif
#if defined(SELECTS) && (defined(OPERATOR) || defined(CHECKS) || defined(SEGMENTS))
#error vkscan: SELECTS combines nothing: it goes without OPERATOR, CHECKS and SEGMENTS
#endif
#if defined(IS_HEAD) && !defined(SEGMENTS)
#error vkscan: IS_HEAD is for SEGMENTS
#endif

// The layout of a C struct, for each type of field: the words that it adds to its offset, and the number of lowest bits
// that are then cleared. glslang 12 misreads conditions whose macros begin with pasted tokens, so all begin with an
// operator.
#define VKSCAN_STATE_TYPE_uint 1
#define VKSCAN_STATE_TYPE_int 1
#define VKSCAN_STATE_TYPE_float 1
#define VKSCAN_ADDS_uint 1
#define VKSCAN_ADDS_int 1
#define VKSCAN_ADDS_float 1
#define VKSCAN_ADDS_uint64_t 3
#define VKSCAN_ROUNDS_uint 0
#define VKSCAN_ROUNDS_int 0
#define VKSCAN_ROUNDS_float 0
#define VKSCAN_ROUNDS_uint64_t 1

// Two steps for each macro, so that macros that stand for types are expanded.
#define VKSCAN_OTHER_THAN_STATE(type) || VKSCAN_STATE_TYPE_##type != 1
#define VKSCAN_OTHER_THAN_PARAMETER(type) || VKSCAN_ADDS_##type == 0
#define VKSCAN_ADD(type) + VKSCAN_ADDS_##type >> VKSCAN_ROUNDS_##type << VKSCAN_ROUNDS_##type )
#define VKSCAN_NO_STATE_TYPE(type, name) VKSCAN_OTHER_THAN_STATE(type)
#define VKSCAN_NO_PARAMETER_TYPE(type, name) VKSCAN_OTHER_THAN_PARAMETER(type)
#define VKSCAN_COUNT_FIELD(type, name) +1
#define VKSCAN_OPEN_FIELD(type, name) (
#define VKSCAN_CLOSE_FIELD(type, name) VKSCAN_ADD(type)

#if defined(SORTS) || defined(EXPANDS)
#define VKSCAN_MOST_PARAMETER_WORDS 8
#if defined(KEYS_64)
#define VKSCAN_STATE_WORDS 2 // words of a key
#else
#define VKSCAN_STATE_WORDS 1
#endif
#else
#define VKSCAN_MOST_PARAMETER_WORDS 12
#if 0 STATE(VKSCAN_NO_STATE_TYPE)
#error vkscan: STATE has a field that is neither uint, int nor float
#endif
#define VKSCAN_STATE_WORDS (0 STATE(VKSCAN_COUNT_FIELD))
#if VKSCAN_STATE_WORDS == 0
#error vkscan: STATE has no fields: it has 1 to 16
#elif VKSCAN_STATE_WORDS > 16
#error vkscan: STATE has more than 16 fields
#endif
#endif

#if !defined(PARAMETERS)
#define VKSCAN_PARAMETER_WORDS 0
#else
#if 0 PARAMETERS(VKSCAN_NO_PARAMETER_TYPE)
#error vkscan: PARAMETERS has a field that is neither uint, int, float nor uint64_t
#endif
#define VKSCAN_PARAMETER_WORDS (PARAMETERS(VKSCAN_OPEN_FIELD) 0 PARAMETERS(VKSCAN_CLOSE_FIELD))
#if VKSCAN_PARAMETER_WORDS == 0
#error vkscan: PARAMETERS has no fields: leave it out
#elif VKSCAN_PARAMETER_WORDS > VKSCAN_MOST_PARAMETER_WORDS && (defined(SORTS) || defined(EXPANDS))
#error vkscan: PARAMETERS has more than 32 bytes, which are the most with SORTS and EXPANDS: keep more in memory, and pass its address
#elif VKSCAN_PARAMETER_WORDS > VKSCAN_MOST_PARAMETER_WORDS
#error vkscan: PARAMETERS has more than 48 bytes: keep more in memory, and pass its address
#endif
#endif

#if defined(OPERATOR)
#define VKSCAN_OPERATOR_kOpAdd 1
#define VKSCAN_OPERATOR_kOpMultiply 1
#define VKSCAN_OPERATOR_kOpMin 1
#define VKSCAN_OPERATOR_kOpMax 1
#define VKSCAN_OPERATOR_kOpAnd 2 // operators on bits
#define VKSCAN_OPERATOR_kOpOr 2
#define VKSCAN_OPERATOR_kOpXor 2
#define VKSCAN_KIND_OF(operator) + VKSCAN_OPERATOR_##operator
#define VKSCAN_KIND(operator) 0 VKSCAN_KIND_OF(operator)
#define VKSCAN_FLOAT_float 1
#define VKSCAN_EQUALS_FLOAT(type) || VKSCAN_FLOAT_##type == 1
#define VKSCAN_IS_FLOAT(type, name) VKSCAN_EQUALS_FLOAT(type)
#if VKSCAN_KIND(OPERATOR) == 0
#error vkscan: OPERATOR is kOpAdd, kOpMultiply, kOpMin, kOpMax, kOpAnd, kOpOr or kOpXor
#elif VKSCAN_KIND(OPERATOR) == 2 && (0 STATE(VKSCAN_IS_FLOAT))
#error vkscan: OPERATOR is kOpAnd, kOpOr or kOpXor, which no float has: STATE has a float
#endif
#endif

#if defined(SORTS) || defined(EXPANDS) || \
    !(defined(SELECTS) || defined(LOAD) || defined(STORE) || defined(CHECKS) || VKSCAN_STATE_WORDS > 2)
#define VKSCAN_IN_VECTORS // elements are loaded and stored in vectors, like built-in elements
#endif
#endif
