# Compiles shaders. The build runs this by itself: cmake -D... -P vkscan_spirv.cmake, with
#   GLSLC, SPIRV_OPT  tools
#   MODULES    a file with a module a line, as vkscan_compile_spirv takes them
#   FLAGS      of glslc, with | between them
#   INLINED    whether modules are inlined
#   FORM       of a module in its header: WORDS, an array of them, or PACKED, a PackedCode (src/plan/kernels.h)
#   DIRECTORY  for <name>.h, with one constant of that name, and <name>.spv
#   DEPFILE    to write
# Tests include it for the function.
include(${CMAKE_CURRENT_LIST_DIR}/vkscan_names.cmake)

# The spirv-opt passes of inlined modules. Kernels keep tiles, states and edges in structs with arrays, which they pass to
# functions by value. Whether these stay in registers must not depend on what a driver inlines. Nothing but inlining: each
# further pass that was tried made some kernel slower. See docs/lab/kernel_compilation.md.
set(vkscan_inlining_passes --inline-entry-points-exhaustive --eliminate-dead-functions)

# vkscan_compile_spirv(<problem> <directory> [INLINED] FLAGS <of glslc>... MODULES <module>...)
# Compiles each module, <name>|<source>[|<macro>]..., into <directory>/<name>.spv. Sets <problem> to the message of the tool
# that failed, or to nothing, and <problem>_files to the files that the modules were made of.
#
# All modules in one process of glslc: most of the time of a process goes into declaring GLSL's built-in functions, which
# takes ten times as long as compiling a kernel. Macros differ between modules and are no flags of the process, so each
# module has a copy of its source, with the macros behind the line of its version.
function(vkscan_compile_spirv problem directory)
  cmake_parse_arguments(PARSE_ARGV 2 arg "INLINED" "" "FLAGS;MODULES")
  set(passes --strip-debug)
  if(arg_INLINED)
    list(APPEND passes ${vkscan_inlining_passes})
  endif()
  set(copies)
  set(files)
  set(flags ${arg_FLAGS})
  foreach(module IN LISTS arg_MODULES)
    string(REPLACE "|" ";" macros "${module}")
    list(POP_FRONT macros name source)
    list(TRANSFORM macros REPLACE "^([^=]+)=?" "#define \\1 ")
    list(JOIN macros "\n" macros)
    cmake_path(GET source EXTENSION LAST_ONLY extension)
    cmake_path(GET source PARENT_PATH source_directory)
    file(READ ${source} text)
    if(extension STREQUAL ".hlsl") # of compute shaders alone; glslc takes the stage from the name
      set(extension .comp)
    endif()
    # GLSL's version comes first, with comments at most before it. HLSL has none.
    string(REGEX MATCH "^(//[^\n]*\n|\n)*#version[^\n]*\n" head "${text}")
    string(REGEX MATCHALL "\n" lines "${head}")
    list(LENGTH lines line)
    math(EXPR line "${line} + 1")
    if(head)
      string(LENGTH "${head}" length)
      string(SUBSTRING "${text}" ${length} -1 text)
      string(APPEND head "#extension GL_GOOGLE_cpp_style_line_directive : require\n")
    endif()
    file(WRITE ${directory}/${name}${extension} "${head}${macros}\n#line ${line} \"${source}\"\n${text}")
    list(APPEND copies ${name}${extension})
    list(APPEND files ${source})
    list(APPEND flags -I${source_directory})
  endforeach()
  if(flags MATCHES "-DELEMENT_CUSTOM") # whose sources are vkscan's
    cmake_path(GET source_directory PARENT_PATH shaders)
    vkscan_write_names(${shaders} ${directory}/names/prefixes.glsl)
    list(APPEND flags -I${directory})
  endif()
  list(REMOVE_DUPLICATES flags)
  execute_process(COMMAND ${GLSLC} --target-env=vulkan1.2 ${flags} -c -MD ${copies} WORKING_DIRECTORY ${directory}
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  foreach(copy IN LISTS copies)
    cmake_path(GET copy STEM LAST_ONLY name)
    if(NOT failed)
      execute_process(COMMAND ${SPIRV_OPT} --target-env=vulkan1.2 ${passes} ${copy}.spv -o ${name}.spv
                      WORKING_DIRECTORY ${directory}
                      OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
      file(STRINGS ${directory}/${copy}.spv.d dependencies)
      string(REGEX REPLACE "^[^:]*: [^ ]*" "" dependencies "${dependencies}") # the module, and the copy
      separate_arguments(dependencies UNIX_COMMAND "${dependencies}")
      list(APPEND files ${dependencies})
    endif()
    file(REMOVE ${directory}/${copy} ${directory}/${copy}.spv ${directory}/${copy}.spv.d)
  endforeach()
  list(REMOVE_DUPLICATES files)
  if(NOT failed)
    set(output "") # spirv-opt warns of functions that it leaves
  elseif(output STREQUAL "")
    set(output "${failed}") # killed by a signal, or not found
  endif()
  set(${problem} "${output}" PARENT_SCOPE)
  set(${problem}_files "${files}" PARENT_SCOPE)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()
cmake_minimum_required(VERSION 3.24)
string(REPLACE "|" ";" FLAGS "${FLAGS}")
file(STRINGS ${MODULES} modules)
set(inlined "")
if(INLINED)
  set(inlined INLINED)
endif()
vkscan_compile_spirv(problem ${DIRECTORY} ${inlined} FLAGS ${FLAGS} MODULES ${modules})
if(problem)
  message(FATAL_ERROR "${problem}")
endif()

set(headers)
foreach(module IN LISTS modules)
  string(REGEX MATCH "^[^|]+" name "${module}")
  set(module ${DIRECTORY}/${name}.spv)
  if(FORM STREQUAL PACKED)
    # xz files hold no time, so all builds have the same. Higher levels take more memory for larger files alone.
    file(ARCHIVE_CREATE OUTPUT ${module}.xz PATHS ${module} FORMAT raw COMPRESSION XZ COMPRESSION_LEVEL 6)
    file(READ ${module}.xz bytes HEX)
    file(REMOVE ${module}.xz)
    file(SIZE ${module} size)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    file(WRITE ${DIRECTORY}/${name}.h
         "#pragma once\nstatic constexpr uint8_t ${name}_bytes[] = {\n${bytes}\n};\n"
         "static constexpr vkscan::PackedCode ${name} = {${name}_bytes, sizeof(${name}_bytes), ${size}};\n")
  else()
    file(READ ${module} words HEX)
    string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${words}")
    file(WRITE ${DIRECTORY}/${name}.h "#pragma once
#ifdef __cplusplus
inline constexpr
#else
static const
#endif
uint32_t ${name}[] = {\n${words}\n};\n")
  endif()
  list(APPEND headers ${DIRECTORY}/${name}.h)
endforeach()
list(TRANSFORM problem_files REPLACE " " "\\\\ ")
list(JOIN problem_files " " dependencies)
list(POP_FRONT headers header)
file(WRITE ${DEPFILE} "${header}: ${dependencies}\n")
