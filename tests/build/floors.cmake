# Files on a floor of src/ or shaders/ include only its own and those below, and shared floors name no operation:
# cmake -DSOURCE_DIR= -P floors.cmake
cmake_minimum_required(VERSION 3.24)
set(faults "")

# check_floors(<root> <floor[|floor beside it]>...), from the ground up
function(check_floors root)
  set(below names) # of cmake/vkscan_names.cmake
  foreach(level IN LISTS ARGN)
    string(REPLACE "|" ";" floors "${level}")
    foreach(floor IN LISTS floors)
      file(GLOB files ${SOURCE_DIR}/${root}/${floor}/*)
      if(NOT files)
        message(FATAL_ERROR "there is no floor ${root}/${floor}")
      endif()
      foreach(file IN LISTS files)
        file(STRINGS ${file} includes REGEX "^#include \"[a-z_]+/")
        foreach(include IN LISTS includes)
          string(REGEX REPLACE "^#include \"([a-z_]+)/.*" "\\1" needed "${include}")
          if(NOT needed IN_LIST below AND NOT needed STREQUAL floor)
            string(APPEND faults "\n${file}: ${include}")
          endif()
        endforeach()
      endforeach()
    endforeach()
    list(APPEND below ${floors})
  endforeach()
  file(GLOB strays ${SOURCE_DIR}/${root}/*.h ${SOURCE_DIR}/${root}/*.glsl ${SOURCE_DIR}/${root}/*.comp)
  foreach(stray IN LISTS strays)
    string(APPEND faults "\n${stray} lies on no floor")
  endforeach()
  set(faults "${faults}" PARENT_SCOPE)
endfunction()

check_floors(src device tuning plan schedule "operations|tables" "study|c_api")
check_floors(shaders abi custom core networks "tile|tables" kernels)

# Floors that know of no operation: shaders/core, and those of src/ that serve all operations.
set(floors_of_src device plan schedule)
# Beginnings of the parts of identifiers, in any case; in comments only with a capital, since most are English words, too.
# `Reduce` is missing: ReduceThenScan is a strategy, and workgroupReduce what strategies are made of; the operation is found by
# its types.
set(operations Compact Sort Distribution Histogram Suballoc "Run Length" Segmented "Summed Area" Table Expand "Top K"
    "Reduce Desc" "Reduce Args" "Reduce Method")
# Forms of tiles that serve one operation, for shaders/core alone. `Run` is missing: kernels have runs of their own.
set(forms Segment Select Request Indices)

# check_names(<directory> <name>...)
function(check_names directory)
  file(GLOB files ${SOURCE_DIR}/${directory}/*)
  if(NOT files)
    message(FATAL_ERROR "there is no floor ${directory}")
  endif()
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(REGEX REPLACE "[][;]" " " text "${text}")
    # Identifiers fall into their parts: kSortSlots and SORT_SLOTS have a part "sort".
    string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1 \\2" text "${text}")
    string(REPLACE "_" " " text "${text}")
    string(REGEX MATCHALL "//[^\n]*" comments "${text}")
    string(REGEX REPLACE "//[^\n]*" "" code "${text}")
    string(TOLOWER "${code}" code)
    foreach(name IN LISTS ARGN)
      string(TOLOWER "${name}" part)
      if("${code}" MATCHES "[^a-z](${part}[a-z]*)[^a-z]")
        string(APPEND faults "\n${file} names an operation: ${CMAKE_MATCH_1}")
      elseif("${comments} " MATCHES "[^A-Za-z](${name}[a-z]*)[^a-z]")
        string(APPEND faults "\n${file} names an operation in a comment: ${CMAKE_MATCH_1}")
      endif()
    endforeach()
  endforeach()
  set(faults "${faults}" PARENT_SCOPE)
endfunction()

check_names(shaders/core ${operations} ${forms})
foreach(floor IN LISTS floors_of_src)
  check_names(src/${floor} ${operations})
endforeach()

if(faults)
  message(FATAL_ERROR "a file includes what is above its floor, lies on none, or names an operation:${faults}")
endif()
