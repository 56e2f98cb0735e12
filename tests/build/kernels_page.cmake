# Files of the text of docs/kernels.md: its kernels, and the commands that compile one, so that what a reader copies works.
include(${PROJECT_SOURCE_DIR}/cmake/vkscan_names.cmake)

# vkscan_read_example(<text> <document> <comment> <language>)
# The block of a language behind the line "<!-- <comment> by tests -->".
function(vkscan_read_example result document comment language)
  set(file ${PROJECT_SOURCE_DIR}/${document})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(opening "<!-- ${comment} by tests -->\n```${language}\n")
  string(FIND "${text}" "${opening}" start)
  if(start EQUAL -1)
    message(FATAL_ERROR "${document} lacks a block of ${language} behind <!-- ${comment} by tests -->")
  endif()
  string(LENGTH "${opening}" length)
  math(EXPR start "${start} + ${length}")
  string(SUBSTRING "${text}" ${start} -1 text)
  string(FIND "${text}" "\n```" end)
  string(SUBSTRING "${text}" 0 ${end} text)
  set(${result} "${text}\n" PARENT_SCOPE)
endfunction()

# vkscan_add_kernels_page(<directory>)
# Writes to the directory:
#     affine.glsl, ...           the page's kernels
#     compile.sh                 its commands, which are run in a directory that has the first, and the last as vkscan
#     release                    include/, and shaders/ as they are installed
#     tools                      links to the tools, under the names that the page has
function(vkscan_add_kernels_page directory)
  foreach(kernel affine alive farthest meshlets nearest smooth words)
    vkscan_read_example(text docs/kernels.md "${kernel}.glsl: compiled" glsl)
    file(CONFIGURE OUTPUT ${directory}/${kernel}.glsl CONTENT "${text}" @ONLY)
  endforeach()
  vkscan_read_example(text docs/kernels.md "commands: run" sh)
  file(CONFIGURE OUTPUT ${directory}/compile.sh CONTENT "${text}" @ONLY)
  if(NOT UNIX)
    return() # there are neither a shell nor links
  endif()
  file(MAKE_DIRECTORY ${directory}/tools)
  file(MAKE_DIRECTORY ${directory}/release/shaders)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include ${directory}/release/include SYMBOLIC)
  foreach(floor abi core custom kernels tile)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/shaders/${floor} ${directory}/release/shaders/${floor} SYMBOLIC)
  endforeach()
  vkscan_write_names(${PROJECT_SOURCE_DIR}/shaders ${directory}/release/shaders/names/prefixes.glsl)
  file(CREATE_LINK ${VKSCAN_GLSLC} ${directory}/tools/glslc SYMBOLIC)
  file(CREATE_LINK ${VKSCAN_SPIRV_OPT} ${directory}/tools/spirv-opt SYMBOLIC)
endfunction()
