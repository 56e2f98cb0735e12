# Mistakes in a user's kernel are told by one line of vkscan's, the first of the compiler's, which says what to write: cmake
# -D... -P kernel_errors.cmake, with
#   SHADER_DIR  sources
#   SOURCE_DIR  of vkscan
#   WORK_DIR    for kernels
#   GLSLANG     tool
cmake_minimum_required(VERSION 3.24)
include(${SOURCE_DIR}/cmake/vkscan_names.cmake)
vkscan_write_names(${SHADER_DIR} ${WORK_DIR}/names/prefixes.glsl)

set(include "#include \"vkscan/kernel.glsl\"\n")
set(state "#define STATE(FIELD) FIELD(uint, a) FIELD(uint, b)\n")
set(identity "State identity() { return State(0, 0); }\n")
set(combine "State combine(State earlier, State later) { return later; }\n")
set(load "State load(uint64_t index) { return State(0, 0); }\n")
set(store "void store(uint64_t index, State before, State through) {}\n")
set(monoid "${state}${include}${identity}${combine}")
set(key "uint load(uint64_t index) { return 0; }\n")
set(count 0)

# compile(<output> <entry point> <file's text>)
function(compile result entry_point text)
  file(WRITE ${WORK_DIR}/custom_kernel.glsl "${text}")
  execute_process(COMMAND ${GLSLANG} --quiet --target-env vulkan1.2 -g0 -DELEMENT_CUSTOM -I${WORK_DIR} -I${SOURCE_DIR}/include
                          -I${SHADER_DIR} -o ${WORK_DIR}/module.spv ${SHADER_DIR}/kernels/${entry_point}.comp
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# accept(<entry point> <text>)
function(accept entry_point text)
  compile(output ${entry_point} "${text}")
  if(NOT output STREQUAL "")
    message(FATAL_ERROR "is refused by ${entry_point}:\n${text}\n${output}")
  endif()
endfunction()

# refuse(<entry point> <what the first line holds> <text>)
function(refuse entry_point sentence text)
  compile(output ${entry_point} "${text}")
  string(REGEX MATCH "ERROR[^\n]*" first "${output}")
  string(REPLACE " " "" first "${first}") # the compiler puts some between all words and signs
  string(REPLACE " " "" wanted "${sentence}")
  string(FIND "${first}" "${wanted}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${entry_point} does not tell first of '${sentence}', but:\n${output}\nof:\n${text}")
  endif()
  math(EXPR count "${count} + 1")
  set(count ${count} PARENT_SCOPE)
endfunction()

# fields(<result> <type> <number>)
function(fields result type number)
  set(list "")
  foreach(i RANGE 1 ${number})
    string(APPEND list " FIELD(${type}, ${type}_${i})")
  endforeach()
  set(${result} "${list}" PARENT_SCOPE)
endfunction()

# Something is missing.
set(missing_include "vkscan_kernel_glsl_must_be_included_above_this_line")
accept(scan_spans "${monoid}")
refuse(scan_spans "${missing_include}" "${state}${identity}${combine}")
refuse(scan_spans "${missing_include}" "uint twice() { return parameters.word * 2; }\n${state}")
refuse(radix_sort_single "custom_kernel.glsl must include vkscan/kernel.glsl" "#define SORTS\n#define LOAD\n${key}")
refuse(scan_spans "custom_kernel.glsl must include vkscan/kernel.glsl" "")
refuse(scan_spans "write, for instance, #define STATE(FIELD)" "${include}${identity}${combine}")
refuse(scan_spans "vkscan_needs_State_combine_State_earlier_State_later" "${state}${include}${identity}")
refuse(scan_spans "vkscan_needs_State_identity" "${state}${include}${combine}")
accept(scan_spans "#define LOAD\n${monoid}${load}")
refuse(scan_spans "vkscan_needs_State_load_uint64_t_index" "#define LOAD\n${monoid}")
refuse(reduce_spans "vkscan_needs_State_load_uint64_t_index" "#define LOAD\n${monoid}State load() { return identity(); }")
accept(scan_spine "#define STORE\n${monoid}${store}")
refuse(scan_spine "vkscan_needs_void_store_uint64_t_index_State_before_State_through" "#define STORE\n${monoid}")
refuse(scan_spans "vkscan_needs_bool_isHead_uint64_t_index" "#define SEGMENTS\n#define IS_HEAD\n${monoid}")
refuse(scan_spans "vkscan_needs_bool_isSame_State_State" "#define CHECKS\n${monoid}")
refuse(scan_spans "vkscan_needs_bool_isSelected_uint64_t_index_State" "#define SELECTS\n${state}${include}")
refuse(scan_spans "vkscan_needs_void_store_uint64_t_index_uint64_t_place_State"
       "#define SELECTS\n#define STORE\n${state}${include}bool isSelected(uint64_t index, State element) { return true; }\n")
accept(radix_sort_single "#define SORTS\n#define LOAD\n${include}${key}")
refuse(radix_sort_single "vkscan_needs_uint_load_uint64_t_index" "#define SORTS\n#define LOAD\n${include}")
refuse(radix_sort_single "vkscan_needs_uint64_t_load_uint64_t_index" "#define SORTS\n#define KEYS_64\n#define LOAD\n${include}")
refuse(radix_sort_single "vkscan_needs_void_store_uint64_t_place_key_uint_value" "#define SORTS\n#define STORE\n${include}")
refuse(radix_sort_single "SORTS needs LOAD, STORE or both" "#define SORTS\n${include}")
accept(top_k_merge "#define SORTS\n#define LOAD\n${include}${key}")
refuse(top_k_sample "vkscan_needs_uint_load_uint64_t_index" "#define SORTS\n#define LOAD\n${include}")
foreach(entry_point top_k_sample top_k_collect top_k_merge top_k_rows top_k_count top_k_filter)
  refuse(${entry_point} "top-k selections take kernels with SORTS and LOAD, and without STORE"
         "#define SORTS\n#define LOAD\n#define STORE\n${include}${key}void store(uint64_t place, uint key, uint value) {}\n")
endforeach()
refuse(top_k_count "top-k selections take kernels with SORTS and LOAD" "#define EXPANDS\n#define LOAD\n${include}${key}")

accept(expand "#define EXPANDS\n#define LOAD\n${include}${key}")
accept(scan_spine "#define EXPANDS\n#define LOAD\n${include}${key}")
refuse(scan_spine "vkscan_needs_uint_load_uint64_t_index" "#define EXPANDS\n#define LOAD\n${include}")
refuse(expand "vkscan_needs_uint_load_uint64_t_index" "#define EXPANDS\n#define LOAD\n${include}")
refuse(expand "vkscan_needs_void_store_uint64_t_index_uint_source_uint_rank" "#define EXPANDS\n#define STORE\n${include}")
refuse(expand "EXPANDS needs LOAD, STORE or both" "#define EXPANDS\n${include}")

# Forms that do not go together.
refuse(radix_sort_single "SORTS goes without" "#define SORTS\n#define EXPANDS\n#define LOAD\n${include}${key}")
refuse(expand "EXPANDS goes without STATE" "#define EXPANDS\n#define LOAD\n${state}${include}${key}")
refuse(expand "KEYS_64 is for SORTS" "#define EXPANDS\n#define KEYS_64\n#define LOAD\n${include}${key}")
refuse(radix_sort_single "SORTS goes without STATE" "#define SORTS\n#define LOAD\n${state}${include}${key}")
refuse(radix_sort_single "SORTS goes without STATE, OPERATOR" "#define SORTS\n#define LOAD\n#define CHECKS\n${include}${key}")
refuse(scan_spans "KEYS_64 is for SORTS" "#define KEYS_64\n${monoid}")
refuse(scan_spans "SELECTS combines nothing" "#define SELECTS\n#define SEGMENTS\n${monoid}")
refuse(scan_spans "IS_HEAD is for SEGMENTS" "#define IS_HEAD\n${monoid}")

# Limits, from below and from above.
foreach(type uint int float)
  fields(sixteen ${type} 16)
  accept(scan_spans "#define STATE(FIELD)${sixteen}\n#define OPERATOR kOpMax\n${include}")
endforeach()
fields(seventeen uint 17)
refuse(scan_spans "STATE has more than 16 fields" "#define STATE(FIELD)${seventeen}\n#define OPERATOR kOpMax\n${include}")
refuse(scan_spans "STATE has no fields" "#define STATE(FIELD)\n${include}")
refuse(scan_spans "STATE has a field that is neither uint, int nor float" "#define STATE(FIELD) FIELD(vec2, a)\n${include}")
refuse(scan_spans "STATE has a field that is neither" "#define STATE(FIELD) FIELD(uint64_t, a) FIELD(uint, b)\n${include}")

fields(twelve float 12)
fields(eight int 8)
fields(six uint64_t 6)
fields(four uint64_t 4)
set(sort "#define SORTS\n#define LOAD\n${include}${key}")
set(expansion "#define EXPANDS\n#define LOAD\n${include}${key}")
foreach(parameters "${twelve}" "${six}" "${four} FIELD(uint, a) FIELD(uint64_t, b)" "${four} FIELD(uint, a)"
                   " FIELD(uint, a)${four} FIELD(int, b) FIELD(float, c)")
  accept(scan_spans "#define PARAMETERS(FIELD)${parameters}\n${monoid}")
endforeach()
foreach(parameters "${twelve} FIELD(uint, a)" "${six} FIELD(float, a)" " FIELD(uint, a)${six}"
                   " FIELD(uint, a)${four} FIELD(int, b) FIELD(float, c) FIELD(float, d)"
                   " FIELD(uint, a)${four} FIELD(uint, b) FIELD(uint64_t, c)")
  refuse(scan_spans "PARAMETERS has more than 48 bytes" "#define PARAMETERS(FIELD)${parameters}\n${monoid}")
  refuse(scan_spans "PARAMETERS has more than 48 bytes"
         "#define SELECTS\n#define PARAMETERS(FIELD)${parameters}\n${state}${include}")
endforeach()
foreach(parameters "${eight}" "${four}" " FIELD(uint, a) FIELD(uint64_t, b) FIELD(uint64_t, c) FIELD(uint64_t, d)")
  accept(radix_sort_single "#define PARAMETERS(FIELD)${parameters}\n${sort}")
  accept(expand "#define PARAMETERS(FIELD)${parameters}\n${expansion}")
endforeach()
foreach(parameters "${eight} FIELD(uint, a)" "${four} FIELD(uint, a)" " FIELD(uint, a)${four}")
  refuse(radix_sort_single "PARAMETERS has more than 32 bytes, which are the most with SORTS"
         "#define PARAMETERS(FIELD)${parameters}\n${sort}")
  refuse(expand "PARAMETERS has more than 32 bytes, which are the most with SORTS and EXPANDS"
         "#define PARAMETERS(FIELD)${parameters}\n${expansion}")
endforeach()
refuse(scan_spans "PARAMETERS has no fields" "#define PARAMETERS(FIELD)\n${monoid}")
refuse(scan_spans "PARAMETERS has a field that is neither" "#define PARAMETERS(FIELD) FIELD(double, a)\n${monoid}")

# A macro may stand for a type, and for an operator.
accept(scan_spans "#define REAL float\n#define WORST kOpMax\n#define STATE(FIELD) FIELD(REAL, a)
#define PARAMETERS(FIELD) FIELD(REAL, b)\n#define OPERATOR WORST\n${include}")
accept(scan_spans "${state}#define OPERATOR kOpXor\n${include}")
refuse(scan_spans "which no float has" "#define STATE(FIELD) FIELD(uint, a) FIELD(float, b)
#define OPERATOR kOpAnd\n${include}")
refuse(scan_spans "OPERATOR is kOpAdd, kOpMultiply" "${state}#define OPERATOR kOpMedian\n${include}")
message(STATUS "${count} mistakes are told of")
