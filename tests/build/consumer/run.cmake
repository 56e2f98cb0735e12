# Builds and runs the consumer against vkscan: cmake -D... -P run.cmake, with
#   MODE           RELEASE (the archive that scripts/release makes, by FetchContent, without tools for kernels), PACKAGE
#                  (installed, and found by find_package, pkg-config, Meson and Python) or PARTS (some of it installed)
#   KINDS          of PACKAGE: static, shared
#   BUILT          a build to install, or nothing: PACKAGE builds each kind
#   SOURCE_DIR     of vkscan
#   WORK_DIR       emptied first
#   MESON, PYTHON  programs, or nothing
#   KERNELS        compiled ones, of the build that tests
#   GENERATOR, CXX_COMPILER, VULKAN_INCLUDE_DIRS  of that build
cmake_minimum_required(VERSION 3.24)
string(REPLACE "|" ";" VULKAN_INCLUDE_DIRS "${VULKAN_INCLUDE_DIRS}")
string(REPLACE "|" ";" KINDS "${KINDS}")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
list(GET VULKAN_INCLUDE_DIRS 0 vulkan_include_dir)
set(common -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
    -DVKSCAN_VULKAN_INCLUDE_DIR=${vulkan_include_dir})
set(consumer ${SOURCE_DIR}/tests/build/consumer)

function(ask answer)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${answer} "${output}" PARENT_SCOPE)
endfunction()

# A consumer must answer as the library does that it is linked to.
function(expect_answers program)
  execute_process(COMMAND ${program} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "the consumer says:\n${output}")
  if(NOT output MATCHES "supported: no; instance, physicalDevice and getInstanceProcAddr must not be null")
    message(FATAL_ERROR "the consumer does not give the reason")
  endif()
endfunction()

# The build compiles these parts of vkscan, and no others.
function(expect_compiled build)
  file(GLOB_RECURSE compiled RELATIVE ${build} ${build}/*.o ${build}/*.obj)
  list(JOIN ARGN "|" parts)
  list(FILTER compiled EXCLUDE REGEX "tables_consumer|vkscan_(${parts})_objects")
  if(compiled)
    message(FATAL_ERROR "beside ${parts}, ${compiled} are compiled")
  endif()
endfunction()

function(build_consumer build)
  run(${CMAKE_COMMAND} ${common} -S ${consumer} -B ${build} ${ARGN})
  run(${CMAKE_COMMAND} --build ${build} --target tables_consumer)
  run(${build}/tables_consumer)
  expect_compiled(${build} core tables) # also by a host that takes vkscan into its build
  run(${CMAKE_COMMAND} --build ${build})
  expect_answers(${build}/consumer)
  expect_answers(${build}/c_consumer)
  run(${build}/study_consumer)
endfunction()

function(expect_failure message)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  string(REGEX REPLACE "[ \n]+" " " output "${output}") # messages are wrapped
  if(NOT failed OR NOT output MATCHES "${message}")
    message(FATAL_ERROR "instead of '${message}', it says:\n${output}")
  endif()
endfunction()

if(MODE STREQUAL "RELEASE")
  run(${SOURCE_DIR}/scripts/release --trial --kernels ${KERNELS} --output ${WORK_DIR}/release)
  file(GLOB archive ${WORK_DIR}/release/vkscan-*.tar.xz)
  file(STRINGS ${archive}.sha256 digest)
  string(SUBSTRING "${digest}" 0 64 digest)
  build_consumer(${WORK_DIR}/build -DVKSCAN_ARCHIVE=${archive} -DVKSCAN_ARCHIVE_SHA256=${digest} -DVKSCAN_NO_TOOLS=ON
                 -DVKSCAN_OWN_KERNELS=OFF)
  file(GLOB compiled ${WORK_DIR}/build/_deps/vkscan-build/kernels/*)
  if(compiled)
    message(FATAL_ERROR "a release compiles kernels: ${compiled}")
  endif()
  # Kernels of the host's, where there are tools.
  run(${CMAKE_COMMAND} -DVKSCAN_NO_TOOLS=OFF -DVKSCAN_OWN_KERNELS=ON ${WORK_DIR}/build)
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/build --target custom_consumer)
  run(${WORK_DIR}/build/custom_consumer)
  # A part that does not exist.
  expect_failure("VKSCAN_PARTS: there is no part 'tabels', but all, core, scan" ${CMAKE_COMMAND} -DVKSCAN_PARTS=tabels
                 ${WORK_DIR}/build)
  run(${CMAKE_COMMAND} -DVKSCAN_PARTS=all ${WORK_DIR}/build)
  # Who changes a shader is told that it would change nothing.
  file(APPEND ${WORK_DIR}/build/_deps/vkscan-src/shaders/core/monoid.glsl "// changed\n")
  expect_failure("compiled from other shaders" ${CMAKE_COMMAND} ${WORK_DIR}/build)
elseif(MODE STREQUAL "PACKAGE")
  foreach(kind IN LISTS KINDS)
    set(built ${BUILT})
    if(NOT BUILT)
      set(built ${WORK_DIR}/vkscan)
      string(COMPARE EQUAL ${kind} shared is_shared)
      run(${CMAKE_COMMAND} ${common} -S ${SOURCE_DIR} -B ${built} -DCMAKE_INSTALL_PREFIX=${WORK_DIR}/configured
          -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=${is_shared} -DVKSCAN_PREBUILT_SHADERS=${KERNELS}
          -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF)
      run(${CMAKE_COMMAND} --build ${built})
    endif()
    # Neither where it was configured for, nor where it was installed.
    run(${CMAKE_COMMAND} --install ${built} --prefix ${WORK_DIR}/installed)
    file(RENAME ${WORK_DIR}/installed ${WORK_DIR}/${kind})
  endforeach()
  # Without the build tree: the packages must stand on their own.
  file(REMOVE_RECURSE ${WORK_DIR}/vkscan)
  find_program(PKG_CONFIG pkg-config REQUIRED)
  foreach(kind IN LISTS KINDS)
    set(prefix ${WORK_DIR}/${kind})
    string(COMPARE EQUAL ${kind} static own_kernels) # which take long to compile
    build_consumer(${WORK_DIR}/build-${kind} -DCMAKE_PREFIX_PATH=${prefix} -DVKSCAN_OWN_KERNELS=${own_kernels})
    if(NOT EXISTS ${prefix}/share/doc/vkscan/LICENSE)
      message(FATAL_ERROR "the license is not installed")
    endif()
    set(ENV{PKG_CONFIG_PATH} ${prefix}/lib/pkgconfig)
    set(ENV{LD_LIBRARY_PATH} ${prefix}/lib)
    ask(shaders ${PKG_CONFIG} --variable=shaderdir vkscan)
    if(NOT EXISTS ${shaders}/kernels/scan_spans.comp OR NOT EXISTS ${shaders}/names/prefixes.glsl)
      message(FATAL_ERROR "pkg-config finds no shaders in '${shaders}'")
    endif()
    ask(flags ${PKG_CONFIG} --cflags --libs vkscan)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run(${CXX_COMPILER} -std=c++17 -Wall -Wextra -Wpedantic -Werror ${consumer}/main.cpp -o ${WORK_DIR}/by_pkg_config_${kind}
        -I${vulkan_include_dir} ${flags})
    expect_answers(${WORK_DIR}/by_pkg_config_${kind})
    run(${CXX_COMPILER} -std=c++20 ${consumer}/../sizes/all.cpp -o ${WORK_DIR}/all_by_pkg_config_${kind} # all operations
        -I${vulkan_include_dir} ${flags})
    set(static --static)
    if(kind STREQUAL "shared")
      set(static "")
    endif()
    ask(flags ${PKG_CONFIG} ${static} --cflags --libs vkscan)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run(cc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror ${consumer}/main.c -o ${WORK_DIR}/c_by_pkg_config_${kind}
        -I${vulkan_include_dir} ${flags})
    expect_answers(${WORK_DIR}/c_by_pkg_config_${kind})
    run(${CMAKE_COMMAND} ${common} -S ${consumer}/c_host -B ${WORK_DIR}/c_host-${kind} -DCMAKE_PREFIX_PATH=${prefix})
    run(${CMAKE_COMMAND} --build ${WORK_DIR}/c_host-${kind})
    run(${WORK_DIR}/c_host-${kind}/c_host)
    if(MESON)
      run(${MESON} setup ${WORK_DIR}/meson-${kind} ${consumer} -Ddefault_library=${kind}
          -Dvulkan_include_dir=${vulkan_include_dir})
      run(${MESON} compile -C ${WORK_DIR}/meson-${kind})
      expect_answers(${WORK_DIR}/meson-${kind}/consumer)
      expect_answers(${WORK_DIR}/meson-${kind}/c_consumer)
    endif()
  endforeach()
  run(${WORK_DIR}/build-static/custom_consumer)
  # As a part of the build of a host in C, which compiles its sources together.
  run(${CMAKE_COMMAND} ${common} -S ${consumer}/c_host -B ${WORK_DIR}/c_host -DVKSCAN_SOURCE_DIR=${SOURCE_DIR}
      -DVKSCAN_PREBUILT_SHADERS=${KERNELS} -DCMAKE_UNITY_BUILD=ON)
  if(NOT BUILT) # compiles the library's core and scans once more
    run(${CMAKE_COMMAND} --build ${WORK_DIR}/c_host)
    run(${WORK_DIR}/c_host/c_host)
  endif()
  if("shared" IN_LIST KINDS)
    # A shared library exports what the headers declare, and a static one hides all from who would export it again.
    ask(exported nm --dynamic --defined-only --demangle --format=posix ${WORK_DIR}/shared/lib/libvkscan.so)
    string(REPLACE "\n" ";" exported "${exported}")
    set(functions "toString|sizeOf|version|queryDeviceSupport")
    file(GLOB headers ${SOURCE_DIR}/include/vkscan/*.h)
    set(classes DeviceSupport)
    foreach(header IN LISTS headers)
      file(STRINGS ${header} lines REGEX "^class [A-Za-z]+")
      list(TRANSFORM lines REPLACE "^class ([A-Za-z]+).*" "\\1")
      list(APPEND classes ${lines})
    endforeach()
    list(JOIN classes "|" classes)
    list(LENGTH exported before)
    list(FILTER exported EXCLUDE REGEX "^(vkscan[A-Z][A-Za-z]+|vkscan::(${functions})\\(.*|vkscan::(${classes})::[^:]*(\\(.*)?) [TW] ")
    if(before LESS 100)
      message(FATAL_ERROR "libvkscan.so exports no more than ${before} functions")
    endif()
    if(exported)
      list(JOIN exported "\n  " exported)
      message(FATAL_ERROR "libvkscan.so exports what is its own:\n  ${exported}")
    endif()
    run(${CXX_COMPILER} -shared -o ${WORK_DIR}/libhost.so -Wl,--whole-archive ${WORK_DIR}/static/lib/libvkscan.a
        -Wl,--no-whole-archive)
    ask(exported nm --dynamic --defined-only --demangle ${WORK_DIR}/libhost.so)
    if(exported MATCHES "vkscan")
      message(FATAL_ERROR "a host's shared library exports\n${exported}")
    endif()
    if(PYTHON)
      run(${PYTHON} ${consumer}/scan.py ${WORK_DIR}/shared/lib/libvkscan.so)
    endif()
  endif()
  # Where there are no Vulkan headers, a host may ask for the package and go on without.
  run(${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -S ${consumer} -B ${WORK_DIR}/quiet
      -DCMAKE_PREFIX_PATH=${WORK_DIR}/static -DVKSCAN_OPTIONAL=ON
      -DCMAKE_FIND_ROOT_PATH=${WORK_DIR}/nowhere -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY)
  # A part of the package that does not exist.
  expect_failure("there is no component 'tabels' of vkscan, but core, scan, histogram, reduce, select, sort, tables, volumes, study"
                 ${CMAKE_COMMAND} ${common} -S ${consumer} -B ${WORK_DIR}/no_component
                 -DCMAKE_PREFIX_PATH=${WORK_DIR}/static -DVKSCAN_COMPONENTS=tabels)
  # The tools that compile kernels are asked for by who compiles some, and no sooner.
  expect_failure("needs no tools so far.*kernels are compiled by glslc"
                 ${CMAKE_COMMAND} ${common} -S ${consumer} -B ${WORK_DIR}/no_tools
                 -DCMAKE_PREFIX_PATH=${WORK_DIR}/static -DVKSCAN_NO_TOOLS=ON)
elseif(MODE STREQUAL "PARTS")
  run(${CMAKE_COMMAND} ${common} -S ${SOURCE_DIR} -B ${WORK_DIR}/vkscan -DVKSCAN_PARTS=tables
      -DVKSCAN_PREBUILT_SHADERS=${KERNELS} -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF)
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/vkscan)
  expect_compiled(${WORK_DIR}/vkscan core tables)
  run(${CMAKE_COMMAND} --install ${WORK_DIR}/vkscan --prefix ${WORK_DIR}/tables)
  run(${CMAKE_COMMAND} ${common} -S ${consumer} -B ${WORK_DIR}/build-tables -DCMAKE_PREFIX_PATH=${WORK_DIR}/tables
      -DVKSCAN_COMPONENTS=tables)
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/build-tables)
  run(${WORK_DIR}/build-tables/tables_consumer)
  expect_failure("there is no component 'sort' of vkscan, but tables, core"
                 ${CMAKE_COMMAND} ${common} -S ${consumer} -B ${WORK_DIR}/build-tables -DVKSCAN_COMPONENTS=sort)
else()
  message(FATAL_ERROR "MODE must be RELEASE, PACKAGE or PARTS, not '${MODE}'")
endif()
