# Breaks each rule of shader_lint.cmake in a copy of the shaders, and expects the lint to say so. Takes the same
# definitions.
cmake_minimum_required(VERSION 3.24)

set(copy ${WORK_DIR}/shaders)

# lint(<kernels> <result> <message> [<where they are, compiled>])
function(lint kernels result message)
  string(REPLACE ";" "|" kernels "${kernels}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -DSHADER_DIR=${copy} -DFURTHER_SHADERS=${copy} -DSOURCE_DIR=${SOURCE_DIR} -DWORK_DIR=${WORK_DIR}/spirv
            "-DKERNELS=${kernels}" -DMODULE_DIR=${ARGN} -DGLSLC=${GLSLC} -DSPIRV_VAL=${SPIRV_VAL}
            -DSPIRV_DIS=${SPIRV_DIS} -DSPIRV_OPT=${SPIRV_OPT} "-DCUSTOM=${custom}"
            -P ${CMAKE_CURRENT_LIST_DIR}/shader_lint.cmake
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  string(REGEX REPLACE "[ \n]+" " " output "${output}") # messages are wrapped
  set(${result} ${status} PARENT_SCOPE)
  set(${message} "${output}" PARENT_SCOPE)
endfunction()

function(refresh)
  file(REMOVE_RECURSE ${copy})
  file(COPY ${SHADER_DIR}/ ${FURTHER_SHADERS}/ DESTINATION ${copy})
endfunction()

# One module is enough to break a rule.
set(kernel reduce_spans_b32)
set(rejected 0)

# Appends a text to a file of the copy and expects a sentence.
function(expect_rejected file text sentence)
  refresh()
  file(APPEND ${copy}/${file} "${text}\n")
  lint(${kernel} status output)
  if(status EQUAL 0 OR NOT output MATCHES "${sentence}")
    message(FATAL_ERROR "'${text}' in ${file} is not rejected with '${sentence}':\n${output}")
  endif()
  math(EXPR count "${rejected} + 1")
  set(rejected ${count} PARENT_SCOPE)
endfunction()

refresh()
set(custom "${CUSTOM}")
lint("${KERNELS}" status output ${MODULE_DIR})
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the shaders as they are:\n${output}")
endif()
set(custom "")

expect_rejected(tile/memory.glsl "void f() { while (kRows > 0) break; }" "memory.glsl: while loops")
expect_rejected(tile/memory.glsl "void f() { do break; while (false); }" "memory.glsl: while loops")
expect_rejected(tile/memory.glsl "void f() { bool more = true; do { more = kRows > 4; } while (more); }" "memory.glsl: while loops")
expect_rejected(tile/memory.glsl "void f() { for (;;) break; }" "memory.glsl: a loop without a step")
expect_rejected(tile/memory.glsl "void f() { for (uint i = 0; ; ++i) break; }" "memory.glsl: a loop that does not compare")
expect_rejected(tile/memory.glsl "void f() { for (uint i = 0; kRows > 4; ++i)\n{\nbreak; } }" "a loop that does not compare")
expect_rejected(core/slots.glsl "uint f() { for (uint i = 0; i != 3; ++i) break; return 1; }" "a loop that does not compare")
expect_rejected(tile/memory.glsl "void f() { if (push.countAddress != 0ul) elementCount = CountAt(push.countAddress).count; }"
                "memory.glsl: loads through push.countAddress, which may be 0")
expect_rejected(tile/memory.glsl "uint f(uint64_t at) { if (at == 0ul) return 0; return CountAt(at + 4).count; }"
                "memory.glsl: loads through at, which may be 0")
expect_rejected(tile/plain.glsl "void f() { storeTotal(fromWords(ElementAt(push.totalAddress).words)); }"
                "plain.glsl: loads through push.totalAddress, which may be 0")
expect_rejected(core/spans.glsl "void f() { memoryBarrier(); }" "spans.glsl: memoryBarrier belongs")
expect_rejected(core/spans.glsl "void f() { memoryBarrierBuffer(); }" "spans.glsl: memoryBarrierBuffer belongs")
expect_rejected(core/spans.glsl "void f() { groupMemoryBarrier(); }" "spans.glsl: groupMemoryBarrier belongs")
expect_rejected(core/spans.glsl "void f() { subgroupMemoryBarrier(); }" "spans.glsl: subgroupMemoryBarrier belongs")
expect_rejected(core/common.glsl "const int k = gl_SemanticsAcquire;" "common.glsl: gl_SemanticsAcquire belongs")
expect_rejected(core/common.glsl "const int k = gl_SemanticsAcquireRelease;" "gl_SemanticsAcquireRelease belongs")
expect_rejected(core/common.glsl "const int k = gl_SemanticsRelease;" "common.glsl: gl_SemanticsRelease belongs")
expect_rejected(core/common.glsl "#extension GL_KHR_shader_subgroup_clustered : require" "no clustered operations")
expect_rejected(core/monoid.glsl "uint f() { return subgroupClusteredAdd(1, 4); }" "subgroupClusteredAdd: no clustered")
string(REPEAT "// long\n" 400 long)
expect_rejected(core/slots.glsl "${long}" "slots.glsl: 4[0-9][0-9] lines, more than 400")
expect_rejected(kernels/extra.comp "#version 460\nvoid main() {}" "extra.comp: not embedded")

# The compiler drops what is not called, so a macro calls it.
expect_rejected(core/slots.glsl "#define storeSlot(slot, value) undeclared(slot)" "${kernel}: .*undeclared")
expect_rejected(core/slots.glsl "#extension GL_EXT_shader_atomic_int64 : require
layout(buffer_reference, std430, buffer_reference_align = 8) buffer WordAt { uint64_t word; };
uint wrong(uint slot) { return uint(atomicAdd(WordAt(slotAddress(slot)).word, 1ul)); }
#define storeSlot(slot, value) storeSlot(wrong(slot), value)" "${kernel}: needs the capability Int64Atomics")
expect_rejected(core/slots.glsl "uint wrong(uint slot) { return uint(double(slot) * 0.5lf); }
#define storeSlot(slot, value) storeSlot(wrong(slot), value)" "${kernel}: needs the capability Float64")
expect_rejected(core/slots.glsl "#extension GL_KHR_shader_subgroup_arithmetic : require
uint wrong(uint slot) { return subgroupAdd(slot); }
#define storeSlot(slot, value) storeSlot(wrong(slot), value)" "${kernel}: needs the capability GroupNonUniformArithmetic")

# Rules of a user's kernels.
string(REGEX REPLACE "\\|.*" "" custom "${CUSTOM}")
expect_rejected(core/slots.glsl "uint wrong(uint slot) { return uint(double(slot) * 0.5lf); }
#undef storeSlot // shaders/names has given it a prefix
#define storeSlot(slot, value) vkscan_storeSlot(wrong(slot), value)" "reduce_spans_affine: needs the capability Float64")
expect_rejected(tile/custom.glsl "uint f() { return WordAt(push.totalAddress).word; }"
                "custom.glsl: loads through push.totalAddress, which may be 0")
expect_rejected(abi/custom_abi.h "#undef kIdStamp\n#define kIdStamp 999" "scan_spans_affine: does not tell of itself")
set(custom "")

# A module that is not SPIR-V.
refresh()
file(MAKE_DIRECTORY ${WORK_DIR}/modules)
file(WRITE ${WORK_DIR}/modules/${kernel}.spv "not SPIR-V")
lint(${kernel} status output ${WORK_DIR}/modules)
if(status EQUAL 0 OR NOT output MATCHES "${kernel}: [^ ]")
  message(FATAL_ERROR "passes with an invalid module:\n${output}")
endif()

# Nothing to look at is no success.
refresh()
lint("" status output)
if(status EQUAL 0 OR NOT output MATCHES "no kernels")
  message(FATAL_ERROR "passes without kernels:\n${output}")
endif()
file(REMOVE_RECURSE ${copy})
lint(${kernel} status output)
if(status EQUAL 0 OR NOT output MATCHES "no sources")
  message(FATAL_ERROR "passes without sources:\n${output}")
endif()
message(STATUS "${rejected} broken rules, an invalid module and 2 empty inputs were rejected")
