// Runs, verifies and times CUB's rows on one device.
#ifndef VKSCAN_BENCH_CUB_HARNESS_H
#define VKSCAN_BENCH_CUB_HARNESS_H

#include "cub_calls.h"
#include "cub_expected.h"
#include "cub_rows.h"
#include "cuda_support.h"

#include <program.h>
#include <reference.h>

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace bench {

// Everything throws std::runtime_error with a sentence.
class CubHarness {
public:
    explicit CubHarness(int device);

    // About the device and CUDA, for the report.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> context() const;

    // Allocates what the rows share. Returns those that there is memory for.
    [[nodiscard]] std::vector<CubRow> allocate(const std::vector<CubRow>& rows);

    // Verifies an operation, times it beside a copy of the same bytes, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(const CubRow& row);

private:
    template <class T>
    using References = std::map<vkscan::Op, Reference<T>>;

    template <class T>
    [[nodiscard]] CubCall callOf(const CubRow& row) const;
    template <class T>
    Result measureTyped(const CubRow& row);
    template <class T>
    Result measureSort(const CubRow& row);
    Result measureVerified(const CubRow& row, const CubCall& call, uint64_t kept, const std::function<void()>& verify);
    template <class T>
    Samples<T> expectedOf(const CubRow& row, uint64_t kept);
    template <class T>
    void uploadInput(const CubRow& row);
    template <class T>
    void uploadSortInput(const CubRow& row);
    template <class T>
    void verifySums(const CubRow& row);
    template <class T>
    void verify(const CubRow& row, const Samples<T>& expected, uint64_t kept);
    template <class T>
    void verifySort(const CubRow& row);

    cudaDeviceProp m_properties = {};
    Stream m_stream;
    CudaBuffer m_input;
    CudaBuffer m_output;
    CudaBuffer m_keys;
    CudaBuffer m_offsets; // of segments
    CudaBuffer m_keptCount;
    CudaBuffer m_scratch;
    CudaBuffer m_indices;
    CudaBuffer m_samples;
    CudaBuffer m_firstWrong;
    std::tuple<References<uint32_t>, References<int32_t>, References<float>, References<uint64_t>, References<double>>
        m_references;

    // What the input buffer holds.
    vkscan::ElementType m_inputType = vkscan::ElementType::U32;
    vkscan::Op m_inputOp = vkscan::Op::Add;
    uint64_t m_inputCount = 0;
};

} // namespace bench

#endif
