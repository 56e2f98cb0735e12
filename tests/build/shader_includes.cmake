# Each shader file has what it needs: it compiles where a kernel includes it first, and once more does nothing. cmake -D...
# -P shader_includes.cmake, with
#   SHADER_DIR  sources
#   FURTHER_SHADERS  those that lie beside them
#   SOURCE_DIR  of vkscan
#   WORK_DIR    for kernels
#   GLSLANG     tool
cmake_minimum_required(VERSION 3.24)
include(${SOURCE_DIR}/cmake/vkscan_names.cmake)
vkscan_write_names(${SHADER_DIR} ${WORK_DIR}/names/prefixes.glsl)

# The macros of files that only some kernels include; all others need none but an element.
set(macros_of_tables SOURCE_BUFFER SINK_BUFFER)
foreach(file binomial blocks exchange parts)
  set(macros_of_${file} TILE_BLOCKS)
endforeach()
foreach(file heads padded_rows segments segment_items segment_state segment_sums segment_ends)
  set(macros_of_${file} TILE_SEGMENTS)
endforeach()
foreach(file buckets selections)
  set(macros_of_${file} TILE_SELECT)
endforeach()
set(macros_of_fixed_order TILE_FIXED_ORDER)
set(macros_of_fixed_segments TILE_FIXED_ORDER FIXED_SEGMENTS)
set(macros_of_indices TILE_INDICES)
set(macros_of_requests TILE_REQUESTS)
set(macros_of_runs TILE_RUNS)

set(problems "")
set(count 0)
file(MAKE_DIRECTORY ${WORK_DIR})
# A user's kernel.
file(WRITE ${WORK_DIR}/custom_kernel.glsl "#if !defined(SORTS) && !defined(EXPANDS)
#define STATE(FIELD) FIELD(uint, word) FIELD(float, x) FIELD(int, y)\n#endif
#define PARAMETERS(FIELD) FIELD(uint64_t, address)\n#include \"vkscan/kernel.glsl\"
#if defined(SORTS)\nuint load(uint64_t index) { return 0; }\nvoid store(uint64_t place, uint key, uint value) {}
#elif defined(EXPANDS)\nuint load(uint64_t index) { return 0; }\nvoid store(uint64_t index, uint source, uint rank) {}
#else\n#if !defined(SELECTS)\nState identity() { return State(0, 0, 0); }
State combine(State earlier, State later) { return later; }\n#endif
bool isSelected(uint64_t index, State element) { return true; }\nbool isSame(State a, State b) { return a == b; }\n#endif\n")

# include_first(<file> <macro>...)
function(include_first file)
  list(TRANSFORM ARGN PREPEND -D)
  file(WRITE ${WORK_DIR}/first.comp "#version 460\n#extension GL_GOOGLE_include_directive : require
#include \"${file}\"\n#include \"${file}\"\nvoid main() {}\n")
  execute_process(COMMAND ${GLSLANG} --target-env vulkan1.2 ${ARGN} -I${WORK_DIR} -I${SOURCE_DIR}/include -I${SHADER_DIR}
                          -I${SHADER_DIR}/abi -I${FURTHER_SHADERS} -o ${WORK_DIR}/first.spv ${WORK_DIR}/first.comp
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    set(problems "${problems}\n${file}: ${output}" PARENT_SCOPE)
  endif()
  math(EXPR count "${count} + 1")
  set(count ${count} PARENT_SCOPE)
endfunction()

file(GLOB files ${SHADER_DIR}/*/*.glsl ${FURTHER_SHADERS}/*/*.glsl)
list(TRANSFORM files REPLACE ".*/([a-z_]+/[a-z0-9_.]+)$" "\\1")
set(files_of_custom tile/custom.glsl tile/custom_checks.glsl tile/custom_memory.glsl)
list(REMOVE_ITEM files ${files_of_custom} tile/custom_selection.glsl tile/blocks_spine.glsl
     tile/fixed_order_spine.glsl tile/run_values.glsl) # parts of scan_spine and runs
list(REMOVE_ITEM files tables/fixed_order.glsl) # a part of tables/tile.glsl
list(FILTER files EXCLUDE REGEX "^core/(element_.*|operators).glsl$") # parts of core/monoid.glsl
list(REMOVE_ITEM files tile/array.glsl tile/request_array.glsl tile/small_elements.glsl tile/wide_memory.glsl
     tile/word_elements.glsl) # parts of tile/memory.glsl
list(REMOVE_ITEM files tile/key_bits.glsl tile/key_memory.glsl tile/key_pair.glsl tile/key_word.glsl) # parts of tile/radix_keys.glsl
list(REMOVE_ITEM files tile/custom_segments.glsl tile/spine.glsl tile/top_k_array_keys.glsl
     tile/top_k_loaded_keys.glsl) # parts of tile/custom.glsl, scan_spine and tile/top_k_keys.glsl
list(FILTER files EXCLUDE REGEX "^custom/") # parts of vkscan/kernel.glsl and of core/
foreach(file IN LISTS files)
  cmake_path(GET file PARENT_PATH floor)
  cmake_path(GET file STEM name)
  include_first(${file} ELEMENT_B32 ${macros_of_${floor}} ${macros_of_${name}})
endforeach()
# Files that are compiled with a user's kernel.
foreach(file core/single_pass.glsl core/slots.glsl core/spans.glsl core/workgroup.glsl tile/interface.glsl
             ${files_of_custom})
  foreach(macro "" SEGMENTS CHECKS)
    include_first(${file} ELEMENT_CUSTOM ${macro})
  endforeach()
endforeach()
include_first(tile/custom_selection.glsl ELEMENT_CUSTOM SELECTS)
foreach(file core/single_pass tile/radix_keys tile/radix_rank tile/radix_spans tile/radix_tile)
  include_first(${file}.glsl ELEMENT_CUSTOM SORTS LOAD STORE)
endforeach()
foreach(file tile/top_k_few tile/top_k_keys tile/top_k_list tile/top_k_state)
  include_first(${file}.glsl ELEMENT_CUSTOM SORTS LOAD VKSCAN_TOP_K)
endforeach()
foreach(file tile/interface tile/requests tile/sources)
  include_first(${file}.glsl ELEMENT_CUSTOM EXPANDS LOAD STORE)
endforeach()
if(problems OR count EQUAL 0)
  message(FATAL_ERROR "${count} files are included first:${problems}")
endif()
message(STATUS "${count} files have what they need")
