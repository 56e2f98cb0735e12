# Compiles kernels into C arrays in the build tree, one a variant, and gathers them in a header. Touching an include
# rebuilds what uses it.
find_program(VKSCAN_GLSLANG NAMES glslangValidator glslang HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin REQUIRED)
option(VKSCAN_OPTIMIZE_KERNELS "Inline kernels when they are built, which takes spirv-opt" ON)
find_program(VKSCAN_SPIRV_OPT spirv-opt HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
mark_as_advanced(VKSCAN_SPIRV_OPT)
set(vkscan_kernel_optimizer)
if(VKSCAN_OPTIMIZE_KERNELS AND VKSCAN_SPIRV_OPT)
  set(vkscan_kernel_optimizer ${VKSCAN_SPIRV_OPT})
elseif(VKSCAN_OPTIMIZE_KERNELS)
  message(WARNING "spirv-opt (spirv-tools) is missing, so kernels are not inlined: summed-area tables take 1.5 to 5 "
                  "times as long on NVIDIA devices")
endif()
set(vkscan_spirv_script ${CMAKE_CURRENT_LIST_DIR}/vkscan_spirv.cmake)

# vkscan_compile_shader(<target> <header> <source> OPTIMIZER <spirv-opt or nothing> FLAGS <of glslang>...)
# Compiles one shader for the target into a header with one array, which is named like the header.
function(vkscan_compile_shader target header source)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "OPTIMIZER" "FLAGS")
  get_filename_component(array ${header} NAME_WE)
  list(JOIN arg_FLAGS "|" flags)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DGLSLANG=${VKSCAN_GLSLANG} -DSPIRV_OPT=${arg_OPTIMIZER} -DSOURCE=${source}
            -DFLAGS=${flags} -DHEADER=${header} -P ${vkscan_spirv_script}
    DEPENDS ${source} ${vkscan_spirv_script}
    DEPFILE ${header}.d
    COMMENT "Compiling ${array}"
    VERBATIM)
  target_sources(${target} PRIVATE ${header})
endfunction()

# vkscan_add_kernels(<target> HEADER <name.h> VARIANTS <MACRO[+MACRO]...>... KERNELS <file.comp>...)
# The array of a kernel's variant is named after both, a macro's name without its first word: scan_spine_u32 for
# ELEMENT_U32.
function(vkscan_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "VARIANTS;KERNELS")
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/kernels)
  file(MAKE_DIRECTORY ${directory})
  set(all "#include <cstdint>\n")
  foreach(kernel IN LISTS arg_KERNELS)
    get_filename_component(source ${kernel} ABSOLUTE)
    get_filename_component(array_base ${kernel} NAME_WE)
    foreach(variant IN LISTS arg_VARIANTS)
      string(REPLACE "+" ";" macros ${variant})
      set(array ${array_base})
      set(definitions)
      foreach(macro IN LISTS macros)
        string(REGEX REPLACE "^[A-Z]+" "" suffix ${macro})
        string(TOLOWER ${suffix} suffix)
        string(APPEND array ${suffix})
        list(APPEND definitions -D${macro})
      endforeach()
      vkscan_compile_shader(${target} ${directory}/${array}.h ${source}
                            OPTIMIZER ${vkscan_kernel_optimizer} FLAGS ${definitions})
      string(APPEND all "#include \"kernels/${array}.h\"\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_HEADER} CONTENT "${all}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
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
    vkscan_compile_shader(${target} ${directory}/${array}.h ${source} FLAGS -I${PROJECT_SOURCE_DIR}/include)
    string(APPEND all "#include \"spirv/${array}.h\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_HEADER} CONTENT "${all}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
