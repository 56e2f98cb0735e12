# Tests without a device: planning, misuse, and how the library builds and is consumed.
add_executable(plan_tests
  create_misuse_test.cpp
  hazard_test.cpp
  misuse_test.cpp
  plan_test.cpp
  strategy_test.cpp)
target_compile_features(plan_tests PRIVATE cxx_std_20)
target_include_directories(plan_tests PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/shaders)
target_link_libraries(plan_tests PRIVATE vkscan::vkscan GTest::gtest GTest::gtest_main vkscan_warnings)
gtest_discover_tests(plan_tests PROPERTIES LABELS host)
