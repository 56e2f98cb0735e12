// Throws where a status or a result is not as it must be.
#ifndef VKSCAN_BENCH_REQUIRE_H
#define VKSCAN_BENCH_REQUIRE_H

#include <vkscan/status.h>

#include <stdexcept>
#include <string>

namespace bench {

// Throws unless the call succeeded.
inline void require(vkscan::Status status, const char* call)
{
    if (status != vkscan::Status::Success)
        throw std::runtime_error(std::string(call) + " failed: " + vkscan::toString(status));
}

template <class T>
void requireEqual(T result, T expected, const std::string& what)
{
    if (result != expected)
        throw std::runtime_error(what + " is " + std::to_string(result) + " and should be " + std::to_string(expected));
}

} // namespace bench

#endif
