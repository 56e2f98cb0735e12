# Compiles the examples of the documents, so that what a reader copies works.

# vkscan_compile_examples(<target> <document> [DECLARATIONS <C++>]); each example stands in the scope of those before it
# in the same document. The declarations go before the function that holds the examples.
function(vkscan_compile_examples target document)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "DECLARATIONS" "")
  set(file ${PROJECT_SOURCE_DIR}/${document})
  set(marker "<!-- example: compiled by tests -->")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "${document} is missing")
  endif()

  file(READ ${file} text)
  if(NOT text MATCHES "C\\+\\+20")
    message(FATAL_ERROR "${document} does not say that its examples are C++20")
  endif()
  set(example "")
  set(scopes "")
  string(FIND "${text}" "${marker}" start)
  if(start EQUAL -1)
    message(FATAL_ERROR "${document} lacks the line ${marker}")
  endif()
  while(NOT start EQUAL -1)
    string(SUBSTRING "${text}" ${start} -1 text)
    string(FIND "${text}" "```cpp\n" fence)
    if(fence EQUAL -1)
      message(FATAL_ERROR "${document} has no block of C++ after ${marker}")
    endif()
    math(EXPR fence "${fence} + 7")
    string(SUBSTRING "${text}" ${fence} -1 text)
    string(FIND "${text}" "\n```" end)
    if(end LESS_EQUAL 0)
      message(FATAL_ERROR "${document} has an empty or unclosed block of C++ after ${marker}")
    endif()
    string(SUBSTRING "${text}" 0 ${end} block)
    string(APPEND example "{\n${block}\n")
    string(APPEND scopes "}")
    string(FIND "${text}" "${marker}" start)
  endwhile()
  string(APPEND example "${scopes}")

  # The examples' own includes go before the function that holds the rest.
  string(REGEX MATCHALL "#include [^\n]+" includes "${example}")
  list(JOIN includes "\n" includes)
  string(APPEND includes "\n${arg_DECLARATIONS}")
  string(REGEX REPLACE "#include [^\n]+" "" example "${example}")
  configure_file(readme_example.cpp.in ${target}.cpp @ONLY)

  add_library(${target} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE $<IF:$<CXX_COMPILER_ID:MSVC>,/WX,-Werror>)
  target_link_libraries(${target} PRIVATE vkscan::vkscan vkscan_warnings)
endfunction()

vkscan_compile_examples(readme_example README.md)
vkscan_compile_examples(integration_example docs/integration.md)
vkscan_compile_examples(portability_example docs/portability.md)
vkscan_compile_examples(study_example study/docs/study.md DECLARATIONS "extern const vkscan::Context context;")
target_link_libraries(study_example PRIVATE vkscan::study)

# The pages of operations begin where a host has a context.
file(GLOB operation_documents CONFIGURE_DEPENDS
     RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/docs/operations/*.md)
if(NOT operation_documents)
  message(FATAL_ERROR "docs/operations has no pages")
endif()
foreach(document IN LISTS operation_documents)
  get_filename_component(operation ${document} NAME_WE)
  file(READ ${PROJECT_SOURCE_DIR}/${document} page)
  if(NOT page MATCHES "part[ \n]`vkscan::${part_of_${operation}}`")
    message(FATAL_ERROR "${document} does not name the operation's part, vkscan::${part_of_${operation}}")
  endif()
  vkscan_compile_examples(${operation}_example ${document}
                          DECLARATIONS "extern const vkscan::Context context;\nextern vkscan::BufferRange rest, selectedCount;")
endforeach()

vkscan_compile_examples(reproducible_example docs/reproducible.md
                        DECLARATIONS "extern const vkscan::Context context;")
vkscan_compile_examples(kernels_example docs/kernels.md
                        DECLARATIONS "#include <vector>\nextern const vkscan::Context context;\nstd::vector<uint32_t> readFile(const char* path);")
foreach(kernel affine alive smooth words)
  vkscan_add_custom_kernels(kernels_example ${kernels_page}/${kernel}.glsl)
endforeach()
vkscan_add_custom_kernels(kernels_example ${kernels_page}/farthest.glsl
                          ENTRY_POINTS radix_sort_single radix_sort_count radix_sort_pass radix_sort_scatter)
vkscan_add_custom_kernels(kernels_example ${kernels_page}/meshlets.glsl
                          ENTRY_POINTS scan_spans reduce_spans scan_spine expand)
vkscan_add_custom_kernels(top_k_example ${kernels_page}/nearest.glsl ENTRY_POINTS top_k_sample top_k_collect top_k_merge top_k_rows)
