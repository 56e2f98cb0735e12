// Rows of CUB's operations: named as scan_bench's and of the same input, which the device makes and verifies.
#ifndef VKSCAN_BENCH_CUB_ROWS_H
#define VKSCAN_BENCH_CUB_ROWS_H

#include "cuda_timer.h"

#include <support/numbers.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

using namespace support;

// Arrays and a stream that all rows share, and the lowest index of a wrong result.
struct Arrays {
    uint32_t* input;
    uint32_t* output;
    uint32_t* expected;
    unsigned long long* firstWrong;
    cudaStream_t stream;
};

// Copies between the host and the device and returns when the copy is complete. It is in the stream's order: cudaMemcpy
// is not, and may return before pageable memory has reached the device.
inline void copy(const Arrays& arrays, void* to, const void* from, std::size_t bytes)
{
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, arrays.stream), "cudaMemcpyAsync");
    wait(arrays.stream);
}

// Arguments of all of CUB's functions. If `scratch` is null, they only return how many bytes of it they need.
struct Cub {
    void* scratch;
    std::size_t& bytes;
    cudaStream_t stream;
};

// A call of one of CUB's functions. It captures the other arguments by value.
#define VKSCAN_CUB_CALL(function, ...)                                                                                 \
    [=](::bench::Cub c) { return cub::function(c.scratch, c.bytes, __VA_ARGS__, c.stream); }

// A row's operation, once its input is in the arrays.
struct Bound {
    std::size_t movedBytes; // read and written, together
    std::function<cudaError_t(Cub)> call;
    std::function<void()> verify; // enqueues what lowers *firstWrong, if a result is wrong
};

struct CubRow {
    std::string name;
    std::string call; // CUB's
    uint32_t count;   // elements
    Yardstick yardstick = Yardstick::Copy;
    bool waits = false;                            // the call waits for the device, so no graph can contain it
    std::function<Bound(const Arrays&)> bind = {}; // makes the input
};

using CubRows = std::vector<CubRow>;

// Bytes of each array that rows of at most 2^maxLog2 elements need: most need 8 an element, and a little.
[[nodiscard]] constexpr std::size_t arrayBytes(unsigned maxLog2)
{
    return (maxLog2 < 30 ? std::size_t{8} << maxLog2 : std::size_t{4} << maxLog2) + (std::size_t{1} << 20);
}

[[nodiscard]] std::string cubVersion();

// Append the rows of all operations that this version of CUB has.
void appendCubRows(CubRows* rows);
void appendCubSorts(CubRows* rows);

#ifdef __CUDACC__

constexpr unsigned kThreads = 256;

template <class Function>
__global__ void forEachIndex(uint64_t count, Function function)
{
    const uint64_t i = uint64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (i < count)
        function(i);
}

// Calls a device function with every index.
template <class Function>
void forEach(const Arrays& arrays, uint64_t count, const Function& function)
{
    const auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
    forEachIndex<<<blocks, kThreads, 0, arrays.stream>>>(count, function);
    check(cudaGetLastError(), "a kernel that makes or verifies numbers");
}

template <class IsRight>
struct Verifier {
    IsRight isRight;
    unsigned long long* firstWrong;

    __device__ void operator()(uint64_t i) const
    {
        if (!isRight(i))
            atomicMin(firstWrong, i);
    }
};

template <class IsRight>
void verifyEach(const Arrays& arrays, uint64_t count, const IsRight& isRight)
{
    forEach(arrays, count, Verifier<IsRight>{isRight, arrays.firstWrong});
}

#endif

} // namespace bench

#endif
