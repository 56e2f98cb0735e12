# Cross-compiles the library and the consumer for Windows: cmake -D... -P run.cmake, with
#   SOURCE_DIR           of vkscan
#   WORK_DIR             emptied first
#   KERNELS              compiled ones, of the build that tests
#   GENERATOR, VULKAN_INCLUDE_DIRS  of that build
cmake_minimum_required(VERSION 3.24)
string(REPLACE "|" ";" VULKAN_INCLUDE_DIRS "${VULKAN_INCLUDE_DIRS}")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

find_program(compiler NAMES x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++)
find_program(objdump NAMES x86_64-w64-mingw32-objdump)
if(NOT compiler OR NOT objdump)
  message(FATAL_ERROR "MinGW-w64 is missing: install g++-mingw-w64-x86-64-posix, or configure with "
                      "-DVKSCAN_TEST_MINGW=OFF to do without this test")
endif()

# The Vulkan headers alone: behind the directory that holds the host's are the host's C headers, too.
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR}/include)
foreach(folder vulkan vk_video)
  find_path(${folder}_parent NAMES ${folder} PATHS ${VULKAN_INCLUDE_DIRS} NO_DEFAULT_PATH)
  if(${folder}_parent)
    file(CREATE_LINK ${${folder}_parent}/${folder} ${WORK_DIR}/include/${folder} SYMBOLIC)
  elseif(folder STREQUAL "vulkan")
    message(FATAL_ERROR "no Vulkan headers in ${VULKAN_INCLUDE_DIRS}")
  endif()
endforeach()

run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE_DIR}/tests/build/consumer -B ${WORK_DIR}/build
    --toolchain ${SOURCE_DIR}/cmake/mingw-w64-toolchain.cmake
    -DCMAKE_BUILD_TYPE=Release -DVKSCAN_WERROR=ON -DVKSCAN_SOURCE_DIR=${SOURCE_DIR}
    -DVKSCAN_VULKAN_INCLUDE_DIR=${WORK_DIR}/include -DVKSCAN_PREBUILT_SHADERS=${KERNELS}
    -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF -DVKSCAN_INSTALL=OFF)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)

# It runs on Windows' own libraries and the compiler's: no POSIX threads, no Vulkan loader.
execute_process(COMMAND ${objdump} -p ${WORK_DIR}/build/consumer.exe OUTPUT_VARIABLE description
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "DLL Name: [^\r\n]+" imports "${description}")
if(NOT imports)
  message(FATAL_ERROR "consumer.exe imports nothing: that cannot be")
endif()
foreach(import IN LISTS imports)
  message(STATUS "consumer.exe: ${import}")
  if(NOT import MATCHES "^DLL Name: (KERNEL32|msvcrt|api-ms-win-crt-.*|libgcc_s_seh-1|libstdc\\+\\+-6)\\.dll$")
    message(FATAL_ERROR "consumer.exe needs ${import}")
  endif()
endforeach()
