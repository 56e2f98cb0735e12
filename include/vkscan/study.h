// Strategies, networks and methods of the literature, for comparison and study. They are a library of their own, the
// target vkscan::study; vkscan.h does not include this header, and programs that take vkscan's own strategies need
// neither.
#ifndef VKSCAN_STUDY_H
#define VKSCAN_STUDY_H

#include <vkscan/axes.h>
#include <vkscan/export.h>
#include <vkscan/reduce.h>
#include <vkscan/scan.h>

namespace vkscan::study {

// Further values of Strategy, which study::create takes. kChained, kSam and, in place, kDecoupledLookback rest on
// running workgroups making progress beside waiting ones, as FlatSum and Spine do; these and kDecoupledLookback need
// the device feature shaderBufferInt64Atomics. The others need nothing of the device.
//
// Each tile looks back over its predecessors until it finds one whose inclusive prefix is published: one pass. A
// fallback recomputes predecessors, so that no forward progress is needed out of place. Float results depend on timing
// in their last bits; those of all others are bit-deterministic.
inline constexpr Strategy kDecoupledLookback{16};
// Tiles are scanned each on its own, their aggregates in the same way, and a second pass adds the carries. Takes no
// orders and tuples.
inline constexpr Strategy kScanThenPropagate{17};
// Each tile waits for its predecessor's inclusive prefix and publishes its own: one pass, as fast as prefixes are
// handed on.
inline constexpr Strategy kChained{18};
// As many workgroups as surely run at once (one for each of an NVIDIA GPU's multiprocessors; two, where their number is
// not known) take tiles in turn and sum the aggregates in between. One pass, scratch of constant size;
// bit-deterministic on one device.
inline constexpr Strategy kSam{19};
// As many workgroups as ScanDesc::cascadeWorkgroups reduce a span each, one scans their aggregates, and they scan their
// spans: three dispatches, the input read twice, scratch of constant size.
inline constexpr Strategy kCascade{20};
// A cascade cut short at both ends, as Diéguez, Amor & Doallo describe it, with Network::HanCarlson. The first dispatch
// scans the first span, which the third leaves alone, and does not reduce the last, whose aggregate is not needed. For
// n elements, C workgroups access memory 3n + 3C - (2n / C + 3) times instead of 3n + 3C. C is at least 2.
inline constexpr Strategy kTruncatedCascade{21};
// A cascade whose aggregates are scanned by many workgroups, in log2 C steps of a dispatch each, for C workgroups.
// Takes no orders and tuples. Scratch of constant size.
inline constexpr Strategy kRecursiveDoubling{22};

inline constexpr StrategyRow kStrategies[] = {
    {kDecoupledLookback, "decoupled-lookback", false, true, false, false,
     "Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016"},
    {kScanThenPropagate, "scan-then-propagate", false, true, false, false,
     "Harris, Sengupta & Owens, GPU Gems 3, 2007"},
    {kChained, "chained", true, true, false, false, "Yan, Long & Zhang, StreamScan, 2013"},
    {kSam, "sam", true, true, false, false,
     "Maleki, Yang & Burtscher, Higher-Order and Tuple-Based Massively-Parallel Prefix Sums, 2016"},
    {kCascade, "cascade", false, true, false, false, "Diéguez, Amor & Doallo 2014"},
    {kTruncatedCascade, "truncated-cascade", false, true, false, false,
     "Ha & Han, A Scalable Work-Efficient and Depth-Optimal Parallel Scan for the GPGPU Environment, 2013"},
    {kRecursiveDoubling, "recursive-doubling", false, true, false, false,
     "Kogge & Stone, A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence Equations, "
     "1973"}};

// How a workgroup scans the values of its N invocations, each the elements of a row that the invocation loaded side by
// side. Each network's wiring, cost and source stand in its file, shaders/networks/. All are bit-deterministic and
// take operators that do not commute.
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

// The network of a scan, and its options; those set apart from the defaults need a network other than Subgroup.
struct NetworkDesc {
    Network network = Network::Subgroup;
    // In subgroups by shuffles instead of shared memory, and as with Subgroup across them: KoggeStone, LadnerFischer.
    bool shuffles = false;
    // Shared memory skips a word for each 32, against bank conflicts. Not with shuffles.
    bool padding = false;
    // 2, or 4: up to three earlier values a step. 4 with Blelloch, KoggeStone, HanCarlson and LadnerFischer in shared
    // memory.
    uint32_t radix = 2;
    // Loads and stores of 16 bytes. If false, each element is loaded separately and the network runs once per element.
    bool vectorLoads = true;
    // Invocations: 64 to 1024, a power of two, as many as the device offers and no less than its subgroup; 0 for the
    // tuning's.
    uint32_t workgroupSize = 0;
    // Elements of each invocation in a tile, in 1 to 16 vectors of 16 bytes: a multiple of 4 up to 64, of 64-bit types
    // of 2 up to 32; 0 for the tuning's.
    uint32_t elements = 0;
};

// A scan by any strategy, vkscan's or one for study, and any network.
struct ScanDesc : vkscan::ScanDesc {
    // With any strategy. One other than Network::Subgroup takes no order or tupleSize beyond 1.
    NetworkDesc network = {};
    // kCascade, kTruncatedCascade and kRecursiveDoubling alone: the workgroups that share the array, at most the
    // device's maxComputeWorkGroupCount[0], and for kTruncatedCascade at least 2. 0: the library's choice.
    uint32_t cascadeWorkgroups = 0;
};

// How values are combined across a workgroup's invocations, and the workgroups. Each invocation combines its own
// elements first. All but Auto are Harris's, "Optimizing Parallel Reduction in CUDA", 2007.
enum class ReduceMethod {
    // By shuffles; one dispatch where the device has 64-bit atomics in buffers, two elsewhere.
    Auto,
    // In shared memory, over distances of 1, 2, 4 and so on: ever fewer lanes of all subgroups take part. In as many
    // dispatches as Auto, and so the next two.
    Interleaved,
    // Over halves, quarters and so on of the workgroup: ever fewer whole subgroups take part.
    Sequential,
    // As Sequential, without loops, and by shuffles once the values are as few as a subgroup's lanes.
    Unrolled,
    // By shuffles, and in two dispatches everywhere: the second combines the workgroups' values.
    Decomposed,
};

struct ReduceMethodRow {
    ReduceMethod value;
    const char* name;
    bool isTree; // combines in shared memory; takes no withIndex
};
inline constexpr ReduceMethodRow kReduceMethods[] = {{ReduceMethod::Auto, "auto", false},
                                                     {ReduceMethod::Interleaved, "interleaved", true},
                                                     {ReduceMethod::Sequential, "sequential", true},
                                                     {ReduceMethod::Unrolled, "unrolled", true},
                                                     {ReduceMethod::Decomposed, "decomposed", false}};

// A reduction by any method. Those but Auto take no kernels of your own.
struct ReduceDesc : vkscan::ReduceDesc {
    ReduceMethod method = ReduceMethod::Auto;
};

// As Scan::create and Reduce::create. What is created is recorded like any other.
VKSCAN_API Status create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept;
VKSCAN_API Status create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept;

// The names of all values: vkscan's strategies, and those for study.
[[nodiscard]] VKSCAN_API const char* toString(Strategy strategy) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(Network network) noexcept;
[[nodiscard]] VKSCAN_API const char* toString(ReduceMethod method) noexcept;

// Further values of Argument, which statuses of study::create name.
inline constexpr Argument kCascadeWorkgroups{kFirstStudyArgument};
inline constexpr Argument kNetwork{kFirstStudyArgument + 1};
inline constexpr Argument kNetworkShuffles{kFirstStudyArgument + 2};
inline constexpr Argument kNetworkPadding{kFirstStudyArgument + 3};
inline constexpr Argument kNetworkRadix{kFirstStudyArgument + 4};
inline constexpr Argument kNetworkWorkgroupSize{kFirstStudyArgument + 5};
inline constexpr Argument kNetworkElements{kFirstStudyArgument + 6};
inline constexpr Argument kMethod{kFirstStudyArgument + 7};

} // namespace vkscan::study

#endif
