// Times scans and compactions by kernels of one's own beside a copy of the same bytes.
#ifndef VKSCAN_BENCH_CUSTOM_ROWS_H
#define VKSCAN_BENCH_CUSTOM_ROWS_H

#include "harness.h"
#include "program.h"

#include <vkscan/custom.h>

namespace bench {

// A kernel and its twin on the host, in words of 32 bits.
struct CustomCase {
    const char* name;
    const vkscan::CustomKernels* kernels;
    uint32_t inputWords;  // of an element
    uint32_t outputBytes; // of a result
    // Of an element, its words lying one behind the other in all elements.
    uint32_t (*wordAt)(uint64_t index);
    // Combines the state, of as many words, with the element of that index, and writes what is stored of it.
    void (*take)(uint64_t index, uint32_t* state, unsigned char* stored);
    void (*clear)(uint32_t* state); // makes it the identity
};

// Everything throws std::runtime_error with a sentence.
class CustomHarness {
public:
    // Uses the harness's device, arrays and scratch.
    explicit CustomHarness(Harness& harness);

    // Verifies a scan of `count` elements, times it, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(const CustomCase& of, uint64_t count);

    // The same of a compaction of `count` records of 32 bytes, of which every other one is kept at random.
    [[nodiscard]] Result measureRecords(uint64_t count);

private:
    void upload(uint32_t (*wordAt)(uint64_t index), uint64_t words);
    void verify(const CustomCase& of, uint64_t count);
    void verifyRecords(uint64_t kept);

    Harness& m_harness;
    Copy m_copy;
    gpu::Buffer m_input;
    uint32_t (*m_uploaded)(uint64_t) = nullptr; // whose words it has
};

// Of the largest array that rows of at most 2^maxLog2 elements take.
[[nodiscard]] VkDeviceSize customArrayBytes(unsigned maxLog2);

// Adds the rows custom/<case>/<count> and custom/records/<count> of at most 2^maxLog2 elements and 1 GiB, for which
// arrays must have been allocated. `custom` outlives the program's run.
void addCustomRows(Program& program, Harness& harness, CustomHarness& custom, unsigned maxLog2);

} // namespace bench

#endif
