# A user's kernel may use any name: it compiles in all forms where it declares every word of vkscan's shaders, but those of
# the language and of vkscan/kernel.glsl. cmake -D... -P kernel_names.cmake, with
#   SHADER_DIR  sources
#   SOURCE_DIR  of vkscan
#   WORK_DIR    for kernels
#   GLSLANG     tool
cmake_minimum_required(VERSION 3.24)
include(${SOURCE_DIR}/cmake/vkscan_names.cmake)
vkscan_write_names(${SHADER_DIR} ${WORK_DIR}/names/prefixes.glsl)

set(words_of_glsl bool bvec2 bvec4 break buffer case const continue default defined do double else false float for if in inline inout int
    int64_t ivec2 ivec3 layout main namespace nonprivate out precise return sampler2D shared sizeof struct switch true uint uint64_t uniform uvec2 uvec3
    uvec4 vec2 vec4 void while)
set(functions_of_glsl all any atomicAdd atomicAnd atomicLoad atomicMax atomicMin atomicOr atomicStore barrier bitCount bitfieldExtract
    bitfieldReverse clamp controlBarrier equal findLSB findMSB floatBitsToUint imageLoad imageStore lessThan lessThanEqual max min mix not packDouble2x32
    packUint2x32 round roundEven sign sqrt step texelFetch uintBitsToFloat unpackDouble2x32 unpackHalf2x16 unpackUint2x32 subgroupAll subgroupBallot subgroupBallotBitCount
    subgroupBallotExclusiveBitCount subgroupBallotFindLSB subgroupBallotFindMSB subgroupBarrier subgroupBroadcastFirst subgroupShuffle
    subgroupShuffleDown subgroupShuffleUp subgroupShuffleXor subgroupMemoryBarrierShared)
set(words_of_kernels State identity combine load store isHead isSelected isSame parameters STATE PARAMETERS LOAD STORE OPERATOR
    SEGMENTS IS_HEAD SELECTS SORTS KEYS_64 EXPANDS CHECKS ELEMENT_CUSTOM kOpAdd kOpMultiply kOpMin kOpMax kOpAnd kOpOr kOpXor)

file(GLOB sources ${SHADER_DIR}/abi/*.h ${SHADER_DIR}/core/*.glsl ${SHADER_DIR}/custom/*.glsl ${SHADER_DIR}/kernels/*.comp ${SHADER_DIR}/tile/*.glsl)
set(names)
foreach(source IN LISTS sources)
  file(READ ${source} text)
  string(REGEX REPLACE "//[^\n]*|#(error|include|extension|version|pragma)[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "[A-Za-z_][A-Za-z0-9_]*" words "${text}")
  list(APPEND names ${words})
endforeach()
list(REMOVE_DUPLICATES names)
list(FILTER names EXCLUDE REGEX "^(gl_|GL_|VKSCAN_|vkscan_|__|ul$|lf$|u$)")
list(REMOVE_ITEM names ${words_of_glsl} ${functions_of_glsl} ${words_of_kernels})
list(LENGTH names count)
if(count LESS 1000)
  message(FATAL_ERROR "only ${count} names are found in ${SHADER_DIR}")
endif()
list(JOIN names " = 1,\n    " declarations)
set(declarations "const uint ${declarations} = 1;")

# A field and a parameter have names of vkscan's, too.
file(WRITE ${WORK_DIR}/custom_kernel.glsl "#if !defined(SORTS) && !defined(EXPANDS)
#if defined(SMALL)\n#define STATE(FIELD) FIELD(uint, word) FIELD(float, Digit)
#else\n#define STATE(FIELD) FIELD(uint, word) FIELD(float, Digit) FIELD(int, tile)\n#endif\n#endif
#define PARAMETERS(FIELD) FIELD(uint64_t, kWords) FIELD(uint, push)
#include \"vkscan/kernel.glsl\"\n${declarations}
#if defined(SORTS)
#if defined(KEYS_64)\nuint64_t load(uint64_t index) { return parameters.kWords + index; }
void store(uint64_t place, uint64_t key, uint value) {}
#else\nuint load(uint64_t index) { return parameters.push; }
void store(uint64_t place, uint key, uint value) {}\n#endif
#elif defined(EXPANDS)\nuint load(uint64_t index) { return parameters.push; }
void store(uint64_t index, uint source, uint rank) {}
#else
#if defined(SELECTS)\nbool isSelected(uint64_t index, State element) { return element.Digit > 1.0; }
#elif !defined(OPERATOR)\nState identity() { State state; state.word = 0; state.Digit = 0.0; return state; }
State combine(const State earlier, State later) { later.Digit += earlier.Digit; return later; }\n#endif
#if defined(LOAD)\nState load(uint64_t index) { return State(uint(index), 0.0, 1); }\n#endif
#if defined(STORE) && defined(SELECTS)\nvoid store(uint64_t index, uint64_t place, State element) {}
#elif defined(STORE)\nvoid store(uint64_t index, State before, State through) {}\n#endif
#if defined(IS_HEAD)\nbool isHead(uint64_t index) { return index == 3; }\n#endif
#if defined(CHECKS)\nbool isSame(State a, State b) { return a == b; }\n#endif
#endif\n")

set(scans scan_spans reduce_spans scan_spine)
set(segments reduce_segments reduce_segment_spans reduce_segment_ends)
set(sorts radix_sort_single radix_sort_count radix_sort_pass radix_sort_scatter radix_sort_segments)
set(top_k top_k_sample top_k_collect top_k_merge top_k_rows top_k_count top_k_filter)
set(modules 0)

# compile(<entry point>... MACROS <macro>...)
function(compile)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "MACROS")
  list(TRANSFORM arg_MACROS PREPEND -D)
  foreach(entry_point IN LISTS arg_UNPARSED_ARGUMENTS)
    execute_process(COMMAND ${GLSLANG} --quiet --target-env vulkan1.2 -g0 -DELEMENT_CUSTOM ${arg_MACROS} -I${WORK_DIR}
                            -I${SOURCE_DIR}/include -I${SHADER_DIR} -o ${WORK_DIR}/module.spv
                            ${SHADER_DIR}/kernels/${entry_point}.comp
                    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
    if(failed)
      message(FATAL_ERROR "${entry_point} with ${arg_MACROS}: a name that cmake/vkscan_names.cmake misses:\n${output}")
    endif()
    math(EXPR modules "${modules} + 1")
  endforeach()
  set(modules ${modules} PARENT_SCOPE)
endfunction()

compile(${scans} reduce_slots)
compile(${scans} reduce_slots MACROS SMALL)
compile(${scans} MACROS LOAD STORE CHECKS)
compile(scan_spine MACROS OPERATOR=kOpAdd)
compile(${scans} ${segments} MACROS SEGMENTS)
compile(${scans} ${segments} MACROS SEGMENTS SMALL)
compile(${segments} MACROS SEGMENTS LOAD STORE CHECKS)
compile(scan_spans MACROS SEGMENTS IS_HEAD)
compile(${scans} MACROS SELECTS)
compile(${scans} MACROS SELECTS LOAD STORE)
compile(${sorts} MACROS SORTS LOAD STORE)
compile(${sorts} MACROS SORTS LOAD KEYS_64)
compile(radix_sort_scatter radix_sort_segments MACROS SORTS STORE)
compile(${top_k} MACROS SORTS LOAD)
compile(${top_k} MACROS SORTS LOAD KEYS_64)
compile(${scans} expand MACROS EXPANDS LOAD STORE)
compile(expand MACROS EXPANDS LOAD)
compile(expand MACROS EXPANDS STORE)
message(STATUS "${modules} modules with a kernel that declares ${count} names")
