# vkscan builds without spirv-opt, and says what that costs; with VKSCAN_OPTIMIZE_KERNELS=OFF it does not ask for it:
# cmake -D... -P kernel_optimizer.cmake, with
#   SOURCE_DIR    of vkscan
#   WORK_DIR      emptied first
#   GENERATOR, CXX_COMPILER, VULKAN_INCLUDE_DIRS, GLSLANG  of the build that tests
cmake_minimum_required(VERSION 3.24)
string(REPLACE "|" ";" VULKAN_INCLUDE_DIRS "${VULKAN_INCLUDE_DIRS}")
list(GET VULKAN_INCLUDE_DIRS 0 vulkan_include_dir)

function(configure result)
  file(REMOVE_RECURSE ${WORK_DIR})
  execute_process(
    COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE_DIR} -B ${WORK_DIR} -DCMAKE_BUILD_TYPE=Release
            -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DVKSCAN_VULKAN_INCLUDE_DIR=${vulkan_include_dir}
            -DVKSCAN_GLSLANG=${GLSLANG} -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF
            ${ARGN}
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "configuring with ${ARGN} fails:\n${output}")
  endif()
  string(REGEX REPLACE "[ \n]+" " " output "${output}") # messages are wrapped
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# Empty counts as found: CMake does not look for the tool again.
configure(output -DVKSCAN_SPIRV_OPT=)
if(NOT output MATCHES "spirv-opt \\(spirv-tools\\) is missing, so kernels are not inlined: summed-area tables take")
  message(FATAL_ERROR "no warning without spirv-opt:\n${output}")
endif()
configure(output -DVKSCAN_SPIRV_OPT= -DVKSCAN_OPTIMIZE_KERNELS=OFF)
if(output MATCHES "spirv-opt")
  message(FATAL_ERROR "a warning though kernels are not to be optimised:\n${output}")
endif()
message(STATUS "without spirv-opt there is a warning, and with VKSCAN_OPTIMIZE_KERNELS=OFF none")
