# Compiles each kernel for each element type into a C array in the build tree, and gathers them in
# vkscan_kernels.h. Touching an include rebuilds what uses it.
find_program(VKSCAN_GLSLANG NAMES glslangValidator glslang HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin REQUIRED)

# vkscan_add_kernels(<target> TYPES <type>... KERNELS <file.comp>...)
function(vkscan_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "TYPES;KERNELS")
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/kernels)
  file(MAKE_DIRECTORY ${directory})
  set(all "#include <cstdint>\n")
  foreach(kernel IN LISTS arg_KERNELS)
    get_filename_component(source ${kernel} ABSOLUTE)
    get_filename_component(name ${kernel} NAME_WE)
    foreach(type IN LISTS arg_TYPES)
      string(TOUPPER ELEMENT_${type} macro)
      set(array ${name}_${type})
      set(header ${directory}/${array}.h)
      add_custom_command(
        OUTPUT ${header}
        COMMAND ${VKSCAN_GLSLANG} --quiet --target-env vulkan1.2 -g0 -D${macro} --vn ${array} --depfile ${header}.d
                -o ${header} ${source}
        DEPENDS ${source}
        DEPFILE ${header}.d
        COMMENT "Compiling ${array}"
        VERBATIM)
      target_sources(${target} PRIVATE ${header})
      string(APPEND all "#include \"kernels/${array}.h\"\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/vkscan_kernels.h CONTENT "${all}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
