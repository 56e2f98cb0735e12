# Builds and runs the consumer against vkscan: cmake -D... -P run.cmake, with
#   MODE           SUBDIRECTORY or PACKAGE (installed, and found by find_package)
#   SOURCE_DIR     of vkscan
#   WORK_DIR       emptied first
#   GENERATOR, CXX_COMPILER, VULKAN_INCLUDE_DIRS  of the build that tests
cmake_minimum_required(VERSION 3.24)
string(REPLACE "|" ";" VULKAN_INCLUDE_DIRS "${VULKAN_INCLUDE_DIRS}")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
list(GET VULKAN_INCLUDE_DIRS 0 vulkan_include_dir)
set(common -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
    -DVKSCAN_VULKAN_INCLUDE_DIR=${vulkan_include_dir})
set(consumer ${SOURCE_DIR}/tests/consumer)

if(MODE STREQUAL "SUBDIRECTORY")
  run(${CMAKE_COMMAND} ${common} -S ${consumer} -B ${WORK_DIR}/build -DVKSCAN_SOURCE_DIR=${SOURCE_DIR})
elseif(MODE STREQUAL "PACKAGE")
  run(${CMAKE_COMMAND} ${common} -S ${SOURCE_DIR} -B ${WORK_DIR}/vkscan -DCMAKE_INSTALL_PREFIX=${WORK_DIR}/prefix
      -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF)
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/vkscan)
  run(${CMAKE_COMMAND} --install ${WORK_DIR}/vkscan)
  # What was built is gone: the package must stand on its own.
  file(REMOVE_RECURSE ${WORK_DIR}/vkscan)
  run(${CMAKE_COMMAND} ${common} -S ${consumer} -B ${WORK_DIR}/build -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
else()
  message(FATAL_ERROR "MODE must be SUBDIRECTORY or PACKAGE, not '${MODE}'")
endif()
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)

execute_process(COMMAND ${WORK_DIR}/build/consumer OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "the consumer says:\n${output}")
if(NOT output MATCHES "supported: no; instance, physicalDevice and getInstanceProcAddr must not be null")
  message(FATAL_ERROR "the consumer does not give the reason")
endif()
