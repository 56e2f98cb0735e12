# The commands that docs/kernels.md prints make the modules that vkscan_add_custom_kernels makes: cmake -D... -P
# kernels_page_commands.cmake, with
#   SOURCE_DIR  of vkscan
#   PAGE_DIR    what vkscan_add_kernels_page wrote
#   WORK_DIR    emptied first
#   GLSLC, SPIRV_OPT, SPIRV_VAL  tools
cmake_minimum_required(VERSION 3.24)
include(${SOURCE_DIR}/cmake/vkscan_spirv.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
file(COPY ${PAGE_DIR}/affine.glsl DESTINATION ${WORK_DIR})
file(CREATE_LINK ${PAGE_DIR}/release ${WORK_DIR}/vkscan SYMBOLIC)
execute_process(COMMAND ${CMAKE_COMMAND} -E env "PATH=${PAGE_DIR}/tools:$ENV{PATH}" sh -eu ${PAGE_DIR}/compile.sh
                OUTPUT_VARIABLE output ERROR_VARIABLE output WORKING_DIRECTORY ${WORK_DIR} COMMAND_ERROR_IS_FATAL ANY)
if(output)
  message(FATAL_ERROR "the page's commands print:\n${output}")
endif()

file(GLOB modules RELATIVE ${WORK_DIR}/affine ${WORK_DIR}/affine/*.spv)
set(expected reduce_slots.spv reduce_spans.spv scan_spans.spv scan_spine.spv) # the function's
if(NOT modules STREQUAL expected)
  message(FATAL_ERROR "the page's commands make '${modules}' instead of '${expected}'")
endif()
set(kernels ${modules})
list(TRANSFORM kernels REPLACE "(.+)\\.spv" "\\1|${SOURCE_DIR}/shaders/kernels/\\1.comp")
vkscan_compile_spirv(problem ${WORK_DIR} INLINED
                     FLAGS -DELEMENT_CUSTOM -I${WORK_DIR}/affine -I${SOURCE_DIR}/include -I${SOURCE_DIR}/shaders
                     MODULES ${kernels})
if(problem)
  message(FATAL_ERROR "${problem}")
endif()
foreach(module IN LISTS modules)
  execute_process(COMMAND ${SPIRV_VAL} --target-env vulkan1.2 ${WORK_DIR}/affine/${module} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${WORK_DIR}/${module} ${WORK_DIR}/affine/${module}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
message(STATUS "the page's commands compile ${modules}")
