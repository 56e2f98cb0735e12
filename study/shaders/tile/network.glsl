// The scan of a tile by a network of the literature, row after row. Each invocation scans the consecutive elements that
// it loaded, and the network scans the values of all invocations of the workgroup.
//
// With loads of 16 bytes the consecutive elements are those of a vector. Without them each element is a value, and a
// row takes as many networks as a vector has elements: the elements of an invocation are a workgroup apart.
#ifndef VKSCAN_TILE_NETWORK
#define VKSCAN_TILE_NETWORK
#define PART 0 // the whole tile
#define PART_WIDTH kWorkgroupSize
#define PART_LANE (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID)
#include "core/workgroup.glsl"
#include "tile/element_state.glsl"
#include "networks/hillis_steele.glsl"
#include "networks/blelloch.glsl"
#include "networks/kogge_stone.glsl"
#include "networks/han_carlson.glsl"
#include "networks/hockney_jesshope.glsl"
#include "networks/ladner_fischer.glsl"
#include "networks/serial.glsl"

layout(constant_id = kIdNetwork) const uint kNetwork = kNetworkKoggeStone;
layout(constant_id = kIdShuffles) const bool kShuffles = false;
layout(constant_id = kIdVectorLoads) const bool kVectorLoads = true;

const uint kRun = kVectorLoads ? kVector : 1; // consecutive elements that an invocation scans

struct Tile {
    Element items[kRows][kVector]; // elements; after scanTile, their scan in the tile
};

// Scans inside the subgroups; workgroupScan then scans their totals, as in all strategies.
Element scanByShuffles(Element value, out Element total)
{
    const Element inclusive =
        kNetwork == kNetworkLadnerFischer ? ladnerFischerInSubgroup(value) : subgroupScanInclusive(value);
    Element prefix;
    total = workgroupScan(subgroupLast(inclusive), prefix);
    return combine(prefix, subgroupShiftUp(inclusive));
}

// The sum of the values before this invocation's in the workgroup, and the total of all.
Element scanByNetwork(Element value, out Element total)
{
    const uint self = PART_LANE;
    Element before;
    switch (kNetwork) {
    case kNetworkHillisSteele: before = scanHillisSteele(self, value, total); break;
    case kNetworkBlelloch: before = scanBlelloch(self, value, total); break;
    case kNetworkHanCarlson: before = scanHanCarlson(self, value, total); break;
    case kNetworkHockneyJesshope: before = scanHockneyJesshope(self, value, total); break;
    case kNetworkLadnerFischer: before = scanLadnerFischer(self, value, total); break;
    case kNetworkSerial: before = scanSerial(self, value, total); break;
    default: before = scanKoggeStone(self, value, total);
    }
    barrier(); // the next values may be written
    return before;
}

Element scanTile(inout Tile tile)
{
    Element running = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint first = 0; first < kVector; first += kRun) {
            const uint last = first + kRun - 1;
            [[unroll]] for (uint i = first + 1; i <= last; ++i)
                tile.items[row][i] = combine(tile.items[row][i - 1], tile.items[row][i]);
            Element total;
            const Element sum = tile.items[row][last];
            const Element before = combine(running, kShuffles ? scanByShuffles(sum, total) : scanByNetwork(sum, total));
            running = combine(running, total);
            [[unroll]] for (uint i = last; i > first; --i)
                tile.items[row][i] = combine(before, tile.items[row][kExclusive ? i - 1 : i]);
            tile.items[row][first] = kExclusive ? before : combine(before, tile.items[row][first]);
        }
    }
    return running;
}

// The address of an element at a place of a tile, if elements are loaded one by one.
uint64_t elementAddress(uint64_t array, uint tile, uint place)
{
    const uint64_t index = uint64_t(tile) * kTileElements + place;
    return array + (kBackward ? vectorCount * kVector - 1 - index : index) * kElementBytes;
}

uint placeInTile(uint row, uint i) { return (row * kVector + i) * kWorkgroupSize + PART_LANE; }

void loadTile(uint index, out Tile tile)
{
    if (kVectorLoads) {
        loadRows(push.inputAddress, index, tile.items);
        return;
    }
    const Bounds bounds = boundsOf(index);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint place = placeInTile(row, i);
            tile.items[row][i] = identity();
            if (place - bounds.begin < bounds.end - bounds.begin)
                tile.items[row][i] =
                    asOperand(fromWords(ElementAt(elementAddress(push.inputAddress, index, place)).words));
        }
}

Element aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

void storeTile(uint index, Tile tile, Element carry)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            tile.items[row][i] = combine(carry, tile.items[row][i]);
    if (kVectorLoads) {
        storeRows(index, tile.items);
        return;
    }
    const Bounds bounds = boundsOf(index);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint place = placeInTile(row, i);
            if (place - bounds.begin < bounds.end - bounds.begin)
                ElementAt(elementAddress(push.outputAddress, index, place)).words = toWords(tile.items[row][i]);
        }
}
#endif
