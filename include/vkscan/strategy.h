// Names of the ways in which carries cross workgroups. Descriptions have no strategy: the library chooses by the device
// and the size, and Waiting (types.h) limits the choice.
#ifndef VKSCAN_STRATEGY_H
#define VKSCAN_STRATEGY_H

#include <cstdint>

namespace vkscan {

// docs/strategies.md compares them. FlatSum and Spine rely on running workgroups making progress beside waiting ones,
// and need the device feature shaderBufferInt64Atomics. The others run on any device. Floats have the same bits in
// every run with each of them.
enum class Strategy : uint8_t {
    // The library's choice.
    Auto,
    // One workgroup scans tile after tile, up to 256 tiles. No scratch.
    SingleWorkgroup,
    // Each tile sums the aggregates of all its predecessors itself: one pass, up to 256 tiles.
    FlatSum,
    // One workgroup scans the tiles' aggregates as they arrive and hands out the carries. In sorts, tables and on
    // Mesa's lavapipe, windows of tiles hand them on instead. One pass.
    Spine,
    // Two dispatches, which read the input twice. Merrill & Grimshaw 2009.
    ReduceThenScan,
    // Spine with short waits, and a recovery pass for the tiles that gave up. If none did, it ends at once.
    SpineWithFallback,
};

} // namespace vkscan

#endif
