// Checks of statuses and results that throw std::runtime_error.
#ifndef VKSCAN_BENCH_REQUIRE_H
#define VKSCAN_BENCH_REQUIRE_H

#include <support/operation.h>

#include <stdexcept>
#include <string>

namespace bench {

using gpu::require;

template <class T>
void requireEqual(T result, T expected, const std::string& what)
{
    if (result != expected)
        throw std::runtime_error(what + " is " + std::to_string(result) + " and should be " + std::to_string(expected));
}

} // namespace bench

#endif
