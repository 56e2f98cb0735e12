# Prints a program's size, and fails beyond LIMIT KB: cmake -DPROGRAM= -DLIMIT= -P size.cmake
file(SIZE ${PROGRAM} bytes)
math(EXPR kilobytes "(${bytes} + 999) / 1000")
message(STATUS "${kilobytes} KB, of at most ${LIMIT}")
if(kilobytes GREATER LIMIT)
  message(FATAL_ERROR "${PROGRAM} has grown: does it link kernels of operations that it does not use?")
endif()
