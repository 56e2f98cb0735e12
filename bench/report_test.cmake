# Runs bench/report on made-up results: PYTHON, SOURCE_DIR of the benchmarks, WORK_DIR.
cmake_minimum_required(VERSION 3.24)

set(fixture ${SOURCE_DIR}/report_fixture)

function(write_report directory)
  execute_process(COMMAND ${PYTHON} -B ${SOURCE_DIR}/report --output-dir ${WORK_DIR}/${directory} --name made_up ${ARGN}
                  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(code ${code} PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(require_refused sentence)
  write_report(refused ${ARGN})
  if(code EQUAL 0 OR NOT output MATCHES "^report: [^\n]*${sentence}[^\n]*\n$" OR EXISTS ${WORK_DIR}/refused)
    message(FATAL_ERROR "not refused with \"${sentence}\": ${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
foreach(directory once again)
  write_report(${directory} ${fixture}/scan.json ${fixture}/cub.json ${fixture}/figures.json
               ${fixture}/networks.json)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "the report failed: ${output}")
  endif()
endforeach()

file(READ ${WORK_DIR}/once/made_up.md text)
foreach(line
    "| u32 add inclusive | 2^20 | auto (spine) | 8.00 MiB | 8.00 | 1049 | 0.50 | 1.0% | 1.25 |"
    "| u32 add inclusive | 2^24 | auto (spine) | 128 MiB | 64.0 | 2097 | 0.50 | 1.0% | 0.75 |"
    "| u32 add inclusive | 2^20 | CUB 9.8.7 (DeviceScan::InclusiveSum) | 8.00 MiB | 10.0 | 839 | 0.50 | 1.0% |  |"
    "| u32 add inclusive, in_place | 2^20 | auto (spine) | 8.00 MiB | 8.50 | 987 | 0.47 | 1.0% |  |"
    "| buffer_u32 u32 | 1920 × 1080 | auto (flat-sum) | 15.8 MiB | 10.0 | 1659 | 0.50 | 1.0% |"
    "| scan |  | auto |  | 0.500 |  | 0.80 (to handwritten) | 1.0% |"
    "| u32 keys 1000 | 2^20 | vkscan (spine) | 12.0 MiB | 8.00 | 1573 | 0.75 | 1.0% | 1.50 |"
    "| ladner-fischer, radix4 | cascade | 80.00 | 0.05 | 256 | 64 | 32 | 2.00 | 1.60 |"
    "(made_up_networks.svg)"
    "(made_up_scan_u32_add_inclusive_and_cub.svg)"
    "(made_up_scan_u32_add_inclusive.svg)"
    "(made_up_figure_plain_u32.svg)"
    "(made_up_figure_orders_u32.svg)"
    "(made_up_figure_tuples_u32.svg)"
    "(made_up_figure_chained_and_sam_u32.svg)"
    "- record/scan/spine: a made-up failure")
  string(FIND "${text}" "${line}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "the report lacks ${line}:\n${text}")
  endif()
endforeach()

# A single time of a figure counts, in no table.
string(FIND "${text}" "a label" found)
if(NOT found EQUAL -1)
  message(FATAL_ERROR "figures are in tables:\n${text}")
endif()

function(require_drawn plot)
  file(READ ${WORK_DIR}/once/made_up_${plot}.svg text)
  foreach(drawn IN LISTS ARGN)
    string(FIND "${text}" "${drawn}" found)
    if(found EQUAL -1)
      message(FATAL_ERROR "the plot ${plot} lacks ${drawn}")
    endif()
  endforeach()
endfunction()

require_drawn(figure_orders_u32 "order 2, auto" "order 5, auto" "order 2, CUB" "order 5, CUB" ">copy kernel in Vulkan<"
              ">250<")
require_drawn(scan_u32_add_inclusive ">auto<" ">reduce-then-scan<" ">time of a copy kernel in Vulkan / time<")
# Each library's own copy, and what is subtracted from which times.
require_drawn(scan_u32_add_inclusive_and_cub ">vkscan<" ">copy kernel in Vulkan<" ">CUB 9.8.7<"
              ">copy kernel in a CUDA graph<" ">vkscan, less its copy kernel in Vulkan<"
              ">CUB 9.8.7, less its copy kernel in a CUDA graph<" ">time above its own copy (µs, linear below 1)<")

file(GLOB files RELATIVE ${WORK_DIR}/once ${WORK_DIR}/once/*)
foreach(file IN LISTS files)
  file(SHA256 ${WORK_DIR}/once/${file} once)
  file(SHA256 ${WORK_DIR}/again/${file} again)
  if(NOT once STREQUAL again)
    message(FATAL_ERROR "the same results gave another ${file}")
  endif()
endforeach()

require_refused("different devices: A GPU in .* and Another GPU in " ${fixture}/scan.json ${fixture}/other_device.json)
require_refused("no result of a benchmark program" ${CMAKE_CURRENT_LIST_FILE})

# The later of two files counts, whichever comes first.
foreach(order "later;scan" "scan;later")
  list(TRANSFORM order REPLACE "(.+)" "${fixture}/\\1.json")
  write_report(later ${order})
  file(READ ${WORK_DIR}/later/made_up.md text)
  if(NOT code EQUAL 0 OR NOT text MATCHES "in_place \\| 2\\^20 \\| auto \\(spine\\) \\| 8.00 MiB \\| 5.00 \\|" OR text MATCHES "8\\.50 \\| 987")
    message(FATAL_ERROR "the later result does not replace the earlier: ${output}${text}")
  endif()
endforeach()
