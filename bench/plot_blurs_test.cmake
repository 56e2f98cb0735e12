# Runs bench/plot_blurs on measured times: PYTHON, SOURCE_DIR of the benchmarks, WORK_DIR.
cmake_minimum_required(VERSION 3.24)

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
function(plot times)
  execute_process(COMMAND ${PYTHON} -B ${SOURCE_DIR}/plot_blurs ${times} ${WORK_DIR}/plot.svg
                  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(code ${code} PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

plot(${SOURCE_DIR}/results/nvidia_h100_blurs.json)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the plot failed: ${output}")
endif()
file(READ ${WORK_DIR}/plot.svg plot)
foreach(part "<svg" "1920 × 1080 pixels, NVIDIA H100" ">96<" ">table<" ">separable<" ">naive loop<")
  string(FIND "${plot}" "${part}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "the plot has no ${part}")
  endif()
endforeach()

file(WRITE ${WORK_DIR}/other.json "{\"width\": 1}")
plot(${WORK_DIR}/other.json)
if(code EQUAL 0 OR NOT output MATCHES "^plot_blurs: [^\n]*other.json: [^\n]*\n$")
  message(FATAL_ERROR "not refused: ${output}")
endif()
