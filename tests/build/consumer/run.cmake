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
set(consumer ${SOURCE_DIR}/tests/build/consumer)

# What the program must say that was linked.
function(expect_answers program)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env ${ARGN} ${program} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "the consumer says:\n${output}")
  if(NOT output MATCHES "supported: no; instance, physicalDevice and getInstanceProcAddr must not be null")
    message(FATAL_ERROR "the consumer does not give the reason")
  endif()
endfunction()

function(build_consumer build)
  run(${CMAKE_COMMAND} ${common} -S ${consumer} -B ${build} ${ARGN})
  run(${CMAKE_COMMAND} --build ${build})
  expect_answers(${build}/consumer)
  run(${build}/study_consumer)
  run(${build}/custom_consumer)
endfunction()

if(MODE STREQUAL "SUBDIRECTORY")
  build_consumer(${WORK_DIR}/build -DVKSCAN_SOURCE_DIR=${SOURCE_DIR})
elseif(MODE STREQUAL "PACKAGE")
  foreach(kind static shared)
    string(COMPARE EQUAL ${kind} shared is_shared)
    run(${CMAKE_COMMAND} ${common} -S ${SOURCE_DIR} -B ${WORK_DIR}/vkscan -DCMAKE_INSTALL_PREFIX=${WORK_DIR}/${kind}
        -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=${is_shared}
        -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF)
    run(${CMAKE_COMMAND} --build ${WORK_DIR}/vkscan)
    run(${CMAKE_COMMAND} --install ${WORK_DIR}/vkscan)
  endforeach()
  # What was built is gone: the packages must stand on their own.
  file(REMOVE_RECURSE ${WORK_DIR}/vkscan)
  find_program(PKG_CONFIG pkg-config REQUIRED)
  foreach(kind static shared)
    set(prefix ${WORK_DIR}/${kind})
    build_consumer(${WORK_DIR}/build-${kind} -DCMAKE_PREFIX_PATH=${prefix})
    if(NOT EXISTS ${prefix}/share/doc/vkscan/LICENSE)
      message(FATAL_ERROR "the license is not installed")
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${prefix}/lib/pkgconfig
                            ${PKG_CONFIG} --variable=shaderdir vkscan
                    OUTPUT_VARIABLE shaders OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    if(NOT EXISTS ${shaders}/kernels/scan_spans.comp)
      message(FATAL_ERROR "pkg-config finds no shaders in '${shaders}'")
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${prefix}/lib/pkgconfig ${PKG_CONFIG} --cflags --libs vkscan
                    OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run(${CXX_COMPILER} -std=c++17 ${consumer}/main.cpp -o ${WORK_DIR}/by_pkg_config_${kind}
        -I${vulkan_include_dir} ${flags})
    expect_answers(${WORK_DIR}/by_pkg_config_${kind} LD_LIBRARY_PATH=${prefix}/lib)
  endforeach()
  # Where there are no Vulkan headers, a host may ask for the package and go on without.
  run(${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -S ${consumer} -B ${WORK_DIR}/quiet
      -DCMAKE_PREFIX_PATH=${WORK_DIR}/static -DVKSCAN_OPTIONAL=ON
      -DCMAKE_FIND_ROOT_PATH=${WORK_DIR}/nowhere -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY)
  # The tools that compile kernels are asked for by who compiles some, and no sooner.
  execute_process(COMMAND ${CMAKE_COMMAND} ${common} -S ${consumer} -B ${WORK_DIR}/no_tools
                          -DCMAKE_PREFIX_PATH=${WORK_DIR}/static -DVKSCAN_NO_TOOLS=ON
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  string(REGEX REPLACE "[ \n]+" " " output "${output}") # messages are wrapped
  if(NOT failed OR NOT output MATCHES "needs no tools so far.*kernels are compiled by glslangValidator")
    message(FATAL_ERROR "without tools, the consumer says:\n${output}")
  endif()
else()
  message(FATAL_ERROR "MODE must be SUBDIRECTORY or PACKAGE, not '${MODE}'")
endif()
