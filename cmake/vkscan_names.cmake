# Writes prefixes for the names of vkscan's shaders: cmake [-DOUTPUT=<file>] -P vkscan_names.cmake. By default, the file is
# shaders/names/prefixes.glsl beside this directory, where compilers find it that are run by hand.
# cmake/vkscan_spirv.cmake includes this for the function.

# vkscan_write_names(<shaders> <file>)
# A user's kernel may declare any name, so each name that shaders declare at file scope becomes vkscan_<name> beside it, by
# a macro of the file. shaders/custom/kernel.glsl includes it. Macros of shaders need none: they replace names already.
function(vkscan_write_names shaders file)
  set(names OwnState push stateOfWords wordsOfState) # vkscan/kernel.glsl declares these, with the prefix
  set(macros "")
  file(GLOB sources ${shaders}/abi/*.h ${shaders}/core/*.glsl ${shaders}/custom/*.glsl ${shaders}/tile/*.glsl
       ${shaders}/kernels/*.comp)
  foreach(source IN LISTS sources)
    file(READ ${source} text)
    string(REGEX REPLACE "//[^\n]*|\\\\\n" "" text "${text}")
    string(REGEX MATCHALL "#define [A-Za-z0-9_]+" found "${text}")
    list(APPEND macros ${found})
    string(REGEX REPLACE "#[^\n]*" "" text "${text}")
    string(REGEX MATCHALL "ABI_NAME\\([A-Za-z0-9]+" found "${text}")
    if(NOT found)
      # Bodies, parameters, sizes of arrays, initialisers and layouts are left out, so that each name follows its type.
      string(REPLACE ";" "@" text "${text}")
      set(nested "")
      while(NOT text STREQUAL nested)
        set(nested "${text}")
        string(REGEX REPLACE "\\[[^][]*\\]" "" text "${text}")
        string(REGEX REPLACE "{[^{}]*}|\\([^()]*\\)" ":" text "${text}")
      endwhile()
      string(REGEX REPLACE "=[^@]*@" "@" text "${text}")
      string(REPLACE "layout:" "" text "${text}")
      string(REGEX MATCHALL "[A-Za-z0-9_][ \n]+[A-Za-z0-9_]+[ \n]*[:@]" found "${text}")
    endif()
    list(APPEND names ${found})
  endforeach()
  list(TRANSFORM names REPLACE "^ABI_NAME.|^.[ \n]+|[ \n]*[:@]$" "")
  list(TRANSFORM macros REPLACE "#define " "")
  list(REMOVE_ITEM macros openArray) # a function, too, which segments of floats rename
  list(REMOVE_DUPLICATES names)
  list(REMOVE_ITEM names main isSelected load store ${macros}) # the user's kernel defines these functions
  list(FILTER names EXCLUDE REGEX "^vkscan_")
  list(TRANSFORM names REPLACE "(.+)" "#define \\1 vkscan_\\1\n")
  list(JOIN names "" names)
  file(CONFIGURE OUTPUT ${file} CONTENT "${names}" @ONLY)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  cmake_minimum_required(VERSION 3.24)
  get_filename_component(shaders ${CMAKE_CURRENT_LIST_DIR}/../shaders ABSOLUTE)
  if(NOT OUTPUT)
    set(OUTPUT ${shaders}/names/prefixes.glsl)
  endif()
  vkscan_write_names(${shaders} ${OUTPUT})
endif()
