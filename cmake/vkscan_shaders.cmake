# Compiles kernels into C arrays in the build tree, one a variant, and gathers them in a header. Touching an include
# rebuilds what uses it. It is installed for vkscan_add_custom_kernels.
#
# Cached: hosts may call functions in other directories than the one where these are set. vkscan-config.cmake sets the
# directories of what is installed.
set(vkscan_spirv_script ${CMAKE_CURRENT_LIST_DIR}/vkscan_spirv.cmake CACHE INTERNAL "")
get_filename_component(vkscan_root ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
set(vkscan_shader_directory ${vkscan_root}/shaders CACHE INTERNAL "")
set(vkscan_include_directory ${vkscan_root}/include CACHE INTERNAL "")

# Finds the tools, or says what is missing. The library's own build does so at once; hosts of a package need none unless
# they compile kernels.
function(vkscan_find_shader_tools)
  find_program(VKSCAN_GLSLC NAMES glslc HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
  find_program(VKSCAN_SPIRV_OPT NAMES spirv-opt HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
  if(NOT VKSCAN_GLSLC OR NOT VKSCAN_SPIRV_OPT)
    message(FATAL_ERROR "kernels are compiled by glslc and spirv-opt, and one is missing: install glslc (of shaderc) and "
                        "spirv-tools, or the Vulkan SDK, or set VKSCAN_GLSLC and VKSCAN_SPIRV_OPT")
  endif()
endfunction()

# vkscan_compile_modules(<target> <directory> <WORDS|PACKED> [INLINED] FLAGS <of glslc>... MODULES <module>...)
# Compiles modules, each <name>|<source>[|<macro>]..., for the target into <directory>/<name>.h, with one constant of that
# name: an array of WORDS, or the same compressed, a PackedCode (src/plan/kernels.h). A build step compiles eight, since
# starting the tools takes longer than a module.
function(vkscan_compile_modules target directory form)
  cmake_parse_arguments(PARSE_ARGV 3 arg "INLINED" "" "FLAGS;MODULES")
  list(JOIN arg_FLAGS "|" flags)
  file(MAKE_DIRECTORY ${directory})
  list(LENGTH arg_MODULES count)
  math(EXPR last "${count} - 1")
  foreach(begin RANGE 0 ${last} 8)
    list(SUBLIST arg_MODULES ${begin} 8 modules)
    set(names ${modules})
    list(TRANSFORM names REPLACE "\\|.*" "")
    set(headers ${names})
    list(TRANSFORM headers REPLACE "(.+)" "${directory}/\\1.h")
    list(GET names 0 first)
    list(JOIN names " " names)
    list(JOIN modules "\n" modules)
    file(CONFIGURE OUTPUT ${directory}/${first}.modules CONTENT "${modules}\n" @ONLY)
    add_custom_command(
      OUTPUT ${headers}
      COMMAND ${CMAKE_COMMAND} -DGLSLC=${VKSCAN_GLSLC} -DSPIRV_OPT=${VKSCAN_SPIRV_OPT}
              -DMODULES=${directory}/${first}.modules -DFLAGS=${flags} -DINLINED=${arg_INLINED} -DFORM=${form}
              -DDIRECTORY=${directory} -DDEPFILE=${directory}/${first}.d -P ${vkscan_spirv_script}
      DEPENDS ${directory}/${first}.modules ${vkscan_spirv_script}
      DEPFILE ${directory}/${first}.d
      COMMENT "Compiling ${names}"
      VERBATIM)
    target_sources(${target} PRIVATE ${headers})
  endforeach()
endfunction()

# vkscan_kernel_name(<name> <source> <macro>...)
# A kernel's name has its macros, without their first words: scan_spine.comp with ELEMENT_B32 is scan_spine_b32.
function(vkscan_kernel_name name source)
  get_filename_component(kernel ${source} NAME_WE)
  foreach(macro IN LISTS ARGN)
    string(REGEX REPLACE "^[A-Z]+" "" suffix ${macro})
    string(TOLOWER ${suffix} suffix)
    string(APPEND kernel ${suffix})
  endforeach()
  set(${name} ${kernel} PARENT_SCOPE)
endfunction()

# vkscan_add_kernels(<target> HEADER <name.h> TYPES <MACRO>... KERNELS <file.comp>...)
# A header with the arrays of all kernels, each of all types.
function(vkscan_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "TYPES;KERNELS")
  set(all "#include <cstdint>\n")
  set(modules)
  foreach(kernel IN LISTS arg_KERNELS)
    get_filename_component(source ${kernel} ABSOLUTE)
    foreach(type IN LISTS arg_TYPES)
      vkscan_kernel_name(name ${source} ${type})
      list(APPEND modules "${name}|${source}|${type}")
      string(APPEND all "#include \"kernels/${name}.h\"\n")
    endforeach()
  endforeach()
  vkscan_compile_modules(${target} ${CMAKE_CURRENT_BINARY_DIR}/kernels WORDS INLINED FLAGS -I${vkscan_shader_directory}
                         MODULES ${modules})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_HEADER} CONTENT "${all}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# vkscan_family_parts(<manifest> <variable>)
# Sets <variable> to the families of the manifest, in its order, and vkscan_part_of_<family> to the part of each.
function(vkscan_family_parts manifest variable)
  set(families "")
  file(STRINGS ${manifest} lines REGEX "^[a-z]")
  foreach(line IN LISTS lines)
    if(line MATCHES "^part = (.+)$")
      set(owner ${CMAKE_MATCH_1})
    elseif(NOT line MATCHES "=" AND line MATCHES "^([a-z_]+) ")
      list(APPEND families ${CMAKE_MATCH_1})
      set(vkscan_part_of_${CMAKE_MATCH_1} ${owner} PARENT_SCOPE)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES families)
  set(${variable} ${families} PARENT_SCOPE)
endfunction()

# vkscan_add_kernel_families(<target> <part> <manifest>)
# The kernels that a manifest, which says how, lists for a part of the library, which the target is. Their sources are in
# kernels/ beside it, or else in vkscan_shader_directory. A family is a source with one table, in the words of
# src/plan/kernels.h, which declares it. With VKSCAN_PREBUILT_SHADERS, kernels are taken from there.
function(vkscan_add_kernel_families target part manifest)
  get_filename_component(manifest ${manifest} ABSOLUTE)
  get_filename_component(directory ${manifest} DIRECTORY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifest})
  set(families)
  set(compiled)
  file(STRINGS ${manifest} lines REGEX "^[a-z]")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([a-z]+\\*) = (.+)$")
      set(list_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
      continue()
    elseif(line MATCHES "^part = (.+)$")
      set(owner ${CMAKE_MATCH_1})
      continue()
    elseif(NOT owner STREQUAL part)
      continue()
    endif()
    string(REGEX REPLACE " +" ";" words "${line}")
    list(POP_FRONT words family kernels)
    string(REPLACE "," ";" modules ${kernels})
    foreach(macros IN LISTS words)
      if(DEFINED list_${macros})
        set(macros ${list_${macros}})
      endif()
      string(REPLACE "," ";" macros ${macros})
      set(bases ${modules})
      set(modules)
      foreach(base IN LISTS bases)
        list(TRANSFORM macros PREPEND "${base}+" OUTPUT_VARIABLE variants)
        list(APPEND modules ${variants})
      endforeach()
    endforeach()
    foreach(module IN LISTS modules)
      string(REPLACE "+" ";" macros ${module})
      list(POP_FRONT macros kernel)
      vkscan_kernel_name(array ${kernel} ${macros})
      if(VKSCAN_PREBUILT_SHADERS)
        set(header ${VKSCAN_PREBUILT_SHADERS}/${array}.h)
        if(NOT EXISTS ${header})
          message(FATAL_ERROR "${header} is missing: VKSCAN_PREBUILT_SHADERS must hold the kernels of this version")
        endif()
      else()
        list(JOIN macros "|" macros)
        set(source ${directory}/kernels/${kernel}.comp)
        if(NOT EXISTS ${source})
          set(source ${vkscan_shader_directory}/kernels/${kernel}.comp)
        endif()
        list(APPEND compiled "${array}|${source}|${macros}")
        set(header kernels/${array}.h)
      endif()
      string(APPEND includes_${family} "#include \"${header}\"\n")
      string(APPEND modules_${family} "    {\"${array}\", ${array}},\n")
    endforeach()
    list(APPEND families ${family})
  endforeach()
  if(compiled)
    list(SORT compiled) # a kernel's modules side by side, so that a change of its source compiles few others
    set(flags -I${directory})
    if(NOT directory STREQUAL vkscan_shader_directory) # headers of C++, too, include others beside them
      list(APPEND flags -I${vkscan_shader_directory} -I${vkscan_shader_directory}/abi)
    endif()
    vkscan_compile_modules(${target} ${PROJECT_BINARY_DIR}/kernels PACKED INLINED FLAGS ${flags} MODULES ${compiled})
  endif()
  list(REMOVE_DUPLICATES families)
  foreach(family IN LISTS families)
    set(source ${PROJECT_BINARY_DIR}/${family}_kernels.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "#include \"plan/kernels.h\"\n\n${includes_${family}}
namespace vkscan::families {\n\nextern const KernelFamily ${family};\nstatic constexpr KernelModule ${family}_modules[] = {\n${modules_${family}}};
const KernelFamily ${family} = {${family}_modules, sizeof(${family}_modules) / sizeof(${family}_modules[0])};\n\n} // namespace vkscan::families\n")
    target_sources(${target} PRIVATE ${source})
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR})
endfunction()

# vkscan_add_custom_kernels(<target> <file.glsl> [NAME <name>] [DEFINITIONS <macro>...] [ENTRY_POINTS <name>...])
# Compiles kernels of the user's (vkscan/kernel.glsl, docs/kernels.md) for the target, which includes "<name>.h": a
# vkscan::CustomKernels of that name, a VkscanCustomKernels in C. By default the name is the file's, with _ for what no name
# in C has. The macros are defined as in C: SEGMENTS, or LIMIT=7. By default, all entry
# points that operations may take.
function(vkscan_add_custom_kernels target file)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "NAME" "DEFINITIONS;ENTRY_POINTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "vkscan_add_custom_kernels: ${arg_UNPARSED_ARGUMENTS}: neither NAME, DEFINITIONS nor ENTRY_POINTS")
  endif()
  vkscan_find_shader_tools()
  get_filename_component(file ${file} REALPATH)
  get_filename_component(source_directory ${file} DIRECTORY)
  get_filename_component(file_name ${file} NAME)
  get_filename_component(name ${file} NAME_WE)
  if(arg_NAME)
    set(name ${arg_NAME})
  endif()
  string(MAKE_C_IDENTIFIER ${name} name)
  if(NOT arg_ENTRY_POINTS)
    set(arg_ENTRY_POINTS scan_spans reduce_spans reduce_slots scan_spine)
  endif()
  list(TRANSFORM arg_DEFINITIONS PREPEND -D)
  get_filename_component(directory ${CMAKE_CURRENT_BINARY_DIR} REALPATH)
  string(APPEND directory /custom_kernels/${target})
  file(MAKE_DIRECTORY ${directory}/${name})
  # Entry points include custom_kernel.glsl. That includes the file by its path: by its name alone, one of vkscan's may be
  # found first, as core/monoid.glsl.
  if(NOT file_name STREQUAL "custom_kernel.glsl")
    file(RELATIVE_PATH path ${directory}/${name} ${file})
    if(IS_ABSOLUTE "${path}") # on another drive
      set(path ${file_name})
    endif()
    file(CONFIGURE OUTPUT ${directory}/${name}/custom_kernel.glsl CONTENT "#include \"${path}\"\n" @ONLY)
  endif()
  set(includes)
  set(modules)
  set(compiled)
  foreach(entry_point IN LISTS arg_ENTRY_POINTS)
    set(array ${name}_${entry_point})
    list(APPEND compiled "${array}|${vkscan_shader_directory}/kernels/${entry_point}.comp")
    string(APPEND includes "#include \"${name}/${array}.h\"\n")
    string(APPEND modules "    {\"${entry_point}\", ${array}, sizeof(${array})},\n")
  endforeach()
  vkscan_compile_modules(${target} ${directory}/${name} WORDS INLINED
                         FLAGS -DELEMENT_CUSTOM ${arg_DEFINITIONS} -I${directory}/${name} -I${source_directory}
                         -I${vkscan_include_directory} -I${vkscan_shader_directory}
                         MODULES ${compiled})
  list(LENGTH arg_ENTRY_POINTS count)
  file(CONFIGURE OUTPUT ${directory}/${name}.h @ONLY CONTENT "#pragma once
#ifdef __cplusplus
#include <vkscan/custom.h>
#else
#include <vkscan/c_api.h>
#endif

${includes}
#ifdef __cplusplus
inline constexpr vkscan::CustomKernel ${name}_modules[] = {\n${modules}};
inline constexpr vkscan::CustomKernels ${name} = {${name}_modules, ${count}};
#else
static const VkscanCustomKernel ${name}_modules[] = {\n${modules}};
static const VkscanCustomKernels ${name} = {${name}_modules, ${count}};
#endif\n")
  target_include_directories(${target} PRIVATE ${directory})
endfunction()

# vkscan_add_shaders(<target> HEADER <name.h> SHADERS <file.vert|.frag|.comp>...)
# Compiles a sample's shaders, in which vkscan's includes are found. The array of scene.frag is scene_frag.
function(vkscan_add_shaders target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "SHADERS")
  set(all "#include <cstdint>\n")
  set(modules)
  foreach(shader IN LISTS arg_SHADERS)
    get_filename_component(source ${shader} ABSOLUTE)
    get_filename_component(name ${shader} NAME)
    string(REPLACE "." "_" name ${name})
    list(APPEND modules "${name}|${source}")
    string(APPEND all "#include \"spirv/${name}.h\"\n")
  endforeach()
  vkscan_compile_modules(${target} ${CMAKE_CURRENT_BINARY_DIR}/spirv WORDS FLAGS -I${PROJECT_SOURCE_DIR}/include
                         MODULES ${modules})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_HEADER} CONTENT "${all}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
