# Tests without a device: planning, misuse, the shaders' rules, and how the library builds and is consumed.
option(VKSCAN_TEST_MINGW "Test that MinGW-w64 cross-compiles the library; the test fails without the compiler" ON)
find_program(VKSCAN_SPIRV_VAL spirv-val HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
find_program(VKSCAN_SPIRV_DIS spirv-dis HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
mark_as_advanced(VKSCAN_SPIRV_VAL VKSCAN_SPIRV_DIS)

add_executable(plan_tests
  allocate_plan_test.cpp
  buffers_test.cpp
  create_misuse_test.cpp
  device_failure_test.cpp
  difference_plan_test.cpp
  hazard_test.cpp
  histogram_plan_test.cpp
  kernels_test.cpp
  level_plan_test.cpp
  max_count_test.cpp
  misuse_test.cpp
  network_plan_test.cpp
  order_plan_test.cpp
  pipelines_test.cpp
  plan_models.cpp
  plan_test.cpp
  reduce_plan_test.cpp
  run_length_encode_plan_test.cpp
  sat_create_misuse_test.cpp
  sat_hazard_test.cpp
  sat_misuse_test.cpp
  sat_plan_test.cpp
  segmented_plan_test.cpp
  segmented_reduce_plan_test.cpp
  select_geometry_test.cpp
  select_misuse_test.cpp
  select_plan_test.cpp
  strategy_test.cpp
  types_test.cpp
  support/command_log.cpp
  support/hazards.cpp
  support/mock_device.cpp
  support/sat_models.cpp)
target_compile_features(plan_tests PRIVATE cxx_std_20)
target_include_directories(plan_tests PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/shaders)
target_link_libraries(plan_tests PRIVATE vkscan::study GTest::gtest GTest::gtest_main vkscan_warnings)
gtest_discover_tests(plan_tests PROPERTIES LABELS host)

# The public headers together, and each alone, as the oldest kind of host sees them.
file(GLOB public_headers CONFIGURE_DEPENDS
     RELATIVE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/include/vkscan/*.h)
set(header_sources headers_cxx17_test.cpp)
foreach(header IN LISTS public_headers)
  string(REPLACE "/" "_" name ${header})
  file(CONFIGURE OUTPUT headers/${name}.cpp CONTENT "#include <${header}>\n#include <${header}>\n")
  list(APPEND header_sources ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
endforeach()
add_library(headers_cxx17_test OBJECT ${header_sources})
set_target_properties(headers_cxx17_test PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
target_compile_options(headers_cxx17_test PRIVATE $<$<NOT:$<CXX_COMPILER_ID:MSVC>>:-fno-exceptions -fno-rtti>)
target_link_libraries(headers_cxx17_test PRIVATE vkscan::vkscan vkscan_warnings)

include(readme_example.cmake)

# vkscan_add_script_test(<name> <script> <definition>...); the scripts take lists with | between the items
function(vkscan_add_script_test name script)
  list(TRANSFORM ARGN PREPEND -D)
  add_test(NAME ${name}
           COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DWORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/${name}
                   ${ARGN} -P ${CMAKE_CURRENT_SOURCE_DIR}/${script})
  set_tests_properties(${name} PROPERTIES LABELS host TIMEOUT 900)
endfunction()

get_target_property(vulkan_include_dirs Vulkan::Headers INTERFACE_INCLUDE_DIRECTORIES)
list(JOIN vulkan_include_dirs "|" vulkan_include_dirs)
set(toolchain GENERATOR=${CMAKE_GENERATOR} CXX_COMPILER=${CMAKE_CXX_COMPILER}
    "VULKAN_INCLUDE_DIRS=${vulkan_include_dirs}")
vkscan_add_script_test(consumer_subdirectory consumer/run.cmake MODE=SUBDIRECTORY ${toolchain})
vkscan_add_script_test(consumer_package consumer/run.cmake MODE=PACKAGE ${toolchain})
vkscan_add_script_test(floors floors.cmake)
if(VKSCAN_TEST_MINGW)
  vkscan_add_script_test(mingw mingw/run.cmake ${toolchain})
endif()
if(CMAKE_GENERATOR STREQUAL "Ninja")
  vkscan_add_script_test(rebuild rebuild.cmake ${toolchain})
else()
  message(STATUS "no test of rebuilds: it reads what Ninja prints")
endif()

set(kernels)
foreach(library vkscan vkscan_study)
  get_target_property(sources ${library} SOURCES)
  list(APPEND kernels ${sources})
endforeach()
list(FILTER kernels INCLUDE REGEX "/kernels/[^/]+\\.h$")
list(TRANSFORM kernels REPLACE "^.*/([^/]+)\\.h$" "\\1")
list(JOIN kernels "|" kernels)
set(lint SHADER_DIR=${PROJECT_SOURCE_DIR}/shaders "KERNELS=${kernels}" MODULE_DIR=${PROJECT_BINARY_DIR}/kernels
    GLSLANG=${VKSCAN_GLSLANG} SPIRV_VAL=${VKSCAN_SPIRV_VAL} SPIRV_DIS=${VKSCAN_SPIRV_DIS}
    SPIRV_OPT=${VKSCAN_SPIRV_OPT})
vkscan_add_script_test(shader_lint shader_lint.cmake ${lint})
vkscan_add_script_test(shader_lint_rejects shader_lint_rejects.cmake ${lint})
add_subdirectory(networks)
add_subdirectory(fuzz)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT BUILD_SHARED_LIBS)
  add_subdirectory(sizes)
endif()
