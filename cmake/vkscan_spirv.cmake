# Compiles one shader. The build runs this by itself: cmake -D... -P vkscan_spirv.cmake, with
#   GLSLANG    tool
#   SPIRV_OPT  tool; empty: modules stay as glslang leaves them, as those of samples do
#   SOURCE     of the shader
#   FLAGS      of glslang, with | between them
#   FORM       of the module in the header: WORDS, an array of them, or PACKED, a PackedCode (src/plan/kernels.h)
#   HEADER     to write, with one constant that is named like it; the module goes beside it, and so does HEADER.d, a
#              depfile
# The lint of the shaders includes it for the function.

# The SPIRV_OPT passes of a module. Kernels keep tiles, states and edges in structs with arrays, which they pass to
# functions by value. Whether these stay in registers must not depend on what a driver inlines. Nothing but inlining: each
# further pass that was tried made some kernel slower. See docs/lab/kernel_compilation.md.
set(vkscan_spirv_passes --inline-entry-points-exhaustive --eliminate-dead-functions)

# vkscan_compile_spirv(<problem> <module> <source> <flag of glslang>...)
# Writes a module. Sets <problem> to what the tool that failed says, or to nothing.
function(vkscan_compile_spirv problem module source)
  execute_process(COMMAND ${GLSLANG} --quiet --target-env vulkan1.2 -g0 ${ARGN} -o ${module} ${source}
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(NOT failed AND SPIRV_OPT)
    execute_process(COMMAND ${SPIRV_OPT} --target-env=vulkan1.2 ${vkscan_spirv_passes} ${module} -o ${module}
                    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  endif()
  if(NOT failed)
    set(output "")
  elseif(output STREQUAL "")
    set(output "${failed}") # killed by a signal, or not found
  endif()
  set(${problem} "${output}" PARENT_SCOPE)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()
cmake_minimum_required(VERSION 3.24)
string(REPLACE "|" ";" FLAGS "${FLAGS}")
cmake_path(GET HEADER STEM name)
cmake_path(REPLACE_EXTENSION HEADER spv OUTPUT_VARIABLE module)

vkscan_compile_spirv(problem ${module} ${SOURCE} ${FLAGS} --depfile ${HEADER}.d)
if(problem)
  message(FATAL_ERROR "${SOURCE}:\n${problem}")
endif()
# The build knows of the header.
file(READ ${HEADER}.d dependencies)
string(REPLACE "${module}:" "${HEADER}:" dependencies "${dependencies}")
file(WRITE ${HEADER}.d "${dependencies}")

if(FORM STREQUAL PACKED)
  # xz files hold no time, so all builds have the same. Higher levels take more memory for larger files alone.
  file(ARCHIVE_CREATE OUTPUT ${module}.xz PATHS ${module} FORMAT raw COMPRESSION XZ COMPRESSION_LEVEL 6)
  file(READ ${module}.xz bytes HEX)
  file(REMOVE ${module}.xz)
  file(SIZE ${module} size)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(WRITE ${HEADER} "#pragma once\nstatic constexpr uint8_t ${name}_bytes[] = {\n${bytes}\n};\n"
                       "static constexpr vkscan::PackedCode ${name} = {${name}_bytes, sizeof(${name}_bytes), ${size}};\n")
else()
  file(READ ${module} words HEX)
  string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${words}")
  file(WRITE ${HEADER} "#pragma once\ninline constexpr uint32_t ${name}[] = {\n${words}\n};\n")
endif()
