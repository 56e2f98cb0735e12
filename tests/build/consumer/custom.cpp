// Has kernels of its own, which CMake compiled.
#include "monoid.h"

#include <vkscan/reference.h>
#include <vkscan/vkscan.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace {

struct Bits {
    using State = std::array<uint32_t, 2>;
    static State identity() { return {}; }
    static State combine(const State& earlier, const State& later)
    {
        return {(later[1] < 32 ? earlier[0] << later[1] : 0) | later[0], std::min(earlier[1] + later[1], 32u)};
    }
};

bool has(const char* name)
{
    constexpr uint32_t kMagic = 0x07230203; // of SPIR-V
    const vkscan::CustomKernel* const end = monoid.items + monoid.count;
    return std::any_of(monoid.items, end, [&](const vkscan::CustomKernel& kernel) {
        return std::strcmp(kernel.name, name) == 0 && kernel.codeBytes > 1000 && kernel.code[0] == kMagic;
    });
}

} // namespace

int main()
{
    const std::array<Bits::State, 3> elements = {{{5, 3}, {0, 2}, {1, 1}}};
    const Bits::State all = vkscan::reference::reduce(elements.begin(), elements.end(), Bits());
    vkscan::ScanDesc desc;
    desc.kernels = monoid;
    vkscan::Scan scan;
    const vkscan::Status status = vkscan::Scan::create({}, desc, &scan);
    std::printf("%u kernels; %s\n", monoid.count, toString(status));
    const bool works = monoid.count == 4 && has("scan_spans") && has("reduce_spans") && has("reduce_slots") &&
                       has("scan_spine") && all == Bits::State{41, 6} && status.argument == vkscan::Argument::Context;
    return works ? 0 : 1;
}
