# VKSCAN_PREBUILT_SHADERS: kernels that are compiled already, as releases have them. Another build's kernels/ will do, too.
# scripts/release runs this by itself, cmake -DOUTPUT=<file> -P vkscan_prebuilt.cmake, for the digest of the shaders.
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)

# vkscan_digest_shaders(<digest>): of what kernels are compiled from, and how.
function(vkscan_digest_shaders digest)
  set(sources "")
  foreach(shaders shaders study/shaders)
    file(GLOB_RECURSE found RELATIVE ${root} ${root}/${shaders}/*.comp ${root}/${shaders}/*.glsl ${root}/${shaders}/*.txt
         ${root}/${shaders}/abi/*.h)
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "^shaders/names/") # written from the others, and not for vkscan's own kernels
  list(APPEND sources cmake/vkscan_spirv.cmake)
  list(SORT sources)
  set(all "")
  foreach(source IN LISTS sources)
    file(SHA256 ${root}/${source} one)
    string(APPEND all "${one} ${source}\n")
  endforeach()
  string(SHA256 all "${all}")
  set(${digest} ${all} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  vkscan_digest_shaders(digest)
  file(WRITE ${OUTPUT} "${digest}\n")
  return()
endif()

set(prebuilt "")
if(EXISTS ${root}/shaders/prebuilt)
  set(prebuilt ${root}/shaders/prebuilt)
endif()
set(VKSCAN_PREBUILT_SHADERS "${prebuilt}" CACHE PATH "Directory of compiled kernels; empty: they are compiled")
mark_as_advanced(VKSCAN_PREBUILT_SHADERS)
if(VKSCAN_PREBUILT_SHADERS AND EXISTS ${VKSCAN_PREBUILT_SHADERS}/shaders.sha256)
  file(STRINGS ${VKSCAN_PREBUILT_SHADERS}/shaders.sha256 expected)
  vkscan_digest_shaders(digest)
  if(NOT digest STREQUAL expected)
    message(FATAL_ERROR "the kernels in ${VKSCAN_PREBUILT_SHADERS} are compiled from other shaders than those in "
                        "${root}: with -DVKSCAN_PREBUILT_SHADERS= they are compiled anew, which takes glslc and "
                        "spirv-opt")
  endif()
endif()
