// What owns CUDA's objects.
#ifndef VKSCAN_BENCH_CUDA_SUPPORT_H
#define VKSCAN_BENCH_CUDA_SUPPORT_H

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace bench {

inline void check(cudaError_t error, const char* what)
{
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(what) + " failed: " + cudaGetErrorString(error));
}

template <auto Destroy>
struct CudaDeleter {
    template <class T>
    void operator()(T* object) const
    {
        static_cast<void>(Destroy(object));
    }
};

using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, CudaDeleter<cudaStreamDestroy>>;
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, CudaDeleter<cudaEventDestroy>>;
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, CudaDeleter<cudaGraphDestroy>>;
using GraphExec = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, CudaDeleter<cudaGraphExecDestroy>>;

// One that does not wait for the default stream.
[[nodiscard]] inline Stream createStream()
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    return Stream(stream);
}

[[nodiscard]] inline Event createEvent()
{
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event), "cudaEventCreate");
    return Event(event);
}

class CudaBuffer {
public:
    CudaBuffer() = default;
    explicit CudaBuffer(std::size_t bytes) : m_size(std::max<std::size_t>(bytes, 16))
    {
        void* data = nullptr;
        check(cudaMalloc(&data, m_size), "cudaMalloc");
        m_data.reset(data);
    }

    [[nodiscard]] std::size_t size() const { return m_size; }

    template <class T>
    [[nodiscard]] T* as() const
    {
        return static_cast<T*>(m_data.get());
    }

    template <class T>
    void upload(const std::vector<T>& values, std::size_t first = 0)
    {
        check(cudaMemcpy(as<T>() + first, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
              "cudaMemcpy");
    }

    template <class T>
    [[nodiscard]] std::vector<T> download(std::size_t count, std::size_t first = 0) const
    {
        std::vector<T> values(count);
        check(cudaMemcpy(values.data(), as<T>() + first, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
        return values;
    }

private:
    std::unique_ptr<void, CudaDeleter<cudaFree>> m_data;
    std::size_t m_size = 0;
};

} // namespace bench

#endif
