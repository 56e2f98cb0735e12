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
  find_program(VKSCAN_GLSLANG NAMES glslangValidator glslang HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
  find_program(VKSCAN_SPIRV_OPT NAMES spirv-opt HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
  if(NOT VKSCAN_GLSLANG OR NOT VKSCAN_SPIRV_OPT)
    message(FATAL_ERROR "kernels are compiled by glslangValidator (or glslang) and spirv-opt, and one is missing: install "
                        "glslang-tools and spirv-tools, or the Vulkan SDK, or set VKSCAN_GLSLANG and VKSCAN_SPIRV_OPT")
  endif()
endfunction()

# vkscan_compile_shader(<target> <header> <source> <WORDS|PACKED> OPTIMIZER <spirv-opt or nothing> FLAGS <of glslang>...)
# Compiles one shader for the target into a header with one constant, which is named like the header: an array of WORDS, or
# the same compressed, a PackedCode (src/plan/kernels.h).
function(vkscan_compile_shader target header source form)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "OPTIMIZER" "FLAGS")
  get_filename_component(name ${header} NAME_WE)
  list(JOIN arg_FLAGS "|" flags)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DGLSLANG=${VKSCAN_GLSLANG} -DSPIRV_OPT=${arg_OPTIMIZER} -DSOURCE=${source}
            -DFLAGS=${flags} -DFORM=${form} -DHEADER=${header} -P ${vkscan_spirv_script}
    DEPENDS ${source} ${vkscan_spirv_script}
    DEPFILE ${header}.d
    COMMENT "Compiling ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE ${header})
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

# vkscan_compile_kernel(<target> <array> <source> <WORDS|PACKED> <macro>...)
# Compiles a kernel with the macros into kernels/<array>.h, and sets <array> to the name of both.
function(vkscan_compile_kernel target array source form)
  get_filename_component(source ${source} ABSOLUTE)
  vkscan_kernel_name(name ${source} ${ARGN})
  list(TRANSFORM ARGN PREPEND -D)
  list(APPEND ARGN -I${vkscan_shader_directory})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/kernels)
  vkscan_compile_shader(${target} ${CMAKE_CURRENT_BINARY_DIR}/kernels/${name}.h ${source} ${form}
                        OPTIMIZER ${VKSCAN_SPIRV_OPT} FLAGS ${ARGN})
  set(${array} ${name} PARENT_SCOPE)
endfunction()

# vkscan_add_kernels(<target> HEADER <name.h> TYPES <MACRO>... KERNELS <file.comp>...)
# A header with the arrays of all kernels, each of all types.
function(vkscan_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "TYPES;KERNELS")
  set(all "#include <cstdint>\n")
  foreach(kernel IN LISTS arg_KERNELS)
    foreach(type IN LISTS arg_TYPES)
      vkscan_compile_kernel(${target} array ${kernel} WORDS ${type})
      string(APPEND all "#include \"kernels/${array}.h\"\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_HEADER} CONTENT "${all}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# vkscan_add_kernel_families(<target> <manifest>)
# The kernels that a manifest, which says how, lists for the target. Their sources are in kernels/, beside it. A family is a
# source with one table, in the words of src/plan/kernels.h, which declares it. With VKSCAN_PREBUILT_SHADERS, kernels are
# taken from there.
function(vkscan_add_kernel_families target manifest)
  get_filename_component(manifest ${manifest} ABSOLUTE)
  get_filename_component(directory ${manifest} DIRECTORY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifest})
  set(families)
  file(STRINGS ${manifest} lines REGEX "^[a-z]")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([a-z]+\\*) = (.+)$")
      set(list_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
      continue()
    elseif(line MATCHES "^target = (.+)$")
      set(owner ${CMAKE_MATCH_1})
      continue()
    elseif(NOT owner STREQUAL target)
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
      if(VKSCAN_PREBUILT_SHADERS)
        vkscan_kernel_name(array ${kernel} ${macros})
        set(header ${VKSCAN_PREBUILT_SHADERS}/${array}.h)
        if(NOT EXISTS ${header})
          message(FATAL_ERROR "${header} is missing: VKSCAN_PREBUILT_SHADERS must hold the kernels of this version")
        endif()
      else()
        vkscan_compile_kernel(${target} array ${directory}/kernels/${kernel}.comp PACKED ${macros})
        set(header kernels/${array}.h)
      endif()
      string(APPEND includes_${family} "#include \"${header}\"\n")
      string(APPEND modules_${family} "    {\"${array}\", ${array}},\n")
    endforeach()
    list(APPEND families ${family})
  endforeach()
  list(REMOVE_DUPLICATES families)
  foreach(family IN LISTS families)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${family}_kernels.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "#include \"plan/kernels.h\"\n\n${includes_${family}}
namespace vkscan::families {\n\nstatic constexpr KernelModule kModules[] = {\n${modules_${family}}};
const KernelFamily ${family} = {kModules, sizeof(kModules) / sizeof(kModules[0])};\n\n} // namespace vkscan::families\n")
    target_sources(${target} PRIVATE ${source})
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# vkscan_add_custom_kernels(<target> <file.glsl> [NAME <name>] [DEFINITIONS <macro>...] [ENTRY_POINTS <name>...])
# Compiles kernels of the user's (vkscan/kernel.glsl, docs/kernels.md) for the target, which includes "<name>.h": a
# vkscan::CustomKernels of that name. By default it is the file's, with _ for what no name in C has. The macros are
# defined as in C: SEGMENTS, or LIMIT=7. By default, all entry points that operations may take.
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
  foreach(entry_point IN LISTS arg_ENTRY_POINTS)
    set(array ${name}_${entry_point})
    vkscan_compile_shader(${target} ${directory}/${name}/${array}.h ${vkscan_shader_directory}/kernels/${entry_point}.comp
                          WORDS OPTIMIZER ${VKSCAN_SPIRV_OPT} FLAGS -DELEMENT_CUSTOM ${arg_DEFINITIONS} -I${directory}/${name}
                          -I${source_directory} -I${vkscan_include_directory} -I${vkscan_shader_directory})
    string(APPEND includes "#include \"${name}/${array}.h\"\n")
    string(APPEND modules "    {\"${entry_point}\", ${array}, sizeof(${array})},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${directory}/${name}.h @ONLY CONTENT "#pragma once\n#include <vkscan/custom.h>\n\n${includes}
inline constexpr vkscan::CustomKernel ${name}_modules[] = {\n${modules}};
inline constexpr vkscan::CustomKernels ${name} = {${name}_modules, sizeof(${name}_modules) / sizeof(${name}_modules[0])};\n")
  target_include_directories(${target} PRIVATE ${directory})
endfunction()

# vkscan_add_shaders(<target> HEADER <name.h> SHADERS <file.vert|.frag|.comp>...)
# The same for a sample's shaders, in which vkscan's includes are found. The array of scene.frag is scene_frag.
function(vkscan_add_shaders target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "SHADERS")
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/spirv)
  file(MAKE_DIRECTORY ${directory})
  set(all "#include <cstdint>\n")
  foreach(shader IN LISTS arg_SHADERS)
    get_filename_component(source ${shader} ABSOLUTE)
    get_filename_component(array ${shader} NAME)
    string(REPLACE "." "_" array ${array})
    vkscan_compile_shader(${target} ${directory}/${array}.h ${source} WORDS FLAGS -I${PROJECT_SOURCE_DIR}/include)
    string(APPEND all "#include \"spirv/${array}.h\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_HEADER} CONTENT "${all}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
