// Strategies, networks and reductions of the literature, for comparison and study (study/docs/study.md). They are a
// library of their own, the target vkscan::study. vkscan.h does not include this header.
//
// Strategies of the literature, networks other than Subgroup, and the methods that combine in shared memory take
// elements of 32 bits: U32, I32 and F32. With U64, I64 and F64 create refuses them.
#ifndef VKSCAN_STUDY_H
#define VKSCAN_STUDY_H

#include <vkscan/export.h>
#include <vkscan/reduce.h>
#include <vkscan/scan.h>
#include <vkscan/strategy.h>

namespace vkscan::study {

// How carries cross workgroups: vkscan's own strategies, of which its operations choose, and those of the literature.
// Words of all:
//
//     tile       the elements that a workgroup scans at a time: 4 to 48 KB
//     aggregate  the total of a tile's own elements
//     carry      the total of all elements before a tile
//     flat sum   each tile adds up the aggregates of all tiles before it
//     spine      the scan over the tiles' aggregates, which hands each tile its carry
using vkscan::Strategy;

// Strategies of the literature. kChained, kSam and, in place, kDecoupledLookback rely on running workgroups making
// progress beside waiting ones, as FlatSum and Spine do. These and kDecoupledLookback out of place need the device
// feature shaderBufferInt64Atomics. The others run on any device. kStrategies has the sources.

// Each tile looks back over its predecessors until it finds one whose inclusive prefix is published: one pass. A
// fallback recomputes predecessors, so that no forward progress is needed out of place. The last bits of float results
// depend on timing; floats of all other strategies have the same bits in every run.
inline constexpr Strategy kDecoupledLookback{16};
// Each tile is scanned on its own, the aggregates are scanned in the same way, and a second pass adds the carries.
// Takes no orders and tuples.
inline constexpr Strategy kScanThenPropagate{17};
// Each tile waits for its predecessor's inclusive prefix and publishes its own: one pass, whose speed is that of
// handing prefixes on.
inline constexpr Strategy kChained{18};
// Workgroups that surely run at once (one for each of an NVIDIA GPU's multiprocessors; two if their number is not
// known) take tiles in turn and sum the aggregates in between. One pass, scratch of constant size. Floats have the same
// bits in every run on one device.
inline constexpr Strategy kSam{19};
// ScanDesc::cascadeWorkgroups workgroups reduce a span each, one scans their aggregates, and they scan their spans:
// three dispatches, which read the input twice, and scratch of constant size.
inline constexpr Strategy kCascade{20};
// A cascade cut short at both ends, as Diéguez, Amor & Doallo describe it, with Network::HanCarlson. The first dispatch
// scans the first span, which the third leaves alone, and does not reduce the last, whose aggregate is not needed. For
// n elements, C workgroups access memory 3n + 3C - (2n / C + 3) times instead of 3n + 3C. C is at least 2.
inline constexpr Strategy kTruncatedCascade{21};
// A cascade of C workgroups whose aggregates many workgroups scan, in log2 C steps of one dispatch each. Scratch of
// constant size. Takes no orders and tuples.
inline constexpr Strategy kRecursiveDoubling{22};

struct StrategyRow {
    Strategy value;
    const char* name;
    // Workgroups wait for others of the same dispatch: needs forward progress and 64-bit atomics in buffers.
    bool waits;
    bool isOwn;         // vkscan's, which its operations take
    const char* source; // "" without one
};
inline constexpr StrategyRow kStrategies[] = {
    {Strategy::Auto, "auto", false, true, ""},
    {Strategy::SingleWorkgroup, "single-workgroup", false, true, ""},
    {Strategy::FlatSum, "flat-sum", true, true, ""},
    {Strategy::Spine, "spine", true, true, ""},
    {Strategy::ReduceThenScan, "reduce-then-scan", false, true, "Merrill & Grimshaw 2009"},
    {Strategy::SpineWithFallback, "spine-with-fallback", false, true, ""},
    {kDecoupledLookback, "decoupled-lookback", false, false,
     "Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016"},
    {kScanThenPropagate, "scan-then-propagate", false, false, "Harris, Sengupta & Owens, GPU Gems 3, 2007"},
    {kChained, "chained", true, false, "Yan, Long & Zhang, StreamScan, 2013"},
    {kSam, "sam", true, false,
     "Maleki, Yang & Burtscher, Higher-Order and Tuple-Based Massively-Parallel Prefix Sums, 2016"},
    {kCascade, "cascade", false, false, "Diéguez, Amor & Doallo 2014"},
    {kTruncatedCascade, "truncated-cascade", false, false,
     "Ha & Han, A Scalable Work-Efficient and Depth-Optimal Parallel Scan for the GPGPU Environment, 2013"},
    {kRecursiveDoubling, "recursive-doubling", false, false,
     "Kogge & Stone, A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence Equations, "
     "1973"}};

// How a workgroup scans the values of its N invocations; a value combines the elements of a row that the invocation has
// loaded. study/docs/networks.md and study/shaders/networks/ have each network's wiring, cost and source. Floats have
// the same bits in every run, and operators need not commute.
enum class Network {
    Subgroup,        // the library's own: subgroups by shuffles, and their totals through shared memory
    HillisSteele,    // log2 N steps between two halves of shared memory
    Blelloch,        // up a tree and down again: the least work, twice the steps; wired like Brent & Kung's
    KoggeStone,      // log2 N steps in place
    HanCarlson,      // KoggeStone over every other value: half the work, a step more
    HockneyJesshope, // KoggeStone without conditions: identities are shifted in
    LadnerFischer,   // log2 N steps with half of KoggeStone's work; wired like Sklansky's
    Serial,          // few invocations scan runs one value after the other, one the runs' totals
};

struct NetworkRow {
    Network value;
    const char* name;
    bool hasShuffles; // offers NetworkDesc::shuffles
    bool hasRadix4;   // offers a radix of 4
};
inline constexpr NetworkRow kNetworks[] = {
    {Network::Subgroup, "subgroup", false, false},
    {Network::HillisSteele, "hillis-steele", false, false},
    {Network::Blelloch, "blelloch", false, true},
    {Network::KoggeStone, "kogge-stone", true, true},
    {Network::HanCarlson, "han-carlson", false, true},
    {Network::HockneyJesshope, "hockney-jesshope", false, false},
    {Network::LadnerFischer, "ladner-fischer", true, true},
    {Network::Serial, "serial", false, false},
};

// The network of a scan and its options. Options other than the defaults need a network other than Subgroup.
struct NetworkDesc {
    Network network = Network::Subgroup;
    // KoggeStone and LadnerFischer: by shuffles inside subgroups, instead of shared memory; as Subgroup across them.
    bool shuffles = false;
    // Shared memory skips one word after each 32, against bank conflicts. Not with shuffles.
    bool padding = false;
    // 2; or 4, with up to three earlier values a step: Blelloch, KoggeStone, HanCarlson and LadnerFischer in shared
    // memory.
    uint32_t radix = 2;
    // Loads and stores of 16 bytes. If false, each element is loaded separately and the network runs once per element.
    bool vectorLoads = true;
    // Invocations: a power of two from 64 to 1024, within the device's limit and at least its subgroup size. 0: the
    // library's choice.
    uint32_t workgroupSize = 0;
    // Elements of each invocation in a tile, in 1 to 16 vectors of 16 bytes: a multiple of 4 up to 64. 0: the library's
    // choice.
    uint32_t elements = 0;
};

// A scan by any strategy and any network.
struct ScanDesc : vkscan::ScanDesc {
    Strategy strategy = Strategy::Auto; // Auto: the library's choice, by `waiting`, which others ignore
    bool assumeForwardProgress = false; // allows strategies that need it on drivers that are not listed
    // With any strategy. Networks other than Network::Subgroup take no order or tupleSize beyond 1.
    NetworkDesc network = {};
    // kCascade, kTruncatedCascade and kRecursiveDoubling only: workgroups that share the array. At most the device's
    // maxComputeWorkGroupCount[0]; for kTruncatedCascade at least 2. 0: the library's choice.
    uint32_t cascadeWorkgroups = 0;
};

// How values are combined across a workgroup's invocations, and across workgroups. Each invocation combines its own
// elements first. All but Auto: Harris, "Optimizing Parallel Reduction in CUDA", 2007.
enum class ReduceMethod {
    // vkscan's own: shuffles. One dispatch if the device has 64-bit atomics in buffers, otherwise two.
    Auto,
    // Shared memory, over distances of 1, 2, 4 and so on: ever fewer lanes of all subgroups take part. As many
    // dispatches as Auto; so have Sequential and Unrolled.
    Interleaved,
    // Shared memory, over halves, quarters and so on of the workgroup: ever fewer whole subgroups take part.
    Sequential,
    // Sequential without loops, and by shuffles once a subgroup has a lane for each value.
    Unrolled,
    // Shuffles, in two dispatches on every device: the second combines the workgroups' values.
    Decomposed,
};

struct ReduceMethodRow {
    ReduceMethod value;
    const char* name;
    bool isTree; // combines in shared memory; refused with withIndex and with 64-bit types
};
inline constexpr ReduceMethodRow kReduceMethods[] = {{ReduceMethod::Auto, "auto", false},
                                                     {ReduceMethod::Interleaved, "interleaved", true},
                                                     {ReduceMethod::Sequential, "sequential", true},
                                                     {ReduceMethod::Unrolled, "unrolled", true},
                                                     {ReduceMethod::Decomposed, "decomposed", false}};

// A reduction by any method. Methods other than Auto take no kernels of your own.
struct ReduceDesc : vkscan::ReduceDesc {
    ReduceMethod method = ReduceMethod::Auto;
};

// Like Scan::create and Reduce::create. The operation is recorded like any other.
VKSCAN_API Status create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept;
VKSCAN_API Status create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept;

[[nodiscard]] VKSCAN_API const char* toString(Strategy strategy) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Network network) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(ReduceMethod method) noexcept;

// Further values of Argument, for statuses of study::create, and the sentence of any status, also with one of these.
[[nodiscard]] VKSCAN_API const char* sentenceOf(Status status) noexcept;
inline constexpr Argument kStrategy{kFirstFurtherArgument};
inline constexpr Argument kCascadeWorkgroups{kFirstFurtherArgument + 1};
inline constexpr Argument kNetwork{kFirstFurtherArgument + 2};
inline constexpr Argument kNetworkShuffles{kFirstFurtherArgument + 3};
inline constexpr Argument kNetworkPadding{kFirstFurtherArgument + 4};
inline constexpr Argument kNetworkRadix{kFirstFurtherArgument + 5};
inline constexpr Argument kNetworkWorkgroupSize{kFirstFurtherArgument + 6};
inline constexpr Argument kNetworkElements{kFirstFurtherArgument + 7};
inline constexpr Argument kMethod{kFirstFurtherArgument + 8};

} // namespace vkscan::study

#endif
