# A build leaves alone what is up to date, and a change rebuilds just what it is part of: cmake -D... -P rebuild.cmake,
# with
#   SOURCE_DIR    of vkscan
#   WORK_DIR      emptied first
#   CXX_COMPILER, VULKAN_INCLUDE_DIRS  of the build that tests, which uses Ninja
cmake_minimum_required(VERSION 3.24)
string(REPLACE "|" ";" VULKAN_INCLUDE_DIRS "${VULKAN_INCLUDE_DIRS}")

set(source ${WORK_DIR}/source)
set(build ${WORK_DIR}/build)
list(GET VULKAN_INCLUDE_DIRS 0 vulkan_include_dir)
set(ENV{NINJA_STATUS} "[%f/%t] ")

function(build result)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} -- ${ARGN} OUTPUT_VARIABLE output
                  COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

function(expect_nothing_to_do)
  build(output)
  if(NOT output MATCHES "ninja: no work to do")
    message(FATAL_ERROR "a second build still does:\n${output}")
  endif()
endfunction()

# expect_steps(<file> RUN|SAY <step>...)
# Touches a file and expects the build to run just the given steps, named as Ninja prints them; or to say that it would,
# which takes less time.
function(expect_steps touched how)
  execute_process(COMMAND ${CMAKE_COMMAND} -E touch ${source}/${touched} COMMAND_ERROR_IS_FATAL ANY)
  set(only_say "")
  if(how STREQUAL "SAY")
    set(only_say -n)
  endif()
  build(output ${only_say})
  string(REGEX MATCHALL "\\[[0-9]+/[0-9]+\\] [^\n]+" steps "${output}")
  list(TRANSFORM steps REPLACE "^\\[[0-9]+/[0-9]+\\] " "")
  set(expected ${ARGN})
  list(SORT steps)
  list(SORT expected)
  if(NOT steps STREQUAL expected)
    list(JOIN steps "\n  " steps)
    list(JOIN expected "\n  " expected)
    message(FATAL_ERROR "after touching ${touched} the build does\n  ${steps}\ninstead of\n  ${expected}")
  endif()
  list(LENGTH expected count)
  message(STATUS "touching ${touched} takes just the ${count} steps it should")
  if(how STREQUAL "RUN")
    expect_nothing_to_do()
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(COPY ${SOURCE_DIR}/CMakeLists.txt ${SOURCE_DIR}/cmake ${SOURCE_DIR}/include ${SOURCE_DIR}/shaders
          ${SOURCE_DIR}/src ${SOURCE_DIR}/study
     DESTINATION ${source})
execute_process(
  COMMAND ${CMAKE_COMMAND} -G Ninja -S ${source} -B ${build} -DCMAKE_BUILD_TYPE=Debug
          -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DVKSCAN_VULKAN_INCLUDE_DIR=${vulkan_include_dir}
          -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF
  COMMAND_ERROR_IS_FATAL ANY)
build(output)
expect_nothing_to_do()

# steps_of(<steps> <pattern>)
# The steps that a change of some modules takes: those that compile them, with others beside them, and the families that
# have a module of these.
function(steps_of result pattern)
  set(steps "Linking CXX static library libvkscan.a" "Linking CXX static library study/libvkscan_study.a")
  set(compiled)
  file(GLOB lists ${build}/kernels/*.modules)
  foreach(list IN LISTS lists)
    file(STRINGS ${list} names)
    list(TRANSFORM names REPLACE "\\|.*" "")
    if(names MATCHES "${pattern}")
      list(APPEND compiled ${names})
      list(JOIN names " " names)
      list(APPEND steps "Compiling ${names}")
    endif()
  endforeach()
  if(NOT compiled)
    message(FATAL_ERROR "no kernels of ${pattern} in ${build}/kernels")
  endif()
  file(GLOB families RELATIVE ${build} ${build}/*_kernels.cpp)
  foreach(family IN LISTS families)
    file(STRINGS ${build}/${family} modules REGEX "#include \"kernels/")
    list(TRANSFORM modules REPLACE ".*/(.*)\\.h.*" "\\1")
    list(REMOVE_ITEM modules ${compiled})
    file(STRINGS ${build}/${family} all REGEX "#include \"kernels/")
    list(LENGTH modules others)
    list(LENGTH all count)
    if(others LESS count)
      file(GLOB object RELATIVE ${build} ${build}/CMakeFiles/*.dir/${family}.o ${build}/study/CMakeFiles/*.dir/*/${family}.o)
      list(APPEND steps "Building CXX object ${object}")
      string(REGEX REPLACE "^CMakeFiles/(.*)_objects\\.dir/.*" "lib\\1.a" archive ${object})
      if(NOT archive STREQUAL object AND EXISTS ${build}/${archive}) # of a part that vkscan_study needs
        list(APPEND steps "Linking CXX static library ${archive}")
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES steps)
  set(${result} ${steps} PARENT_SCOPE)
endfunction()

# One kernel's own source.
steps_of(own "(^|;)scan_spans_")
expect_steps(shaders/kernels/scan_spans.comp RUN ${own})
# A file that all kernels include.
steps_of(all ".")
expect_steps(shaders/core/common.glsl SAY ${all})
